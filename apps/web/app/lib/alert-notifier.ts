/**
 * Announces serious alerts on whichever page is open. It polls the answer that all visitors share, so that a million open pages
 * cost the origin nothing, and chooses here what this person wants to hear of.
 */
import type { Alert, AlertPreferences } from '@hakiki/contract/alerts';
import { announcedSeverities, concernsCountries, isHighSeverity } from '@hakiki/contract/alert-announcing';
import { isEntitled } from '@hakiki/contract/entitlements';
import { alertTiming } from '@hakiki/contract/limits';
import { m } from '../paraglide/messages.js';
import { lastAnnouncedAt, rememberAnnounced } from './alert-memory.ts';
import { keepFresh } from './alert-polling.ts';
import { alertPreferences, publicAlerts } from './alert-reads.ts';
import { teaserOf } from './alert-teaser.ts';
import { authUser } from './auth.ts';
import type { ReadStore } from './read-store.ts';
import type { Page } from './reads.ts';
import { showToast } from './toast.ts';

const everything: AlertPreferences = { severities: [...announcedSeverities], countries: [] };

/** The answer before: whom it named, and how far back it reached. */
interface Before {
  ids: ReadonlySet<string>;
  oldest: number;
}

export function startNotifier(store: ReadStore): () => void {
  let before: Before | undefined;
  const announce = () => {
    const outcome = store.outcomeOf(publicAlerts);
    if (outcome.status !== 'ready' || document.visibilityState !== 'visible') return;
    void announceNew(store, outcome.data, before);
    before = seenIn(outcome.data);
  };
  const stopListening = store.subscribe(publicAlerts, announce);
  const stopPolling = keepFresh(store, publicAlerts, alertTiming.notifierPollMs);
  // What came with the page is only the beginning of the list; an answer of our own may have arrived before us.
  if (store.outcomeOf(publicAlerts) !== store.receivedOf(publicAlerts)) announce();
  return () => {
    stopListening();
    stopPolling();
  };
}

async function announceNew(store: ReadStore, { items }: Page<Alert>, before: Before | undefined): Promise<void> {
  const wanted = await wantedBy(store);
  const since = lastAnnouncedAt();
  const due = alertsToAnnounce(
    items.filter((alert) => Date.parse(alert.createdAt) > since || isLate(alert, before)),
    wanted,
  );
  for (const alert of due) announce(alert);
  const newest = due.at(-1);
  if (newest && Date.parse(newest.createdAt) > since) rememberAnnounced(newest.createdAt);
}

const seenIn = ({ items, total }: Page<Alert>): Before => ({
  ids: new Set(items.map(({ id }) => id)),
  oldest: items.length < total ? Math.min(...items.map(({ createdAt }) => Date.parse(createdAt))) : 0,
});

/** Verified after a younger one had been announced: it turns up between the others while the page is open. */
const isLate = ({ id, createdAt }: Alert, before: Before | undefined): boolean =>
  before !== undefined && !before.ids.has(id) && Date.parse(createdAt) > before.oldest;

/** Only some plans may choose; whoever may not, or whose choice cannot be read, hears of all of them. */
async function wantedBy(store: ReadStore): Promise<AlertPreferences> {
  await store.load(authUser);
  const who = store.outcomeOf(authUser);
  if (who.status !== 'ready' || !who.data || !isEntitled(who.data, 'analysis')) return everything;
  await store.load(alertPreferences);
  const chosen = store.outcomeOf(alertPreferences);
  return chosen.status === 'ready' ? chosen.data : everything;
}

/** Oldest first, so that the newest stays visible. */
const alertsToAnnounce = (alerts: readonly Alert[], wanted: AlertPreferences): Alert[] =>
  alerts
    .filter(
      ({ severity, affectedCountries }) =>
        isHighSeverity(severity) &&
        wanted.severities.some((one) => isSame(one, severity)) &&
        concernsCountries(affectedCountries, wanted.countries),
    )
    .toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function announce(alert: Alert): void {
  const isCritical = isSame(alert.severity, 'Critical');
  showToast({
    title: (isCritical ? m.alert_toast_critical : m.alert_toast_high)({ title: alert.title }),
    description: teaserOf(alert),
    isDestructive: isCritical,
    durationMs: alertTiming.toastMs,
  });
}
