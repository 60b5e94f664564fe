import type { CaseId } from '@hakiki/contract/cases';
import { severities } from '@hakiki/contract/alert-values';
import type { FilingKind } from '@hakiki/contract/filing-values';
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import type { ReportType } from '@hakiki/contract/report-values';
import type { AlertId } from '@hakiki/contract/alerts';
import { inArray, type SQL, sql } from 'drizzle-orm';
import { sqlIndexOf } from '../../../platform/db/columns.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import { quotedTableName } from '../../../platform/db/quoted-table-name.ts';
import { findOne } from '../../../platform/db/find-one.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import { fraudAlerts } from '../../reports/alerts/read-model.ts';
import { providers } from '../../directory/read-model.ts';
import { filed, filingQuestions } from '../../filings/read-model.ts';
import { filingIndicators, indicators } from '../../indicators/read-model.ts';
import { reports } from '../../reports/issues/read-model.ts';
import type { CaseKeys } from './case-keys.ts';
import { caseFilings, caseKeys, caseSnoozes, cases, caseTexts } from './tables.ts';

/** The text of a filing, and the provider that it is about. */
export interface FiledText {
  kind: FilingKind;
  words: string;
  countries: string[];
  /** Null for a provider that is not listed. */
  providerId: string | null;
  providerName: string | null;
  /** Of the proposed provider, or of the verified provider that the filing is about. */
  website: string | null;
}

const filedTextQuery = sql`
  select f.kind, f.words, f.countries, f.provider_name as "providerName",
    case when f.kind <> 'submission' then f.provider_id end as "providerId",
    case when f.kind = 'submission' or p.verification_status = 'Verified' then p.website end as website
  from ${filed} f left join ${providers} p on p.id = f.provider_id`;

export const findFiledText = (tx: Db, filingId: string): Promise<FiledText | undefined> =>
  findOne<{ [Key in keyof FiledText]: FiledText[Key] }>(tx, sql`${filedTextQuery} where f.id = ${filingId}`);

/** The filing that gives the case its title. Read in the transaction that removes filings from the case. */
export const findLeadText = (tx: Db, caseId: string) =>
  findOne<{ leadId: string } & { [Key in keyof FiledText]: FiledText[Key] }>(
    tx,
    sql`
    select c.lead_id as "leadId", lead_text.* from ${cases} c
      cross join lateral (${filedTextQuery} where f.id = c.lead_id) lead_text
    where c.id = ${caseId}`,
  );

const GROUPING_LOCK = 4_715_003;

/**
 * An advisory lock that serialises grouping, because two concurrent reports of one scam would otherwise each open a
 * case. Lock order: this lock, then cases, then their contents, then claims.
 */
export const lockGrouping = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${GROUPING_LOCK})`);

export const findCaseOf = (tx: Db, filingId: string) =>
  findOne<{ caseId: string }>(tx, sql`select case_id as "caseId" from ${caseFilings} where filing_id = ${filingId}`);

export const listCaseIds = (db: Db, filingIds: readonly string[]) =>
  db
    .select({ filingId: caseFilings.filingId, caseId: caseFilings.caseId })
    .from(caseFilings)
    .where(inArray(caseFilings.filingId, [...filingIds]));

export type GroupingState = { isDecided: boolean; isPublic: boolean; isGrouped: boolean };

/** Read after locking, so that a concurrent decision is either visible here or finds the filing in its case. */
export const findGroupingState = (tx: Db, filingId: string) =>
  findOne<GroupingState>(
    tx,
    sql`
    select f.status <> 'pending' as "isDecided", f.is_public as "isPublic",
      exists (select from ${caseFilings} where filing_id = f.id) as "isGrouped"
    from ${filed} f
    where f.id = ${filingId}`,
  );

const MAX_CANDIDATES = 5;

export interface KeyMatch {
  id: string;
  indicatorCount: number;
  keyCount: number;
}

/** Open cases with common keys: most indicators first, then most keys, then the oldest. */
export async function listByKeys(tx: Db, { indicatorKeys, providerKeys }: CaseKeys): Promise<KeyMatch[]> {
  if (indicatorKeys.length + providerKeys.length === 0) return [];
  const isIndicatorKey = sql`k.key = any (${sql.param(indicatorKeys)}::bytea[])`;
  const { rows } = await tx.execute<{ [Key in keyof KeyMatch]: KeyMatch[Key] }>(sql`
    select c.id, (count(*) filter (where ${isIndicatorKey}))::int as "indicatorCount", count(*)::int as "keyCount"
    from ${caseKeys} k join ${cases} c on c.id = k.case_id
    where k.key = any (${sql.param([...indicatorKeys, ...providerKeys])}::bytea[]) and c.is_open
    group by c.id order by "indicatorCount" desc, "keyCount" desc, c.created_at, c.id limit ${MAX_CANDIDATES}`);
  return rows;
}

export const findClosest = (tx: Db, caseIds: readonly string[], { textKey }: CaseText) =>
  findOne<{ id: string }>(
    tx,
    sql`
    select case_id as id from ${caseTexts} where case_id in ${[...caseIds]}
    order by similarity(text_key, ${textKey}) desc, case_id limit 1`,
  );

/** Two texts with at least this similarity describe the same scam. */
const SAME_TEXT_SIMILARITY = 0.55;
/** Sufficient for reports that also name the same website, wallet or person. */
const RELATED_TEXT_SIMILARITY = 0.3;
const MAX_TEXTS_PER_CASE = 8;

/** Limits for a flood of similar texts: candidates to fetch, and closest candidates to compare in full. */
const MAX_FETCHED_TEXTS = 500;
const MAX_COMPARED_TEXTS = 40;

/** A text, prepared for comparison. */
export interface CaseText {
  textKey: string;
  bands: number[];
}

/** Open cases with the same text, most similar first. */
export async function listBySimilarText(tx: Db, { textKey, bands }: CaseText): Promise<string[]> {
  const bandsParameter = sql`${sql.param(bands)}::integer[]`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select near.case_id as id, max(similarity(near.text_key, ${textKey})) as alike
    from (
      select case_id, text_key
      from (select * from ${caseTexts} where is_open and bands && ${bandsParameter} limit ${MAX_FETCHED_TEXTS}) fetched
      order by (select count(*) from unnest(bands) as band where band = any (${bandsParameter})) desc, filing_id
      limit ${MAX_COMPARED_TEXTS}
    ) near
    group by near.case_id having max(similarity(near.text_key, ${textKey})) >= ${SAME_TEXT_SIMILARITY}
    order by alike desc, id limit ${MAX_CANDIDATES}`);
  return rows.map(({ id }) => id);
}

export async function openCase(tx: Db, leadId: string): Promise<string> {
  const values = { leadId, filingCount: 0, undecidedCount: 0 };
  const [opened] = await tx.insert(cases).values(values).returning({ id: cases.id });
  return opened!.id;
}

const severityQuery = (condition: SQL) =>
  sql`${sql.raw(sqlIndexOf('f.severity', severities))} from ${filed} f where ${condition}`;

export async function addFiling(tx: Db, caseId: string, filingId: string, { isDecided }: { isDecided: boolean }) {
  await tx.execute(sql`
    insert into ${caseFilings} (filing_id, case_id, question)
    values (${filingId}, ${caseId}, (
      select case when q.answered_at is null then 'asked' else 'answered' end from ${filingQuestions} q
      where q.filing_id = ${filingId} order by q.created_at desc, q.id desc limit 1
    ))`);
  await tx.execute(sql`
    update ${cases} set filing_count = filing_count + 1, undecided_count = undecided_count + ${isDecided ? 0 : 1},
      newest_filing_at = now()
    where id = ${caseId}`);
  // End the snooze when the case has more than doubled or got a more severe report than the moderator saw.
  await tx.execute(sql`
    update ${caseSnoozes} p set until = now() from ${cases} c
    where c.id = ${caseId} and p.case_id = c.id and p.until > now() and (
      c.undecided_count > 2 * p.undecided_count
      or (select ${severityQuery(sql`f.id = ${filingId}`)}) > coalesce((
        select max(others.severity) from ${caseFilings} cf cross join lateral (
          select ${severityQuery(sql`f.id = cf.filing_id and f.status = 'pending'`)}
        ) others (severity)
        where cf.case_id = c.id and cf.filing_id <> ${filingId}
      ), -1)
    )`);
}

/** Stores the first text of a case, and later ones that are similar but not the same. */
export const addText = (tx: Db, caseId: string, filingId: string, { textKey, bands }: CaseText) =>
  tx.execute(sql`
    insert into ${caseTexts} (filing_id, case_id, text_key, bands, is_open)
    select ${filingId}, c.id, ${textKey}, ${sql.param(bands)}::integer[], c.is_open
    from ${cases} c cross join lateral (
      select count(*) as n, max(similarity(text_key, ${textKey})) as alike from ${caseTexts} where case_id = c.id
    ) existing
    where c.id = ${caseId}
      and (existing.n = 0 or existing.n < ${MAX_TEXTS_PER_CASE} and existing.alike >= ${RELATED_TEXT_SIMILARITY} and existing.alike < ${SAME_TEXT_SIMILARITY})`);

/** Updates the text if it is one of the stored case texts. */
export const updateText = (tx: Db, filingId: string, { textKey, bands }: CaseText) =>
  tx.execute(sql`
    update ${caseTexts} set text_key = ${textKey}, bands = ${sql.param(bands)}::integer[] where filing_id = ${filingId}`);

export async function listRelated(tx: Db, caseId: string, others: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct other.case_id as id from ${caseTexts} mine join ${caseTexts} other
      on similarity(mine.text_key, other.text_key) >= ${RELATED_TEXT_SIMILARITY}
    where mine.case_id = ${caseId} and other.case_id in ${[...others]}`);
  return rows.map(({ id }) => id);
}

/** Adds keys that belong to no open case; keys of another open case stay there. */
export async function addKeys(tx: Db, caseId: string, keys: readonly Buffer[]): Promise<void> {
  if (keys.length === 0) return;
  const keysParameter = sql`${sql.param(keys)}::bytea[]`;
  await tx.execute(sql`
    delete from ${caseKeys} k using ${cases} c where k.key = any (${keysParameter}) and c.id = k.case_id and not c.is_open`);
  await tx.execute(sql`
    insert into ${caseKeys} (key, case_id) select distinct given.key, ${caseId}::uuid from unnest(${keysParameter}) as given (key)
    where not exists (select from ${caseKeys} k where k.key = given.key)
    on conflict do nothing`);
}

/** `isAlone`: it has one filing only. */
export type CaseState = { isOpen: boolean; isAlone: boolean };

export async function changeUndecidedCount(tx: Db, caseId: string, delta: 1 | -1): Promise<CaseState> {
  const updated = await findOne<CaseState>(
    tx,
    sql`
    update ${cases} set undecided_count = least(filing_count, greatest(0, undecided_count + ${delta})) where id = ${caseId}
    returning is_open as "isOpen", filing_count = 1 as "isAlone"`,
  );
  await syncTextsWithCase(tx, caseId);
  return updated!;
}

export const syncTextsWithCase = (tx: Db, caseId: string) =>
  tx.execute(sql`
    update ${caseTexts} t set is_open = c.is_open from ${cases} c
    where c.id = t.case_id and t.case_id = ${caseId} and t.is_open <> c.is_open`);

export interface CaseIndicator {
  kind: IndicatorKind;
  value: string | null;
  /** Number of reports in other cases. */
  reportCount: number;
  isPublic: boolean;
  isFromAnswer: boolean;
}

const MAX_INDICATORS = 100;
/** The count stops here. */
const MAX_COUNTED = 5000;

const indicatorsStatement = prepareStatement({
  name: 'cases-indicators',
  text: `
  select named.kind, named.value, elsewhere.n as "reportCount",
    exists (select from ${quotedTableName(indicators)} i
      where i.key = named.key and i.state = 'active' and i.report_count > 0) as "isPublic", named.is_from_answer as "isFromAnswer"
  from (
    select fi.key, fi.kind, fi.value, count(*) as n, bool_and(fi.is_from_answer) as is_from_answer
    from case_filings cf join ${quotedTableName(filingIndicators)} fi on fi.filing_id = cf.filing_id
    where cf.case_id = $1
    group by fi.key, fi.kind, fi.value order by n desc, fi.kind, fi.value, fi.key limit ${MAX_INDICATORS}
  ) named cross join lateral (
    select count(*)::int as n
    from (select filing_id from ${quotedTableName(filingIndicators)} where key = named.key limit ${MAX_COUNTED}) o
      left join case_filings cf on cf.filing_id = o.filing_id
    where cf.case_id is distinct from $1
  ) elsewhere
  order by named.n desc, named.kind, named.value, named.key`,
});

export const listIndicators = (database: Database, caseId: string) =>
  database.read<{ [Key in keyof CaseIndicator]: CaseIndicator[Key] }>(indicatorsStatement, [caseId]);

export interface AlertSummary {
  id: AlertId;
  title: string;
}

/** The public alert of a case: its own, or one of an earlier case that it was merged into. */
const publicAlertQuery = (caseId: string) => `
  select published.id, published.title
  from case_filings cf
    left join ${quotedTableName(fraudAlerts)} a on a.id = cf.filing_id
    left join ${quotedTableName(reports)} r on r.id = cf.filing_id
    join ${quotedTableName(fraudAlerts)} published on published.id = coalesce(a.merged_into, r.fraud_alert_id, a.id) and published.status = 'approved'
  where cf.case_id = ${caseId}
  order by published.id = a.id desc, a.id = (select lead_id from cases where id = ${caseId}) desc, published.decided_at, published.id limit 1`;

const publicAlertStatement = prepareStatement({ name: 'cases-public-alert', text: publicAlertQuery('$1') });

export const findPublicAlert = (database: Database, caseId: string): Promise<AlertSummary | undefined> =>
  database
    .read<{ [Key in keyof AlertSummary]: AlertSummary[Key] }>(publicAlertStatement, [caseId])
    .then(([row]) => row);

export interface SimilarCase {
  id: CaseId;
  title: string;
  reportType: ReportType | null;
  outcome: 'approved' | 'rejected' | 'mixed';
  createdAt: Date;
  isOfSameTraces: boolean;
  alertId: AlertId | null;
  alertTitle: string | null;
}

const MAX_SIMILAR_CASES = 5;
/** Number of filings that are read for the outcome of a large case. */
const MAX_OUTCOMES_READ = 200;

/** Common indicators count more than similar text. */
const similarCasesQuery = ({ isOpen, limit }: { isOpen: boolean; limit: number }) => `
  with named as (
    select distinct fi.key from case_filings cf join ${quotedTableName(filingIndicators)} fi on fi.filing_id = cf.filing_id
    where cf.case_id = $1 limit ${MAX_INDICATORS}
  ),
  candidates as (
    select cf.case_id, 1 + count(distinct named.key) as alike
    from named cross join lateral (
      select filing_id from ${quotedTableName(filingIndicators)} where key = named.key limit ${MAX_COUNTED}
    ) o join case_filings cf on cf.filing_id = o.filing_id
    group by cf.case_id
    union all
    select near.case_id, similarity(near.text_key, mine.text_key)
    from case_texts mine cross join lateral (
      select fetched.case_id, fetched.text_key
      from (select * from case_texts t where ${isOpen ? '' : 'not '}t.is_open and t.bands && mine.bands limit ${MAX_FETCHED_TEXTS}) fetched
      order by (select count(*) from unnest(fetched.bands) as band where band = any (mine.bands)) desc, fetched.filing_id
      limit ${MAX_COMPARED_TEXTS}
    ) near
    where mine.case_id = $1
  ),
  found as (
    select c.id, c.lead_id, c.created_at, max(candidates.alike) as alike
    from candidates join cases c on c.id = candidates.case_id
    where ${isOpen ? '' : 'not '}c.is_open and c.id <> $1 and candidates.alike >= ${RELATED_TEXT_SIMILARITY}
    group by c.id order by alike desc, c.created_at desc, c.id limit ${limit}
  )`;

const similarStatement = prepareStatement({
  name: 'cases-similar',
  text: `${similarCasesQuery({ isOpen: false, limit: MAX_SIMILAR_CASES })}
  select found.id, lead.title, lead.report_type as "reportType", ended.outcome, found.created_at as "createdAt",
    found.alike > 1 as "isOfSameTraces", public_alert.id as "alertId", public_alert.title as "alertTitle"
  from found join ${quotedTableName(filed)} lead on lead.id = found.lead_id
    cross join lateral (
      select case when bool_and(decided.is_upheld) then 'approved' when bool_or(decided.is_upheld) then 'mixed'
        else 'rejected' end as outcome
      from (
        select f.is_public or f.status = 'merged' as is_upheld from case_filings cf join ${quotedTableName(filed)} f on f.id = cf.filing_id
        where cf.case_id = found.id limit ${MAX_OUTCOMES_READ}
      ) decided
    ) ended
    left join lateral (${publicAlertQuery('found.id')}) public_alert on true
  order by found.alike desc, found.created_at desc, found.id`,
});

/** Maximum number of items in the contract's reply. */
const MAX_SIMILAR_OPEN_CASES = 10;

const similarOpenStatement = prepareStatement({
  name: 'cases-neighbours',
  text: `${similarCasesQuery({ isOpen: true, limit: MAX_SIMILAR_OPEN_CASES })}
  select id from found order by alike desc, created_at desc, id`,
});

/** Open cases with common indicators or similar text. */
export const listSimilarOpen = (database: Database, caseId: string): Promise<string[]> =>
  database.read<{ id: string }>(similarOpenStatement, [caseId]).then((rows) => rows.map(({ id }) => id));

export const listSimilar = (database: Database, caseId: string) =>
  database.read<{ [Key in keyof SimilarCase]: SimilarCase[Key] }>(similarStatement, [caseId]);
