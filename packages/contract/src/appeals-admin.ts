/** Appeals for staff. Each is decided by a person who did not decide on the verdict before. */
import * as z from 'zod/mini';
import { updateAlert } from './alerts-admin.ts';
import { PublishedAlert } from './alerts.ts';
import {
  appealOutcomes,
  appealStates,
  appealStatuses,
  appealSubjects,
  appealRequests,
  appellants,
} from './appeal-values.ts';
import { AppealId, appealFields, notFoundErrors } from './appeals.ts';
import { Decision, outcomeFields } from './decisions-admin.ts';
import { DecisionId, MAX_DECISIONS } from './decisions.ts';
import { updateProvider } from './directory-admin.ts';
import { ProviderDetails } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { Receipt } from './filed.ts';
import { FilingState } from './filings.ts';
import { paging, textLimits } from './limits.ts';
import { Proposal, ProposalId } from './proposals-admin.ts';
import { updateReport } from './reports-admin.ts';
import { Report } from './reports.ts';
import { IsoTime, list, required, text } from './schema.ts';
import { pagedQueryFields, staffReadDefaults, staffCommonErrors, staffWriteDefaults } from './staff.ts';

export const AdminAppeal = z.object({
  id: AppealId,
  reference: text(20),
  subject: z.enum(appealSubjects),
  subjectId: z.uuid(),
  /** The title when the appeal arrived. */
  subjectTitle: text(textLimits.title),
  askedBy: z.enum(appellants),
  wants: z.enum(appealRequests),
  status: z.enum(appealStatuses),
  /** The public reason of the decision. */
  reason: z.nullable(text(textLimits.text)),
  isNoticed: z.boolean(),
  /** Entered by staff from a paper letter. */
  isRecorded: z.boolean(),
  createdAt: IsoTime,
  dueAt: IsoTime,
  decidedAt: z.nullable(IsoTime),
  /** The proposed change of the verdict that waits for a second person; the appeal is decided with it. */
  proposalId: z.nullable(ProposalId),
  /** Whether the viewer has decided on the verdict before. */
  isOwnVerdict: z.boolean(),
  /** No administrator may decide it, because all of them decided on the verdict before. */
  isStuck: z.boolean(),
});
export type AdminAppeal = z.infer<typeof AdminAppeal>;

export const AdminAppealDetail = z.extend(AdminAppeal, {
  filing: FilingState,
  /** Whether the verdict has changed since the appeal arrived. */
  hasChanged: z.boolean(),
  proposal: z.nullable(Proposal),
  /** Decisions on the verdict and on appeals against it, newest first. */
  decisions: list(Decision, MAX_DECISIONS),
  /** The current public page; at most one of these three is set. */
  alert: z.nullable(PublishedAlert),
  provider: z.nullable(ProviderDetails),
  report: z.nullable(Report),
});
export type AdminAppealDetail = z.infer<typeof AdminAppealDetail>;

export const listAppeals = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/appeals',
  summary: 'Pending appeals, most urgent first, or decided appeals, newest first.',
  query: z.object({
    state: z._default(z.enum(appealStates), 'open'),
    limit: pagedQueryFields.limit,
    offset: pagedQueryFields.offset,
  }),
  reply: list(AdminAppeal, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const getAppeal = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/appeals/:id',
  summary: 'One appeal with what its sender says, the public page and the whole history of the verdict.',
  params: z.object({ id: AppealId }),
  reply: AdminAppealDetail,
  errors: [...staffCommonErrors, 'APPEAL_NOT_FOUND'],
});

export const recordAppeal = endpoint({
  ...staffWriteDefaults,
  method: 'POST',
  path: '/api/admin/appeals',
  summary: 'Enters an appeal or a removal request that came by letter.',
  body: z.object(appealFields),
  /** The receipt is sent with the reply to the letter. */
  reply: z.extend(AdminAppeal, { receipt: Receipt }),
  status: 201,
  errors: ['INVALID_INPUT', ...staffCommonErrors, ...notFoundErrors, 'TOO_MANY_APPEALS', 'KEY_REUSED', 'RATE_LIMITED'],
  idempotencyKey: true,
});

export const decideAppeal = endpoint({
  ...staffWriteDefaults,
  method: 'POST',
  path: '/api/admin/appeals/:id/decision',
  summary:
    'Decides an appeal. Upholding it changes the verdict, immediately or after a second administrator has confirmed; then the appeal is closed.',
  params: z.object({ id: AppealId }),
  body: z.object({
    outcome: z.enum(appealOutcomes),
    reason: required('REASON_REQUIRED', textLimits.text),
    /** The change of the verdict; its reason is that of the appeal. */
    alert: z.optional(z.omit(updateAlert.body, { reason: true, evidence: true })),
    provider: z.optional(z.omit(updateProvider.body, { reason: true, evidence: true })),
    report: z.optional(z.omit(updateReport.body, { reason: true, evidence: true })),
  }),
  reply: z.extend(AdminAppeal, { decisionId: z.optional(DecisionId), proposal: outcomeFields.proposal }),
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'APPEAL_NOT_FOUND',
    ...notFoundErrors,
    'APPEAL_OWN_VERDICT',
    'OWN_REPORT',
    'APPEAL_CHANGES_NOTHING',
    'ALREADY_DECIDED',
    'ALREADY_PROPOSED',
    'PRIVATE_DATA_FOUND',
    'RATE_LIMITED',
  ],
});

export const appealAdminEndpoints = [listAppeals, getAppeal, recordAppeal, decideAppeal] as const;
