/**
 * Makes sure that every acknowledged filing reaches a moderator, even if its job was lost, the worker was down or its
 * text cannot be processed. Reads the rows of unsorted filings, not the job queue, so it needs no state of its own.
 */
import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CasesService } from '../cases/service.ts';

const sweep = defineJob({ name: 'filings.sweep', payload: z.object({}), schedule: '*/5 * * * *' });

interface Needs {
  cases: Pick<CasesService, 'listLateUnsorted' | 'listDueForRetry' | 'recordRetry' | 'openCaseWithoutAnalysis'>;
  examine: (filingId: string) => Promise<void>;
  log: Log;
}

export function createSweep({ cases, examine, log }: Needs): { run: () => Promise<void>; job: JobHandler } {
  /** One failure does not stop the others. */
  async function attempt(filingId: string, words: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      log.error({ err: error, filingId }, words);
      return false;
    }
  }
  const isExamined = (filingId: string) => attempt(filingId, 'grouping the filing failed', () => examine(filingId));

  async function run(): Promise<void> {
    for (const { filingId, isOverdue } of await cases.listLateUnsorted()) {
      if ((await isExamined(filingId)) || !isOverdue) continue;
      await attempt(filingId, 'the filing could not be put into a case', () => cases.openCaseWithoutAnalysis(filingId));
    }
    for (const filingId of await cases.listDueForRetry()) {
      if (!(await isExamined(filingId))) await cases.recordRetry(filingId);
    }
  }

  return { run, job: sweep.withHandler(run) };
}
