import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { CasesService } from '../cases/service.ts';
import { examineFiling } from './examine-filing.ts';
import type { FilingsService } from './service.ts';
import { createSweep } from './sweep.ts';

const forget = defineJob({ name: 'filings.forget-never-arrived', payload: z.object({}), schedule: '20 * * * *' });

interface Needs {
  filings: FilingsService;
  cases: CasesService;
  sendMail: SendMail;
  log: Log;
}

export function filingsJobs({ filings, cases, sendMail, log }: Needs): JobHandler[] {
  const examine = async (filingId: string) => cases.groupFiling(filingId, await filings.listAnswers(filingId));
  return [
    examineFiling.withHandler(({ filingId }) => examine(filingId)),
    createSweep({ cases, examine, log }).job,
    ...filings.letterJobs(sendMail),
    forget.withHandler(() => filings.forgetNeverArrived()),
  ];
}
