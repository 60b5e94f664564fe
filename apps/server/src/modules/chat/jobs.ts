import * as z from 'zod';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import { answerJob } from './answering.ts';
import type { ChatService } from './service.ts';

const purgeExpiredJob = defineJob({ name: 'chat.purge-expired', payload: z.object({}), schedule: '*/5 * * * *' });

export const chatJobs = ({ chat }: { chat: ChatService }): JobHandler[] => [
  answerJob.withHandler((payload) => chat.answer(payload)),
  purgeExpiredJob.withHandler(() => chat.purgeExpired()),
];
