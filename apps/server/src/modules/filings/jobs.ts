import type { JobHandler } from '../../platform/jobs/job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { CasesService } from '../cases/service.ts';
import { examineFiling } from './examine-filing.ts';
import type { FilingsService } from './service.ts';

interface Needs {
  filings: FilingsService;
  cases: CasesService;
  sendMail: SendMail;
}

export const filingsJobs = ({ cases }: Needs): JobHandler[] => [
  examineFiling.handledBy(({ filingId }) => cases.examine(filingId)),
];
