import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { PublicFormsService } from './service.ts';

const forget = defineJob({ name: 'public-forms.forget-expired', payload: z.object({}), schedule: '50 * * * *' });

interface Needs {
  publicForms: PublicFormsService;
  sendMail: SendMail;
}

export const publicFormsJobs = ({ publicForms, sendMail }: Needs): JobHandler[] => [
  ...publicForms.letterJobs(sendMail),
  forget.withHandler(() => publicForms.forgetExpired()),
];
