import {
  approveAlert,
  getAlertStatusCounts,
  listAdminAlerts,
  rejectAlert,
  updateAlert,
} from '@hakiki/contract/alerts-admin';
import { handle, page } from '../../../platform/http/route.ts';
import type { AlertsService } from './service.ts';

export const alertsAdminRoutes = ({ alerts }: { alerts: AlertsService }) => [
  handle(listAdminAlerts, async ({ actor, query }) => {
    const { rows, total } = await alerts.listAndMarkShown(actor, query);
    return page(rows, total);
  }),
  handle(getAlertStatusCounts, () => alerts.readStatusCounts()),
  handle(approveAlert, ({ actor, params, body }) => alerts.approve(actor, params.id, body)),
  handle(rejectAlert, ({ actor, params, body }) => alerts.reject(actor, params.id, body)),
  handle(updateAlert, ({ actor, params, body }) => alerts.update(actor, params.alertId, body)),
];
