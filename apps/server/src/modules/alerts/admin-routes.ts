import { approveAlert, getAlertStatusCounts, listAdminAlerts, rejectAlert, updateAlert } from '@hakiki/contract/admin';
import { handle, page } from '../../platform/http/route.ts';
import type { AlertsService } from './service.ts';

export const alertsAdminRoutes = ({ alerts }: { alerts: AlertsService }) => [
  handle(listAdminAlerts, async ({ query }) => {
    const { rows, total } = await alerts.listForAdmin(query);
    return page(rows, total);
  }),
  handle(getAlertStatusCounts, () => alerts.readStatusCounts()),
  handle(approveAlert, ({ actor, params }) => alerts.approve(actor, params.id)),
  handle(rejectAlert, ({ actor, params }) => alerts.reject(actor, params.id)),
  handle(updateAlert, ({ actor, params, body }) => alerts.update(actor, params.alertId, body)),
];
