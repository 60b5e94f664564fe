import type { ProviderId } from '@hakiki/contract/directory';
import {
  type PublicReview,
  ratingScale,
  type Review,
  type ReviewId,
  type ReviewSort,
  type ReviewSummary,
} from '@hakiki/contract/reviews';
import { and, eq, sql } from 'drizzle-orm';
import { readPendingPage, type PendingPage } from '../../platform/db/by-age.ts';
import type { Database, Db, Statement } from '../../platform/db/database.ts';
import { quotedTableName } from '../../platform/db/quoted-table-name.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import type { NoticeSql } from '../moderation/workflow/ports.ts';
import { hasPageCondition, providers } from '../directory/read-model.ts';
import { ratingCounts, reviews } from './tables.ts';

type NewRow = Pick<
  typeof reviews.$inferInsert,
  'providerId' | 'userId' | 'rating' | 'experience' | 'issueType' | 'userLocation' | 'language'
>;
export type ReviewRow = Omit<Review, 'createdAt'> & { createdAt: Date };

const toColumns = ({ reply }: Pick<NoticeSql, 'reply'>) => `
  r.id, r.rating, r.experience, r.issue_type as "issueType", r.user_location as "userLocation",
  r.language, r.created_at as "createdAt", ${reply('r.id', 'r.provider_id')} as reply`;

const isApprovedSql = `r.provider_id = $1 and r.status = 'approved'`;
const newestFirst = 'r.created_at desc, r.id desc';
const ratingValues = Array.from({ length: ratingScale.max }, (_, index) => `(${index + ratingScale.min})`).join(', ');

/** Parameters: provider, limit, offset. Each order is an index scan, independent of the number of reviews. */
const createListStatements = (columns: string): Record<ReviewSort, Statement> => ({
  newest: prepareStatement({
    name: 'reviews-newest',
    text: `select ${columns} from reviews r where ${isApprovedSql} order by ${newestFirst} limit $2 offset $3`,
  }),
  lowest: prepareStatement({
    name: 'reviews-lowest',
    text: `select ${columns} from reviews r where ${isApprovedSql} order by r.rating, ${newestFirst} limit $2 offset $3`,
  }),
  // The index has the newest first within each rating, which a backward scan would reverse, too. So this scans each
  // rating on its own and merges the results.
  highest: prepareStatement({
    name: 'reviews-highest',
    text: `
    with page as materialized (
      select heads.* from (values ${ratingValues}) as stars (rating) cross join lateral (
        select r.id, r.rating, r.created_at from reviews r
        where ${isApprovedSql} and r.rating = stars.rating
        order by ${newestFirst} limit $2::int + $3::int
      ) heads
      order by rating desc, created_at desc, id desc limit $2 offset $3
    )
    select ${columns} from page join reviews r on r.id = page.id
    order by page.rating desc, page.created_at desc, page.id desc`,
  }),
});

export function createApprovedReviews(database: Database, noticeSql: Pick<NoticeSql, 'reply'>) {
  const statements = createListStatements(toColumns(noticeSql));
  return (providerId: ProviderId, sort: ReviewSort, limit: number, offset: number) =>
    database.read<ReviewRow & Pick<PublicReview, 'reply'>>(statements[sort], [providerId, limit, offset]);
}

/** One statement, so that all figures come from one snapshot. */
const summaryStatement = prepareStatement({
  name: 'reviews-summary',
  text: `
  select p.rating, p.review_count as "reviewCount", array(
    select coalesce(kept.n, 0)
    from (values ${ratingValues}) as stars (rating)
    left join rating_counts kept on kept.provider_id = p.id and kept.rating = stars.rating
    order by stars.rating
  ) as distribution, (
    select coalesce(json_agg(json_build_object('issueType', issue_type, 'count', n) order by n desc, issue_type), '[]')
    from (
      select issue_type, count(*)::int as n from reviews
      where provider_id = p.id and status = 'approved' and issue_type <> 'none' group by issue_type
    ) named
  ) as issues
  from ${quotedTableName(providers)} p where p.id = $1 and ${hasPageCondition}`,
});

export const findSummary = (database: Database, providerId: ProviderId) =>
  database.read<ReviewSummary>(summaryStatement, [providerId]).then((rows) => rows[0]);

const storedColumns = {
  id: reviews.id,
  rating: reviews.rating,
  experience: reviews.experience,
  issueType: reviews.issueType,
  userLocation: reviews.userLocation,
  language: reviews.language,
  createdAt: reviews.createdAt,
};

/** Returns no row (conflict on the unique index) if the member has already reviewed the provider. */
export const insertReview = (tx: Db, row: NewRow) =>
  tx
    .insert(reviews)
    .values(row)
    .onConflictDoNothing({ target: [reviews.providerId, reviews.userId] })
    .returning(storedColumns)
    .then((rows) => rows[0]);

export const findProviderId = (tx: Db, id: ReviewId) =>
  tx
    .select({ providerId: reviews.providerId })
    .from(reviews)
    .where(eq(reviews.id, id))
    .then((rows) => rows[0]?.providerId);

export const lockReview = (tx: Db, id: ReviewId) =>
  tx
    .select({
      rating: reviews.rating,
      status: reviews.status,
      createdAt: reviews.createdAt,
      experience: reviews.experience,
      language: reviews.language,
      providerName: providers.name,
    })
    .from(reviews)
    .innerJoin(providers, eq(providers.id, reviews.providerId))
    .where(eq(reviews.id, id))
    .for('update', { of: reviews })
    .then((rows) => rows[0]);

export const setStatus = (tx: Db, id: ReviewId, status: typeof reviews.$inferSelect.status) =>
  tx
    .update(reviews)
    .set({ status, decidedAt: status === 'pending' ? null : sql`now()` })
    .where(eq(reviews.id, id));

export const setExperience = (tx: Db, id: ReviewId, experience: string) =>
  tx.update(reviews).set({ experience }).where(eq(reviews.id, id));

const moderatedColumns = {
  id: reviews.id,
  providerId: reviews.providerId,
  providerName: providers.name,
  rating: reviews.rating,
  experience: reviews.experience,
  issueType: reviews.issueType,
  userLocation: reviews.userLocation,
  createdAt: reviews.createdAt,
  status: reviews.status,
};
const selectModerated = (db: Db) =>
  db.select(moderatedColumns).from(reviews).innerJoin(providers, eq(providers.id, reviews.providerId)).$dynamic();

export type ModeratedRow = Awaited<ReturnType<typeof selectModerated>>[number];

export const listPending = (db: Db, page: PendingPage) =>
  readPendingPage(db, selectModerated(db), { table: reviews, isPending: eq(reviews.status, 'pending') }, page);

export const findModerated = (db: Db, id: ReviewId): Promise<ModeratedRow> =>
  selectModerated(db)
    .where(eq(reviews.id, id))
    .then((rows) => rows[0]!);

export const incrementCount = (tx: Db, providerId: ProviderId, rating: number) =>
  tx
    .insert(ratingCounts)
    .values({ providerId, rating, n: 1 })
    .onConflictDoUpdate({
      target: [ratingCounts.providerId, ratingCounts.rating],
      set: { n: sql`${ratingCounts.n} + 1` },
    });

export const decrementCount = (tx: Db, providerId: ProviderId, rating: number) =>
  tx
    .update(ratingCounts)
    .set({ n: sql`${ratingCounts.n} - 1` })
    .where(and(eq(ratingCounts.providerId, providerId), eq(ratingCounts.rating, rating)));

export async function readRating(tx: Db, providerId: ProviderId): Promise<{ rating: string; reviewCount: number }> {
  const { rating, n } = ratingCounts;
  const [result] = await tx
    .select({
      rating: sql<string | null>`round(sum(${rating} * ${n}) / nullif(sum(${n}), 0)::numeric, 1)`,
      reviewCount: sql<number | null>`sum(${n})::int`,
    })
    .from(ratingCounts)
    .where(eq(ratingCounts.providerId, providerId));
  return { rating: result?.rating ?? '0.0', reviewCount: result?.reviewCount ?? 0 };
}
