/** Public texts about shared traces: "uses the same wallet as", never that the people are the same. */
import * as z from 'zod/mini';
import { checkSourceKinds } from './check-values.ts';
import { endpoint } from './endpoint.ts';
import { familyLimits, memberKinds, traceKinds } from './family-values.ts';
import { id, list, text } from './schema.ts';

/** A site, app or chat name that we warn of. */
export const LinkedIndicator = z.object({
  kind: z.enum(memberKinds),
  value: text(500),
  /** When the report or the list last named both. */
  seenOn: z.iso.date(),
  source: z.object({ kind: z.enum(checkSourceKinds), name: z.nullable(text(200)), url: z.nullable(text(2000)) }),
});
export type LinkedIndicator = z.infer<typeof LinkedIndicator>;

export const SharedTrace = z.object({
  kind: z.enum(traceKinds),
  /** Null for a phone number and other kinds that are stored as a hash only. */
  value: z.nullable(text(500)),
  /** Whether the trace itself is the input, and not an item that has it. */
  isAsked: z.boolean(),
  /** Number of all items with this trace, except the input. */
  count: z.int(),
  /** The most recently seen ones. */
  indicators: list(LinkedIndicator, familyLimits.shownMembers),
});
export type SharedTrace = z.infer<typeof SharedTrace>;

const sharedTracesDefaults = {
  method: 'GET',
  access: 'public',
  reply: list(SharedTrace, familyLimits.traces),
  cache: 'shared',
  rateLimit: 'read',
} as const;

export const listAlertTraces = endpoint({
  ...sharedTracesDefaults,
  path: '/api/fraud-alerts/:id/shared-traces',
  summary: 'Warned sites, apps and chat names that share a wallet or another trace with those that the alert names.',
  params: z.object({ id: id<'AlertId'>() }),
  errors: ['ALERT_NOT_FOUND'],
});

export const listProviderTraces = endpoint({
  ...sharedTracesDefaults,
  path: '/api/providers/:id/shared-traces',
  summary: 'Warned sites, apps and chat names that share a wallet or another trace with the site of the provider.',
  params: z.object({ id: id<'ProviderId'>() }),
  errors: [],
});

export const familiesEndpoints = [listAlertTraces, listProviderTraces] as const;
