import { approveWatch, listWatches, rejectWatch } from '@hakiki/contract/watches-admin';
import { handle, page } from '../../platform/http/route.ts';
import type { EarlyWarningService } from './service.ts';

export const earlyWarningAdminRoutes = ({ earlyWarning }: { earlyWarning: EarlyWarningService }) => [
  handle(listWatches, async ({ query }) => {
    const { rows, total } = await earlyWarning.list(query);
    return page(rows, total);
  }),
  handle(approveWatch, ({ actor, params, body }) => earlyWarning.decide(actor, params.id, 'approved', body.note)),
  handle(rejectWatch, ({ actor, params }) => earlyWarning.decide(actor, params.id, 'rejected')),
];
