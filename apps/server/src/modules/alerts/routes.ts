import type { Route } from '../../platform/http/route.ts';
import type { AlertsService } from './service.ts';

export const alertsRoutes = (_services: { alerts: AlertsService }): Route[] => [];
