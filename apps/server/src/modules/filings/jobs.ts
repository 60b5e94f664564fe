import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { CasesService } from '../cases/service.ts';
import { groupFilingJob } from './group-filing-job.ts';
import type { FilingsService } from './service.ts';
import { createSweep } from './sweep.ts';

const deleteNeverUploadedJob = defineJob({
  name: 'filings.forget-never-arrived',
  payload: z.object({}),
  schedule: '20 * * * *',
});

interface Deps {
  filings: FilingsService;
  cases: CasesService;
  sendMail: SendMail;
  log: Log;
}

export function filingsJobs({ filings, cases, sendMail, log }: Deps): JobHandler[] {
  const groupFiling = async (filingId: string) => cases.groupFiling(filingId, await filings.listAnswers(filingId));
  return [
    groupFilingJob.withHandler(({ filingId }) => groupFiling(filingId)),
    createSweep({ cases, groupFiling, log }).job,
    ...filings.emailJobs(sendMail),
    deleteNeverUploadedJob.withHandler(() => filings.deleteNeverUploaded()),
  ];
}
