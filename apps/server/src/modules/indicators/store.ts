import { type IndicatorKind, type IndicatorState, indicatorTiers } from '@hakiki/contract/indicator-values';
import { listLimits } from '@hakiki/contract/limits';
import { asc, sql, type SQL } from 'drizzle-orm';
import { sqlIndexOf } from '../../platform/db/columns.ts';
import type { Database, Db, Statement } from '../../platform/db/database.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { filingIndicators, indicators, indicatorSightings, indicatorSources, safelist } from './tables.ts';

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

/**
 * Named by an approved report, and not withdrawn. An open dispute hides nothing: otherwise anybody could take a warning
 * away for days by sending one.
 */
const isReportedSql = (alias: string) => `${alias}.state in ('active', 'disputed') and ${alias}.report_count > 0`;

const publishedStatement = prepareStatement({
  name: 'indicators-published',
  text: `
  select distinct i.kind, i.value from filing_indicators named join indicators i on i.key = named.key
  where named.filing_id = any($1::uuid[]) and ${isPublishedSql} and i.value is not null
    and ${isReportedSql('i')}
  order by i.kind, i.value limit ${listLimits.alertIndicators}`,
});

/** A hidden kind has no text to show. */
export const listPublished = (database: Database, filingIds: readonly string[]) =>
  database.read<{ kind: IndicatorKind; value: string }>(publishedStatement, [filingIds]);

/**
 * The keys as rows, so that the plan is the same for any number of them and is made once per connection, and each key
 * is looked up in its own partition only.
 */
const askedKeys = `(select distinct unnest((select $1::bytea[])) as key) asked`;

const knownStatement = prepareStatement({
  name: 'indicators-known',
  text: `
  select kind, report_count as "reportCount", last_seen_at as "lastSeenAt"
  from ${askedKeys} join indicators i on i.key = asked.key
  where ${isReportedSql('i')} order by report_count desc, last_seen_at desc, i.key limit ${listLimits.lookup}`,
});

export const listKnown = (database: Database, keys: readonly Buffer[]) =>
  database.read<{ kind: IndicatorKind; reportCount: number; lastSeenAt: Date }>(knownStatement, [keys]);

/** A list of another source that names an indicator now. */
export interface Sighting {
  name: string;
  url: string;
  isOfficial: boolean;
  firstSeenOn: string;
  lastSeenOn: string;
}

export interface StoredIndicator {
  key: Buffer;
  state: IndicatorState;
  stateSince: Date;
  reportCount: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
  /** Strongest first. Only of sources whose licence allows to show it. */
  sightings: Sighting[];
}

/** More than the readings of one input have. */
const MAX_KEYS = 1000;
const MAX_SIGHTINGS = 10;
const byKeysStatement = prepareStatement({
  name: 'indicators-by-keys',
  text: `
  select i.key, i.state, i.state_since as "stateSince", i.report_count as "reportCount",
    i.first_seen_at as "firstSeenAt", i.last_seen_at as "lastSeenAt", coalesce(listed.sightings, '[]') as sightings
  from ${askedKeys} join indicators i on i.key = asked.key left join lateral (
    select json_agg(json_build_object(
      'name', name, 'url', url, 'isOfficial', tier = 'official',
      'firstSeenOn', to_char(first_seen_at, 'YYYY-MM-DD'), 'lastSeenOn', to_char(last_seen_at, 'YYYY-MM-DD')
    ) order by tier_rank, last_seen_at desc) as sightings
    from (
      select source.name, source.url, source.tier, seen.first_seen_at,
        greatest(seen.last_seen_at, source.last_ok_at) as last_seen_at,
        ${sqlIndexOf('source.tier', indicatorTiers)} as tier_rank
      from indicator_sightings seen join indicator_sources source on source.id = seen.source_id
      where seen.key = i.key and seen.withdrawn_at is null and source.may_show and not source.is_safelist
      order by tier_rank, last_seen_at desc limit ${MAX_SIGHTINGS}
    ) sighting
  ) listed on i.source_count > 0
  where not (i.state = 'withdrawn' and not i.is_overruled and exists (select from safelist safe where safe.key = i.key))
  limit ${MAX_KEYS}`,
});

/** In any state, also disputed, withdrawn and expired ones. An entry that only the safelist withdrew never counted. */
export const listByKeys = (database: Database, keys: readonly Buffer[]) =>
  readKeys<StoredIndicator>(database, byKeysStatement, keys);

/** The keys of many inputs take several statements. */
async function readKeys<Row extends { key: Buffer }>(
  database: Database,
  statement: Statement,
  keys: readonly Buffer[],
) {
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += MAX_KEYS) {
    rows.push(...(await database.read<Row>(statement, [keys.slice(start, start + MAX_KEYS)])));
  }
  return rows;
}

/** On the safelist, or withdrawn by a decision such as an accepted dispute. */
const clearedStatement = prepareStatement({
  name: 'indicators-cleared',
  text: `
  select safe.key from ${askedKeys} join safelist safe on safe.key = asked.key
  union
  select i.key from ${askedKeys} join indicators i on i.key = asked.key and i.is_overruled and i.state = 'withdrawn'
  limit ${MAX_KEYS}`,
});
export const listCleared = (database: Database, keys: readonly Buffer[]) =>
  readKeys<{ key: Buffer }>(database, clearedStatement, keys);

export const listStoredKeys = (db: Db, keys: readonly Buffer[]): Promise<Buffer[]> =>
  db
    .select({ key: indicators.key })
    .from(indicators)
    .where(sql`${indicators.key} = any(${sql.param(keys)}::bytea[])`)
    .limit(MAX_KEYS)
    .then((rows) => rows.map(({ key }) => key));

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

/** In the order of the keys, so that two writers never deadlock. */
export const lockIndicators = (tx: Db, keys: SQL) =>
  tx.execute(sql`select from ${indicators} where key in (${keys}) order by key for update`);

const filingKeys = (filingId: string) => sql`select key from ${filingIndicators} where filing_id = ${filingId}`;
const publishedKeys = (filingId: string) => sql`${filingKeys(filingId)} and ${sql.raw(isPublishedSql)}`;

/** What no report and no list makes public. */
export const isSafelisted = (key: SQL) => sql`exists (select from ${safelist} safe where safe.key = ${key})`;

/** In the order of the keys, too. */
export const incrementCounts = (tx: Db, filingId: string) =>
  tx.execute(sql`
    insert into ${indicators} as known (key, kind, value, state)
    select key, kind, value, case when ${isSafelisted(sql`named.key`)} then 'withdrawn' else 'active' end
    from ${filingIndicators} named
    where filing_id = ${filingId} and ${sql.raw(isPublishedSql)} order by key
    on conflict (key) do update set report_count = known.report_count + 1, last_seen_at = now(),
      first_seen_at = case when known.report_count = 0 then now() else known.first_seen_at end`);

/** Of what a decision overruled, too: moderators approved a new report. */
export const clearOverruled = (tx: Db, filingId: string) =>
  tx.execute(sql`
    update ${indicators} set is_overruled = false where is_overruled and key in (${publishedKeys(filingId)})`);

export async function decrementCounts(tx: Db, filingId: string) {
  await lockIndicators(tx, filingKeys(filingId));
  await tx.execute(sql`
    update ${indicators} set report_count = report_count - 1
    where report_count > 0 and key in (${publishedKeys(filingId)})`);
}

export const updateStatesOfFiling = (tx: Db, filingId: string) => updateStates(tx, filingKeys(filingId));

const tierNumber = (column: string) => sql.raw(sqlIndexOf(column, indicatorTiers));
export const tierAt = (number: SQL) =>
  sql`(array[${sql.raw(indicatorTiers.map((tier) => `'${tier}'`).join(', '))}])[1 + ${number}]`;

/**
 * The state that follows from the approved reports and the sources that list the indicator now. Decisions stay: a
 * dispute waits for its own, what was overruled is not brought back, and the safelist is never active.
 */
export const deriveStateSql = (
  row: string,
  {
    sourceCount = `${row}.source_count`,
    goneAs = 'withdrawn',
  }: { sourceCount?: string; goneAs?: 'withdrawn' | 'expired' },
): string => `
  case
    when ${row}.report_count + ${sourceCount} = 0 or exists (select from safelist safe where safe.key = ${row}.key)
      then case when ${row}.state in ('active', 'disputed') then '${goneAs}' else ${row}.state end
    when ${row}.state in ('withdrawn', 'expired') and not ${row}.is_overruled then 'active'
    else ${row}.state
  end`;

export const updateStates = (tx: Db, keys: SQL) =>
  tx.execute(sql`
    update ${indicators} known
    set state = derived.state, tier = derived.tier,
      state_since = case when known.state = derived.state then known.state_since else now() end
    from (
      select key,
        ${sql.raw(deriveStateSql('one', {}))} as state,
        coalesce(${tierAt(sql`least(
          case when report_count > 0 then ${sql.raw(String(indicatorTiers.indexOf('checked')))} end,
          (select min(${tierNumber('source.tier')})
           from ${indicatorSightings} seen join ${indicatorSources} source on source.id = seen.source_id
           where seen.key = one.key and seen.withdrawn_at is null and not source.is_safelist))`)}, tier) as tier
      from ${indicators} one where key in (${keys})
    ) derived
    where derived.key = known.key and (derived.state, derived.tier) <> (known.state, known.tier)`);

/** For something that no report and no list named, such as a look-alike. */
export const insertWithdrawn = (tx: Db, { key, kind, value }: IndicatorRow) =>
  tx
    .insert(indicators)
    .values({ key, kind, value, reportCount: 0, state: 'withdrawn', isOverruled: true })
    .onConflictDoNothing();

/** Returns whether it is overruled now: what is active or disputed stays as it is. */
export async function overruleWithdrawn(tx: Db, key: Buffer): Promise<boolean> {
  await lockIndicators(tx, sql`select ${key}::bytea`);
  const { rowCount } = await tx.execute(sql`
    update ${indicators} set state = 'withdrawn', is_overruled = true
    where key = ${key} and state in ('withdrawn', 'expired')`);
  return rowCount === 1;
}

/** Returns the keys that changed. A dispute can only be opened against what is active. */
export async function setState(
  tx: Db,
  keys: readonly Buffer[],
  state: 'active' | 'disputed' | 'withdrawn',
): Promise<Buffer[]> {
  const wanted = sql`select unnest(${sql.param(keys)}::bytea[])`;
  await lockIndicators(tx, wanted);
  const { rows } = await tx.execute<{ key: Buffer }>(sql`
    update ${indicators} set state = ${state}, state_since = now(), is_overruled = ${state === 'withdrawn'}
    where key in (${wanted}) and state = any(${sql.param(statesBefore[state])}::text[])
      and (${state !== 'active'} or (report_count + source_count > 0 and not ${isSafelisted(sql`${indicators}.key`)}))
    returning key`);
  if (state === 'active') await updateStates(tx, wanted);
  return rows.map(({ key }) => key);
}

const statesBefore = {
  active: ['disputed', 'withdrawn'],
  disputed: ['active'],
  withdrawn: ['active', 'disputed'],
} as const;

/**
 * The last sequence number that a change has taken, also one that is not committed, and a transaction that began after
 * it: one of its own, because the end of a snapshot says only which transactions have ended, and a writer that still
 * runs can lie behind it.
 */
export async function readLastSequence(db: Db): Promise<{ sequence: number; transaction: string }> {
  const { rows } = await db.execute<{ sequence: string }>(sql`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('indicator_changes', 'seq')::regclass), 0)::text
      as sequence`);
  const { rows: later } = await db.execute<{ transaction: string }>(
    sql`select pg_current_xact_id()::text as transaction`,
  );
  return { sequence: Number(rows[0]!.sequence), transaction: later[0]!.transaction };
}

/** Whether all transactions before this one have ended. */
export async function haveEndedBefore(db: Db, transaction: string): Promise<boolean> {
  const { rows } = await db.execute<{ ended: boolean }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${transaction}::xid8 as ended`,
  );
  return rows[0]!.ended;
}
