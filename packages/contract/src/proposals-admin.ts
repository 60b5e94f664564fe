/** Proposals: changes that would weaken a warning wait for a second administrator. */
import * as z from 'zod/mini';
import { decisionSubjects, proposalStates } from './admin-values.ts';
import { PublishedAlert } from './alerts.ts';
import { CaseId } from './cases.ts';
import { FieldChange, MAX_CHANGES } from './decisions.ts';
import { ProviderDetails } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { textLimits } from './limits.ts';
import { Report } from './reports.ts';
import { id, IsoTime, list, text } from './schema.ts';
import { ageOrder, queueWriteDefaults, staffReadDefaults, staffCommonErrors, staffWriteDefaults } from './staff.ts';

export const ProposalId = id<'ProposalId'>();
export type ProposalId = z.infer<typeof ProposalId>;

export const Proposal = z.object({
  id: ProposalId,
  subject: z.enum(decisionSubjects),
  subjectId: z.uuid(),
  subjectTitle: text(textLimits.title),
  /** The case of its subject, if it was reported. */
  caseId: z.nullable(CaseId),
  from: text(40),
  to: text(40),
  reason: z.nullable(text(textLimits.text)),
  evidence: z.nullable(text(textLimits.text)),
  proposedBy: z.nullable(text(254)),
  isOwn: z.boolean(),
  createdAt: IsoTime,
  expiresAt: IsoTime,
  /** With a single administrator: when it takes effect automatically. */
  takesEffectAt: z.nullable(IsoTime),
  state: z.enum(proposalStates),
});
export type Proposal = z.infer<typeof Proposal>;

export const ProposalDetail = z.extend(Proposal, {
  changes: list(FieldChange, MAX_CHANGES),
  /** The subject has changed since the proposal. */
  isOvertaken: z.boolean(),
  /** A preview of the public page; one of the three is set. */
  alert: z.nullable(PublishedAlert),
  provider: z.nullable(ProviderDetails),
  report: z.nullable(Report),
  /** A hash of what is shown here; a confirmation has to name it. */
  seen: text(64),
});
export type ProposalDetail = z.infer<typeof ProposalDetail>;

export const listProposals = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/proposals',
  summary: 'Changes that wait for a second administrator, newest first unless `order` is oldest.',
  query: z.object({ order: ageOrder }),
  reply: list(Proposal, 100),
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const getProposal = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/proposals/:id',
  summary: 'One proposal, with every changed field, its evidence and a preview of the public page.',
  params: z.object({ id: ProposalId }),
  reply: ProposalDetail,
  errors: [...staffCommonErrors, 'PROPOSAL_NOT_FOUND', 'ALREADY_DECIDED'],
});

const proposalDecision = {
  ...staffWriteDefaults,
  method: 'POST',
  params: z.object({ id: ProposalId }),
  reply: Proposal,
  errors: [...staffCommonErrors, 'PROPOSAL_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
} as const;

export const confirmProposal = endpoint({
  ...proposalDecision,
  path: '/api/admin/proposals/:id/confirm',
  stepUp: true,
  summary: 'Confirms what another administrator proposed, exactly as it was shown. It takes effect.',
  body: z.object({ seen: text(64) }),
  errors: [
    'INVALID_INPUT',
    ...proposalDecision.errors,
    'PRIVATE_DATA_FOUND',
    'STEP_UP_REQUIRED',
    'OWN_PROPOSAL',
    'OWN_REPORT',
    'PROPOSAL_OVERTAKEN',
    'CASE_CLAIMED',
  ],
});

export const withdrawProposal = endpoint({
  ...proposalDecision,
  ...queueWriteDefaults,
  path: '/api/admin/proposals/:id/withdraw',
  summary: 'Withdraws a proposal: a moderator their own, an administrator any.',
});

export const proposalAdminEndpoints = [listProposals, getProposal, confirmProposal, withdrawProposal] as const;
