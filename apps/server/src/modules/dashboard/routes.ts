import { getDashboardSummary, noteProviderVisit } from '@hakiki/contract/dashboard';
import { leaveWatch, listWatchedProviders, unwatchProvider, watchProvider } from '@hakiki/contract/watches';
import { handle } from '../../platform/http/route.ts';
import type { DashboardService } from './service.ts';

export const dashboardRoutes = ({ dashboard }: { dashboard: DashboardService }) => [
  handle(getDashboardSummary, ({ actor }) => dashboard.getSummary(actor)),
  handle(noteProviderVisit, async ({ actor, params }) => {
    await dashboard.recordVisit(actor, params.id);
    return null;
  }),
  handle(listWatchedProviders, ({ actor }) => dashboard.watches.list(actor)),
  handle(watchProvider, ({ actor, params }) => dashboard.watches.add(actor, params.id)),
  handle(unwatchProvider, ({ actor, params }) => dashboard.watches.remove(actor, params.id)),
  handle(leaveWatch, ({ params }) => dashboard.watches.leave(params.key)),
];
