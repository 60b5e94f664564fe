import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { CasesService } from '../cases/service.ts';
import type { FilingsService } from './service.ts';

/** What happens to every report after it was acknowledged. */
export const examineFiling = defineJob({ name: 'filings.examine', payload: z.object({ filingId: z.uuid() }) });

interface Needs {
  filings: FilingsService;
  cases: CasesService;
  sendMail: SendMail;
}

export const filingsJobs = ({ cases }: Needs): JobHandler[] => [
  examineFiling.handledBy(({ filingId }) => cases.examine(filingId)),
];
