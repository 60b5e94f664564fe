/** The decision timeline for staff, and the outcome fields of every change. */
import * as z from 'zod/mini';
import { decisionSubjects } from './admin-values.ts';
import { DecisionId, MAX_DECISIONS } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { textLimits } from './limits.ts';
import { Proposal } from './proposals-admin.ts';
import { IsoTime, list, text } from './schema.ts';
import { Message } from './sign-up.ts';
import { queueWriteDefaults, staffReadDefaults, staffCommonErrors } from './staff.ts';

/** In the response to every change: the decision, whether it can be undone, or the proposal that it became. */
export const outcomeFields = {
  decisionId: z.optional(DecisionId),
  canUndo: z.optional(z.boolean()),
  proposal: z.optional(Proposal),
};

/** An entry of a timeline. Staff names are visible to staff only. */
export const Decision = z.object({
  id: DecisionId,
  subject: z.enum(decisionSubjects),
  subjectId: z.uuid(),
  from: text(40),
  to: text(40),
  reason: z.nullable(text(textLimits.text)),
  evidence: z.nullable(text(textLimits.text)),
  decidedBy: z.nullable(text(254)),
  confirmedBy: z.nullable(text(254)),
  isReversal: z.boolean(),
  createdAt: IsoTime,
});
export type Decision = z.infer<typeof Decision>;

export const listDecisions = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/decisions',
  summary: 'The timeline of one item, newest first.',
  query: z.object({ subjectId: z.uuid() }),
  reply: list(Decision, MAX_DECISIONS),
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const undoDecision = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/decisions/:id/undo',
  summary: 'Undoes an approval or rejection that the caller made a moment ago.',
  params: z.object({ id: DecisionId }),
  reply: Message,
  errors: [...staffCommonErrors, 'DECISION_NOT_FOUND', 'TOO_LATE', 'CASE_CLAIMED', 'RATE_LIMITED'],
});

/** Fields of items that wait for a moderator and have no public lifecycle. */
export const moderatedFields = {
  createdAt: IsoTime,
  status: text(20),
  ...outcomeFields,
};

export const decisionAdminEndpoints = [listDecisions, undoDecision] as const;
