/**
 * A letter is a job that carries ids and is written when it is sent: neither the queue nor a backup of it holds an address or a
 * link, and a letter nobody needs any more is not sent.
 */
import type * as z from 'zod';
import { type Attempt, defineJob, type Job, type JobHandler, type Retries } from '../jobs/job.ts';
import type { Letter, SendMail } from './mail.ts';

export interface LetterJob<Payload> {
  job: Job<Payload>;
  /** `compose` reads what it needs at the time of sending; `undefined` means the letter is no longer wanted. */
  writtenBy: (
    sendMail: SendMail,
    compose: (payload: Payload, attempt: Attempt) => Promise<Letter | undefined>,
  ) => JobHandler;
}

/** More than four days, as mail servers themselves do it: the first hour often, then every quarter of an hour. */
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
