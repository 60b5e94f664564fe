import type { CaseId } from '@hakiki/contract/admin';
import type { FilingKind, IndicatorKind, ReportType } from '@hakiki/contract/alert-values';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { named } from '../../platform/db/statement.ts';
import { nameOf } from '../../platform/db/name-of.ts';
import { providers } from '../directory/tables.ts';
import { filed } from '../filings/tables.ts';
import { filingIndicators, indicators } from '../indicators/tables.ts';
import type { CaseKeys } from './case-keys.ts';
import { caseFilings, caseKeys, caseTexts, cases } from './tables.ts';

/** What a filing says, and about whom. */
export interface FiledText {
  kind: FilingKind;
  words: string;
  countries: string[];
  /** Of one that is in the register already. */
  providerId: string | null;
  providerName: string | null;
  /** Its own, for a proposed provider; else that of the provider it is about, if we have verified that one. */
  website: string | null;
}

const textStatement = named({
  name: 'cases-filed-text',
  text: `
  select f.kind, f.words, f.countries, f.provider_name as "providerName",
    case when f.kind <> 'submission' then f.provider_id end as "providerId",
    case when f.kind = 'submission' or p.verification_status = 'Verified' then p.website end as website
  from ${nameOf(filed)} f left join ${nameOf(providers)} p on p.id = f.provider_id
  where f.id = $1`,
});

export const findFiledText = async (database: Database, filingId: string): Promise<FiledText | undefined> =>
  (await database.read<{ [Key in keyof FiledText]: FiledText[Key] }>(textStatement, [filingId]))[0];

const GROUPING_LOCK = 4_715_003;

/** One filing at a time, whoever examines it: two of a kind that arrive together would each open a case. */
export const lockGrouping = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${GROUPING_LOCK})`);

export const findCaseOf = (tx: Db, filingId: string) =>
  only<{ caseId: string }>(tx, sql`select case_id as "caseId" from ${caseFilings} where filing_id = ${filingId}`);

/** Read after the lock, so that a decision is either seen here or finds the filing in its case. */
export const findStanding = (tx: Db, filingId: string) =>
  only<{ isDecided: boolean; isPublic: boolean; isGrouped: boolean }>(
    tx,
    sql`
    select f.status <> 'pending' as "isDecided", f.is_public as "isPublic",
      exists (select from ${caseFilings} where filing_id = f.id) as "isGrouped"
    from ${filed} f
    where f.id = ${filingId}`,
  );

const MOST_CANDIDATES = 5;

/** Open cases that have keys in common: by what is named before whom it is about, then the one with the most, then the oldest. */
export async function listByKeys(tx: Db, { traces, providers }: CaseKeys): Promise<string[]> {
  if (traces.length + providers.length === 0) return [];
  const isTrace = sql`k.key = any (${sql.param(traces)}::bytea[])`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select c.id from ${caseKeys} k join ${cases} c on c.id = k.case_id
    where k.key = any (${sql.param([...traces, ...providers])}::bytea[]) and c.is_open
    group by c.id
    order by count(*) filter (where ${isTrace}) desc, count(*) desc, c.created_at, c.id limit ${MOST_CANDIDATES}`);
  return rows.map(({ id }) => id);
}

/** From here on two texts tell the same story. */
const SAME_STORY = 0.55;
/** Enough between reports that also name the same website, wallet or person. */
const KINDRED_STORY = 0.3;
/** In how many ways a case may be told. */
const MOST_TEXTS = 8;

/** Bounds for a flood of texts that are all somewhat alike: so many are looked at, and of these the nearest compared in full. */
const MOST_NEAR = 500;
const MOST_COMPARED = 40;

/** A text as it is compared. */
export interface Story {
  textKey: string;
  bands: number[];
}

/** Open cases that tell the same story, the likest first. */
export async function listAlike(tx: Db, { textKey, bands }: Story): Promise<string[]> {
  const given = sql`${sql.param(bands)}::integer[]`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select near.case_id as id, max(similarity(near.text_key, ${textKey})) as alike
    from (
      select case_id, text_key
      from (select * from ${caseTexts} where is_open and bands && ${given} limit ${MOST_NEAR}) met
      order by (select count(*) from unnest(bands) as band where band = any (${given})) desc, filing_id
      limit ${MOST_COMPARED}
    ) near
    group by near.case_id having max(similarity(near.text_key, ${textKey})) >= ${SAME_STORY}
    order by alike desc, id limit ${MOST_CANDIDATES}`);
  return rows.map(({ id }) => id);
}

export async function openCase(tx: Db, leadId: string): Promise<string> {
  const values = { leadId, filingCount: 0, undecidedCount: 0 };
  const [opened] = await tx.insert(cases).values(values).returning({ id: cases.id });
  return opened!.id;
}

export async function join(tx: Db, caseId: string, filingId: string, { isDecided }: { isDecided: boolean }) {
  await tx.insert(caseFilings).values({ caseId, filingId });
  await tx.execute(sql`
    update ${cases} set filing_count = filing_count + 1, undecided_count = undecided_count + ${isDecided ? 0 : 1},
      newest_filing_at = now()
    where id = ${caseId}`);
}

/** The first text of a case, and later ones that tell the same thing differently enough to be worth knowing. */
export const addText = (tx: Db, caseId: string, filingId: string, { textKey, bands }: Story) =>
  tx.execute(sql`
    insert into ${caseTexts} (filing_id, case_id, text_key, bands, is_open)
    select ${filingId}, c.id, ${textKey}, ${sql.param(bands)}::integer[], c.is_open
    from ${cases} c cross join lateral (
      select count(*) as n, max(similarity(text_key, ${textKey})) as alike from ${caseTexts} where case_id = c.id
    ) told
    where c.id = ${caseId}
      and (told.n = 0 or told.n < ${MOST_TEXTS} and told.alike >= ${KINDRED_STORY} and told.alike < ${SAME_STORY})`);

/** Which of the others tell a story like this one's. */
export async function listKindred(tx: Db, caseId: string, others: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct other.case_id as id from ${caseTexts} mine join ${caseTexts} other
      on similarity(mine.text_key, other.text_key) >= ${KINDRED_STORY}
    where mine.case_id = ${caseId} and other.case_id in ${[...others]}`);
  return rows.map(({ id }) => id);
}

/** Into the largest, so that a report changes its case few times in its life. */
export async function merge(tx: Db, caseIds: readonly string[]): Promise<string> {
  const largest = await only<{ id: string }>(
    tx,
    sql`select id from ${cases} where id in ${[...caseIds]} order by filing_count desc, created_at, id limit 1`,
  );
  const kept = largest!.id;
  const rest = caseIds.filter((id) => id !== kept);
  for (const table of [caseFilings, caseKeys, caseTexts]) {
    await tx.execute(sql`update ${table} set case_id = ${kept} where case_id in ${rest}`);
  }
  await tx.execute(sql`
    with gone as (delete from ${cases} where id in ${rest} returning filing_count, undecided_count, newest_filing_at),
      added as (
        select sum(filing_count) as filings, sum(undecided_count) as undecided, max(newest_filing_at) as newest from gone
      )
    update ${cases} c set filing_count = c.filing_count + added.filings,
      undecided_count = c.undecided_count + added.undecided, newest_filing_at = greatest(c.newest_filing_at, added.newest)
    from added where c.id = ${kept}`);
  return kept;
}

/** A key that leads to a closed case leads here from now on; one that leads to another open case stays. */
export const addKeys = (tx: Db, caseId: string, keys: readonly Buffer[]) =>
  tx
    .insert(caseKeys)
    .values(keys.map((key) => ({ key, caseId })))
    .onConflictDoUpdate({
      target: caseKeys.key,
      set: { caseId },
      setWhere: sql`not exists (select from ${cases} c where c.id = ${caseKeys.caseId} and c.is_open)`,
    });

export async function moveUndecided(tx: Db, caseId: string, step: 1 | -1) {
  await tx.execute(sql`
    update ${cases} set undecided_count = least(filing_count, greatest(0, undecided_count + ${step})) where id = ${caseId}`);
  await tx.execute(sql`
    update ${caseTexts} t set is_open = c.is_open from ${cases} c
    where c.id = t.case_id and t.case_id = ${caseId} and t.is_open <> c.is_open`);
}

export interface CaseIndicator {
  kind: IndicatorKind;
  value: string | null;
  /** In reports of other cases. */
  reportCount: number;
  isPublic: boolean;
}

const INDICATORS_SHOWN = 100;
/** A name that thousands have given is known well enough. */
const MOST_COUNTED = 5000;

const indicatorsStatement = named({
  name: 'cases-indicators',
  text: `
  select named.kind, named.value, elsewhere.n as "reportCount",
    exists (select from ${nameOf(indicators)} i where i.key = named.key) as "isPublic"
  from (
    select fi.key, fi.kind, fi.value, count(*) as n
    from case_filings cf join ${nameOf(filingIndicators)} fi on fi.filing_id = cf.filing_id
    where cf.case_id = $1
    group by fi.key, fi.kind, fi.value order by n desc, fi.kind, fi.value, fi.key limit ${INDICATORS_SHOWN}
  ) named cross join lateral (
    select count(*)::int as n
    from (select filing_id from ${nameOf(filingIndicators)} where key = named.key limit ${MOST_COUNTED}) o
      left join case_filings cf on cf.filing_id = o.filing_id
    where cf.case_id is distinct from $1
  ) elsewhere
  order by named.n desc, named.kind, named.value, named.key`,
});

export const listIndicators = (database: Database, caseId: string) =>
  database.read<{ [Key in keyof CaseIndicator]: CaseIndicator[Key] }>(indicatorsStatement, [caseId]);

export interface SimilarCase {
  id: CaseId;
  title: string;
  reportType: ReportType | null;
  outcome: 'approved' | 'rejected' | 'mixed';
  createdAt: Date;
}

const SIMILAR_SHOWN = 5;
/** What tells how a large case ended. */
const OUTCOMES_READ = 200;

/** Who names the same is more alike than who tells the same. */
const similarStatement = named({
  name: 'cases-similar',
  text: `
  with named as (
    select distinct fi.key from case_filings cf join ${nameOf(filingIndicators)} fi on fi.filing_id = cf.filing_id
    where cf.case_id = $1 limit ${INDICATORS_SHOWN}
  ),
  candidates as (
    select cf.case_id, 1 + count(distinct named.key) as alike
    from named cross join lateral (
      select filing_id from ${nameOf(filingIndicators)} where key = named.key limit ${MOST_COUNTED}
    ) o join case_filings cf on cf.filing_id = o.filing_id
    group by cf.case_id
    union all
    select near.case_id, similarity(near.text_key, mine.text_key)
    from case_texts mine cross join lateral (
      select met.case_id, met.text_key
      from (select * from case_texts t where not t.is_open and t.bands && mine.bands limit ${MOST_NEAR}) met
      order by (select count(*) from unnest(met.bands) as band where band = any (mine.bands)) desc, met.filing_id
      limit ${MOST_COMPARED}
    ) near
    where mine.case_id = $1
  ),
  found as (
    select c.id, c.lead_id, c.created_at, max(candidates.alike) as alike
    from candidates join cases c on c.id = candidates.case_id
    where not c.is_open and c.id <> $1 and candidates.alike >= ${KINDRED_STORY}
    group by c.id order by alike desc, c.created_at desc, c.id limit ${SIMILAR_SHOWN}
  )
  select found.id, lead.title, lead.report_type as "reportType", ended.outcome, found.created_at as "createdAt"
  from found join ${nameOf(filed)} lead on lead.id = found.lead_id
    cross join lateral (
      select case when bool_and(was.is_upheld) then 'approved' when bool_or(was.is_upheld) then 'mixed'
        else 'rejected' end as outcome
      from (
        select f.is_public or f.status = 'merged' as is_upheld from case_filings cf join ${nameOf(filed)} f on f.id = cf.filing_id
        where cf.case_id = found.id limit ${OUTCOMES_READ}
      ) was
    ) ended
  order by found.alike desc, found.created_at desc, found.id`,
});

export const listSimilar = (database: Database, caseId: string) =>
  database.read<{ [Key in keyof SimilarCase]: SimilarCase[Key] }>(similarStatement, [caseId]);

async function only<Row extends Record<string, unknown>>(
  tx: Db,
  query: ReturnType<typeof sql>,
): Promise<Row | undefined> {
  const { rows } = await tx.execute<Row>(query);
  return rows[0] as Row | undefined;
}
