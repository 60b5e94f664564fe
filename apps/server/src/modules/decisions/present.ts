import type { Decision, DecisionId, Proposal, ProposalId, PublicDecision } from '@hakiki/contract/admin';
import type { listOf, ProposalRow, PublicRow } from './store.ts';

export const presentDecision = (row: Awaited<ReturnType<typeof listOf>>[number]): Decision => ({
  id: row.id as DecisionId,
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

export const presentPublic = (row: PublicRow): PublicDecision => ({
  from: row.from,
  to: row.to,
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
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
