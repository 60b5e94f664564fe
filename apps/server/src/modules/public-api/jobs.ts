import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { quotaEmailJob } from './emails.ts';
import type { ApiKeysService } from './service.ts';

const purgeUsageJob = defineJob({ name: 'api-keys.end-old-usage', payload: z.object({}), schedule: '35 3 * * *' });

interface Deps {
  apiKeys: ApiKeysService;
  database: Database;
  sendMail: SendMail;
  log: Log;
  settings: { publicUrl: string };
}

export const apiKeysJobs = ({ apiKeys, database, sendMail, log, settings: { publicUrl } }: Deps): JobHandler[] => [
  quotaEmailJob({ database, sendMail, publicUrl }),
  purgeUsageJob.withHandler(async () => {
    const deleted = await apiKeys.purgeExpiredUsage();
    if (deleted.sums + deleted.keys > 0) log.info(deleted, 'expired API statistics and keys were deleted');
  }),
];
