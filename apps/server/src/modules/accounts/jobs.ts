import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { purgeExpiredWindows } from '../../platform/rate-limit/rate-limiter.ts';
import type { AccountsService } from './service.ts';
import { deleteExpired } from './store.ts';

const purgeExpiredJob = defineJob({ name: 'accounts.forget-expired', payload: z.object({}), schedule: '40 * * * *' });

/** Runs often, so that a reset happens soon after the day of waiting. */
const resetFactorsJob = defineJob({ name: 'accounts.reset-factors', payload: z.object({}), schedule: '*/5 * * * *' });

/** Expires plans that are over and announces the end of others. */
const expirePlansJob = defineJob({ name: 'accounts.expire-plans', payload: z.object({}), schedule: '5 * * * *' });

/** Runs at night because it reads every account. */
const recountJob = defineJob({ name: 'accounts.recount', payload: z.object({}), schedule: '35 2 * * *' });

interface Deps {
  database: Database;
  accounts: AccountsService;
  sendMail: SendMail;
  log: Log;
}

export const accountsJobs = ({ database: { db }, accounts, sendMail, log }: Deps): JobHandler[] => [
  ...accounts.emailJobs(sendMail),
  purgeExpiredJob.withHandler(async () => {
    await deleteExpired(db);
    await purgeExpiredWindows(db);
  }),
  resetFactorsJob.withHandler(() => accounts.factorResets.processDue()),
  expirePlansJob.withHandler(() => accounts.planExpiry.processDue()),
  recountJob.withHandler(async () => {
    const userCounts = await accounts.reconcile();
    if (userCounts > 0) log.warn({ userCounts }, 'counts had drifted and were repaired');
  }),
];
