import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { quotaLetterJob } from './letters.ts';
import type { ApiKeysService } from './service.ts';

const endOldUsage = defineJob({ name: 'api-keys.end-old-usage', payload: z.object({}), schedule: '35 3 * * *' });

interface Needs {
  apiKeys: ApiKeysService;
  database: Database;
  sendMail: SendMail;
  log: Log;
  settings: { publicUrl: string };
}

export const apiKeysJobs = ({ apiKeys, database, sendMail, log, settings: { publicUrl } }: Needs): JobHandler[] => [
  quotaLetterJob({ database, sendMail, publicUrl }),
  endOldUsage.withHandler(async () => {
    const ended = await apiKeys.endOldUsage();
    if (ended.sums + ended.keys > 0) log.info(ended, 'sums of API calls and old keys ended');
  }),
];
