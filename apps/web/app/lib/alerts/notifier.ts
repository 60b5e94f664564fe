/**
 * Announces serious alerts on whichever page is open. It polls the response that all visitors share, so that the edge
 * can serve it from its cache, and filters by the person's preferences in the browser.
 */
import type { Alert, AlertPreferences } from '@hakiki/contract/alerts';
import { announcedSeverities, matchesCountries, isHighSeverity } from '@hakiki/contract/alert-announcing';
import { isEntitled } from '@hakiki/contract/entitlements';
import { alertTiming } from '@hakiki/contract/limits';
import { getLastAnnouncedAt } from './alert-storage.ts';
import { startPolling } from './polling.ts';
import { alertPreferences, publicAlerts } from './queries.ts';
import { startAnnouncementQueue } from './announcements.ts';
import { authUser } from '../api/auth.ts';
import type { QueryStore } from '../api/query-store.ts';
import type { ItemPage } from '../api/queries.ts';

const allAlerts: Pick<AlertPreferences, 'severities' | 'countries'> = {
  severities: [...announcedSeverities],
  countries: [],
};

/** The ids in one poll's response, and the creation time of the oldest. */
interface PollResult {
  ids: ReadonlySet<string>;
  oldestMs: number;
}

export function startNotifier(store: QueryStore): () => void {
  const announcements = startAnnouncementQueue(isAlertInView);
  let previous: PollResult | undefined;
  const handleAlerts = async ({ items, total }: ItemPage<Alert>) => {
    const preferences = await loadPreferences(store);
    const current = toPollResult({ items, total });
    const since = getLastAnnouncedAt();
    const isDue = (alert: Alert) =>
      matchesPreferences(alert, preferences) && (Date.parse(alert.createdAt) > since || isLate(alert, previous));
    announcements.enqueue(items.filter(isDue), ({ id, createdAt }) => {
      const isWithin = Date.parse(createdAt) > current.oldestMs;
      return isWithin && !current.ids.has(id);
    });
    previous = current;
  };
  const checkAlerts = () => {
    const outcome = store.getOutcome(publicAlerts);
    if (outcome.status === 'ready' && document.visibilityState === 'visible') void handleAlerts(outcome.data);
  };
  const stopListening = store.subscribe(publicAlerts, checkAlerts);
  const stopPolling = startPolling(store, publicAlerts, alertTiming.notifierPollMs);
  // The rendered page has only the beginning of the list; a full response may have arrived before this start.
  if (store.getOutcome(publicAlerts) !== store.getServerOutcome(publicAlerts)) checkAlerts();
  return () => {
    stopListening();
    stopPolling();
    announcements.stop();
  };
}

const toPollResult = ({ items, total }: ItemPage<Alert>): PollResult => ({
  ids: new Set(items.map(({ id }) => id)),
  oldestMs: items.length < total ? Math.min(...items.map(({ createdAt }) => Date.parse(createdAt))) : 0,
});

/** True for an alert that was verified after a newer one had been announced, while the page is open. */
const isLate = ({ id, createdAt }: Alert, previous: PollResult | undefined): boolean =>
  previous !== undefined && !previous.ids.has(id) && Date.parse(createdAt) > previous.oldestMs;

/** Only some plans may choose. Everybody else, and a person whose preferences cannot be loaded, gets all alerts. */
async function loadPreferences(store: QueryStore): Promise<typeof allAlerts> {
  await store.load(authUser);
  const user = store.getOutcome(authUser);
  if (user.status !== 'ready' || !user.data || !isEntitled(user.data, 'analysis')) return allAlerts;
  await store.load(alertPreferences);
  const preferences = store.getOutcome(alertPreferences);
  return preferences.status === 'ready' ? preferences.data : allAlerts;
}

const matchesPreferences = (
  { severity, affectedCountries }: Alert,
  { severities, countries }: typeof allAlerts,
): boolean =>
  isHighSeverity(severity) &&
  severities.some((chosenSeverity) => chosenSeverity.toLowerCase() === severity.toLowerCase()) &&
  matchesCountries(affectedCountries, countries);

/** Share of the alert's area that must be visible. */
const MIN_VISIBLE_SHARE = 0.5;

/** Checks whether the page itself already shows this alert inside the viewport. */
function isAlertInView(id: string): boolean {
  return [...document.querySelectorAll<HTMLElement>('[data-alert]')].some((element) => {
    if (element.dataset['alert'] !== id) return false;
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const visibleArea =
      Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) *
      Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0));
    const maxVisibleArea = Math.min(width, innerWidth) * Math.min(height, innerHeight);
    return maxVisibleArea > 0 && visibleArea >= maxVisibleArea * MIN_VISIBLE_SHARE;
  });
}
