import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import { countPageViews } from './portal/page-views.ts';
import type { BusinessService } from './service.ts';

const countViewsJob = defineJob({ name: 'business.count-views', payload: z.object({}), schedule: '* * * * *' });

/** After the end of the day in the company's time zone. */
const expireDocumentsJob = defineJob({
  name: 'business.end-documents',
  payload: z.object({}),
  schedule: '40 22 * * *',
});

interface Deps {
  database: Database;
  business: Pick<BusinessService, 'documents'>;
  log: Log;
  /** Log of page views written by the edge; nothing is counted without it. */
  viewsLog: string | undefined;
}

export const businessJobs = ({ database, business, log, viewsLog }: Deps): JobHandler[] => [
  countViewsJob.withHandler(async () => {
    if (viewsLog) await countPageViews(database, viewsLog);
  }),
  expireDocumentsJob.withHandler(async () => {
    const ended = await business.documents.removeExpiredBadges();
    const forgotten = await business.documents.deleteAbandoned();
    if (ended + forgotten > 0) log.info({ ended, forgotten }, 'documents of businesses have expired');
  }),
];
