import type { JobHandler } from '../../../platform/jobs/job.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { FilingsService } from '../../filings/service.ts';
import { groupFilingJob } from '../../intake/service.ts';
import type { CasesService } from './service.ts';
import { createSweep } from './sweep.ts';

interface Deps {
  filings: Pick<FilingsService, 'listAnswers'>;
  cases: CasesService;
  log: Log;
}

export function casesJobs({ filings, cases, log }: Deps): JobHandler[] {
  const groupFiling = async (filingId: string) => cases.groupFiling(filingId, await filings.listAnswers(filingId));
  return [
    groupFilingJob.withHandler(({ filingId }) => groupFiling(filingId)),
    createSweep({ cases, groupFiling, log }).job,
  ];
}
