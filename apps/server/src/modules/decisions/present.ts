import type { Decision, DecisionId, Proposal, ProposalId, PublicDecision } from '@hakiki/contract/admin';
import type { listOf, ProposalRow, PublicRow } from './store.ts';

export const presentDecision = ({
  id,
  reverses,
  createdAt,
  ...row
}: Awaited<ReturnType<typeof listOf>>[number]): Decision => ({
  ...row,
  id: id as DecisionId,
  isReversal: reverses !== null,
  createdAt: createdAt.toISOString(),
});

export const presentPublic = ({ createdAt, ...row }: PublicRow): PublicDecision => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

export const presentProposal = (row: ProposalRow, viewerId: string): Proposal => ({
  id: row.id as ProposalId,
  subject: row.subject,
  subjectId: row.subjectId,
  subjectTitle: row.subjectTitle,
  from: row.from,
  to: row.to,
  reason: row.reason,
  proposedBy: row.proposerEmail,
  isOwn: row.proposedBy === viewerId,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  takesEffectAt: row.takesEffectAt?.toISOString() ?? null,
  state: row.state,
});
