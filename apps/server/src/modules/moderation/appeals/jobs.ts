import * as z from 'zod';
import { defineJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import type { AppealsService } from './service.ts';

/** Early in the morning, so that the operator reads it the same day. */
const reportTroubledAppealsJob = defineJob({
  name: 'appeals.tell-of-trouble',
  payload: z.object({}),
  schedule: '10 5 * * *',
});

export const appealsJobs = ({ appeals, sendMail }: { appeals: AppealsService; sendMail: SendMail }): JobHandler[] => [
  ...appeals.emailJobs(sendMail),
  reportTroubledAppealsJob.withHandler(() => appeals.reportTroubledAppeals()),
];
