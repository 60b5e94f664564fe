/** Selects the alerts of the banner: the most severe ones not dismissed, newest first, and counts the others. */
import type { Alert } from '@hakiki/contract/alerts';
import { alertTiming } from '@hakiki/contract/limits';
import { sortBySeverity } from '../../lib/alerts/queries.ts';
import type { ItemPage } from '../../lib/api/queries.ts';
import type { QueryState } from '../../lib/api/use-query.ts';

export interface BannerSelection {
  shown: Alert[];
  more: number;
}

/** Empty while the alerts load and after a failure. */
export function selectBannerAlerts(alerts: QueryState<ItemPage<Alert>>, dismissed: readonly string[]): BannerSelection {
  if (alerts.status !== 'ready') return { shown: [], more: 0 };
  const { items, total } = alerts.data;
  const remaining = items.filter(({ id }) => !dismissed.includes(id));
  const shown = sortBySeverity(remaining).slice(0, alertTiming.bannerAlerts);
  // Alerts beyond this list cannot have been dismissed here.
  return { shown, more: total - (items.length - remaining.length) - shown.length };
}

export const isSameSelection = (one: BannerSelection, other: BannerSelection): boolean =>
  one.more === other.more && toComparisonKey(one) === toComparisonKey(other);

const toComparisonKey = ({ shown }: BannerSelection): string =>
  shown.map(({ id, description }) => `${id} ${description}`).join();
