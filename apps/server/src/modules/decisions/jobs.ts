import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { DecisionDesk } from './desk.ts';

const settleProposals = defineJob({
  name: 'decisions.settle-proposals',
  payload: z.object({}),
  schedule: '* * * * *',
});

export const decisionsJobs = ({ desk, sendMail }: { desk: DecisionDesk; sendMail: SendMail }): JobHandler[] => [
  ...desk.letterJobs(sendMail),
  settleProposals.handledBy(() => desk.settleAllDue()),
];
