/**
 * Emails are jobs that contain only ids and are written when sent: neither the queue nor its backup contains an address
 * or a link, and an obsolete email is not sent.
 */
import type * as z from 'zod';
import { type Attempt, defineJob, type Job, type JobHandler, type Retries } from '../jobs/job.ts';
import type { Letter, SendMail } from './mail.ts';

export interface LetterJob<Payload> {
  job: Job<Payload>;
  /** `compose` reads its data at the time of sending; `undefined` means that the email is no longer needed. */
  writtenBy: (
    sendMail: SendMail,
    compose: (payload: Payload, attempt: Attempt) => Promise<Letter | undefined>,
  ) => JobHandler;
}

/** Retries for more than four days, like mail servers: often in the first hour, then every quarter of an hour. */
const retries: Retries = { limit: 400, firstPauseSeconds: 5, longestPauseSeconds: 900 };

export function defineLetter<Payload>({
  name,
  payload,
}: {
  name: string;
  payload: z.ZodType<Payload>;
}): LetterJob<Payload> {
  const job = defineJob({ name: `mail.${name}`, payload, retries, atOnce: 4 });
  return {
    job,
    writtenBy: (sendMail, compose) =>
      job.handledBy(async (given, attempt) => {
        const letter = await compose(given, attempt);
        if (letter) await sendMail(letter, { messageId: attempt.id });
      }),
  };
}
