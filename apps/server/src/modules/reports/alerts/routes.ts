import { getAlertHistory } from '@hakiki/contract/decisions';
import {
  getAlert,
  getAlertPreferences,
  leaveAlertEmails,
  listActiveAlerts,
  listAlerts,
  listAlertWeeks,
  listMyReports,
  setAlertPreferences,
} from '@hakiki/contract/alerts';
import { handle, page } from '../../../platform/http/route.ts';
import type { AlertsService } from './service.ts';

export const alertsRoutes = ({ alerts }: { alerts: AlertsService }) => [
  handle(listActiveAlerts, async ({ actor }) => {
    const { rows, total } = await alerts.listActive(actor);
    return page(rows, total);
  }),
  handle(listAlerts, async ({ query }) => {
    const { rows, total } = await alerts.listPublic(query);
    return page(rows, total);
  }),
  handle(getAlertHistory, ({ params }) => alerts.getHistory(params.id)),
  handle(listMyReports, ({ actor, query }) => alerts.listOwn(actor, query)),
  // After the fixed paths that an id could be mistaken for.
  handle(getAlert, ({ params }) => alerts.getPublished(params.id)),
  handle(listAlertWeeks, ({ query }) => alerts.listWeeks(query.country)),
  handle(getAlertPreferences, ({ actor }) => alerts.getPreferences(actor)),
  handle(setAlertPreferences, ({ actor, body }) => alerts.setPreferences(actor, body)),
  handle(leaveAlertEmails, ({ params }) => alerts.stopEmails(params.key)),
];
