/** Combines public alerts with the user's own reports that are pending or rejected. */
import type { Alert, MyReport } from '@hakiki/contract/alerts';
import { listLimits } from '@hakiki/contract/limits';
import type { ListedAlert } from '../../components/alerts/card.tsx';

const newestFirst = (alerts: Iterable<ListedAlert>): ListedAlert[] =>
  [...alerts]
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
    .slice(0, listLimits.reportsPageAlerts);

/** A public alert is listed once, even if it is the user's own. */
export function listAlerts(activeAlerts: readonly Alert[], ownReports: readonly MyReport[] = []): ListedAlert[] {
  const alertsById = new Map<string, ListedAlert>();
  for (const { affectedProvider: _name, status, ...report } of ownReports) {
    if (status !== 'approved') alertsById.set(report.id, { ...report, ownStatus: status });
  }
  for (const alert of activeAlerts) {
    const isOwn = ownReports.some(({ id }) => id === alert.id);
    alertsById.set(alert.id, isOwn ? { ...alert, ownStatus: 'approved' } : alert);
  }
  return newestFirst(alertsById.values());
}
