import { type Judgement, familyLimits, familyRules, thingKinds, type TraceKind } from '@hakiki/contract/family-values';
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
export type ThingKey = string;

const toBytes = (keys: readonly ThingKey[]) => sql`${sql.param(keys.map((key) => Buffer.from(key, 'hex')))}::bytea[]`;
const hex = (column: SQL) => sql`encode(${column}, 'hex')`;

const takers = alias(users, 'takers');

/** Serialises everything that changes links or families. */
export const lock = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('families', 0))`);

// Traces

export interface FilingIndicator {
  key: ThingKey;
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
  thing: ThingKey;
  trace: ThingKey;
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
    insert into ${familyTraces} (thing, trace, kind, filing_id, source_id)
    select thing, trace, kind, ${'filingId' in origin ? origin.filingId : null}::uuid,
      ${'sourceId' in origin ? origin.sourceId : null}::smallint
    from unnest(${toBytes(carried.map(({ thing }) => thing))}, ${toBytes(carried.map(({ trace }) => trace))},
      ${sql.param(carried.map(({ kind }) => kind))}::text[]) as one (thing, trace, kind)
    order by thing, trace
    on conflict (thing, trace, filing_id, source_id) do update set is_gone = false, is_applied = false
      where ${familyTraces}.is_gone`);

/** After a decision about an indicator, wherever it is a thing or a trace. */
export const markWaiting = (tx: Db, keys: readonly ThingKey[]) =>
  tx.execute(sql`
    update ${familyTraces} set is_applied = false
    where is_applied and (thing = any(${toBytes(keys)}) or trace = any(${toBytes(keys)}))`);

/** The next traces whose carriers changed. What changes from now on waits for another turn. */
export async function takeWaitingTraces(tx: Db, limit: number): Promise<ThingKey[]> {
  const { rows } = await tx.execute<{ trace: string }>(sql`
    with waiting as (select distinct trace from ${familyTraces} where not is_applied limit ${limit}),
    taken as (
      update ${familyTraces} one set is_applied = true from waiting
      where one.trace = waiting.trace and not one.is_applied returning one.trace)
    select distinct ${hex(sql`trace`)} as trace from taken`);
  return rows.map(({ trace }) => trace);
}

export interface Carrier {
  trace: ThingKey;
  thing: ThingKey;
  isGone: boolean;
}

export const listCarriers = (tx: Db, traces: readonly ThingKey[]): Promise<Carrier[]> =>
  tx
    .execute<Carrier & Record<string, unknown>>(
      sql`
      select ${hex(sql`trace`)} as trace, ${hex(sql`thing`)} as thing, bool_and(is_gone) as "isGone"
      from ${familyTraces} where trace = any(${toBytes(traces)}) group by 1, 2`,
    )
    .then(({ rows }) => rows);

export const deleteGone = (tx: Db, traces: readonly ThingKey[]) =>
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

/** Carried by so few things that it tells something. */
const isRareTrace = (trace: string) => `
  (select count(*) from (
    select distinct carrier.thing from ${quotedTableName(familyTraces)} carrier
    where carrier.trace = ${trace} and not carrier.is_gone limit ${familyRules.carriers + 1}
  ) few) <= ${familyRules.carriers}`;

export interface SharedPair {
  a: ThingKey;
  b: ThingKey;
  kinds: TraceKind[];
}

const listSharedPairs = (tx: Db, condition: SQL): Promise<SharedPair[]> =>
  tx
    .execute<SharedPair & Record<string, unknown>>(
      sql`
      with usable as materialized (
        select distinct x.trace, x.kind, x.thing from ${familyTraces} x
        where not x.is_gone and ${condition}
          and ${sql.raw(`${isRareTrace('x.trace')} and ${isWarned('x.trace')}`)}
          and ${sql.raw(`${isWarned('x.thing')} and not ${isListedProvider('x.thing')}`)})
      select ${hex(sql`x.thing`)} as a, ${hex(sql`y.thing`)} as b, array_agg(distinct x.kind) as kinds
      from usable x join usable y on y.trace = x.trace and y.thing > x.thing
      group by x.thing, y.thing`,
    )
    .then(({ rows }) => rows);

/** Pairs of these things that share traces, with the kinds of the traces. */
export const listSharedAmong = (tx: Db, things: readonly ThingKey[]): Promise<SharedPair[]> =>
  listSharedPairs(tx, sql`x.thing = any(${toBytes(things)})`);

/** The things that carry the next traces which few things have in common; without `lastTrace` it was the last page. */
export async function listCarriedTogether(db: Db, afterTrace: ThingKey, limit: number) {
  const { rows } = await db.execute<{ trace: string; things: string[] }>(sql`
    select ${hex(sql`trace`)} as trace, array_agg(distinct ${hex(sql`thing`)}) as things from ${familyTraces}
    where not is_gone and family_traces.trace > decode(${afterTrace}, 'hex') group by family_traces.trace
    having count(distinct thing) between 2 and ${familyRules.carriers}
    order by family_traces.trace limit ${limit}`);
  return { things: [...new Set(rows.flatMap(({ things }) => things))], lastTrace: rows.at(-1)?.trace };
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

export const listLinksAmong = (db: Db, things: readonly ThingKey[]): Promise<LinkRow[]> =>
  selectLinks(db, sql`where a = any(${toBytes(things)}) and b = any(${toBytes(things)}) order by id`);

export const listRefusedAmong = (db: Db, things: readonly ThingKey[]): Promise<LinkRow[]> =>
  selectLinks(db, sql`where judgement = 'notSame' and a = any(${toBytes(things)}) and b = any(${toBytes(things)})`);

export const listActiveLinksOf = (db: Db, things: readonly ThingKey[]): Promise<LinkRow[]> =>
  selectLinks(db, sql`where is_active and (a = any(${toBytes(things)}) or b = any(${toBytes(things)}))`);

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

/** For a judgement of two things that no trace links, too. */
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
  thing: ThingKey;
  familyId: number;
}

/** All members of the families of these things. */
export const listFamiliesOf = (db: Db, things: readonly ThingKey[]): Promise<Member[]> =>
  db
    .execute<Member & Record<string, unknown>>(
      sql`
      select ${hex(sql`m.thing`)} as thing, m.family_id::int as "familyId" from ${familyMembers} m
      where m.family_id in (select family_id from ${familyMembers} where thing = any(${toBytes(things)}))`,
    )
    .then(({ rows }) => rows);

export const listMembersAfter = (db: Db, thing: ThingKey, limit: number): Promise<Member[]> =>
  db
    .execute<Member & Record<string, unknown>>(
      sql`
      select ${hex(sql`thing`)} as thing, family_id::int as "familyId" from ${familyMembers}
      where thing > decode(${thing}, 'hex') order by family_members.thing limit ${limit}`,
    )
    .then(({ rows }) => rows);

export const relabel = (tx: Db, things: readonly ThingKey[], familyId: number) =>
  tx.execute(sql`
    insert into ${familyMembers} (thing, family_id) select thing, ${familyId} from unnest(${toBytes(things)}) as thing
    on conflict (thing) do update set family_id = excluded.family_id`);

export async function replaceMembers(tx: Db, things: readonly ThingKey[], members: readonly Member[]): Promise<void> {
  await tx.execute(sql`delete from ${familyMembers} where thing = any(${toBytes(things)})`);
  if (members.length === 0) return;
  await tx.execute(sql`
    insert into ${familyMembers} (thing, family_id)
    select * from unnest(${toBytes(members.map(({ thing }) => thing))},
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

/** Returns the pairs of the action, none if it was taken back before. */
export const takeBack = (tx: Db, actionId: string, by: UserId): Promise<Pick<Link, 'a' | 'b'>[]> =>
  tx
    .execute<{ a: string; b: string }>(
      sql`
      update ${familyJudgements} set taken_back_by = ${by}, taken_back_at = now()
      where action_id = ${actionId} and taken_back_at is null
      returning ${hex(sql`a`)} as a, ${hex(sql`b`)} as b`,
    )
    .then(({ rows }) => rows);

export interface JudgementRow extends NewJudgement {
  by: string | null;
}

/** Oldest first, without those that were taken back. */
export const listLiveJudgements = (db: Db, pairs: readonly Pick<Link, 'a' | 'b'>[]): Promise<JudgementRow[]> =>
  db
    .execute<JudgementRow & Record<string, unknown>>(
      sql`
      select ${hex(sql`j.a`)} as a, ${hex(sql`j.b`)} as b, j.judgement, j.judged_by as by
      from ${familyJudgements} j
      join unnest(${toBytes(pairs.map(({ a }) => a))}, ${toBytes(pairs.map(({ b }) => b))}) as one (a, b)
        on one.a = j.a and one.b = j.b
      where j.taken_back_at is null order by j.id`,
    )
    .then(({ rows }) => rows);

/** Those of the things that are listed providers. */
export const listListedProviders = (db: Db, things: readonly ThingKey[]): Promise<ThingKey[]> =>
  db
    .execute<{ thing: string }>(
      sql`
      select ${hex(sql`thing`)} as thing from unnest(${toBytes(things)}) as thing where ${sql.raw(isListedProvider('thing'))}`,
    )
    .then(({ rows }) => rows.map(({ thing }) => thing));

// What people see

/** A warned thing that has a trace in common with what is asked about. */
export interface SharedRow {
  question: number;
  /** The key of what is asked about: the trace itself, or a thing that carries it. */
  asked: ThingKey;
  trace: ThingKey;
  traceKind: TraceKind;
  /** Null for a hidden kind. */
  traceValue: string | null;
  kind: IndicatorKind;
  value: string;
  seenAt: Date;
  /** Null for a report of ours. */
  listName: string | null;
  listUrl: string | null;
  /** Of the things with this trace. */
  count: number;
}

const MAX_SHARED_ROWS = 5000;
const sharedStatement = prepareStatement({
  name: 'families-shared',
  text: `
  with asked as (select distinct question, key from unnest($1::int[], $2::bytea[]) as one (question, key)),
  hits as (
    select asked.question, asked.key as asked, t.trace, t.kind, t.thing, t.seen_at, t.source_id
    from asked join ${quotedTableName(familyTraces)} t on t.trace = asked.key and not t.is_gone
    where not ${isListedProvider('t.thing')}
    union all
    select asked.question, asked.key, t.trace, t.kind, t.thing, t.seen_at, t.source_id
    from asked join ${quotedTableName(familyTraces)} own on own.thing = asked.key and not own.is_gone
    join ${quotedTableName(familyTraces)} t on t.trace = own.trace and t.thing <> own.thing and not t.is_gone
    join ${quotedTableName(familyLinks)} l on l.a = least(t.thing, own.thing) and l.b = greatest(t.thing, own.thing)
      and l.is_active and not l.is_blocked
  ),
  shown as (
    select hits.question, hits.trace, hits.kind, hits.thing, max(hits.seen_at) as seen_at,
      -- PostgreSQL before 18 has no min(bytea).
      coalesce(min(encode(hits.asked, 'hex')) filter (where hits.asked = hits.trace), min(encode(hits.asked, 'hex'))) as asked,
      bool_or(hits.source_id is null) as is_own, min(source.name) as list_name, min(source.url) as list_url
    from hits left join ${quotedTableName(indicatorSources)} source on source.id = hits.source_id
    where not exists (select from asked where asked.question = hits.question and asked.key = hits.thing)
      and coalesce(source.may_show, true)
      and ${isRareTrace('hits.trace')} and ${isWarned('hits.trace')} and ${isWarned('hits.thing')}
    group by hits.question, hits.trace, hits.kind, hits.thing
  ),
  ranked as (
    select *, row_number() over (partition by question, trace order by seen_at desc, thing) as place,
      count(*) over (partition by question, trace)::int as count
    from shown
  )
  select ranked.question, ranked.asked, encode(ranked.trace, 'hex') as trace, ranked.kind as "traceKind", t.value as "traceValue",
    i.kind, i.value, ranked.seen_at as "seenAt", ranked.count,
    case when not ranked.is_own then ranked.list_name end as "listName",
    case when not ranked.is_own then ranked.list_url end as "listUrl"
  from ranked join ${quotedTableName(indicators)} i on i.key = ranked.thing
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
        from ${familyLinks} l join ${familyMembers} m on m.thing in (l.a, l.b)
        where l.is_active and l.is_blocked group by family_id)
      select family_id::text as id, size, coalesce(blocked, 0) as blocked, count(*) over ()::int as total, array(
        select i.value from ${familyMembers} m join ${indicators} i on i.key = m.thing
        where m.family_id = sized.family_id order by i.last_seen_at desc, i.key limit ${listLimits.lookup}) as examples
      from sized left join blocked using (family_id)
      order by coalesce(blocked, 0) > 0 desc, size desc, family_id limit ${limit} offset ${offset}`,
    )
    .then(({ rows }) => rows);

export const countFamiliesWithBlocked = (db: Db): Promise<number> =>
  db
    .execute<{ n: number }>(
      sql`
      select count(distinct m.family_id)::int as n from ${familyLinks} l join ${familyMembers} m on m.thing in (l.a, l.b)
      where l.is_active and l.is_blocked`,
    )
    .then(({ rows }) => rows[0]!.n);

/** Things that share a rare trace or a link with these, besides themselves. */
export const listNeighbours = (db: Db, things: readonly ThingKey[], limit: number): Promise<ThingKey[]> =>
  db
    .execute<{ thing: string }>(
      sql`
      select ${hex(sql`thing`)} as thing from (
        select other.thing from ${familyTraces} own join ${familyTraces} other on other.trace = own.trace
        where own.thing = any(${toBytes(things)}) and not own.is_gone and not other.is_gone
          and ${sql.raw(isRareTrace('own.trace'))}
        union
        select case when l.a = any(${toBytes(things)}) then l.b else l.a end from ${familyLinks} l
        where (l.a = any(${toBytes(things)}) or l.b = any(${toBytes(things)}))
          and (l.is_active or l.judgement is not null)) near
      where thing <> all(${toBytes(things)}) order by thing limit ${limit}`,
    )
    .then(({ rows }) => rows.map(({ thing }) => thing));

export interface ThingRow {
  key: ThingKey;
  kind: IndicatorKind;
  value: string;
  isWarned: boolean;
  isListed: boolean;
}

export const listThings = (db: Db, keys: readonly ThingKey[]): Promise<ThingRow[]> =>
  db
    .execute<ThingRow & Record<string, unknown>>(
      sql`
      select ${hex(sql`thing.key`)} as key, thing.kind, thing.value, ${sql.raw(isWarned('thing.key'))} as "isWarned",
        ${sql.raw(isListedProvider('thing.key'))} as "isListed"
      from ${indicators} thing where thing.key = any(${toBytes(keys)}) and thing.value is not null
        and thing.kind = any(${sql.param(thingKinds)}::text[]) order by thing.value, thing.key`,
    )
    .then(({ rows }) => rows);

export interface PairTraceRow {
  a: ThingKey;
  b: ThingKey;
  kind: TraceKind;
  value: string | null;
  carriers: number;
  seenOn: string;
  listName: string | null;
}

/** What pairs of these things have in common, each trace once. */
export const listPairTraces = (db: Db, things: readonly ThingKey[], limit: number): Promise<PairTraceRow[]> =>
  db
    .execute<PairTraceRow & Record<string, unknown>>(
      sql`
      select ${hex(sql`x.thing`)} as a, ${hex(sql`y.thing`)} as b, x.kind, i.value,
        (select count(distinct c.thing)::int from ${familyTraces} c where c.trace = x.trace and not c.is_gone) as carriers,
        to_char(max(greatest(x.seen_at, y.seen_at)), 'YYYY-MM-DD') as "seenOn", min(source.name) as "listName"
      from ${familyTraces} x join ${familyTraces} y on y.trace = x.trace and y.thing > x.thing
      join ${indicators} i on i.key = x.trace
      left join ${indicatorSources} source on source.id = y.source_id
      where x.thing = any(${toBytes(things)}) and y.thing = any(${toBytes(things)}) and not x.is_gone and not y.is_gone
      group by x.thing, y.thing, x.trace, x.kind, i.value order by x.thing, y.thing, x.kind, x.trace limit ${limit}`,
    )
    .then(({ rows }) => rows);

export interface JudgementRecord extends NewJudgement {
  actionId: string;
  reason: string;
  by: string | null;
  at: Date;
  takenBackBy: string | null;
  takenBackAt: Date | null;
}

/** All that was ever said of pairs of these things, newest first. */
export const listJudgements = (db: Db, things: readonly ThingKey[], limit: number): Promise<JudgementRecord[]> =>
  db
    .select({
      a: sql<string>`encode(${familyJudgements.a}, 'hex')`,
      b: sql<string>`encode(${familyJudgements.b}, 'hex')`,
      judgement: familyJudgements.judgement,
      actionId: familyJudgements.actionId,
      reason: familyJudgements.reason,
      by: users.email,
      at: familyJudgements.judgedAt,
      takenBackBy: takers.email,
      takenBackAt: familyJudgements.takenBackAt,
    })
    .from(familyJudgements)
    .leftJoin(users, eq(users.id, familyJudgements.judgedBy))
    .leftJoin(takers, eq(takers.id, familyJudgements.takenBackBy))
    .where(sql`${familyJudgements.a} = any(${toBytes(things)}) and ${familyJudgements.b} = any(${toBytes(things)})`)
    .orderBy(desc(familyJudgements.id))
    .limit(limit);
