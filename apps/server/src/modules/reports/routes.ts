import type { Route } from '../../platform/http/route.ts';
import type { ReportsService } from './service.ts';

export const reportsRoutes = (_services: { reports: ReportsService }): Route[] => [];
