/**
 * A job is a name, what it carries, and later a handler. Payloads carry ids or little more; delivery is at least once, so a handler
 * is idempotent.
 */
import type * as z from 'zod';

/** Exponential backoff, up to the longest pause. */
export interface Retries {
  limit: number;
  firstPauseSeconds: number;
  longestPauseSeconds: number;
}

interface JobDefinition<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
  /** When it runs by itself, as a cron expression in UTC. */
  schedule?: string;
  /** Unless given, five within about two minutes. */
  retries?: Retries;
  /** Concurrency within one worker; one unless given. */
  atOnce?: number;
}

export interface Attempt {
  /** Of the job, so the same at each attempt. */
  id: string;
}

export interface Job<Payload> extends JobDefinition<Payload> {
  handledBy: (handle: (payload: Payload, attempt: Attempt) => Promise<void>) => JobHandler;
}

export interface JobHandler extends Omit<JobDefinition<never>, 'payload'> {
  /** Refuses a payload that is not what the job says it carries. */
  run: (payload: unknown, attempt: Attempt) => Promise<void>;
}

export function defineJob<Payload>(definition: JobDefinition<Payload>): Job<Payload> {
  const { payload, ...named } = definition;
  return {
    ...definition,
    handledBy: (handle) => ({ ...named, run: async (given, attempt) => handle(payload.parse(given), attempt) }),
  };
}
