import { listRegtechAlerts, listRegtechMetrics, listRegtechReports } from '@hakiki/contract/regtech';
import { handle, page } from '../../platform/http/route.ts';
import type { RegtechService } from './service.ts';

export const regtechRoutes = ({ regtech }: { regtech: RegtechService }) => [
  handle(listRegtechMetrics, () => regtech.listMetrics()),
  handle(listRegtechReports, async ({ query }) => {
    const { rows, total } = await regtech.listReports(query);
    return page(rows, total);
  }),
  handle(listRegtechAlerts, () => regtech.listAlerts()),
];
