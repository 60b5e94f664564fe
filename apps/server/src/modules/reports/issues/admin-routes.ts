import { createReport, listAdminReports, updateReport } from '@hakiki/contract/reports-admin';
import { handle, page } from '../../../platform/http/route.ts';
import type { ReportsService } from './service.ts';

export const reportsAdminRoutes = ({ reports }: { reports: ReportsService }) => [
  handle(listAdminReports, async ({ actor, query }) => {
    const { rows, total } = await reports.listAndMarkShown(actor, query);
    return page(rows, total);
  }),
  handle(createReport, ({ actor, body, idempotency }) => reports.createByAdmin(actor, body, idempotency)),
  handle(updateReport, ({ actor, params, body }) => reports.update(actor, params.reportId, body)),
];
