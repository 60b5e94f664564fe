import {
  getRegtechFiguresFile,
  getRegtechReportFile,
  listRegtechAlerts,
  listRegtechCountries,
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
  handle(listRegtechCountries, ({ query }) => regtech.listCountries(query.period)),
  handle(getRegtechFiguresFile, async () => {
    const { name, bytes } = await regtech.getFiguresCsv();
    return withHeaders(bytes, [
      ['Content-Type', 'text/csv; charset=utf-8'],
      ['Content-Disposition', `attachment; filename="${name}"`],
    ]);
  }),
  handle(listRegtechAlerts, ({ query }) => regtech.listAlerts(query)),
];
