import { type Judgement, familyLimits, familyRules, memberKinds, type TraceKind } from '@hakiki/contract/family-values';
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import type { UserId } from '@hakiki/contract/accounts';
import type { AlertId } from '@hakiki/contract/alerts';
import type { ProviderId } from '@hakiki/contract/directory';
import { listLimits } from '@hakiki/contract/limits';
import { desc, eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Db } from '../../platform/db/database.ts';
import { quotedTableName } from '../../platform/db/quoted-table-name.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { users } from '../accounts/read-model.ts';
import { providers } from '../directory/read-model.ts';
import { filingIndicators, indicators, indicatorSources, safelist } from '../indicators/read-model.ts';
import type { Link } from './rules.ts';
import { familyJudgements, familyLinks, familyMembers, familyTraces } from './tables.ts';

/** Keys of indicators in hexadecimal: comparable, unlike buffers. */
export type IndicatorKey = string;

const toBytes = (keys: readonly string[]) => sql`${sql.param(keys.map((key) => Buffer.from(key, 'hex')))}::bytea[]`;
const hex = (column: SQL) => sql`encode(${column}, 'hex')`;

const undoers = alias(users, 'undoers');

/** Serialises everything that changes links or families. */
export const lock = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('families', 0))`);

// Traces

export interface FilingIndicator {
  key: IndicatorKey;
  kind: IndicatorKind;
  value: string | null;
}

const selectPublicIndicators = `
  select encode(named.key, 'hex') as key, named.kind, named.value from ${quotedTableName(filingIndicators)} named
  where not named.is_withheld and not named.is_from_answer
    and not exists (select from ${quotedTableName(safelist)} safe where safe.key = named.key) and named.filing_id =`;
const orderAndLimit = 'order by named.key limit 100';

/** Its public indicators, without those of the safelist. */
export const listPublicIndicators = (tx: Db, filingId: string): Promise<FilingIndicator[]> =>
  tx
    .execute<FilingIndicator & Record<string, unknown>>(
      sql`${sql.raw(selectPublicIndicators)} ${filingId} ${sql.raw(orderAndLimit)}`,
    )
    .then(({ rows }) => rows);

const alertKeysStatement = prepareStatement({
  name: 'families-alert-keys',
  text: `${selectPublicIndicators} $1 ${orderAndLimit}`,
});

/** The same for a page, which a replica can answer. */
export const listKeysOfAlert = async (database: Database, id: AlertId): Promise<Buffer[]> =>
  (await database.read<FilingIndicator & Record<string, unknown>>(alertKeysStatement, [id])).map(({ key }) =>
    Buffer.from(key, 'hex'),
  );

export interface Carried {
  indicator: IndicatorKey;
  trace: IndicatorKey;
  kind: TraceKind;
}
export type Origin = { filingId: string } | { sourceId: number };

const isOfOrigin = (origin: Origin) =>
  'filingId' in origin ? sql`filing_id = ${origin.filingId}` : sql`source_id = ${origin.sourceId}`;

/** Marks everything that the report or list said as gone, until it is said again. */
export const markGone = (tx: Db, origin: Origin) =>
  tx.execute(sql`
    update ${familyTraces} set is_gone = true, is_applied = false where ${isOfOrigin(origin)} and not is_gone`);

export const insertCarried = (tx: Db, origin: Origin, carried: readonly Carried[]) =>
  tx.execute(sql`
    insert into ${familyTraces} (indicator, trace, kind, filing_id, source_id)
    select indicator, trace, kind, ${'filingId' in origin ? origin.filingId : null}::uuid,
      ${'sourceId' in origin ? origin.sourceId : null}::smallint
    from unnest(${toBytes(carried.map(({ indicator }) => indicator))}, ${toBytes(carried.map(({ trace }) => trace))},
      ${sql.param(carried.map(({ kind }) => kind))}::text[]) as one (indicator, trace, kind)
    order by indicator, trace
    on conflict (indicator, trace, filing_id, source_id) do update set is_gone = false, is_applied = false
      where ${familyTraces}.is_gone`);

/** After a decision about indicators, wherever a row names one of them. */
export const markWaiting = (tx: Db, keys: readonly IndicatorKey[]) =>
  tx.execute(sql`
    update ${familyTraces} set is_applied = false
    where is_applied and (indicator = any(${toBytes(keys)}) or trace = any(${toBytes(keys)}))`);

/** The next traces whose carriers changed. What changes from now on waits for another turn. */
export async function takeWaitingTraces(tx: Db, limit: number): Promise<IndicatorKey[]> {
  const { rows } = await tx.execute<{ trace: string }>(sql`
    with waiting as (select distinct trace from ${familyTraces} where not is_applied limit ${limit}),
    taken as (
      update ${familyTraces} one set is_applied = true from waiting
      where one.trace = waiting.trace and not one.is_applied returning one.trace)
    select distinct ${hex(sql`trace`)} as trace from taken`);
  return rows.map(({ trace }) => trace);
}

export interface Carrier {
  trace: IndicatorKey;
  indicator: IndicatorKey;
  isGone: boolean;
}

export const listCarriers = (tx: Db, traces: readonly IndicatorKey[]): Promise<Carrier[]> =>
  tx
    .execute<Carrier & Record<string, unknown>>(
      sql`
      select ${hex(sql`trace`)} as trace, ${hex(sql`indicator`)} as indicator, bool_and(is_gone) as "isGone"
      from ${familyTraces} where trace = any(${toBytes(traces)}) group by 1, 2`,
    )
    .then(({ rows }) => rows);

export const deleteGone = (tx: Db, traces: readonly IndicatorKey[]) =>
  tx.execute(sql`delete from ${familyTraces} where trace = any(${toBytes(traces)}) and is_gone and is_applied`);

// Which pairs share traces

/** People are warned of it now. */
const isWarned = (key: string) => `
  exists (select from ${quotedTableName(indicators)} i where i.key = ${key} and i.state in ('active', 'disputed'))
  and not exists (select from ${quotedTableName(safelist)} safe where safe.key = ${key})`;

const host = `split_part(i.value, '/', 1)`;
/** The site of a provider in the register, unless we warn of the provider. */
const isListedProvider = (key: string) => `
  exists (
    select from ${quotedTableName(indicators)} i join ${quotedTableName(providers)} p on p.website_site in (
      ${host}, substring(${host} from '^[^.]+\\.(.+)$'), substring(${host} from '^[^.]+\\.[^.]+\\.(.+)$'),
      substring(${host} from '^[^.]+\\.[^.]+\\.[^.]+\\.(.+)$'))
    where i.key = ${key} and i.kind = 'website' and p.verification_status not in ('Flagged', 'Suspended'))`;

/** Carried by so few indicators that it tells something. */
const isRareTrace = (trace: string) => `
  (select count(*) from (
    select distinct carrier.indicator from ${quotedTableName(familyTraces)} carrier
    where carrier.trace = ${trace} and not carrier.is_gone limit ${familyRules.carriers + 1}
  ) few) <= ${familyRules.carriers}`;

export interface SharedPair {
  a: IndicatorKey;
  b: IndicatorKey;
  kinds: TraceKind[];
}

const listSharedPairs = (tx: Db, condition: SQL): Promise<SharedPair[]> =>
  tx
    .execute<SharedPair & Record<string, unknown>>(
      sql`
      with usable as materialized (
        select distinct x.trace, x.kind, x.indicator from ${familyTraces} x
        where not x.is_gone and ${condition}
          and ${sql.raw(`${isRareTrace('x.trace')} and ${isWarned('x.trace')}`)}
          and ${sql.raw(`${isWarned('x.indicator')} and not ${isListedProvider('x.indicator')}`)})
      select ${hex(sql`x.indicator`)} as a, ${hex(sql`y.indicator`)} as b, array_agg(distinct x.kind) as kinds
      from usable x join usable y on y.trace = x.trace and y.indicator > x.indicator
      group by x.indicator, y.indicator`,
    )
    .then(({ rows }) => rows);

/** Pairs of these indicators that share traces, with the kinds of the traces. */
export const listSharedAmong = (tx: Db, keys: readonly IndicatorKey[]): Promise<SharedPair[]> =>
  listSharedPairs(tx, sql`x.indicator = any(${toBytes(keys)})`);

/** The indicators that carry the next traces which few have in common; without `lastTrace` it was the last page. */
export async function listCarriedTogether(db: Db, afterTrace: IndicatorKey, limit: number) {
  const { rows } = await db.execute<{ trace: string; indicators: string[] }>(sql`
    select ${hex(sql`trace`)} as trace, array_agg(distinct ${hex(sql`indicator`)}) as indicators from ${familyTraces}
    where not is_gone and family_traces.trace > decode(${afterTrace}, 'hex') group by family_traces.trace
    having count(distinct indicator) between 2 and ${familyRules.carriers}
    order by family_traces.trace limit ${limit}`);
  return { indicators: [...new Set(rows.flatMap(({ indicators }) => indicators))], lastTrace: rows.at(-1)?.trace };
}

// Links

export interface LinkRow extends Link {
  isShared: boolean;
  isActive: boolean;
  isBlocked: boolean;
}

const linkColumns = sql`
  id::int as id, ${hex(sql`a`)} as a, ${hex(sql`b`)} as b, judgement, is_shared as "isShared", is_active as "isActive",
  is_blocked as "isBlocked"`;

const selectLinks = (db: Db, rest: SQL): Promise<LinkRow[]> =>
  db
    .execute<LinkRow & Record<string, unknown>>(sql`select ${linkColumns} from ${familyLinks} ${rest}`)
    .then(({ rows }) => rows);

export const listLinksAmong = (db: Db, keys: readonly IndicatorKey[]): Promise<LinkRow[]> =>
  selectLinks(db, sql`where a = any(${toBytes(keys)}) and b = any(${toBytes(keys)}) order by id`);

export const listRefusedAmong = (db: Db, keys: readonly IndicatorKey[]): Promise<LinkRow[]> =>
  selectLinks(db, sql`where judgement = 'notSame' and a = any(${toBytes(keys)}) and b = any(${toBytes(keys)})`);

export const listActiveLinksOf = (db: Db, keys: readonly IndicatorKey[]): Promise<LinkRow[]> =>
  selectLinks(db, sql`where is_active and (a = any(${toBytes(keys)}) or b = any(${toBytes(keys)}))`);

export const listActiveLinksAfter = (db: Db, id: number, limit: number): Promise<LinkRow[]> =>
  selectLinks(db, sql`where is_active and id > ${id} order by id limit ${limit}`);

export const listSharedLinksAfter = (db: Db, id: number, limit: number): Promise<LinkRow[]> =>
  selectLinks(db, sql`where is_shared and id > ${id} order by id limit ${limit}`);

export const listRefused = (db: Db): Promise<LinkRow[]> => selectLinks(db, sql`where judgement = 'notSame'`);

/** In the order of the pairs, which is that of their ids. */
export const insertSharedLinks = (tx: Db, pairs: readonly Pick<Link, 'a' | 'b'>[]): Promise<LinkRow[]> =>
  pairs.length === 0
    ? Promise.resolve([])
    : tx
        .execute<LinkRow & Record<string, unknown>>(
          sql`
          insert into ${familyLinks} (a, b, is_shared)
          select a, b, true from unnest(${toBytes(pairs.map(({ a }) => a))}, ${toBytes(pairs.map(({ b }) => b))})
            with ordinality as one (a, b, place) order by place
          returning ${linkColumns}`,
        )
        .then(({ rows }) => rows.toSorted((x, y) => x.id - y.id));

export const setShared = (tx: Db, ids: readonly number[], isShared: boolean) =>
  tx.execute(sql`update ${familyLinks} set is_shared = ${isShared} where id = any(${sql.param(ids)}::bigint[])`);

/** For a judgement of two indicators that no trace links, too. */
export const setJudgement = (tx: Db, { a, b }: Pick<Link, 'a' | 'b'>, judgement: Judgement | null) =>
  tx.execute(sql`
    insert into ${familyLinks} (a, b, judgement) values (decode(${a}, 'hex'), decode(${b}, 'hex'), ${judgement})
    on conflict (a, b) do update set judgement = excluded.judgement`);

export const setBlocked = (tx: Db, among: readonly number[], blocked: readonly number[]) =>
  tx.execute(sql`
    update ${familyLinks} set is_blocked = not is_blocked
    where id = any(${sql.param(among)}::bigint[]) and is_blocked <> (id = any(${sql.param(blocked)}::bigint[]))`);

// Families

export interface Member {
  indicator: IndicatorKey;
  familyId: number;
}

/** All members of the families of these indicators. */
export const listFamiliesOf = (db: Db, keys: readonly IndicatorKey[]): Promise<Member[]> =>
  db
    .execute<Member & Record<string, unknown>>(
      sql`
      select ${hex(sql`m.indicator`)} as indicator, m.family_id::int as "familyId" from ${familyMembers} m
      where m.family_id in (select family_id from ${familyMembers} where indicator = any(${toBytes(keys)}))`,
    )
    .then(({ rows }) => rows);

export const listMembersAfter = (db: Db, indicator: IndicatorKey, limit: number): Promise<Member[]> =>
  db
    .execute<Member & Record<string, unknown>>(
      sql`
      select ${hex(sql`indicator`)} as indicator, family_id::int as "familyId" from ${familyMembers}
      where indicator > decode(${indicator}, 'hex') order by family_members.indicator limit ${limit}`,
    )
    .then(({ rows }) => rows);

export const relabel = (tx: Db, keys: readonly IndicatorKey[], familyId: number) =>
  tx.execute(sql`
    insert into ${familyMembers} (indicator, family_id) select indicator, ${familyId} from unnest(${toBytes(keys)}) as indicator
    on conflict (indicator) do update set family_id = excluded.family_id`);

export async function replaceMembers(tx: Db, keys: readonly IndicatorKey[], members: readonly Member[]): Promise<void> {
  await tx.execute(sql`delete from ${familyMembers} where indicator = any(${toBytes(keys)})`);
  if (members.length === 0) return;
  await tx.execute(sql`
    insert into ${familyMembers} (indicator, family_id)
    select * from unnest(${toBytes(members.map(({ indicator }) => indicator))},
      ${sql.param(members.map(({ familyId }) => familyId))}::bigint[])`);
}

// Judgements

export interface NewJudgement extends Pick<Link, 'a' | 'b'> {
  judgement: Judgement;
}

export const insertJudgements = (
  tx: Db,
  pairs: readonly Pick<Link, 'a' | 'b'>[],
  {
    judgement,
    actionId,
    reason,
    judgedBy,
  }: { judgement: Judgement; actionId: string; reason: string; judgedBy: UserId },
) =>
  tx.execute(sql`
    insert into ${familyJudgements} (a, b, judgement, action_id, reason, judged_by)
    select a, b, ${judgement}, ${actionId}::uuid, ${reason}, ${judgedBy}::uuid
    from unnest(${toBytes(pairs.map(({ a }) => a))}, ${toBytes(pairs.map(({ b }) => b))}) as one (a, b)`);

/** Returns the pairs of the action, none if it was undone before. */
export const undoJudgements = (tx: Db, actionId: string, by: UserId): Promise<Pick<Link, 'a' | 'b'>[]> =>
  tx
    .execute<{ a: string; b: string }>(
      sql`
      update ${familyJudgements} set undone_by = ${by}, undone_at = now()
      where action_id = ${actionId} and undone_at is null
      returning ${hex(sql`a`)} as a, ${hex(sql`b`)} as b`,
    )
    .then(({ rows }) => rows);

export interface JudgementRow extends NewJudgement {
  by: string | null;
}

/** Oldest first, without those that were undone. */
export const listLiveJudgements = (db: Db, pairs: readonly Pick<Link, 'a' | 'b'>[]): Promise<JudgementRow[]> =>
  db
    .execute<JudgementRow & Record<string, unknown>>(
      sql`
      select ${hex(sql`j.a`)} as a, ${hex(sql`j.b`)} as b, j.judgement, j.judged_by as by
      from ${familyJudgements} j
      join unnest(${toBytes(pairs.map(({ a }) => a))}, ${toBytes(pairs.map(({ b }) => b))}) as one (a, b)
        on one.a = j.a and one.b = j.b
      where j.undone_at is null order by j.id`,
    )
    .then(({ rows }) => rows);

/** Those of the indicators that are listed providers. */
export const listListedProviders = (db: Db, keys: readonly IndicatorKey[]): Promise<IndicatorKey[]> =>
  db
    .execute<{ indicator: string }>(
      sql`
      select ${hex(sql`indicator`)} as indicator from unnest(${toBytes(keys)}) as indicator where ${sql.raw(isListedProvider('indicator'))}`,
    )
    .then(({ rows }) => rows.map(({ indicator }) => indicator));

// What people see

/** A warned indicator that has a trace in common with what is asked about. */
export interface SharedRow {
  question: number;
  /** The key of what is asked about: the trace itself, or an indicator that carries it. */
  asked: IndicatorKey;
  trace: IndicatorKey;
  traceKind: TraceKind;
  /** Null for a hidden kind. */
  traceValue: string | null;
  kind: IndicatorKind;
  value: string;
  seenAt: Date;
  /** Null for a report of ours. */
  listName: string | null;
  listUrl: string | null;
  /** Of the indicators with this trace. */
  count: number;
}

const MAX_SHARED_ROWS = 5000;
const sharedStatement = prepareStatement({
  name: 'families-shared',
  text: `
  with asked as (select distinct question, key from unnest($1::int[], $2::bytea[]) as one (question, key)),
  hits as (
    select asked.question, asked.key as asked, t.trace, t.kind, t.indicator, t.seen_at, t.source_id
    from asked join ${quotedTableName(familyTraces)} t on t.trace = asked.key and not t.is_gone
    where not ${isListedProvider('t.indicator')}
    union all
    select asked.question, asked.key, t.trace, t.kind, t.indicator, t.seen_at, t.source_id
    from asked join ${quotedTableName(familyTraces)} own on own.indicator = asked.key and not own.is_gone
    join ${quotedTableName(familyTraces)} t on t.trace = own.trace and t.indicator <> own.indicator and not t.is_gone
    join ${quotedTableName(familyLinks)} l on l.a = least(t.indicator, own.indicator) and l.b = greatest(t.indicator, own.indicator)
      and l.is_active and not l.is_blocked
  ),
  shown as (
    select hits.question, hits.trace, hits.kind, hits.indicator, max(hits.seen_at) as seen_at,
      -- PostgreSQL before 18 has no min(bytea).
      coalesce(min(encode(hits.asked, 'hex')) filter (where hits.asked = hits.trace), min(encode(hits.asked, 'hex'))) as asked,
      bool_or(hits.source_id is null) as is_own, min(source.name) as list_name, min(source.url) as list_url
    from hits left join ${quotedTableName(indicatorSources)} source on source.id = hits.source_id
    where not exists (select from asked where asked.question = hits.question and asked.key = hits.indicator)
      and coalesce(source.may_show, true)
      and ${isRareTrace('hits.trace')} and ${isWarned('hits.trace')} and ${isWarned('hits.indicator')}
    group by hits.question, hits.trace, hits.kind, hits.indicator
  ),
  ranked as (
    select *, row_number() over (partition by question, trace order by seen_at desc, indicator) as place,
      count(*) over (partition by question, trace)::int as count
    from shown
  )
  select ranked.question, ranked.asked, encode(ranked.trace, 'hex') as trace, ranked.kind as "traceKind", t.value as "traceValue",
    i.kind, i.value, ranked.seen_at as "seenAt", ranked.count,
    case when not ranked.is_own then ranked.list_name end as "listName",
    case when not ranked.is_own then ranked.list_url end as "listUrl"
  from ranked join ${quotedTableName(indicators)} i on i.key = ranked.indicator
    join ${quotedTableName(indicators)} t on t.key = ranked.trace
  where place <= ${familyLimits.shownMembers}
  order by ranked.question, ranked.count desc, ranked.trace, place limit ${MAX_SHARED_ROWS}`,
});

/** For many questions at once, each with the keys of what it asks about. */
export const listShared = (database: Database, questions: readonly (readonly Buffer[])[]) =>
  database.read<SharedRow & Record<string, unknown>>(sharedStatement, [
    questions.flatMap((keys, question) => keys.map(() => question)),
    questions.flat(),
  ]);

const providerSiteStatement = prepareStatement({
  name: 'families-provider-site',
  text: `select website_site as site from ${quotedTableName(providers)} where id = $1`,
});

export const findProviderSite = (database: Database, id: ProviderId): Promise<string | undefined> =>
  database.read<{ site: string | null }>(providerSiteStatement, [id]).then(([row]) => row?.site ?? undefined);

// For moderators

export interface FamilyRow {
  id: string;
  size: number;
  blocked: number;
  examples: string[];
  total: number;
}

export const listFamilies = (db: Db, { limit, offset }: { limit: number; offset: number }): Promise<FamilyRow[]> =>
  db
    .execute<FamilyRow & Record<string, unknown>>(
      sql`
      with sized as (select family_id, count(*)::int as size from ${familyMembers} group by family_id),
      blocked as (
        select family_id, count(distinct l.id)::int as blocked
        from ${familyLinks} l join ${familyMembers} m on m.indicator in (l.a, l.b)
        where l.is_active and l.is_blocked group by family_id)
      select family_id::text as id, size, coalesce(blocked, 0) as blocked, count(*) over ()::int as total, array(
        select i.value from ${familyMembers} m join ${indicators} i on i.key = m.indicator
        where m.family_id = sized.family_id order by i.last_seen_at desc, i.key limit ${listLimits.lookup}) as examples
      from sized left join blocked using (family_id)
      order by coalesce(blocked, 0) > 0 desc, size desc, family_id limit ${limit} offset ${offset}`,
    )
    .then(({ rows }) => rows);

export const countFamiliesWithBlocked = (db: Db): Promise<number> =>
  db
    .execute<{ n: number }>(
      sql`
      select count(distinct m.family_id)::int as n from ${familyLinks} l join ${familyMembers} m on m.indicator in (l.a, l.b)
      where l.is_active and l.is_blocked`,
    )
    .then(({ rows }) => rows[0]!.n);

/** Indicators that share a rare trace or a link with these, besides themselves. */
export const listNeighbours = (db: Db, keys: readonly IndicatorKey[], limit: number): Promise<IndicatorKey[]> =>
  db
    .execute<{ indicator: string }>(
      sql`
      select ${hex(sql`indicator`)} as indicator from (
        select other.indicator from ${familyTraces} own join ${familyTraces} other on other.trace = own.trace
        where own.indicator = any(${toBytes(keys)}) and not own.is_gone and not other.is_gone
          and ${sql.raw(isRareTrace('own.trace'))}
        union
        select case when l.a = any(${toBytes(keys)}) then l.b else l.a end from ${familyLinks} l
        where (l.a = any(${toBytes(keys)}) or l.b = any(${toBytes(keys)}))
          and (l.is_active or l.judgement is not null)) near
      where indicator <> all(${toBytes(keys)}) order by indicator limit ${limit}`,
    )
    .then(({ rows }) => rows.map(({ indicator }) => indicator));

export interface IndicatorRow {
  key: IndicatorKey;
  kind: IndicatorKind;
  value: string;
  isWarned: boolean;
  isListed: boolean;
}

export const listIndicators = (db: Db, keys: readonly IndicatorKey[]): Promise<IndicatorRow[]> =>
  db
    .execute<IndicatorRow & Record<string, unknown>>(
      sql`
      select ${hex(sql`indicator.key`)} as key, indicator.kind, indicator.value, ${sql.raw(isWarned('indicator.key'))} as "isWarned",
        ${sql.raw(isListedProvider('indicator.key'))} as "isListed"
      from ${indicators} indicator where indicator.key = any(${toBytes(keys)}) and indicator.value is not null
        and indicator.kind = any(${sql.param(memberKinds)}::text[]) order by indicator.value, indicator.key`,
    )
    .then(({ rows }) => rows);

export interface PairTraceRow {
  a: IndicatorKey;
  b: IndicatorKey;
  kind: TraceKind;
  value: string | null;
  carriers: number;
  seenOn: string;
  listName: string | null;
}

/** What pairs of these indicators have in common, each trace once. */
export const listPairTraces = (db: Db, keys: readonly IndicatorKey[], limit: number): Promise<PairTraceRow[]> =>
  db
    .execute<PairTraceRow & Record<string, unknown>>(
      sql`
      select ${hex(sql`x.indicator`)} as a, ${hex(sql`y.indicator`)} as b, x.kind, i.value,
        (select count(distinct c.indicator)::int from ${familyTraces} c where c.trace = x.trace and not c.is_gone) as carriers,
        to_char(max(greatest(x.seen_at, y.seen_at)), 'YYYY-MM-DD') as "seenOn", min(source.name) as "listName"
      from ${familyTraces} x join ${familyTraces} y on y.trace = x.trace and y.indicator > x.indicator
      join ${indicators} i on i.key = x.trace
      left join ${indicatorSources} source on source.id = y.source_id
      where x.indicator = any(${toBytes(keys)}) and y.indicator = any(${toBytes(keys)}) and not x.is_gone and not y.is_gone
      group by x.indicator, y.indicator, x.trace, x.kind, i.value order by x.indicator, y.indicator, x.kind, x.trace limit ${limit}`,
    )
    .then(({ rows }) => rows);

export interface JudgementRecord extends NewJudgement {
  actionId: string;
  reason: string;
  by: string | null;
  at: Date;
  undoneBy: string | null;
  undoneAt: Date | null;
}

/** All that was ever said of pairs of these indicators, newest first. */
export const listJudgements = (db: Db, keys: readonly IndicatorKey[], limit: number): Promise<JudgementRecord[]> =>
  db
    .select({
      a: sql<string>`encode(${familyJudgements.a}, 'hex')`,
      b: sql<string>`encode(${familyJudgements.b}, 'hex')`,
      judgement: familyJudgements.judgement,
      actionId: familyJudgements.actionId,
      reason: familyJudgements.reason,
      by: users.email,
      at: familyJudgements.judgedAt,
      undoneBy: undoers.email,
      undoneAt: familyJudgements.undoneAt,
    })
    .from(familyJudgements)
    .leftJoin(users, eq(users.id, familyJudgements.judgedBy))
    .leftJoin(undoers, eq(undoers.id, familyJudgements.undoneBy))
    .where(sql`${familyJudgements.a} = any(${toBytes(keys)}) and ${familyJudgements.b} = any(${toBytes(keys)})`)
    .orderBy(desc(familyJudgements.id))
    .limit(limit);
