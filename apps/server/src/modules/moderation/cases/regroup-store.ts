/** Queries that merge cases and move filings between them, for automatic grouping and for moderators. */
import type { CaseId } from '@hakiki/contract/cases';
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { findOne } from '../../../platform/db/find-one.ts';
import { providers } from '../../directory/read-model.ts';
import { filed } from '../../filings/read-model.ts';
import { filings } from '../../intake/read-model.ts';
import { filingIndicators } from '../../indicators/read-model.ts';
import { syncTextsWithCase } from './store.ts';
import { caseClaims, caseFilings, caseKeys, caseSnoozes, cases, casesApart, caseTexts, mergedCases } from './tables.ts';

export interface LockedCase {
  id: string;
  isOpen: boolean;
  filingCount: number;
  createdAt: Date;
  /** Claimed by a moderator. */
  isClaimed: boolean;
}

/** Requires the grouping lock. Claimed cases come first, then the largest; a deleted case is left out. */
export async function lockCases(tx: Db, caseIds: readonly string[]): Promise<LockedCase[]> {
  await tx.execute(sql`select from ${cases} where id in ${[...caseIds]} order by id for update`);
  // Read after locking, so that a concurrent claim is either visible here or waits for this transaction.
  const { rows } = await tx.execute<{ [Key in keyof LockedCase]: LockedCase[Key] }>(sql`
    select c.id, c.is_open as "isOpen", c.filing_count as "filingCount", c.created_at as "createdAt",
      exists (select from ${caseClaims} k where k.case_id = c.id and k.expires_at > now()) as "isClaimed"
    from ${cases} c where c.id in ${[...caseIds]}
    order by "isClaimed" desc, c.filing_count desc, c.created_at, c.id`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

/** Pairs of these cases that a moderator has split. */
export async function listSplitPairs(tx: Db, caseIds: readonly string[]): Promise<(readonly [string, string])[]> {
  const { rows } = await tx.execute<{ one: string; other: string }>(sql`
    select case_id as one, other_id as other from ${casesApart}
    where case_id in ${[...caseIds]} and other_id in ${[...caseIds]}`);
  return rows.map(({ one, other }) => [one, other] as const);
}

export const recordSplit = (tx: Db, one: string, other: string) =>
  tx.execute(sql`
    insert into ${casesApart} (case_id, other_id)
    values (least(${one}::uuid, ${other}::uuid), greatest(${one}::uuid, ${other}::uuid)) on conflict do nothing`);

/** Removes an earlier split, when a moderator merges the two cases. */
export const deleteSplit = (tx: Db, one: string, other: string) =>
  tx.execute(sql`
    delete from ${casesApart}
    where case_id = least(${one}::uuid, ${other}::uuid) and other_id = greatest(${one}::uuid, ${other}::uuid)`);

/** Deletes the other cases, and redirects their links and keys to the remaining one. */
export async function mergeCases(tx: Db, targetId: string, mergedIds: readonly string[]): Promise<void> {
  const mergedIdList = sql`(${sql.join(
    mergedIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  )})`;
  // Set the time of joining to now, so that samples drawn before do not include them.
  await tx.execute(
    sql`update ${caseFilings} set case_id = ${targetId}, created_at = now() where case_id in ${mergedIdList}`,
  );
  await tx.execute(sql`update ${caseTexts} set case_id = ${targetId} where case_id in ${mergedIdList}`);
  await tx.execute(sql`
    insert into ${caseKeys} (key, case_id) select distinct key, ${targetId}::uuid from ${caseKeys} where case_id in ${mergedIdList}
    on conflict do nothing`);
  await tx.execute(sql`
    insert into ${casesApart} (case_id, other_id)
    select distinct least(apart.id, ${targetId}::uuid), greatest(apart.id, ${targetId}::uuid)
    from (
      select other_id as id from ${casesApart} where case_id in ${mergedIdList}
      union select case_id from ${casesApart} where other_id in ${mergedIdList}
    ) apart
    where apart.id <> ${targetId} and apart.id not in ${mergedIdList} on conflict do nothing`);
  await mergeSnoozes(tx, targetId, mergedIdList);
  await tx.execute(sql`update ${mergedCases} set into_id = ${targetId} where into_id in ${mergedIdList}`);
  await tx.execute(sql`
    insert into ${mergedCases} (id, into_id) select id, ${targetId}::uuid from ${cases} where id in ${mergedIdList}
    on conflict (id) do update set into_id = excluded.into_id`);
  await tx.execute(sql`
    with gone as (
        delete from ${cases} where id in ${mergedIdList} returning filing_count, undecided_count, created_at, newest_filing_at
      ),
      added as (
        select sum(filing_count) as filings, sum(undecided_count) as undecided, min(created_at) as oldest,
          max(newest_filing_at) as newest
        from gone
      )
    update ${cases} c set filing_count = c.filing_count + added.filings,
      undecided_count = c.undecided_count + added.undecided, created_at = least(c.created_at, added.oldest),
      newest_filing_at = greatest(c.newest_filing_at, added.newest)
    from added where c.id = ${targetId}`);
}

/** The merged case is snoozed only if all were, until the earliest of their dates. */
async function mergeSnoozes(tx: Db, targetId: string, mergedIdList: SQL): Promise<void> {
  const isOneOfThem = sql`(c.id = ${targetId} or c.id in ${mergedIdList})`;
  await tx.execute(sql`
    update ${caseSnoozes} p set until = now() from ${cases} c
    where ${isOneOfThem} and p.case_id = c.id and p.until > now() and exists (
      select from ${cases} c where ${isOneOfThem}
        and not exists (select from ${caseSnoozes} o where o.case_id = c.id and o.until > now())
    )`);
  await tx.execute(sql`
    update ${caseSnoozes} p set until = least(p.until, others.until), times = greatest(p.times, others.times)
    from (select min(until) as until, max(times) as times from ${caseSnoozes} where case_id in ${mergedIdList}) others
    where p.case_id = ${targetId} and others.until is not null`);
}

export const findMergedInto = (db: Db, id: string) =>
  findOne<{ id: CaseId }>(db, sql`select into_id as id from ${mergedCases} where id = ${id}`);

/** The given filings that are still pending in the case, oldest first. */
export async function listMovable(tx: Db, caseId: string, filingIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select f.id from ${caseFilings} cf join ${filed} f on f.id = cf.filing_id
    where cf.case_id = ${caseId} and f.status = 'pending' and f.id = any(${sql.param(filingIds)}::uuid[])
    order by f.created_at, f.id`);
  return rows.map(({ id }) => id);
}

/** All pending filings of the case; an empty list when there are more than the limit. */
export async function listUndecidedUpTo(tx: Db, caseId: string, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select f.id from ${caseFilings} cf join ${filed} f on f.id = cf.filing_id
    where cf.case_id = ${caseId} and f.status = 'pending' order by cf.created_at, cf.filing_id limit ${limit + 1}`);
  return rows.length > limit ? [] : rows.map(({ id }) => id);
}

export async function listCasesOf(tx: Db, filingIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct case_id as id from ${caseFilings} where filing_id = any(${sql.param(filingIds)}::uuid[])`);
  return rows.map(({ id }) => id);
}

/** Moves pending filings with their case texts. The target gets the older creation time. */
export async function moveFilings(tx: Db, from: string, to: string, filingIds: readonly string[]): Promise<void> {
  const movedIds = sql`any(${sql.param(filingIds)}::uuid[])`;
  await tx.execute(sql`update ${caseFilings} set case_id = ${to}, created_at = now() where filing_id = ${movedIds}`);
  await tx.execute(sql`update ${caseTexts} set case_id = ${to} where filing_id = ${movedIds}`);
  const count = filingIds.length;
  await tx.execute(sql`
    update ${cases} set filing_count = filing_count - ${count}, undecided_count = greatest(0, undecided_count - ${count}),
      lead_id = case when not lead_id = ${movedIds} then lead_id else coalesce((
        select cf.filing_id from ${caseFilings} cf where cf.case_id = ${from} order by cf.created_at, cf.filing_id limit 1
      ), lead_id) end
    where id = ${from}`);
  await tx.execute(sql`
    update ${cases} set filing_count = filing_count + ${count}, undecided_count = undecided_count + ${count},
      created_at = least(created_at, came.first), newest_filing_at = greatest(newest_filing_at, came.last)
    from (select min(created_at) as first, max(created_at) as last from ${filings} where id = ${movedIds}) came
    where cases.id = ${to}`);
  for (const caseId of [from, to]) await syncTextsWithCase(tx, caseId);
}

/** Deletes a case without filings and redirects its links to the other case. */
export async function deleteEmptyCase(tx: Db, caseId: string, into: string): Promise<void> {
  await tx.execute(sql`update ${mergedCases} set into_id = ${into} where into_id = ${caseId}`);
  await tx.execute(sql`insert into ${mergedCases} (id, into_id) values (${caseId}, ${into}) on conflict do nothing`);
  await tx.execute(sql`delete from ${cases} where id = ${caseId}`);
}

export const hasText = async (tx: Db, caseId: string): Promise<boolean> =>
  Boolean(await findOne(tx, sql`select 1 as n from ${caseTexts} where case_id = ${caseId} limit 1`));

const MAX_KEY_SOURCES = 2000;

export interface CaseKeySources {
  foundIndicators: CaseKeySource[];
  namedProviders: { providerId: string | null; providerName: string | null; website: string | null }[];
}
type CaseKeySource = { key: Buffer; kind: IndicatorKind; value: string | null };

/** Everything that the filings of a case name and that can be a key of it. */
export async function listKeySources(tx: Db, caseId: string): Promise<CaseKeySources> {
  const { rows: foundIndicators } = await tx.execute<CaseKeySource>(sql`
    select distinct fi.key, fi.kind, fi.value
    from ${caseFilings} cf join ${filingIndicators} fi on fi.filing_id = cf.filing_id
    where cf.case_id = ${caseId} limit ${MAX_KEY_SOURCES}`);
  const { rows: namedProviders } = await tx.execute<CaseKeySources['namedProviders'][number]>(sql`
    select distinct case when f.kind <> 'submission' then f.provider_id end as "providerId",
      f.provider_name as "providerName", p.website
    from ${caseFilings} cf join ${filed} f on f.id = cf.filing_id
      left join ${providers} p on f.kind = 'submission' and p.id = f.id
    where cf.case_id = ${caseId} limit ${MAX_KEY_SOURCES}`);
  return { foundIndicators, namedProviders };
}

export async function listKeys(tx: Db, caseIds: readonly string[]): Promise<Buffer[]> {
  const { rows } = await tx.execute<{ key: Buffer }>(
    sql`select distinct key from ${caseKeys} where case_id in ${[...caseIds]}`,
  );
  return rows.map(({ key }) => key);
}

export async function setKeys(tx: Db, caseId: string, keys: readonly Buffer[]): Promise<void> {
  await tx.execute(sql`delete from ${caseKeys} where case_id = ${caseId}`);
  if (keys.length > 0) await tx.insert(caseKeys).values(keys.map((key) => ({ key, caseId })));
}
