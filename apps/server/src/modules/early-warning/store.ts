/**
 * Counts people: several reports of one account within a window count once. Only reports that a moderator has read and
 * accepted (`is_public`) count, not pending, rejected or unread merged ones.
 */
import type { ProviderId, VerificationStatus } from '@hakiki/contract/directory';
import type { ReportType } from '@hakiki/contract/report-values';
import type { WatchId } from '@hakiki/contract/watches-admin';
import type { WatchState } from '@hakiki/contract/watch-values';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { readPendingPage, type PendingPage } from '../../platform/db/by-age.ts';
import type { Db } from '../../platform/db/database.ts';
import { providers } from '../directory/read-model.ts';
import { filings } from '../intake/read-model.ts';
import { reports } from '../reports/issues/read-model.ts';
import { rule } from './statistic.ts';
import { type WatchEnd, withdrawalWatches } from './tables.ts';

/** Key of an advisory lock: any number that nothing else in the database uses. */
const CHECK_LOCK_KEY = 4_715_031;

/** Serialises two runs of the job until the end of the transaction. */
export const lockNightlyCheck = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${CHECK_LOCK_KEY})`);

const SIGNAL_TYPE: ReportType = 'withdrawal_issues';
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);
const getWindowStart = (now: Date) => daysBefore(now, rule.windowDays);

/** Uses its own index: see reports/tables.ts. */
const countedReportsSql = sql`${reports} r left join ${filings} f on f.id = r.id
  where r.report_type = ${sql.raw(`'${SIGNAL_TYPE}'`)} and r.is_public and r.provider_id is not null`;
/** A visitor has no account, so each of their reports counts as one person. */
const personSql = sql`coalesce(f.owner_tag, r.id)`;

/** The number of people who reported each provider within the window. */
export async function listRecent(tx: Db, now: Date): Promise<Map<ProviderId, number>> {
  const { rows } = await tx.execute<{ providerId: ProviderId; people: number }>(sql`
    select r.provider_id as "providerId", count(distinct ${personSql})::int as people
    from ${countedReportsSql} and r.created_at > ${getWindowStart(now)} and r.created_at <= ${now}
    group by r.provider_id`);
  return new Map(rows.map(({ providerId, people }) => [providerId, people]));
}

export interface ProviderState {
  isListed: boolean;
  verificationStatus: VerificationStatus;
  userCount: number | null;
  people: number;
  windows: number;
}

/** The provider's state and its past: windows of the same length that ended before the gap. */
export async function findProviderState(tx: Db, id: ProviderId, now: Date): Promise<ProviderState | undefined> {
  const pastEnds = daysBefore(now, rule.windowDays + rule.gapDays);
  const { rows } = await tx.execute<ProviderState & Record<string, unknown>>(sql`
    with provider as (
      select p.*, greatest(least(
        floor(extract(epoch from ${pastEnds} - p.created_at) / 86400 / ${rule.windowDays}), ${rule.maxWindows}
      ), 0)::int as windows
      from ${providers} p where p.id = ${id}
    )
    select p.is_public as "isListed", p.verification_status as "verificationStatus", p.user_count as "userCount", p.windows,
      (
        select count(distinct (${personSql}, floor(extract(epoch from ${pastEnds} - r.created_at) / 86400 / ${rule.windowDays})))::int
        from ${countedReportsSql} and r.provider_id = p.id and r.created_at <= ${pastEnds}
          and r.created_at > ${pastEnds}::timestamptz - p.windows * ${rule.windowDays} * interval '1 day'
      ) as people
    from provider p`);
  return rows[0];
}

/** The rate of reporting people per user and window, over all listed providers with a user count. */
export async function readReportRatePerUser(tx: Db, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ rate: number | null }>(sql`
    select (
      select count(distinct (${personSql}, r.provider_id))::float8
      from ${countedReportsSql} and r.created_at <= ${getWindowStart(now)}
        and r.created_at > ${daysBefore(now, rule.windowDays * (rule.maxWindows + 1))}
        and exists (select from ${providers} p where p.id = r.provider_id and p.is_public and p.user_count > 0)
    ) / ${rule.maxWindows} / nullif((select sum(user_count) from ${providers} where is_public and user_count > 0), 0)::float8 as rate`);
  return rows[0]?.rate ?? 0;
}

const columns = {
  id: withdrawalWatches.id,
  providerId: withdrawalWatches.providerId,
  status: withdrawalWatches.status,
  people: withdrawalWatches.people,
  usual: withdrawalWatches.usual,
  raiseAt: withdrawalWatches.raiseAt,
  calmAt: withdrawalWatches.calmAt,
  countedAt: withdrawalWatches.countedAt,
  decidedPeople: withdrawalWatches.decidedPeople,
  endedAt: withdrawalWatches.endedAt,
  createdAt: withdrawalWatches.createdAt,
  providerName: providers.name,
};
const selectWatches = (db: Db) =>
  db
    .select(columns)
    .from(withdrawalWatches)
    .innerJoin(providers, eq(providers.id, withdrawalWatches.providerId))
    .$dynamic();

export type WatchRow = Awaited<ReturnType<typeof selectWatches>>[number];

/** In one order, so that two transactions that lock several never deadlock. */
export const lockOpen = (tx: Db): Promise<WatchRow[]> =>
  selectWatches(tx)
    .where(isNull(withdrawalWatches.endedAt))
    .orderBy(withdrawalWatches.id)
    .for('update', { of: withdrawalWatches });

export const lockWatch = (tx: Db, id: WatchId): Promise<WatchRow | undefined> =>
  selectWatches(tx)
    .where(eq(withdrawalWatches.id, id))
    .for('update', { of: withdrawalWatches })
    .then((rows) => rows[0]);

const statusByState = { waiting: 'pending', published: 'approved' } as const;

export const listOpen = (db: Db, state: WatchState, page: Omit<PendingPage, 'order'>) =>
  readPendingPage(
    db,
    selectWatches(db),
    {
      table: withdrawalWatches,
      isPending: and(eq(withdrawalWatches.status, statusByState[state]), isNull(withdrawalWatches.endedAt)),
    },
    { ...page, order: 'newest' },
  );

type NewWatch = Pick<
  typeof withdrawalWatches.$inferInsert,
  'providerId' | 'people' | 'usual' | 'raiseAt' | 'calmAt' | 'countedAt' | 'createdAt'
>;

export async function insertWatch(tx: Db, row: NewWatch): Promise<WatchId> {
  const [inserted] = await tx.insert(withdrawalWatches).values(row).returning({ id: withdrawalWatches.id });
  return inserted!.id;
}

export const setPeople = (tx: Db, id: WatchId, people: number, countedAt: Date) =>
  tx.update(withdrawalWatches).set({ people, countedAt }).where(eq(withdrawalWatches.id, id));

export const endWatch = (tx: Db, id: WatchId, endedBy: WatchEnd, endedAt: Date) =>
  tx.update(withdrawalWatches).set({ endedBy, endedAt }).where(eq(withdrawalWatches.id, id));

export const setStatus = (tx: Db, { id, people }: Pick<WatchRow, 'id' | 'people'>, status: WatchRow['status']) =>
  tx
    .update(withdrawalWatches)
    .set(
      status === 'pending'
        ? { status, decidedAt: null, decidedPeople: null }
        : { status, decidedAt: sql`now()`, decidedPeople: people },
    )
    .where(eq(withdrawalWatches.id, id));

export interface CountedReport {
  reportId: string;
  providerId: ProviderId;
  /** 0 is the first day of the window. */
  day: number;
  ownerTag: string | null;
}

/** The reports behind the last count of each watch: the first of each person. */
export async function listCountedReports(db: Db, watches: readonly Pick<WatchRow, 'providerId' | 'countedAt'>[]) {
  const { rows } = await db.execute<CountedReport & Record<string, unknown>>(sql`
    select distinct on (w.provider_id, ${personSql}) r.id as "reportId", r.provider_id as "providerId", f.owner_tag as "ownerTag",
      floor(extract(epoch from r.created_at - w.counted_at) / 86400)::int + ${rule.windowDays} as day
    from ${withdrawalWatches} w join ${reports} r on r.provider_id = w.provider_id left join ${filings} f on f.id = r.id
    where w.ended_at is null and w.provider_id = any(${sql.param(watches.map(({ providerId }) => providerId))}::uuid[])
      and r.report_type = ${sql.raw(`'${SIGNAL_TYPE}'`)} and r.is_public and r.created_at <= w.counted_at
      and r.created_at > w.counted_at - ${rule.windowDays} * interval '1 day'
    order by w.provider_id, ${personSql}, r.created_at`);
  return rows;
}
