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
import { showToast } from './toast.ts';

const everything: AlertPreferences = { severities: [...announcedSeverities], countries: [] };

export function startNotifier(store: ReadStore): () => void {
  const announce = () => void announceNew(store);
  const stopListening = store.subscribe(publicAlerts, announce);
  const stopPolling = keepFresh(store, publicAlerts, alertTiming.notifierPollMs);
  // What came with the page is only the beginning of the list; an answer of our own may have arrived before us.
  if (store.outcomeOf(publicAlerts) !== store.receivedOf(publicAlerts)) announce();
  return () => {
    stopListening();
    stopPolling();
  };
}

async function announceNew(store: ReadStore): Promise<void> {
  const outcome = store.outcomeOf(publicAlerts);
  if (outcome.status !== 'ready' || document.visibilityState !== 'visible') return;
  const wanted = await wantedBy(store);
  const due = alertsToAnnounce(outcome.data.items, wanted, lastAnnouncedAt());
  for (const alert of due) announce(alert);
  const newest = due.at(-1);
  if (newest) rememberAnnounced(newest.createdAt);
}

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
const alertsToAnnounce = (alerts: readonly Alert[], wanted: AlertPreferences, since: number): Alert[] =>
  alerts
    .filter(
      ({ severity, createdAt, affectedCountries }) =>
        isHighSeverity(severity) &&
        wanted.severities.some((one) => isSame(one, severity)) &&
        Date.parse(createdAt) > since &&
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
