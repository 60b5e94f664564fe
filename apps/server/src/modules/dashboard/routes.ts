import type { Route } from '../../platform/http/route.ts';
import type { DashboardService } from './service.ts';

export const dashboardRoutes = (_services: { dashboard: DashboardService }): Route[] => [];
