import type { JobHandler } from '../../platform/jobs/job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { FilingsService } from './service.ts';

export const filingsJobs = ({ filings, sendMail }: { filings: FilingsService; sendMail: SendMail }): JobHandler[] =>
  filings.emailJobs(sendMail);
