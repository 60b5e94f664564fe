import type { UserId } from '@hakiki/contract/accounts';
import type { NewsCategory } from '@hakiki/contract/news-values';
import { and, desc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { users } from '../../accounts/read-model.ts';
import { newsItems, newsReaders } from '../tables.ts';

export const findReader = (db: Db, userId: UserId) =>
  db
    .select()
    .from(newsReaders)
    .where(eq(newsReaders.userId, userId))
    .then((rows) => rows[0]);

export type Reader = NonNullable<Awaited<ReturnType<typeof findReader>>>;

export const upsertReader = (
  db: Db,
  userId: UserId,
  preferences: Partial<Pick<Reader, 'country' | 'category' | 'getsLetter' | 'feedHash' | 'feedMadeAt'>>,
) =>
  db
    .insert(newsReaders)
    .values({ userId, ...preferences })
    .onConflictDoUpdate({ target: newsReaders.userId, set: preferences })
    .returning()
    .then((rows) => rows[0]!);

export const unsubscribe = (db: Db, leaveKey: string) =>
  db.update(newsReaders).set({ getsLetter: false }).where(eq(newsReaders.leaveKey, leaveKey));

export const findByFeed = (db: Db, feedHash: Buffer) =>
  db
    .select({ country: newsReaders.country, category: newsReaders.category })
    .from(newsReaders)
    .where(eq(newsReaders.feedHash, feedHash))
    .then((rows) => rows[0]);

/** `isEntitled` is an SQL condition on the users row: does its plan include the email? */
const receivesEmail = (isEntitled: string) =>
  sql`${newsReaders.getsLetter} and exists (
    select from ${users} where ${users.id} = ${newsReaders.userId} and ${users.emailVerifiedAt} is not null
      and ${sql.raw(isEntitled)})`;

/** Marks this week's email as sent for a batch of members; the caller enqueues it for each. */
export const claimReaders = (tx: Db, isEntitled: string, week: string, limit: number) => {
  const dueReaders = tx
    .select({ userId: newsReaders.userId })
    .from(newsReaders)
    .where(and(receivesEmail(isEntitled), or(isNull(newsReaders.letterWeek), lt(newsReaders.letterWeek, week))))
    .orderBy(newsReaders.userId)
    .limit(limit)
    .for('update', { skipLocked: true });
  return tx
    .update(newsReaders)
    .set({ letterWeek: week })
    .where(sql`${newsReaders.userId} in (${dueReaders})`)
    .returning({ userId: newsReaders.userId });
};

/** Returns undefined for a member who has unsubscribed or whose plan has ended. */
export const findRecipient = (db: Db, isEntitled: string, userId: UserId) =>
  db
    .select({
      email: users.email,
      firstName: users.firstName,
      language: users.language,
      country: newsReaders.country,
      category: newsReaders.category,
      leaveKey: newsReaders.leaveKey,
    })
    .from(newsReaders)
    .innerJoin(users, eq(users.id, newsReaders.userId))
    .where(and(eq(newsReaders.userId, userId), receivesEmail(isEntitled)))
    .then((rows) => rows[0]);

export const listWeek = (
  db: Db,
  { country, category }: { country: string | null; category: NewsCategory | null },
  [from, until]: readonly [Date, Date],
  limit: number,
) =>
  db
    .select({
      title: newsItems.title,
      sourceName: newsItems.sourceName,
      publishedAt: newsItems.publishedAt,
      priority: newsItems.priority,
    })
    .from(newsItems)
    .where(
      and(
        eq(newsItems.state, 'shown'),
        gte(newsItems.publishedAt, from),
        lt(newsItems.publishedAt, until),
        country ? eq(newsItems.sourceCountry, country) : undefined,
        category ? eq(newsItems.category, category) : undefined,
      ),
    )
    .orderBy(desc(newsItems.publishedAt), desc(newsItems.id))
    .limit(limit);
