import { getDashboardSummary, noteProviderVisit } from '@hakiki/contract/dashboard';
import { handle } from '../../platform/http/route.ts';
import type { DashboardService } from './service.ts';

export const dashboardRoutes = ({ dashboard }: { dashboard: DashboardService }) => [
  handle(getDashboardSummary, ({ actor }) => dashboard.getSummary(actor)),
  handle(noteProviderVisit, async ({ actor, params }) => {
    await dashboard.recordVisit(actor, params.id);
    return null;
  }),
];
