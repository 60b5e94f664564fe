/** Defines jobs. Payloads contain little more than ids; delivery is at least once, so handlers are idempotent. */
import type * as z from 'zod';

/** Exponential back-off, up to the maximum delay. */
export interface RetryPolicy {
  limit: number;
  initialDelaySeconds: number;
  maxDelaySeconds: number;
}

interface JobDefinition<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
  /** A cron expression in UTC for a job that runs periodically. */
  schedule?: string;
  /** Default: five retries within about two minutes. */
  retries?: RetryPolicy;
  /** Concurrency within one worker. Default: 1. */
  concurrency?: number;
}

export interface JobAttempt {
  /** The job's id, the same at each attempt. */
  id: string;
}

export interface Job<Payload> extends JobDefinition<Payload> {
  withHandler: (handle: (payload: Payload, attempt: JobAttempt) => Promise<void>) => JobHandler;
}

export interface JobHandler extends Omit<JobDefinition<never>, 'payload'> {
  /** Rejects a payload that does not match the job's schema. */
  run: (payload: unknown, attempt: JobAttempt) => Promise<void>;
}

const definedJobs: { name: string }[] = [];

/** The jobs of all modules imported so far: a process can enqueue no other. */
export const listDefinedJobs = (): readonly { name: string }[] => [...definedJobs];

export function defineJob<Payload>(definition: JobDefinition<Payload>): Job<Payload> {
  const { payload, ...withoutPayload } = definition;
  definedJobs.push(definition);
  return {
    ...definition,
    withHandler: (handle) => ({
      ...withoutPayload,
      run: async (data, attempt) => handle(payload.parse(data), attempt),
    }),
  };
}
