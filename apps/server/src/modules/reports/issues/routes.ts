import { getReportHistory } from '@hakiki/contract/decisions';
import { getReportFigures, listReports } from '@hakiki/contract/reports';
import { handle, page } from '../../../platform/http/route.ts';
import type { ReportsService } from './service.ts';

export const reportsRoutes = ({ reports }: { reports: ReportsService }) => [
  handle(listReports, async ({ actor, query }) => {
    const { rows, total } = await reports.list(actor, query);
    return page(rows, total);
  }),
  handle(getReportFigures, () => reports.readFigures()),
  handle(getReportHistory, ({ params }) => reports.getHistory(params.id)),
];
