import { createReport, updateReport } from '@hakiki/contract/admin';
import { handle } from '../../platform/http/route.ts';
import type { ReportsService } from './service.ts';

export const reportsAdminRoutes = ({ reports }: { reports: ReportsService }) => [
  handle(createReport, ({ actor, body, repeat }) => reports.enter(actor, body, repeat)),
  handle(updateReport, ({ actor, params, body }) => reports.update(actor, params.reportId, body)),
];
