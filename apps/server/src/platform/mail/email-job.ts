/**
 * Emails are jobs that contain only ids and are written when sent: neither the queue nor its backup contains an address
 * or a link, and an obsolete email is not sent.
 */
import type * as z from 'zod';
import { type JobAttempt, defineJob, type Job, type JobHandler, type RetryPolicy } from '../jobs/job.ts';
import type { OutgoingEmail, SendMail } from './mail.ts';

export interface EmailJob<Payload> {
  job: Job<Payload>;
  /** `compose` reads its data at the time of sending; `undefined` means that the email is no longer needed. */
  withComposer: (
    sendMail: SendMail,
    compose: (payload: Payload, attempt: JobAttempt) => Promise<OutgoingEmail | undefined>,
  ) => JobHandler;
}

/** Retries for more than four days, like mail servers: often in the first hour, then every quarter of an hour. */
const retryPolicy: RetryPolicy = { limit: 400, initialDelaySeconds: 5, maxDelaySeconds: 900 };

export function defineEmail<Payload>({
  name,
  payload,
}: {
  name: string;
  payload: z.ZodType<Payload>;
}): EmailJob<Payload> {
  const job = defineJob({ name: `mail.${name}`, payload, retries: retryPolicy, concurrency: 4 });
  return {
    job,
    withComposer: (sendMail, compose) =>
      job.withHandler(async (data, attempt) => {
        const email = await compose(data, attempt);
        if (email) await sendMail(email, { messageId: attempt.id });
      }),
  };
}
