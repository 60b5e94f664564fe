import { toReference } from '@hakiki/contract/filing-values';
import type { OwnAppeal } from '@hakiki/contract/appeals';
import type { AdminAppeal } from '@hakiki/contract/appeals-admin';
import type { AdminRow, AppealRow } from './store.ts';

export const presentOwn = (
  row: Pick<AppealRow, 'id' | 'subject' | 'subjectId' | 'dueAt' | 'isNoticed'>,
): OwnAppeal => ({
  id: row.id,
  subject: row.subject,
  subjectId: row.subjectId,
  status: 'pending',
  dueAt: row.dueAt.toISOString(),
  isNoticed: row.isNoticed,
});

export const presentAdmin = (row: AdminRow): AdminAppeal => ({
  id: row.id,
  reference: toReference(row.id),
  subject: row.subject,
  subjectId: row.subjectId,
  subjectTitle: row.subjectTitle,
  askedBy: row.askedBy,
  wants: row.wants,
  status: row.status,
  reason: row.reason,
  isNoticed: row.isNoticed,
  isRecorded: row.isRecorded,
  createdAt: row.createdAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  proposalId: row.openProposalId,
  isOwnVerdict: row.isOwnVerdict,
  isStuck: row.isStuck,
});
