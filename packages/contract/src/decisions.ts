/** Every status change is a recorded decision. This is its public part. */
import * as z from 'zod/mini';
import { AlertId } from './alerts.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { textLimits } from './limits.ts';
import { ReportId } from './reports.ts';
import { id, IsoTime, list, text } from './schema.ts';

export const DecisionId = id<'DecisionId'>();
export type DecisionId = z.infer<typeof DecisionId>;

/** The number of fields of a public statement, and the length of the longest: all reasons of a flag together. */
export const MAX_CHANGES = 20;
const MAX_FIELD_LENGTH = 12_000;

/** The previous and the new value; lists have one entry per line. */
export const FieldChange = z.object({ field: text(40), from: text(MAX_FIELD_LENGTH), to: text(MAX_FIELD_LENGTH) });
export type FieldChange = z.infer<typeof FieldChange>;

/** What changed and when, with the published reason. Equal statuses mean that only the text changed. */
export const PublicDecision = z.object({
  from: text(40),
  to: text(40),
  reason: z.nullable(text(textLimits.text)),
  /** Changes of the public text, field by field. */
  changes: list(FieldChange, MAX_CHANGES),
  createdAt: IsoTime,
  /** The decision is about an appeal; the verdict stayed or was changed separately. */
  isAppeal: z.optional(z.literal(true)),
});
export type PublicDecision = z.infer<typeof PublicDecision>;
export const MAX_DECISIONS = 50;

const historyDefaults = { method: 'GET', access: 'public', cache: 'shared', rateLimit: 'read' } as const;

export const getProviderHistory = endpoint({
  ...historyDefaults,
  path: '/api/providers/:id/history',
  summary: 'The history of the verdict on a public provider, without names.',
  params: z.object({ id: ProviderId }),
  reply: list(PublicDecision, MAX_DECISIONS),
  errors: ['PROVIDER_NOT_FOUND'],
});

export const getAlertHistory = endpoint({
  ...historyDefaults,
  path: '/api/fraud-alerts/:id/history',
  summary: 'The history of a public alert, without names.',
  params: z.object({ id: AlertId }),
  reply: list(PublicDecision, MAX_DECISIONS),
  errors: ['ALERT_NOT_FOUND'],
});

export const getReportHistory = endpoint({
  ...historyDefaults,
  path: '/api/reports/:id/history',
  summary: 'The history and text changes of a public report, without names.',
  params: z.object({ id: ReportId }),
  reply: list(PublicDecision, MAX_DECISIONS),
  errors: ['REPORT_NOT_FOUND'],
});

export const decisionEndpoints = [getProviderHistory, getAlertHistory, getReportHistory] as const;
