/**
 * Merges a list into `indicator_sightings` and `indicators`. Only what comes or goes is written, in the order of the
 * keys, so that two writers never deadlock and the same list twice writes nothing.
 */
import { type IndicatorKind, indicatorTiers, type IndicatorTier } from '@hakiki/contract/indicator-values';
import { sql, type SQL } from 'drizzle-orm';
import { sqlIndexOf } from '../../../platform/db/columns.ts';
import type { Db } from '../../../platform/db/database.ts';
import { deriveStateSql, isSafelisted, lockIndicators, tierAt, updateStates } from '../store.ts';
import { indicators, indicatorSightings, indicatorSources, safelist } from '../tables.ts';

/** An import of a million entries; other statements of this connection keep their limit. */
const MAX_STATEMENT_MS = 600_000;

export interface SourceRules {
  id: number;
  slug: string;
  name: string;
  isSafelist: boolean;
  tier: IndicatorTier;
  lastOkAt: Date | null;
}

/** A batch of entries, column by column; keys as hexadecimal digits. */
export type StagedColumns = Record<'key' | 'kind' | 'value', string[]> &
  Record<'category' | 'reference', (string | null)[]>;

/** Serialises imports of one source, without a lock on its row: the console can still change it. */
export const lockLists = (tx: Db, sourceId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`indicator-source/${sourceId}`}, 0))`);

export async function prepareStaging(tx: Db): Promise<void> {
  await tx.execute(sql.raw(`set local statement_timeout = ${MAX_STATEMENT_MS}`));
  await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${MAX_STATEMENT_MS}`));
  await tx.execute(sql`
    create temporary table staged (key bytea, kind text, value text, category text, reference text) on commit drop`);
}

export const stage = (tx: Db, { key, kind, value, category, reference }: StagedColumns) =>
  tx.execute(sql`
    insert into staged select decode(key, 'hex'), kind, value, category, reference from unnest(
      ${sql.param(key)}::text[], ${sql.param(kind)}::text[], ${sql.param(value)}::text[],
      ${sql.param(category)}::text[], ${sql.param(reference)}::text[]
    ) as one (key, kind, value, category, reference)`);

/** `touched` are the entries that come or go. */
export async function compareStaged(tx: Db, { id }: Pick<SourceRules, 'id'>): Promise<void> {
  await tx.execute(sql`
    create temporary table listed on commit drop as
    select distinct on (key) key, kind, value, category, reference from staged order by key, reference nulls last`);
  await tx.execute(sql`create unique index on listed (key)`);
  await tx.execute(sql`analyze listed`);
  await tx.execute(sql`
    create temporary table touched on commit drop as
    select coalesce(entry.key, before.key) as key, entry.key is null as is_gone
    from listed entry full join (
      select key from ${indicatorSightings} where source_id = ${id} and withdrawn_at is null
    ) before on before.key = entry.key
    where entry.key is null or before.key is null order by 1`);
  await indexTouched(tx);
}

async function indexTouched(tx: Db): Promise<void> {
  await tx.execute(sql`create unique index on touched (key)`);
  await tx.execute(sql`analyze touched`);
}

export interface Differences {
  entries: number;
  added: number;
  gone: number;
  conflicts: number;
}

/** A warning about something safe; or, in a safelist, something that approved reports name. */
const isConflict = (isSafelist: boolean): SQL =>
  isSafelist
    ? sql`exists (select from ${indicators} known where known.key = touched.key
        and known.report_count > 0 and known.state in ('active', 'disputed'))`
    : isSafelisted(sql`touched.key`);

export async function countDifferences(tx: Db, isSafelist: boolean): Promise<Differences> {
  const { rows } = await tx.execute<Differences & Record<string, unknown>>(sql`
    select (select count(*)::int from listed) as entries, count(*) filter (where not is_gone)::int as added,
      count(*) filter (where is_gone)::int as gone,
      count(*) filter (where not is_gone and ${isConflict(isSafelist)})::int as conflicts
    from touched`);
  return rows[0]!;
}

export async function listSamples(tx: Db, isSafelist: boolean, limit: number) {
  const listValues = async (values: SQL): Promise<string[]> => {
    const { rows } = await tx.execute<{ value: string }>(sql`
      select value from (${values}) sample where value is not null order by value limit ${limit}`);
    return rows.map(({ value }) => value);
  };
  const ofListed = sql`select entry.value from touched join listed entry on entry.key = touched.key`;
  return {
    added: await listValues(sql`${ofListed} limit ${limit}`),
    gone: await listValues(sql`
      select known.value from touched join ${isSafelist ? safelist : indicators} known on known.key = touched.key
      where is_gone limit ${limit}`),
    conflicts: await listValues(sql`${ofListed} where ${isConflict(isSafelist)} limit ${limit}`),
  };
}

/** All entries of a source go, as if its list were empty. */
export async function touchAll(tx: Db, { id }: Pick<SourceRules, 'id'>): Promise<number> {
  await tx.execute(sql`
    create temporary table listed (key bytea, kind text, value text, category text, reference text) on commit drop`);
  const { rowCount } = await tx.execute(sql`
    create temporary table touched on commit drop as
    select key, true as is_gone from ${indicatorSightings}
    where source_id = ${id} and withdrawn_at is null order by key`);
  await indexTouched(tx);
  return rowCount ?? 0;
}

/** `goneAs`: the state of an indicator that nobody names any more. */
export async function mergeTouched(tx: Db, source: SourceRules, listedAt: Date, goneAs: 'withdrawn' | 'expired') {
  await mergeSightings(tx, source, listedAt);
  await (source.isSafelist ? mergeSafelist(tx, source) : mergeIndicators(tx, listedAt, goneAs));
}

/** Without "on conflict", which costs more: only imports of this source write its rows, one after the other. */
async function mergeSightings(tx: Db, { id, lastOkAt }: SourceRules, listedAt: Date): Promise<void> {
  await tx.execute(sql`
    update ${indicatorSightings} seen
    set withdrawn_at = now(), last_seen_at = greatest(seen.last_seen_at, ${lastOkAt?.toISOString() ?? null}::timestamptz)
    from touched where touched.is_gone and seen.key = touched.key and seen.source_id = ${id}`);
  const at = sql`${listedAt.toISOString()}::timestamptz`;
  await tx.execute(sql`
    update ${indicatorSightings} seen
    set withdrawn_at = null, last_seen_at = ${at}, category = entry.category, reference = entry.reference
    from listed entry join touched on touched.key = entry.key where seen.key = entry.key and seen.source_id = ${id}`);
  await tx.execute(sql`
    insert into ${indicatorSightings} (key, source_id, first_seen_at, last_seen_at, category, reference)
    select entry.key, ${id}::smallint, ${at}, ${at}, entry.category, entry.reference
    from listed entry join touched on touched.key = entry.key
    left join ${indicatorSightings} seen on seen.key = entry.key and seen.source_id = ${id}
    where seen.key is null order by entry.key`);
}

/** In one statement, so that new and known rows are locked in one order. What is safe is stored as withdrawn. */
const mergeIndicators = (tx: Db, listedAt: Date, goneAs: 'withdrawn' | 'expired') => {
  const state = deriveStateSql('known', { sourceCount: 'excluded.source_count', goneAs });
  return tx.execute(sql`
    insert into ${indicators} as known
      (key, kind, value, report_count, source_count, state, tier, first_seen_at, last_seen_at)
    select touched.key, coalesce(entry.kind, before.kind), coalesce(entry.value, before.value), 0,
      coalesce(listing.sources, 0),
      case when ${isSafelisted(sql`touched.key`)} then 'withdrawn' else 'active' end,
      coalesce(${tierAt(sql`listing.tier`)}, before.tier, 'community'), at, at
    from (select ${listedAt.toISOString()}::timestamptz as at) given, touched
    left join listed entry on entry.key = touched.key
    left join ${indicators} before on touched.is_gone and before.key = touched.key
    left join (
      select seen.key, count(*)::int as sources, min(${sql.raw(sqlIndexOf('source.tier', indicatorTiers))}) as tier
      from touched one join ${indicatorSightings} seen on seen.key = one.key
      join ${indicatorSources} source on source.id = seen.source_id and not source.is_safelist
      where seen.withdrawn_at is null group by seen.key
    ) listing on listing.key = touched.key
    where entry.key is not null or before.key is not null
    order by touched.key
    on conflict (key) do update set source_count = excluded.source_count, state = ${sql.raw(state)},
      state_since = case when ${sql.raw(state)} = known.state then known.state_since else now() end,
      tier = coalesce(${tierAt(sql`least(
        case when known.report_count > 0 then ${sql.raw(String(indicatorTiers.indexOf('checked')))} end,
        case when excluded.source_count > 0 then ${sql.raw(sqlIndexOf('excluded.tier', indicatorTiers))} end)`)},
        known.tier)`);
};

/** What several safelists name stays until the last of them drops it. What nobody of them added is not theirs. */
async function mergeSafelist(tx: Db, { slug, name }: SourceRules): Promise<void> {
  await tx.execute(sql`
    insert into ${safelist} (key, kind, value, reason, source)
    select entry.key, entry.kind, entry.value, ${name}, ${slug}
    from listed entry join touched on touched.key = entry.key order by entry.key
    on conflict do nothing`);
  await tx.execute(sql`
    delete from ${safelist} safe using touched
    where touched.is_gone and safe.key = touched.key
      and safe.source in (select slug from ${indicatorSources} where is_safelist)
      and not exists (
        select from ${indicatorSightings} seen join ${indicatorSources} source on source.id = seen.source_id
        where seen.key = safe.key and seen.withdrawn_at is null and source.is_safelist)`);
  const keys = sql`select key from touched`;
  await lockIndicators(tx, keys);
  await updateStates(tx, keys);
}

const STREAM_SIZE = 5000;

export interface StoredEntry {
  kind: IndicatorKind;
  value: string;
  category: string | null;
  reference: string | null;
}

/** What a source lists now, in the order of the keys. Call it in a transaction. */
export async function* streamEntries(
  tx: Db,
  { id, isSafelist }: Pick<SourceRules, 'id' | 'isSafelist'>,
): AsyncGenerator<StoredEntry[]> {
  let after: Buffer = Buffer.alloc(0);
  for (;;) {
    const { rows } = await tx.execute<StoredEntry & { key: Buffer } & Record<string, unknown>>(sql`
      select seen.key, known.kind, known.value, seen.category, seen.reference
      from ${indicatorSightings} seen join ${isSafelist ? safelist : indicators} known on known.key = seen.key
      where seen.source_id = ${id} and seen.withdrawn_at is null and seen.key > ${sql.param(after)} and known.value is not null
      order by seen.key limit ${STREAM_SIZE}`);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.key;
  }
}
