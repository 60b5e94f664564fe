import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { PublicFormsService } from './service.ts';

const purgeExpiredJob = defineJob({
  name: 'public-forms.forget-expired',
  payload: z.object({}),
  schedule: '50 * * * *',
});

interface Deps {
  publicForms: PublicFormsService;
  sendMail: SendMail;
}

export const publicFormsJobs = ({ publicForms, sendMail }: Deps): JobHandler[] => [
  ...publicForms.emailJobs(sendMail),
  purgeExpiredJob.withHandler(() => publicForms.purgeExpired()),
];
