/**
 * Whoever is named in a public verdict may have it looked at again, free and without an account. An appeal is a kind of filing: it
 * has its receipt, its questions and its evidence.
 */
import * as z from 'zod/mini';
import {
  Decision,
  DecisionId,
  MAX_DECISIONS,
  outcome,
  paged,
  Proposal,
  ProposalId,
  reading,
  refusals,
  updateAlert,
  updateProvider,
  updateReport,
  writing,
} from './admin.ts';
import { PublishedAlert } from './alerts.ts';
import {
  appealOutcomes,
  appealStates,
  appealStatuses,
  appealSubjects,
  appealWishes,
  appellants,
} from './appeal-values.ts';
import { ProviderDetails } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { filed, Receipt } from './filed.ts';
import { FilingState } from './filings.ts';
import { minimums, paging, textLimits } from './limits.ts';
import { submitted } from './public-form.ts';
import { Report } from './reports.ts';
import { atMost, id, IsoTime, list, optionalEmail, optionalText, required, text } from './schema.ts';
import { words } from './words.ts';

export * from './appeal-values.ts';

/** The same as that of its filing. */
export const AppealId = id<'AppealId'>();
export type AppealId = z.infer<typeof AppealId>;

/** What is appealed against. */
const against = { subject: z.enum(appealSubjects, words.allRequired), subjectId: z.uuid(words.allRequired) };

const notFound = ['ALERT_NOT_FOUND', 'REPORT_NOT_FOUND', 'PROVIDER_NOT_FOUND'] as const;

const asked = {
  ...against,
  askedBy: z.enum(appellants, words.appellantRequired),
  wants: z.enum(appealWishes, words.appealWishRequired),
  /** What is wrong. Read by staff alone. */
  text: z
    .string(words.appealTooShort)
    .check(z.trim(), z.minLength(minimums.appeal, words.appealTooShort), atMost(textLimits.text)),
};

export const NewAppeal = z.object({
  ...asked,
  contactName: optionalText(100),
  contactEmail: optionalEmail(),
  ...submitted,
});
export type NewAppeal = z.infer<typeof NewAppeal>;

/** What its sender sees of it. */
export const OwnAppeal = z.object({
  id: AppealId,
  subject: z.enum(appealSubjects),
  subjectId: z.uuid(),
  status: z.literal('pending'),
  dueAt: IsoTime,
  /** Whether the page of the verdict says that an appeal is under way. */
  isNoticed: z.boolean(),
});
export type OwnAppeal = z.infer<typeof OwnAppeal>;

export const fileAppeal = endpoint({
  method: 'POST',
  path: '/api/appeals',
  summary: 'Appeals against a public verdict. It is decided within 14 days by somebody who did not decide it before.',
  access: 'public',
  body: NewAppeal,
  reply: z.extend(OwnAppeal, filed),
  status: 201,
  errors: ['INVALID_INPUT', 'PROOF_MISSING', ...notFound, 'TOO_MANY_APPEALS', 'KEY_REUSED', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'publicForm',
  idempotencyKey: true,
});

/** A public verdict as whoever appeals against it has to recognise it. */
export const Appealable = z.object({
  subject: z.enum(appealSubjects),
  subjectId: z.uuid(),
  title: text(textLimits.title),
  appealSince: z.nullable(IsoTime),
  /** When an appeal was dismissed, while a further one is not shown on the page of the verdict. */
  dismissedAt: z.nullable(IsoTime),
});
export type Appealable = z.infer<typeof Appealable>;

export const getAppealable = endpoint({
  method: 'GET',
  path: '/api/appeals/against/:subject/:subjectId',
  summary: 'The public verdict that somebody wants to appeal against.',
  access: 'public',
  params: z.object({ subject: z.enum(appealSubjects), subjectId: z.uuid() }),
  reply: Appealable,
  errors: [...notFound],
  cache: 'shared',
  rateLimit: 'read',
});

/** For staff. */
export const AdminAppeal = z.object({
  id: AppealId,
  reference: text(20),
  subject: z.enum(appealSubjects),
  subjectId: z.uuid(),
  /** What it was called when the appeal arrived. */
  subjectTitle: text(textLimits.title),
  askedBy: z.enum(appellants),
  wants: z.enum(appealWishes),
  status: z.enum(appealStatuses),
  /** Why it was decided so; everybody can read it. */
  reason: z.nullable(text(textLimits.text)),
  isNoticed: z.boolean(),
  /** Entered by staff from a letter. */
  isRecorded: z.boolean(),
  createdAt: IsoTime,
  dueAt: IsoTime,
  decidedAt: z.nullable(IsoTime),
  /** The change of the verdict that waits for a second person, and with it this. */
  proposalId: z.nullable(ProposalId),
  /** Whether whoever looks has decided on the verdict before. */
  isOwnVerdict: z.boolean(),
  /** No administrator may decide it: all have decided on the verdict before. */
  isStuck: z.boolean(),
});
export type AdminAppeal = z.infer<typeof AdminAppeal>;

export const AdminAppealDetail = z.extend(AdminAppeal, {
  filing: FilingState,
  /** The verdict has changed since the appeal arrived. */
  hasChanged: z.boolean(),
  proposal: z.nullable(Proposal),
  /** On the verdict and on appeals against it, newest first. */
  decisions: list(Decision, MAX_DECISIONS),
  /** The public page as it is; one of the three, and none that is public no longer. */
  alert: z.nullable(PublishedAlert),
  provider: z.nullable(ProviderDetails),
  report: z.nullable(Report),
});
export type AdminAppealDetail = z.infer<typeof AdminAppealDetail>;

export const listAppeals = endpoint({
  ...reading,
  path: '/api/admin/appeals',
  summary: 'Appeals: those that wait, the most urgent first; those decided, the newest first.',
  query: z.object({ state: z._default(z.enum(appealStates), 'open'), limit: paged.limit, offset: paged.offset }),
  reply: list(AdminAppeal, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});

export const getAppeal = endpoint({
  ...reading,
  path: '/api/admin/appeals/:id',
  summary: 'One appeal with what its sender says, the public page and the whole history of the verdict.',
  params: z.object({ id: AppealId }),
  reply: AdminAppealDetail,
  errors: [...refusals, 'APPEAL_NOT_FOUND'],
});

export const recordAppeal = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/admin/appeals',
  summary: 'Enters an appeal, or a request to take something down, that came by letter.',
  body: z.object(asked),
  /** The receipt goes into the answer to the letter. */
  reply: z.extend(AdminAppeal, { receipt: Receipt }),
  status: 201,
  errors: ['INVALID_INPUT', ...refusals, ...notFound, 'TOO_MANY_APPEALS', 'KEY_REUSED', 'RATE_LIMITED'],
  idempotencyKey: true,
});

export const decideAppeal = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/admin/appeals/:id/decision',
  summary:
    'Decides an appeal. To uphold it the verdict changes, at once or when a second administrator has confirmed that; then the appeal is settled.',
  params: z.object({ id: AppealId }),
  body: z.object({
    outcome: z.enum(appealOutcomes),
    reason: required(words.reasonRequired, textLimits.text),
    /** What becomes of the verdict; its reason is that of the appeal. */
    alert: z.optional(z.omit(updateAlert.body, { reason: true, evidence: true })),
    provider: z.optional(z.omit(updateProvider.body, { reason: true, evidence: true })),
    report: z.optional(z.omit(updateReport.body, { reason: true, evidence: true })),
  }),
  reply: z.extend(AdminAppeal, { decisionId: z.optional(DecisionId), proposal: outcome.proposal }),
  errors: [
    'INVALID_INPUT',
    ...refusals,
    'APPEAL_NOT_FOUND',
    ...notFound,
    'APPEAL_OWN_VERDICT',
    'OWN_REPORT',
    'APPEAL_CHANGES_NOTHING',
    'ALREADY_DECIDED',
    'ALREADY_PROPOSED',
    'RATE_LIMITED',
  ],
});

export const appealEndpoints = [fileAppeal, getAppealable, listAppeals, getAppeal, recordAppeal, decideAppeal] as const;
