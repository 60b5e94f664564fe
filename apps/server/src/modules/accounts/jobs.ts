import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { forgetExpired } from '../../platform/rate-limit/rate-limiter.ts';
import type { AccountsService } from './service.ts';
import { deleteExpired } from './store.ts';

const forget = defineJob({ name: 'accounts.forget-expired', payload: z.object({}), schedule: '40 * * * *' });

interface Needs {
  database: Database;
  accounts: AccountsService;
  sendMail: SendMail;
}

export const accountsJobs = ({ database: { db }, accounts, sendMail }: Needs): JobHandler[] => [
  ...accounts.letterJobs(sendMail),
  forget.handledBy(async () => {
    await deleteExpired(db);
    await forgetExpired(db);
  }),
];
