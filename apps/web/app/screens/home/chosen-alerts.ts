/** Which alerts the banner shows: the severest that were not dismissed, the newest of each severity first, and how many more there are. */
import type { Alert } from '@hakiki/contract/alerts';
import { alertTiming } from '@hakiki/contract/limits';
import { severestFirst } from '../../lib/alerts/reads.ts';
import type { Page } from '../../lib/api/reads.ts';
import type { ReadState } from '../../lib/api/use-read.ts';

export interface Chosen {
  shown: Alert[];
  more: number;
}

/** Nothing while they are read, and nothing when they cannot be. */
export function chooseAlerts(alerts: ReadState<Page<Alert>>, dismissed: readonly string[]): Chosen {
  if (alerts.status !== 'ready') return { shown: [], more: 0 };
  const { items, total } = alerts.data;
  const left = items.filter(({ id }) => !dismissed.includes(id));
  const shown = severestFirst(left).slice(0, alertTiming.bannerAlerts);
  // The list is the beginning of all there are; of those beyond it none can have been dismissed here.
  return { shown, more: total - (items.length - left.length) - shown.length };
}

export const isSameChoice = (one: Chosen, other: Chosen): boolean =>
  one.more === other.more && told(one) === told(other);

const told = ({ shown }: Chosen): string => shown.map(({ id, description }) => `${id} ${description}`).join();
