import {
  getRegtechReportFile,
  listRegtechAlerts,
  listRegtechMetrics,
  listRegtechReports,
} from '@hakiki/contract/regtech';
import { handle, page, withHeaders } from '../../platform/http/route.ts';
import type { RegtechService } from './service.ts';

export const regtechRoutes = ({ regtech }: { regtech: RegtechService }) => [
  handle(listRegtechMetrics, () => regtech.listMetrics()),
  handle(listRegtechReports, async ({ query }) => {
    const { rows, total } = await regtech.listReports(query);
    return page(rows, total);
  }),
  handle(getRegtechReportFile, async ({ params }) => {
    const { name, bytes } = await regtech.getReportPdf(params.id);
    return withHeaders(bytes, [
      ['Content-Type', 'application/pdf'],
      ['Content-Disposition', `attachment; filename="${name}"`],
    ]);
  }),
  handle(listRegtechAlerts, () => regtech.listAlerts()),
];
