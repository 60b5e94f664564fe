import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';

/**
 * Runs for every filing after it was acknowledged. Several run concurrently, because fetching and completing a job
 * takes as long as the job.
 */
export const groupFilingJob = defineJob({
  name: 'filings.examine',
  payload: z.object({ filingId: z.uuid() }),
  concurrency: 3,
});
