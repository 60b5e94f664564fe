/** A job is a name, what it carries, and later a handler. Payloads carry ids or little more; a handler may run twice. */
import type * as z from 'zod';

export interface Job<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
  /** When it runs by itself, as a cron line in UTC. */
  schedule?: string;
  handledBy: (handle: (payload: Payload) => Promise<void>) => JobHandler;
}

export interface JobHandler {
  name: string;
  schedule?: string;
  /** Refuses a payload that is not what the job says it carries. */
  run: (payload: unknown) => Promise<void>;
}

export function defineJob<Payload>(definition: Pick<Job<Payload>, 'name' | 'payload' | 'schedule'>): Job<Payload> {
  const { payload, ...named } = definition;
  return { ...definition, handledBy: (handle) => ({ ...named, run: async (given) => handle(payload.parse(given)) }) };
}
