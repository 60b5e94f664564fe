import type { CaseId } from '@hakiki/contract/cases';
import type { PublicDecision } from '@hakiki/contract/decisions';
import type { Decision } from '@hakiki/contract/decisions-admin';
import type { Proposal, ProposalDetail } from '@hakiki/contract/proposals-admin';
import { listFieldChanges, type PublicStatement } from '@hakiki/contract/public-statements';
import type { Preview } from './moderation-workflow.ts';
import type { listBySubjects, ProposalRow, PublicHistoryRow } from './store.ts';

export const presentDecision = (row: Awaited<ReturnType<typeof listBySubjects>>[number]): Decision => ({
  id: row.id,
  subject: row.subject,
  subjectId: row.subjectId,
  from: row.from,
  to: row.to,
  reason: row.reason,
  evidence: row.evidence,
  decidedBy: row.decidedBy,
  confirmedBy: row.confirmedBy,
  isReversal: row.reverses !== null,
  createdAt: row.createdAt.toISOString(),
});

/** The reply has separate fields for statuses; ids mean nothing to readers. */
const hiddenFields = new Set([
  'kind',
  'status',
  'verificationStatus',
  'reviewState',
  'affectedProviderId',
  'providerId',
]);

const presentPublic = ({
  from,
  to,
  reason,
  statement,
  successor,
  createdAt,
  isAppeal,
}: PublicHistoryRow): PublicDecision => ({
  from,
  to,
  reason,
  changes:
    statement && successor
      ? listFieldChanges(statement, successor).filter(({ field }) => !hiddenFields.has(field))
      : [],
  createdAt: createdAt.toISOString(),
  ...(isAppeal && { isAppeal: true as const }),
});

/** Hides edits that changed nothing in public. */
export const presentHistory = (rows: readonly PublicHistoryRow[]): PublicDecision[] =>
  rows.map(presentPublic).filter(({ from, to, changes }) => from !== to || changes.length > 0);

export const presentProposal = (row: ProposalRow, viewerId: string): Proposal => ({
  id: row.id,
  subject: row.subject,
  subjectId: row.subjectId,
  subjectTitle: row.subjectTitle,
  caseId: row.caseId as CaseId | null,
  from: row.from,
  to: row.to,
  reason: row.reason,
  evidence: row.evidence,
  proposedBy: row.proposerEmail,
  isOwn: row.proposedBy === viewerId,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  takesEffectAt: row.takesEffectAt?.toISOString() ?? null,
  state: row.state,
});

interface Evaluation {
  before: PublicStatement;
  after: PublicStatement;
  preview: Preview;
  isOvertaken: boolean;
  seen: string;
}

export const presentDetail = (
  row: ProposalRow,
  viewerId: string,
  { before, after, preview, isOvertaken, seen }: Evaluation,
): ProposalDetail => ({
  ...presentProposal(row, viewerId),
  changes: listFieldChanges(before, after),
  isOvertaken,
  alert: preview.alert ?? null,
  provider: preview.provider ?? null,
  report: preview.report ?? null,
  seen,
});
