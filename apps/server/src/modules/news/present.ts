import type { UserId } from '@hakiki/contract/accounts';
import type { ComplianceNews } from '@hakiki/contract/news';
import type { AdminNews } from '@hakiki/contract/news-admin';
import { newsLimits } from '@hakiki/contract/news-values';
import type { Db } from '../../platform/db/database.ts';
import type { OpenProposal } from '../moderation/workflow/service.ts';
import { listCopies, type NewsRow } from './store.ts';

type OtherSources = ComplianceNews['otherSources'];

export const presentNews = (row: NewsRow, otherSources: OtherSources): ComplianceNews => ({
  id: row.id,
  title: row.title,
  summary: row.summary,
  category: row.category,
  sourceName: row.sourceName,
  sourceCountry: row.sourceCountry,
  sourceUrl: row.sourceUrl,
  otherSources,
  priority: row.priority,
  tags: row.tags,
  publishedAt: row.publishedAt.toISOString(),
  fetchedAt: row.fetchedAt.toISOString(),
  isActive: row.isActive,
  language: row.language,
});

export const presentForStaff =
  (proposals: ReadonlyMap<string, OpenProposal>, viewerId: UserId | undefined) =>
  (row: NewsRow, otherSources: OtherSources): AdminNews => {
    const proposal = proposals.get(row.id);
    return {
      ...presentNews(row, otherSources),
      state: row.state,
      hideProposedAt: proposal?.createdAt.toISOString() ?? null,
      ownHideProposal: proposal && proposal.proposedBy === viewerId ? proposal.id : null,
    };
  };

/** Adds the other sources with the same text to each item. */
export async function withOtherSources<Shown>(
  db: Db,
  rows: readonly NewsRow[],
  present: (row: NewsRow, otherSources: OtherSources) => Shown,
): Promise<Shown[]> {
  const ids = rows.map(({ id }) => id);
  const copies = ids.length === 0 ? [] : await listCopies(db, ids);
  return rows.map((row) =>
    present(
      row,
      copies
        .filter(({ itemId }) => itemId === row.id)
        .slice(0, newsLimits.otherSources)
        .map(({ sourceName, sourceUrl }) => ({ sourceName, sourceUrl })),
    ),
  );
}
