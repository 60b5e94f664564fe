/**
 * Announces serious alerts on whichever page is open. It polls the response that all visitors share, so that the edge
 * can serve it from its cache, and filters by the person's preferences in the browser.
 */
import type { Alert, AlertPreferences } from '@hakiki/contract/alerts';
import { announcedSeverities, concernsCountries, isHighSeverity } from '@hakiki/contract/alert-announcing';
import { isEntitled } from '@hakiki/contract/entitlements';
import { alertTiming } from '@hakiki/contract/limits';
import { isAlertInView } from './in-view.ts';
import { lastAnnouncedAt } from './memory.ts';
import { keepFresh } from './polling.ts';
import { alertPreferences, publicAlerts } from './reads.ts';
import { startAnnouncements } from './announcements.ts';
import { authUser } from '../api/auth.ts';
import type { ReadStore } from '../api/read-store.ts';
import type { Page } from '../api/reads.ts';

const everything: AlertPreferences = { severities: [...announcedSeverities], countries: [] };

/** The ids in one poll's response, and the creation time of the oldest. */
interface Answer {
  ids: ReadonlySet<string>;
  oldest: number;
}

export function startNotifier(store: ReadStore): () => void {
  const announcements = startAnnouncements(isAlertInView);
  let before: Answer | undefined;
  const hear = async ({ items, total }: Page<Alert>) => {
    const wanted = await wantedBy(store);
    const now = seenIn({ items, total });
    const since = lastAnnouncedAt();
    const isDue = (alert: Alert) =>
      isWanted(alert, wanted) && (Date.parse(alert.createdAt) > since || isLate(alert, before));
    announcements.offer(items.filter(isDue), ({ id, createdAt }) => {
      const isWithin = Date.parse(createdAt) > now.oldest;
      return isWithin && !now.ids.has(id);
    });
    before = now;
  };
  const look = () => {
    const outcome = store.outcomeOf(publicAlerts);
    if (outcome.status === 'ready' && document.visibilityState === 'visible') void hear(outcome.data);
  };
  const stopListening = store.subscribe(publicAlerts, look);
  const stopPolling = keepFresh(store, publicAlerts, alertTiming.notifierPollMs);
  // The rendered page has only the beginning of the list; a full response may have arrived before this start.
  if (store.outcomeOf(publicAlerts) !== store.receivedOf(publicAlerts)) look();
  return () => {
    stopListening();
    stopPolling();
    announcements.stop();
  };
}

const seenIn = ({ items, total }: Page<Alert>): Answer => ({
  ids: new Set(items.map(({ id }) => id)),
  oldest: items.length < total ? Math.min(...items.map(({ createdAt }) => Date.parse(createdAt))) : 0,
});

/** True for an alert that was verified after a newer one had been announced, while the page is open. */
const isLate = ({ id, createdAt }: Alert, before: Answer | undefined): boolean =>
  before !== undefined && !before.ids.has(id) && Date.parse(createdAt) > before.oldest;

/** Only some plans may choose. Everybody else, and a person whose preferences cannot be loaded, gets all alerts. */
async function wantedBy(store: ReadStore): Promise<AlertPreferences> {
  await store.load(authUser);
  const who = store.outcomeOf(authUser);
  if (who.status !== 'ready' || !who.data || !isEntitled(who.data, 'analysis')) return everything;
  await store.load(alertPreferences);
  const chosen = store.outcomeOf(alertPreferences);
  return chosen.status === 'ready' ? chosen.data : everything;
}

const isWanted = ({ severity, affectedCountries }: Alert, { severities, countries }: AlertPreferences): boolean =>
  isHighSeverity(severity) &&
  severities.some((one) => one.toLowerCase() === severity.toLowerCase()) &&
  concernsCountries(affectedCountries, countries);
