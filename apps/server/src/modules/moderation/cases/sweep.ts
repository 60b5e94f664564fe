/**
 * Makes sure that every acknowledged filing reaches a moderator, even if its job was lost, the worker was down or its
 * text cannot be processed. Reads the rows of unsorted filings, not the job queue, so it needs no state of its own.
 */
import * as z from 'zod';
import { defineJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { CasesService } from './service.ts';

const sweepJob = defineJob({ name: 'filings.sweep', payload: z.object({}), schedule: '*/5 * * * *' });

interface Deps {
  cases: Pick<CasesService, 'listLateUnsorted' | 'listDueForRetry' | 'recordRetry' | 'openCaseWithoutAnalysis'>;
  groupFiling: (filingId: string) => Promise<void>;
  log: Log;
}

export function createSweep({ cases, groupFiling, log }: Deps): { run: () => Promise<void>; job: JobHandler } {
  /** One failure does not stop the others. */
  async function tryStep(filingId: string, message: string, step: () => Promise<unknown>): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (error) {
      log.error({ err: error, filingId }, message);
      return false;
    }
  }
  const tryGrouping = (filingId: string) =>
    tryStep(filingId, 'grouping the filing failed', () => groupFiling(filingId));

  async function run(): Promise<void> {
    for (const { filingId, isOverdue } of await cases.listLateUnsorted()) {
      if ((await tryGrouping(filingId)) || !isOverdue) continue;
      await tryStep(filingId, 'the filing could not be put into a case', () => cases.openCaseWithoutAnalysis(filingId));
    }
    for (const filingId of await cases.listDueForRetry()) {
      if (!(await tryGrouping(filingId))) await cases.recordRetry(filingId);
    }
  }

  return { run, job: sweepJob.withHandler(run) };
}
