/** The alerts that a person sees: what is public, and among it their own that is not public yet or never will be. */
import type { Alert, MyReport } from '@hakiki/contract/alerts';
import { listLimits } from '@hakiki/contract/limits';
import type { ListedAlert } from '../../components/alerts/card.tsx';

const newestFirst = (alerts: Iterable<ListedAlert>): ListedAlert[] =>
  [...alerts]
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
    .slice(0, listLimits.reportsPageAlerts);

/** What is public is said once, also where it is the person's own. */
export function listAlerts(active: readonly Alert[], own: readonly MyReport[] = []): ListedAlert[] {
  const listed = new Map<string, ListedAlert>();
  for (const { affectedProvider: _name, status, ...report } of own) {
    if (status !== 'approved') listed.set(report.id, { ...report, ownStatus: status });
  }
  for (const alert of active) {
    const isOwn = own.some(({ id }) => id === alert.id);
    listed.set(alert.id, isOwn ? { ...alert, ownStatus: 'approved' } : alert);
  }
  return newestFirst(listed.values());
}
