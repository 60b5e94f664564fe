import { approveAlert, rejectAlert } from '@hakiki/contract/alerts';
import { handle } from '../../platform/http/route.ts';
import type { AlertsService } from './service.ts';

export const alertsAdminRoutes = ({ alerts }: { alerts: AlertsService }) => [
  handle(approveAlert, ({ actor, params }) => alerts.approve(actor, params.id)),
  handle(rejectAlert, ({ actor, params }) => alerts.reject(actor, params.id)),
];
