/** The figures a signed-in person sees at a glance, and what a plan with analysis adds. */
import type { DashboardSummary } from '@hakiki/contract/dashboard';
import type { ProviderId } from '@hakiki/contract/directory';
import type { Database } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { AlertsService } from '../alerts/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { ReportsService } from '../reports/service.ts';

interface Needs {
  database: Database;
  alerts: AlertsService;
  directory: DirectoryService;
  reports: ReportsService;
}

export type DashboardService = ReturnType<typeof createDashboardService>;

export function createDashboardService(_needs: Needs) {
  return {
    getSummary: (_actor: UserActor): Promise<DashboardSummary> => Promise.reject(new Error('To come.')),
    noteVisit: (_actor: UserActor, _id: ProviderId): Promise<void> => Promise.reject(new Error('To come.')),
  };
}
