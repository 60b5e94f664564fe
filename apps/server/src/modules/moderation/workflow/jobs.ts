import * as z from 'zod';
import { defineJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import type { ProposalsService } from './proposals-service.ts';

const processDueProposals = defineJob({
  name: 'decisions.settle-proposals',
  payload: z.object({}),
  schedule: '* * * * *',
});

export const decisionsJobs = ({
  proposals,
  sendMail,
}: {
  proposals: ProposalsService;
  sendMail: SendMail;
}): JobHandler[] => [
  ...proposals.emailJobs(sendMail),
  processDueProposals.withHandler(() => proposals.processAllDue()),
];
