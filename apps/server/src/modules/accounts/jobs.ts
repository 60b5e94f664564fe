import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { forgetExpired } from '../../platform/rate-limit/rate-limiter.ts';
import type { AccountsService } from './service.ts';
import { deleteExpired } from './store.ts';

const forget = defineJob({ name: 'accounts.forget-expired', payload: z.object({}), schedule: '40 * * * *' });

/** Soon after the day of waiting is over. */
const resetFactors = defineJob({ name: 'accounts.reset-factors', payload: z.object({}), schedule: '*/5 * * * *' });

/** Ends what is over, and says what soon will be. */
const expirePlans = defineJob({ name: 'accounts.expire-plans', payload: z.object({}), schedule: '5 * * * *' });

/** At night: nobody has to wait for it, but it reads every account. */
const recount = defineJob({ name: 'accounts.recount', payload: z.object({}), schedule: '35 2 * * *' });

interface Needs {
  database: Database;
  accounts: AccountsService;
  sendMail: SendMail;
  log: Log;
}

export const accountsJobs = ({ database: { db }, accounts, sendMail, log }: Needs): JobHandler[] => [
  ...accounts.letterJobs(sendMail),
  forget.handledBy(async () => {
    await deleteExpired(db);
    await forgetExpired(db);
  }),
  resetFactors.handledBy(() => accounts.factorResets.carryOutDue()),
  expirePlans.handledBy(() => accounts.planEnds.carryOutDue()),
  recount.handledBy(async () => {
    const userCounts = await accounts.reconcile();
    if (userCounts > 0) log.warn({ userCounts }, 'counts had drifted and were repaired');
  }),
];
