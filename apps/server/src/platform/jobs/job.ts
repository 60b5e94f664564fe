/** Defines jobs. Payloads contain little more than ids; delivery is at least once, so handlers are idempotent. */
import type * as z from 'zod';

/** Exponential back-off, up to the maximum delay. */
export interface Retries {
  limit: number;
  firstPauseSeconds: number;
  longestPauseSeconds: number;
}

interface JobDefinition<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
  /** A cron expression in UTC for a job that runs periodically. */
  schedule?: string;
  /** Default: five retries within about two minutes. */
  retries?: Retries;
  /** Concurrency within one worker. Default: 1. */
  atOnce?: number;
}

export interface Attempt {
  /** The job's id, the same at each attempt. */
  id: string;
}

export interface Job<Payload> extends JobDefinition<Payload> {
  handledBy: (handle: (payload: Payload, attempt: Attempt) => Promise<void>) => JobHandler;
}

export interface JobHandler extends Omit<JobDefinition<never>, 'payload'> {
  /** Rejects a payload that does not match the job's schema. */
  run: (payload: unknown, attempt: Attempt) => Promise<void>;
}

export function defineJob<Payload>(definition: JobDefinition<Payload>): Job<Payload> {
  const { payload, ...withoutPayload } = definition;
  return {
    ...definition,
    handledBy: (handle) => ({
      ...withoutPayload,
      run: async (given, attempt) => handle(payload.parse(given), attempt),
    }),
  };
}
