/** Background jobs of billing: process notices, end agreements, pay refunds, and the hourly and nightly checks. */
import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { endAgreementJob } from './subscriptions/agreements.ts';
import { confirmCreditedJob } from './payments/deposits.ts';
import { differencesEmail, differencesEmailJob } from './emails.ts';
import { settleNoticeJob } from './payments/notices.ts';
import { refundJob } from './payments/refunds.ts';
import type { BillingService } from './service.ts';

const hourlyChecksJob = defineJob({ name: 'billing.look-after', payload: z.object({}), schedule: '7 * * * *' });
/** After midnight in the gateway's time zone, when the list of the previous day is complete. */
const reconcileJob = defineJob({ name: 'billing.reconcile', payload: z.object({}), schedule: '40 1 * * *' });

type Deps = Parameters<typeof differencesEmailJob>[0] & {
  billing: BillingService;
  queue: Pick<Queue, 'enqueue'>;
};

export const billingJobs = ({ billing, queue, ...needs }: Deps): JobHandler[] => [
  differencesEmailJob(needs),
  settleNoticeJob.withHandler((payload) => billing.notices.process(payload)),
  endAgreementJob.withHandler((payload) => billing.agreements.cancelAtGateway(payload)),
  confirmCreditedJob.withHandler((payload) => billing.deposits.confirmCredited(payload)),
  refundJob.withHandler((payload) => billing.refunds.refundAtGateway(payload)),
  hourlyChecksJob.withHandler(async () => {
    await billing.notices.requeueUnprocessed();
    await billing.agreements.retryLateCancellations();
    await billing.renewals.declineAbandonedCheckouts();
    await billing.renewals.payRenewalsWithCredits();
    await billing.renewals.checkOverdueRenewals();
  }),
  reconcileJob.withHandler(async () => {
    await billing.reconciliation.run();
    await billing.collectRewards();
    await billing.notices.purgeExpired();
    await needs.database.transaction((tx) => queue.enqueue(tx, differencesEmail.job, {}));
  }),
];
