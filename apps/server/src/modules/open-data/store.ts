import {
  hiddenIndicatorKinds,
  type IndicatorKind,
  type IndicatorState,
  indicatorTiers,
} from '@hakiki/contract/indicator-values';
import { BLIND_PREFIX_BYTES } from '@hakiki/contract/open-data-values';
import { type SQL, sql } from 'drizzle-orm';
import { sqlIndexOf } from '../../platform/db/columns.ts';
import type { Db } from '../../platform/db/database.ts';
import { quotedTableName } from '../../platform/db/quoted-table-name.ts';
import { familyLinks, familyTraces } from '../families/read-model.ts';
import { filed } from '../filings/read-model.ts';
import {
  filingIndicators,
  indicatorChanges,
  indicators,
  indicatorSightings,
  indicatorSources,
  safelist,
} from '../indicators/read-model.ts';
import { fraudAlerts } from '../reports/alerts/read-model.ts';
import { blindTags } from './tables.ts';

const BATCH_SIZE = 5000;
/** A release of millions of entries; other statements of this connection keep their limit. */
const MAX_STATEMENT_MS = 600_000;

export interface PublishableRow {
  key: Buffer;
  kind: IndicatorKind;
  value: string;
  tier: number;
  firstSeen: string;
  lastSeen: string;
  sources: string[];
  needsOwnFile: boolean;
}

const tierNumber = sqlIndexOf('source.tier', indicatorTiers);
const hiddenKinds = hiddenIndicatorKinds.map((kind) => `'${kind}'`).join(', ');
const day = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD')`;

/**
 * The published entries, for every format: active, of a kind that cannot be guessed, not on the safelist, and named by
 * an approved report or by a source whose licence allows it. Tier, days and sources are those of these sources only,
 * and a source that needs its own file counts only where no other lists the entry.
 */
const publishableSql = `
  select i.key, i.kind, i.value, not is_open as "needsOwnFile",
    case when is_open then least(open_tier, case when i.report_count > 0 then ${indicatorTiers.indexOf('checked')} end)
      else own_tier end as tier,
    ${day(`case when is_open then least(open_first, case when i.report_count > 0 then i.first_seen_at end) else own_first end`)} as "firstSeen",
    ${day(`case when is_open then greatest(open_last, case when i.report_count > 0 then i.last_seen_at end) else own_last end`)} as "lastSeen",
    case when is_open then array_cat(case when i.report_count > 0 then '{hakiki}'::text[] else '{}' end, open_slugs)
      else own_slugs end as sources
  from ${quotedTableName(indicators)} i
  left join (
    select seen.key,
      min(${tierNumber}) filter (where not source.needs_own_file) as open_tier,
      min(seen.first_seen_at) filter (where not source.needs_own_file) as open_first,
      max(greatest(seen.last_seen_at, source.last_ok_at)) filter (where not source.needs_own_file) as open_last,
      array_agg(source.slug order by source.slug) filter (where not source.needs_own_file) as open_slugs,
      min(${tierNumber}) filter (where source.needs_own_file) as own_tier,
      min(seen.first_seen_at) filter (where source.needs_own_file) as own_first,
      max(greatest(seen.last_seen_at, source.last_ok_at)) filter (where source.needs_own_file) as own_last,
      array_agg(source.slug order by source.slug) filter (where source.needs_own_file) as own_slugs
    from ${quotedTableName(indicatorSightings)} seen
    join ${quotedTableName(indicatorSources)} source on source.id = seen.source_id
    where seen.withdrawn_at is null and source.may_republish and not source.is_safelist
    group by seen.key
  ) listed on listed.key = i.key
  cross join lateral (select i.report_count > 0 or open_tier is not null as is_open) licence
  where i.state = 'active' and i.value is not null and i.kind not in (${hiddenKinds})
    and (is_open or own_tier is not null)
    and not exists (select from ${quotedTableName(safelist)} safe where safe.key = i.key)
  order by i.key`;

/** One snapshot of the database for all queries of a release. */
export async function beginSnapshot(tx: Db): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read, read only`);
  await tx.execute(sql.raw(`set local statement_timeout = ${MAX_STATEMENT_MS}`));
  await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = ${MAX_STATEMENT_MS}`));
}

async function* stream<Row extends object>(tx: Db, query: SQL): AsyncGenerator<Row[]> {
  await tx.execute(sql`declare streamed no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await tx.execute(sql.raw(`fetch ${BATCH_SIZE} from streamed`));
    if (rows.length === 0) break;
    yield rows as Row[];
  }
  await tx.execute(sql`close streamed`);
}

/** In the order of the keys. */
export const streamPublishable = (tx: Db) => stream<PublishableRow>(tx, sql.raw(publishableSql));

export interface LinkRow {
  a: { kind: IndicatorKind; value: string };
  b: { kind: IndicatorKind; value: string };
  /** Without values of hidden kinds. */
  traces: { kind: string; value: string | null; seen: string }[];
}

/** An item or trace that may be published: as in the list of indicators, by its state. */
const isNamed = (alias: string) =>
  `${alias}.state = 'active' and not exists (select from ${quotedTableName(safelist)} safe where safe.key = ${alias}.key)`;
/** Said by an approved report, or by a list of this licence. */
const isPublished = (alias: string, needsOwnFile: boolean) => `(
  (${alias}.source_id is null and ${!needsOwnFile}) or exists (
    select from ${quotedTableName(indicatorSources)} source
    where source.id = ${alias}.source_id and source.may_republish and source.needs_own_file = ${needsOwnFile}))`;

/** Links with the traces that both items share, by what may be published under one licence. */
export const streamLinks = (tx: Db, needsOwnFile: boolean) =>
  stream<LinkRow>(
    tx,
    sql.raw(`
  select json_build_object('kind', a.kind, 'value', a.value) as a, json_build_object('kind', b.kind, 'value', b.value) as b,
    shared.traces
  from ${quotedTableName(familyLinks)} l
  join ${quotedTableName(indicators)} a on a.key = l.a and ${isNamed('a')}
  join ${quotedTableName(indicators)} b on b.key = l.b and ${isNamed('b')}
  cross join lateral (
    select json_agg(json_build_object('kind', kind, 'value', value, 'seen', seen) order by kind, value) as traces from (
      select x.kind, t.value, ${day('max(greatest(x.seen_at, y.seen_at))')} as seen
      from ${quotedTableName(familyTraces)} x
      join ${quotedTableName(familyTraces)} y on y.indicator = l.b and y.trace = x.trace and not y.is_gone
      join ${quotedTableName(indicators)} t on t.key = x.trace and ${isNamed('t')}
      where x.indicator = l.a and not x.is_gone and ${isPublished('x', needsOwnFile)} and ${isPublished('y', needsOwnFile)}
      group by x.trace, x.kind, t.value) one
  ) shared
  where l.is_active and not l.is_blocked and shared.traces is not null
  order by l.a, l.b`),
  );

/** Reported hidden kinds. An open dispute hides nothing from people who check (decision 0045). */
const reportedHidden = sql.raw(
  `i.kind in (${hiddenKinds}) and i.state in ('active', 'disputed') and i.report_count > 0
    and not exists (select from ${quotedTableName(safelist)} safe where safe.key = i.key)`,
);

export interface HiddenRow {
  key: Buffer;
  /** Of the newest reports that name it. */
  texts: { text: string; countries: string[] }[];
}

const TEXTS_PER_KEY = 5;

/**
 * Hidden indicators without a tag under this key, unless the texts were searched without result since the last report.
 */
export async function listUntagged(db: Db, keyId: Buffer, limit: number): Promise<HiddenRow[]> {
  const { rows } = await db.execute<HiddenRow & Record<string, unknown>>(sql`
    select i.key, coalesce(named.texts, '[]') as texts
    from ${indicators} i left join ${blindTags} tagged on tagged.key = i.key
    left join lateral (
      select json_agg(json_build_object('text', text, 'countries', countries)) as texts from (
        select concat_ws(E'\\n', f.words, a.advice) as text, f.countries
        from ${filingIndicators} n join ${filed} f on f.id = n.filing_id left join ${fraudAlerts} a on a.id = f.id
        where n.key = i.key and not n.is_withheld and not n.is_from_answer
        order by f.created_at desc limit ${TEXTS_PER_KEY}
      ) newest
    ) named on true
    where ${reportedHidden} and (tagged.key is null or tagged.tried_key_id <> ${keyId}
      or (tagged.key_id is distinct from ${keyId} and i.last_seen_at > tagged.tried_at))
    order by i.key limit ${limit}`);
  return rows;
}

export interface TriedTag {
  key: Buffer;
  /** Null if no text names it: the tag of an older key stays. */
  tag: Buffer | null;
}

export const saveTags = (db: Db, keyId: Buffer, tried: readonly TriedTag[]) =>
  db
    .insert(blindTags)
    .values(tried.map(({ key, tag }) => ({ key, tag, keyId: tag && keyId, triedKeyId: keyId })))
    .onConflictDoUpdate({
      target: blindTags.key,
      set: {
        tag: sql`coalesce(excluded.tag, ${blindTags.tag})`,
        keyId: sql`coalesce(excluded.key_id, ${blindTags.keyId})`,
        triedKeyId: sql`excluded.tried_key_id`,
        triedAt: sql`now()`,
      },
    });

const findable = (keyIds: readonly Buffer[]) => sql`
  from ${blindTags} tagged join ${indicators} i on i.key = tagged.key
  where tagged.tag is not null and tagged.key_id = any(${sql.param(keyIds)}::bytea[]) and ${reportedHidden}`;

/** In the order of the tags. A tag whose key is not in use could not be found. */
export const streamBlindTags = (tx: Db, keyIds: readonly Buffer[]) =>
  stream<{ tag: Buffer; kind: IndicatorKind }>(
    tx,
    sql`select tagged.tag, i.kind ${findable(keyIds)} order by tagged.tag`,
  );

/** The most tags that a range file has. */
export async function countTagsByPrefix(tx: Db, keyIds: readonly Buffer[]): Promise<number> {
  const { rows } = await tx.execute<{ most: number }>(sql`
    select coalesce(max(n), 0)::int as most
    from (select count(*) as n ${findable(keyIds)} group by substring(tagged.tag from 1 for ${BLIND_PREFIX_BYTES})) counted`);
  return rows[0]!.most;
}

export interface RemovedRow {
  key: Buffer;
  kind: IndicatorKind;
  value: string;
  state: IndicatorState;
}

/** The entries of an earlier release; hidden kinds were never in one. */
export async function listRemoved(db: Db, keys: readonly Buffer[]): Promise<RemovedRow[]> {
  const { rows } = await db.execute<RemovedRow & Record<string, unknown>>(sql`
    select key, kind, value, state from ${indicators}
    where key = any(${sql.param(keys)}::bytea[]) and value is not null`);
  return rows;
}

/** Hosts of the safelist: neither they nor their parents may be in a list that blocks subdomains, too. */
export async function listSafeHosts(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ value: string }>(sql`
    select value from ${safelist} where kind = 'website' and value is not null and strpos(value, '/') = 0`);
  return rows.map(({ value }) => value);
}

/** The most entries that a range file can have, and all; without looking at licences, so at least what is published. */
export async function countByPrefix(db: Db): Promise<{ most: number; total: number }> {
  const { rows } = await db.execute<{ most: number; total: number }>(sql`
    select coalesce(max(n), 0)::int as most, coalesce(sum(n), 0)::int as total from (
      select count(*) as n from ${indicators} where state = 'active' and value is not null
      group by substring(key from 1 for 2)) counted`);
  return rows[0]!;
}

export async function hasChangesAfter(db: Db, sequence: number): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(
    sql`select exists (select from ${indicatorChanges} where seq > ${sequence}) as has`,
  );
  return rows[0]!.has;
}

/** What a decision has withdrawn since this time: our errors, and those of the lists that we publish. */
export async function countOverruled(db: Db, since: Date): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from ${indicators}
    where is_overruled and state = 'withdrawn' and value is not null and state_since >= ${since}`);
  return rows[0]!.n;
}

const MAX_DELAYS = 1000;

/** When the newest changes after this sequence were made. */
export async function listChangeTimes(db: Db, sequence: number): Promise<Date[]> {
  const { rows } = await db.execute<{ at: string }>(sql`
    select at from ${indicatorChanges} where seq > ${sequence} order by seq desc limit ${MAX_DELAYS}`);
  return rows.map(({ at }) => new Date(at));
}

/** Changes of sources and of the safelist, which have no row in `indicator_changes`. */
export async function readRules(db: Db): Promise<string> {
  const { rows } = await db.execute<{ rules: string }>(sql`
    select md5(concat(
      (select string_agg(concat_ws(' ', id, slug, name, url, licence, licence_url, attribution, may_republish,
        needs_own_file, is_safelist, tier, last_ok_at), ';' order by id) from ${indicatorSources}), '|',
      (select concat_ws(' ', count(*), sum(hashtextextended(encode(key, 'hex'), 0))) from ${safelist}))) as rules`);
  return rows[0]!.rules;
}

export interface PublishedSource {
  slug: string;
  name: string;
  url: string;
  licence: string;
  licenceUrl: string | null;
  attribution: string | null;
  needsOwnFile: boolean;
}

export async function listPublishedSources(db: Db): Promise<PublishedSource[]> {
  const { rows } = await db.execute<PublishedSource & Record<string, unknown>>(sql`
    select slug, name, url, licence, licence_url as "licenceUrl", attribution, needs_own_file as "needsOwnFile"
    from ${indicatorSources} where may_republish and not is_safelist and kind <> 'own' order by slug limit 200`);
  return rows;
}
