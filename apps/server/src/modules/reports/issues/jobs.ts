import * as z from 'zod';
import { defineJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { ReportsService } from './service.ts';

/** Runs at night: it takes no locks but scans all reports. */
const recount = defineJob({ name: 'reports.recount', payload: z.object({}), schedule: '50 2 * * *' });

export const reportsJobs = ({ reports, log }: { reports: ReportsService; log: Log }): JobHandler[] => [
  recount.withHandler(async () => {
    const repaired = await reports.reconcile();
    const { alertCounts, alertLinks, reportCounts } = repaired;
    if (alertCounts + alertLinks + reportCounts > 0) log.warn(repaired, 'counts had drifted and were repaired');
  }),
];
