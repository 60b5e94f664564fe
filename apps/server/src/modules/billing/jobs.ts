/** Background jobs of billing: process notices, end agreements, pay refunds, and the hourly and nightly checks. */
import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { endAgreementJob } from './agreements.ts';
import { confirmCredited } from './deposits.ts';
import { differencesLetter, differencesLetterJob } from './letters.ts';
import { settleNoticeJob } from './notices.ts';
import { refundJob } from './refunds.ts';
import type { BillingService } from './service.ts';

const lookAfter = defineJob({ name: 'billing.look-after', payload: z.object({}), schedule: '7 * * * *' });
/** After midnight in the gateway's time zone, when the list of the previous day is complete. */
const reconcile = defineJob({ name: 'billing.reconcile', payload: z.object({}), schedule: '40 1 * * *' });

type Needs = Parameters<typeof differencesLetterJob>[0] & {
  billing: BillingService;
  queue: Pick<Queue, 'enqueue'>;
};

export const billingJobs = ({ billing, queue, ...needs }: Needs): JobHandler[] => [
  differencesLetterJob(needs),
  settleNoticeJob.withHandler((payload) => billing.notices.settle(payload)),
  endAgreementJob.withHandler((payload) => billing.agreements.endAtGateway(payload)),
  confirmCredited.withHandler((payload) => billing.deposits.confirmCredited(payload)),
  refundJob.withHandler((payload) => billing.refunds.payBack(payload)),
  lookAfter.withHandler(async () => {
    await billing.notices.lookAfterForgotten();
    await billing.agreements.lookAfterEndings();
    await billing.renewals.giveUpAbandoned();
    await billing.renewals.useCredits();
    await billing.renewals.lookAfterDue();
  }),
  reconcile.withHandler(async () => {
    await billing.reconciliation.run();
    await billing.collectRewards();
    await billing.notices.endOld();
    await needs.database.transaction((tx) => queue.enqueue(tx, differencesLetter.job, {}));
  }),
];

export const billingRequests = [settleNoticeJob, endAgreementJob, confirmCredited, refundJob];
