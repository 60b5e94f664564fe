import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { CasesService } from '../cases/service.ts';
import { examineFiling } from './examine-filing.ts';
import type { FilingsService } from './service.ts';

const forget = defineJob({ name: 'filings.forget-never-arrived', payload: z.object({}), schedule: '20 * * * *' });

interface Needs {
  filings: FilingsService;
  cases: CasesService;
  sendMail: SendMail;
}

export const filingsJobs = ({ filings, cases, sendMail }: Needs): JobHandler[] => [
  examineFiling.handledBy(({ filingId }) => cases.examine(filingId)),
  ...filings.letterJobs(sendMail),
  forget.handledBy(() => filings.forgetNeverArrived()),
];
