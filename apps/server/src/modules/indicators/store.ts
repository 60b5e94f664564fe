import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { listLimits } from '@hakiki/contract/limits';
import { asc, sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { filingIndicators, indicators } from './tables.ts';

export interface IndicatorRow {
  key: Buffer;
  kind: IndicatorKind;
  value: string | null;
}

/** Takes an advisory lock on the filing's indicators until the end of the transaction. */
export const lockFiling = (tx: Db, filingId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`indicators/${filingId}`}, 0))`);

export const insertFound = (tx: Db, filingId: string, found: readonly IndicatorRow[], isFromAnswer: boolean) =>
  tx
    .insert(filingIndicators)
    .values(found.map(({ key, kind, value }) => ({ filingId, key, kind, value, isFromAnswer })))
    .onConflictDoNothing();

/** More than a text can name. */
const MAX_PER_FILING = 100;

export const listByFilings = (
  db: Db,
  filingIds: readonly string[],
): Promise<(IndicatorRow & { filingId: string; isWithheld: boolean })[]> =>
  db
    .select({
      filingId: filingIndicators.filingId,
      key: filingIndicators.key,
      kind: filingIndicators.kind,
      value: filingIndicators.value,
      isWithheld: filingIndicators.isWithheld,
    })
    .from(filingIndicators)
    .where(sql`${filingIndicators.filingId} = any(${sql.param(filingIds)}::uuid[])`)
    .orderBy(asc(filingIndicators.kind), asc(filingIndicators.value), asc(filingIndicators.key))
    .limit(filingIds.length * MAX_PER_FILING);

/** Only whether there are any matters, so the count stops here. */
const MAX_COUNTED = 1000;
export async function countWithHidden(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n
    from (select from ${filingIndicators} where ${filingIndicators.value} is null limit ${MAX_COUNTED}) named`);
  return rows[0]?.n ?? 0;
}

/** Neither removed from the text of a report, nor from a confidential answer to moderators. */
const isPublishedSql = `not is_withheld and not is_from_answer`;

const publishedStatement = prepareStatement({
  name: 'indicators-published',
  text: `
  select distinct i.kind, i.value from filing_indicators named join indicators i on i.key = named.key
  where named.filing_id = any($1::uuid[]) and ${isPublishedSql} and i.value is not null
  order by i.kind, i.value limit ${listLimits.alertIndicators}`,
});

/** A hidden kind has no text to show. */
export const listPublished = (database: Database, filingIds: readonly string[]) =>
  database.read<{ kind: IndicatorKind; value: string }>(publishedStatement, [filingIds]);

const knownStatement = prepareStatement({
  name: 'indicators-known',
  text: `
  select kind, report_count as "reportCount", last_seen_at as "lastSeenAt" from indicators
  where key = any($1::bytea[]) order by report_count desc, last_seen_at desc, key limit ${listLimits.lookup}`,
});

export const listKnown = (database: Database, keys: readonly Buffer[]) =>
  database.read<{ kind: IndicatorKind; reportCount: number; lastSeenAt: Date }>(knownStatement, [keys]);

/** Withholds all indicators except those with these keys. */
export const withholdExcept = (tx: Db, filingId: string, keys: readonly Buffer[]) =>
  tx.execute(sql`
    update ${filingIndicators} set is_withheld = not is_withheld
    where filing_id = ${filingId} and is_withheld = (key = any(${sql.param(keys)}::bytea[]))`);

/** Marks indicators that the public text names as not confidential. */
export const clearFromAnswer = (tx: Db, filingId: string, keys: readonly Buffer[]) =>
  tx.execute(sql`
    update ${filingIndicators} set is_from_answer = false
    where filing_id = ${filingId} and is_from_answer and key = any(${sql.param(keys)}::bytea[])`);

/** Withholds the indicators that the other filing withholds. */
export const withholdSameAs = (tx: Db, filingId: string, leadId: string) =>
  tx.execute(sql`
    update ${filingIndicators} set is_withheld = true
    where filing_id = ${filingId}
      and key in (select key from ${filingIndicators} where filing_id = ${leadId} and is_withheld)`);

/** In the order of the keys, so that two approvals never deadlock. */
export const incrementCounts = (tx: Db, filingId: string) =>
  tx.execute(sql`
    insert into ${indicators} as known (key, kind, value)
    select key, kind, value from ${filingIndicators} where filing_id = ${filingId} and ${sql.raw(isPublishedSql)} order by key
    on conflict (key) do update set report_count = known.report_count + 1, last_seen_at = now()`);

export async function decrementCounts(tx: Db, filingId: string) {
  const publishedKeys = sql`(select key from ${filingIndicators} where filing_id = ${filingId} and ${sql.raw(isPublishedSql)})`;
  await tx.execute(sql`select from ${indicators} where key in ${publishedKeys} order by key for update`);
  await tx.execute(sql`delete from ${indicators} where report_count <= 1 and key in ${publishedKeys}`);
  await tx.execute(sql`update ${indicators} set report_count = report_count - 1 where key in ${publishedKeys}`);
}
