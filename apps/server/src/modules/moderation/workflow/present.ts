import type { CaseId } from '@hakiki/contract/cases';
import type { Decision } from '@hakiki/contract/decisions-admin';
import type { Proposal, ProposalDetail } from '@hakiki/contract/proposals-admin';
import { listFieldChanges, type PublicStatement } from '@hakiki/contract/public-statements';
import type { Preview } from './moderation-workflow.ts';
import type { listBySubjects, ProposalRow } from './store.ts';

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

/** `caseIds` maps filings to their cases. */
export const presentProposal = (
  row: ProposalRow,
  caseIds: ReadonlyMap<string, CaseId>,
  viewerId: string,
): Proposal => ({
  id: row.id,
  subject: row.subject,
  subjectId: row.subjectId,
  subjectTitle: row.subjectTitle,
  caseId: caseIds.get(row.subjectId) ?? null,
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
  caseIds: ReadonlyMap<string, CaseId>,
  viewerId: string,
  { before, after, preview, isOvertaken, seen }: Evaluation,
): ProposalDetail => ({
  ...presentProposal(row, caseIds, viewerId),
  changes: listFieldChanges(before, after),
  isOvertaken,
  alert: preview.alert ?? null,
  provider: preview.provider ?? null,
  report: preview.report ?? null,
  seen,
});
