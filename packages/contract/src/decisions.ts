/** Every status changes through a recorded decision. This is what everybody may read of it. */
import * as z from 'zod/mini';
import { AlertId } from './alerts.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { textLimits } from './limits.ts';
import { ReportId } from './reports.ts';
import { id, IsoTime, list, text } from './schema.ts';

export const DecisionId = id<'DecisionId'>();
export type DecisionId = z.infer<typeof DecisionId>;

/** As many fields as a public statement has, and room for the longest: all reasons of a flag together. */
export const MAX_CHANGES = 20;
const MAX_FIELD = 12_000;

/** What stood there and what stands there now; of a list, one entry a line. */
export const FieldChange = z.object({ field: text(40), from: text(MAX_FIELD), to: text(MAX_FIELD) });
export type FieldChange = z.infer<typeof FieldChange>;

/** For everybody: what changed and when, in the words that were published with it. The same status on both sides: it was reworded. */
export const PublicDecision = z.object({
  from: text(40),
  to: text(40),
  reason: z.nullable(text(textLimits.text)),
  /** Of what people could read before: field by field. */
  changes: list(FieldChange, MAX_CHANGES),
  createdAt: IsoTime,
  /** What became of an appeal against it; the verdict itself stayed as it was, or was changed beside this. */
  isAppeal: z.optional(z.literal(true)),
});
export type PublicDecision = z.infer<typeof PublicDecision>;
export const MAX_DECISIONS = 50;

const history = { method: 'GET', access: 'public', cache: 'shared', rateLimit: 'read' } as const;

export const getProviderHistory = endpoint({
  ...history,
  path: '/api/providers/:id/history',
  summary: 'How the verdict on a public provider came about, without names.',
  params: z.object({ id: ProviderId }),
  reply: list(PublicDecision, MAX_DECISIONS),
  errors: ['PROVIDER_NOT_FOUND'],
});

export const getAlertHistory = endpoint({
  ...history,
  path: '/api/fraud-alerts/:id/history',
  summary: 'How a public alert came about, without names.',
  params: z.object({ id: AlertId }),
  reply: list(PublicDecision, MAX_DECISIONS),
  errors: ['ALERT_NOT_FOUND'],
});

export const getReportHistory = endpoint({
  ...history,
  path: '/api/reports/:id/history',
  summary: 'How a public report came about and was reworded, without names.',
  params: z.object({ id: ReportId }),
  reply: list(PublicDecision, MAX_DECISIONS),
  errors: ['REPORT_NOT_FOUND'],
});

export const decisionEndpoints = [getProviderHistory, getAlertHistory, getReportHistory] as const;
