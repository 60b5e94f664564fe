/** Selects the alerts of the banner: the most severe ones not dismissed, newest first, and counts the others. */
import type { Alert } from '@hakiki/contract/alerts';
import { alertTiming } from '@hakiki/contract/limits';
import { sortBySeverity } from '../../lib/alerts/queries.ts';
import type { ItemPage } from '../../lib/api/queries.ts';
import type { QueryState } from '../../lib/api/use-query.ts';

export interface Chosen {
  shown: Alert[];
  more: number;
}

/** Empty while the alerts load and after a failure. */
export function chooseAlerts(alerts: QueryState<ItemPage<Alert>>, dismissed: readonly string[]): Chosen {
  if (alerts.status !== 'ready') return { shown: [], more: 0 };
  const { items, total } = alerts.data;
  const left = items.filter(({ id }) => !dismissed.includes(id));
  const shown = sortBySeverity(left).slice(0, alertTiming.bannerAlerts);
  // Alerts beyond this list cannot have been dismissed here.
  return { shown, more: total - (items.length - left.length) - shown.length };
}

export const isSameChoice = (one: Chosen, other: Chosen): boolean =>
  one.more === other.more && told(one) === told(other);

const told = ({ shown }: Chosen): string => shown.map(({ id, description }) => `${id} ${description}`).join();
