import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { ProposalsService } from './proposals-service.ts';

const processDueProposals = defineJob({
  name: 'decisions.settle-proposals',
  payload: z.object({}),
  schedule: '* * * * *',
});

export const decisionsJobs = ({ desk, sendMail }: { desk: ProposalsService; sendMail: SendMail }): JobHandler[] => [
  ...desk.emailJobs(sendMail),
  processDueProposals.withHandler(() => desk.processAllDue()),
];
