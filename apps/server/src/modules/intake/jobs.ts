import { appealOutcomes } from '@hakiki/contract/appeal-values';
import { DecisionId } from '@hakiki/contract/decisions';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';

const emailedStatuses = ['approved', 'rejected', 'investigating', 'resolved', 'merged', ...appealOutcomes] as const;
export type EmailedStatus = (typeof emailedStatuses)[number];
export const hasDecisionEmail = (status: string): status is EmailedStatus =>
  emailedStatuses.some((emailed) => emailed === status);

/** Tells a reporter the decision; the filings module composes it. */
export const decisionEmail = defineEmail({
  name: 'filing-decision',
  payload: z.object({ filingId: z.uuid(), status: z.enum(emailedStatuses), decisionId: z.optional(DecisionId) }),
});

/**
 * Runs for every filing after it was acknowledged. Several run concurrently, because fetching and completing a job
 * takes as long as the job.
 */
export const groupFilingJob = defineJob({
  name: 'filings.examine',
  payload: z.object({ filingId: z.uuid() }),
  concurrency: 3,
});
