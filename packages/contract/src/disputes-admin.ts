/** Disputes for staff. Upholding one takes a warning away and needs a second person. */
import * as z from 'zod/mini';
import { Decision, outcomeFields } from './decisions-admin.ts';
import { DecisionId, MAX_DECISIONS } from './decisions.ts';
import { disputeGrounds, disputeOutcomes, disputeStates, disputeStatuses } from './dispute-values.ts';
import { DisputeId } from './disputes.ts';
import { endpoint } from './endpoint.ts';
import { FilingState } from './filings.ts';
import { indicatorKinds } from './indicator-values.ts';
import { listLimits, paging, textLimits } from './limits.ts';
import { Proposal, ProposalId } from './proposals-admin.ts';
import { id, IsoTime, list, required, text } from './schema.ts';
import { pagedQueryFields, queueReadDefaults, queueWriteDefaults, staffCommonErrors } from './staff.ts';

export const AdminDispute = z.object({
  id: DisputeId,
  reference: text(20),
  kind: z.enum(indicatorKinds),
  /** Null for a kind that is stored as a hash only. */
  value: z.nullable(text(300)),
  ground: z.enum(disputeGrounds),
  status: z.enum(disputeStatuses),
  /** For the sender. */
  reason: z.nullable(text(textLimits.text)),
  /** Whether the indicator is publicly marked as disputed. */
  isMarked: z.boolean(),
  /** Further disputes about the same indicator, decided together with this one. */
  joined: z.int(),
  createdAt: IsoTime,
  dueAt: IsoTime,
  decidedAt: z.nullable(IsoTime),
  /** The outcome that waits for a second person. */
  proposalId: z.nullable(ProposalId),
});
export type AdminDispute = z.infer<typeof AdminDispute>;

export const AdminDisputeDetail = z.extend(AdminDispute, {
  filing: FilingState,
  /** Texts of other disputes about the same indicator that were decided together with this one, oldest first. */
  others: list(FilingState, listLimits.joinedDisputes),
  /** Approved reports of the indicator. Null if nothing is stored. */
  known: z.nullable(z.object({ reportCount: z.int(), firstSeenAt: IsoTime, lastSeenAt: IsoTime })),
  /** Public alerts that name it. */
  alerts: list(z.object({ id: id<'AlertId'>(), title: text(textLimits.title) }), listLimits.lookup),
  proposal: z.nullable(Proposal),
  /** Decisions on this and on earlier disputes about the same indicator, newest first. */
  decisions: list(Decision, MAX_DECISIONS),
});
export type AdminDisputeDetail = z.infer<typeof AdminDisputeDetail>;

export const listDisputes = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/disputes',
  summary: 'Pending disputes, most urgent first, or decided disputes, newest first. Duplicates are one entry.',
  query: z.object({
    state: z._default(z.enum(disputeStates), 'open'),
    limit: pagedQueryFields.limit,
    offset: pagedQueryFields.offset,
  }),
  reply: list(AdminDispute, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const getDispute = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/disputes/:id',
  summary: 'One dispute with what its senders say, what is public about the thing, and earlier decisions.',
  params: z.object({ id: DisputeId }),
  reply: AdminDisputeDetail,
  errors: [...staffCommonErrors, 'DISPUTE_NOT_FOUND'],
});

export const decideDispute = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/disputes/:id/decision',
  summary: 'Decides a dispute. Upholding it takes a warning away, so an administrator must confirm.',
  params: z.object({ id: DisputeId }),
  body: z.object({ outcome: z.enum(disputeOutcomes), reason: required('REASON_REQUIRED', textLimits.text) }),
  reply: z.extend(AdminDispute, { decisionId: z.optional(DecisionId), proposal: outcomeFields.proposal }),
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'DISPUTE_NOT_FOUND',
    'OWN_REPORT',
    'ALREADY_DECIDED',
    'ALREADY_PROPOSED',
    'RATE_LIMITED',
  ],
});

export const disputeAdminEndpoints = [listDisputes, getDispute, decideDispute] as const;
