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
import { listAlertTraces } from '@hakiki/contract/families';
import { handle, page } from '../../../platform/http/route.ts';
import type { FamiliesService } from '../../families/service.ts';
import type { AlertsService } from './service.ts';

export const alertsRoutes = ({ alerts, families }: { alerts: AlertsService; families: FamiliesService }) => [
  handle(listActiveAlerts, async ({ actor }) => {
    const { rows, total } = await alerts.listActive(actor);
    return page(rows, total);
  }),
  handle(listAlerts, async ({ query }) => {
    const { rows, total } = await alerts.listPublic(query);
    return page(rows, total);
  }),
  handle(getAlertHistory, ({ params }) => alerts.getHistory(params.id)),
  handle(listAlertTraces, async ({ params }) => {
    const { alert } = await alerts.getPublished(params.id);
    return alert ? families.listOfAlert(params.id) : [];
  }),
  handle(listMyReports, ({ actor, query }) => alerts.listOwn(actor, query)),
  // After the fixed paths that an id could be mistaken for.
  handle(getAlert, ({ params }) => alerts.getPublished(params.id)),
  handle(listAlertWeeks, ({ query }) => alerts.listWeeks(query.country)),
  handle(getAlertPreferences, ({ actor }) => alerts.getPreferences(actor)),
  handle(setAlertPreferences, ({ actor, body }) => alerts.setPreferences(actor, body)),
  handle(leaveAlertEmails, ({ params }) => alerts.stopEmails(params.key)),
];
