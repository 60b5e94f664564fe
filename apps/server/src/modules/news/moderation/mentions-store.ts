import type { ProviderId } from '@hakiki/contract/directory';
import type { NewsId } from '@hakiki/contract/news';
import type { Language } from '@hakiki/contract/site';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Db } from '../../../platform/db/database.ts';
import { quotedTableName } from '../../../platform/db/quoted-table-name.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import { hasPageCondition, providers } from '../../directory/read-model.ts';
import { newsItems, newsMentions } from '../tables.ts';

/** Returns each provider with all names that matched, as normalized words. */
export const findProvidersNamed = async (
  tx: Db,
  names: readonly string[],
  companies: readonly string[],
): Promise<{ id: ProviderId; called: string[] }[]> => {
  const nameArray = sql`${sql.param(names)}::text[]`;
  const companyArray = sql`${sql.param(companies)}::text[]`;
  const { rows } = await tx.execute(sql`
    select id, array(select one from unnest(called) as one where one = any(${nameArray})) || holders as called
    from (
      select p.id, public.called(p.name, p.other_names) as called,
        array(select held from unnest(${companyArray}) as held where strpos(public.folded_words(p.license_info), held) > 0) as holders
      from ${providers} p where ${sql.raw(hasPageCondition)}
    ) named where called && ${nameArray} or holders <> '{}'`);
  return rows as { id: ProviderId; called: string[] }[];
};

export const insertMentions = (tx: Db, found: (typeof newsMentions.$inferInsert)[]) =>
  tx.insert(newsMentions).values(found).onConflictDoNothing();

const isPending = and(eq(newsMentions.state, 'suggested'), newsItems.isActive);

export const listSuggested = (db: Db, limit: number) =>
  db
    .select({
      itemId: newsMentions.itemId,
      providerId: newsMentions.providerId,
      providerName: providers.name,
      words: newsMentions.words,
      title: newsItems.title,
      summary: newsItems.summary,
      sourceName: newsItems.sourceName,
      sourceUrl: newsItems.sourceUrl,
      publishedAt: newsItems.publishedAt,
      language: newsItems.language,
    })
    .from(newsMentions)
    .innerJoin(newsItems, eq(newsItems.id, newsMentions.itemId))
    .innerJoin(providers, eq(providers.id, newsMentions.providerId))
    .where(isPending)
    .orderBy(newsMentions.createdAt, newsMentions.itemId, newsMentions.providerId)
    .limit(limit);

export const countSuggested = async (db: Db): Promise<number> => {
  const [counted] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(newsMentions)
    .innerJoin(newsItems, eq(newsItems.id, newsMentions.itemId))
    .where(isPending);
  return counted!.n;
};

const isMention = (itemId: NewsId, providerId: ProviderId) =>
  and(eq(newsMentions.itemId, itemId), eq(newsMentions.providerId, providerId));

export const lockMention = (tx: Db, itemId: NewsId, providerId: ProviderId) =>
  tx
    .select({ state: newsMentions.state })
    .from(newsMentions)
    .where(isMention(itemId, providerId))
    .for('update')
    .then((rows) => rows[0]);

export const setMentionState = (tx: Db, itemId: NewsId, providerId: ProviderId, state: 'confirmed' | 'dismissed') =>
  tx
    .update(newsMentions)
    .set({ state, decidedAt: sql`now()` })
    .where(isMention(itemId, providerId));

const confirmedStatement = prepareStatement({
  name: 'news-of-provider',
  text: `
  select n.id, n.title, n.source_name as "sourceName", n.source_url as "sourceUrl", n.published_at as "publishedAt", n.language
  from news_mentions mention
  join news_items n on n.id = mention.item_id and n.is_active
  join ${quotedTableName(providers)} p on p.id = mention.provider_id and ${hasPageCondition}
  where mention.provider_id = $1 and mention.state = 'confirmed'
  order by n.published_at desc, n.id desc limit $2`,
});

interface ConfirmedRow {
  [column: string]: unknown;
  id: NewsId;
  title: string;
  sourceName: string;
  sourceUrl: string;
  publishedAt: Date;
  language: Language;
}

export const listConfirmed = (database: Database, providerId: ProviderId, limit: number) =>
  database.read<ConfirmedRow>(confirmedStatement, [providerId, limit]);
