import type { UserId } from '@hakiki/contract/accounts';
import type { DecisionId } from '@hakiki/contract/decisions';
import { type FilingKind, type FilingStatus, nonScamKinds } from '@hakiki/contract/filing-values';
import type { ReportType } from '@hakiki/contract/report-values';
import type { AlertId } from '@hakiki/contract/alerts';
import type { FilingState, MyFiling, FilingId, QuestionId } from '@hakiki/contract/filings';
import { retention } from '@hakiki/contract/retention';
import type { Language } from '@hakiki/contract/site';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { quotedTableName } from '../../platform/db/quoted-table-name.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { firstRow } from '../../platform/db/find-one.ts';
import { users } from '../accounts/read-model.ts';
import { appeals } from '../moderation/appeals/read-model.ts';
import { disputes } from '../moderation/disputes/read-model.ts';
import { decisions } from '../moderation/workflow/read-model.ts';
import { evidenceFiles } from '../evidence/read-model.ts';
import { filingOriginals, filings, filingsWithContact, type OwnerTag } from '../intake/read-model.ts';
import { filingQuestions } from './tables.ts';

export interface FilingRow {
  id: FilingId;
  kind: FilingKind;
  title: string;
  reportType: ReportType | null;
  description: string;
  language: Language;
  /** The typed name of a provider that is not in the register. */
  namedProvider: string | null;
  /** The original texts, if a moderator edited them. */
  sealedOriginal: Buffer | null;
  status: FilingStatus;
  alertId: AlertId | null;
  createdAt: Date;
  decidedAt: Date | null;
  hasContact: boolean;
  sealedDetails: Buffer | null;
  /** Only for an appeal. */
  appeal: FilingState['appeal'] | null;
  /** Only for a dispute. */
  dispute: FilingState['dispute'] | null;
  /** The database's time. */
  now: Date;
}

/** Follows `filings f`. */
const hasContact = `exists (select from ${quotedTableName(filingsWithContact)} c where c.id = f.id)`;

const stateSql = `
  select f.id, t.kind, t.title, t.report_type as "reportType", t.text as description, t.status, t.alert_id as "alertId",
    t.created_at as "createdAt", t.decided_at as "decidedAt", ${hasContact} as "hasContact",
    f.sealed_details as "sealedDetails", f.language, o.sealed as "sealedOriginal",
    case when t.kind = 'alert' and t.provider_id is null then t.provider_name end as "namedProvider", now() as now,
    case when x.id is not null then json_build_object(
      'subject', x.subject, 'subjectId', x.subject_id, 'askedBy', x.asked_by, 'wants', x.wants, 'isNoticed', x.is_noticed,
      'reason', x.reason) end as appeal,
    case when y.id is not null then json_build_object('kind', y.kind, 'ground', y.ground, 'reason', y.reason) end as dispute
  from ${quotedTableName(filings)} f join filed t on t.id = f.id left join ${quotedTableName(filingOriginals)} o on o.filing_id = f.id
    left join ${quotedTableName(appeals)} x on x.id = case f.kind when 'appeal' then f.id end
    left join ${quotedTableName(disputes)} y on y.id = case f.kind when 'dispute' then f.id end`;

const byReceiptStatement = prepareStatement({
  name: 'filing-by-receipt',
  text: `${stateSql} where f.receipt_hash = $1`,
});

const byOwnerStatement = prepareStatement({
  name: 'filing-of-owner',
  text: `${stateSql} where f.id = $1 and f.owner_tag = any($2::uuid[])`,
});

const allByOwnerStatement = prepareStatement({
  name: 'filings-of-owner',
  text: `${stateSql} where f.owner_tag = any($1::uuid[]) order by f.created_at desc, f.id desc limit $2`,
});

const byIdStatement = prepareStatement({ name: 'filing-by-id', text: `${stateSql} where f.id = $1` });

const byIdsStatement = prepareStatement({ name: 'filings-by-ids', text: `${stateSql} where f.id = any($1::uuid[])` });

export interface OwnRow {
  id: FilingId;
  kind: MyFiling['kind'];
  title: string;
  reportType: ReportType | null;
  status: FilingStatus;
  createdAt: Date;
}

/** Not indexed further: a member has few. */
const nonScamFilings = `filed t where t.owner_tag = any($1::uuid[]) and t.kind in (${nonScamKinds.map((kind) => `'${kind}'`).join(', ')})`;

const nonScamStatement = prepareStatement({
  name: 'filings-but-scams-of-owner',
  text: `
  select t.id, t.kind, t.title, t.report_type as "reportType", t.status, t.created_at as "createdAt"
  from ${nonScamFilings} order by t.created_at desc, t.id desc limit $2 offset $3`,
});

const countNonScamStatement = prepareStatement({
  name: 'filings-but-scams-counted',
  text: `select count(*)::int as n from ${nonScamFilings}`,
});

export const listNonScamFilings = (
  database: Database,
  ownerTags: readonly OwnerTag[],
  { limit, offset }: { limit: number; offset: number },
) => database.read<{ [Key in keyof OwnRow]: OwnRow[Key] }>(nonScamStatement, [ownerTags, limit, offset]);

export const countNonScamFilings = (database: Database, ownerTags: readonly OwnerTag[]): Promise<number> =>
  database.read<{ n: number }>(countNonScamStatement, [ownerTags]).then(([row]) => row!.n);

export const findByReceipt = (database: Database, receiptHash: Buffer) =>
  database.read<FilingRow>(byReceiptStatement, [receiptHash]).then(firstRow);

export const findByOwner = (database: Database, id: string, ownerTags: readonly OwnerTag[]) =>
  database.read<FilingRow>(byOwnerStatement, [id, ownerTags]).then(firstRow);

export const listByOwner = (database: Database, ownerTags: readonly OwnerTag[], limit: number) =>
  database.read<FilingRow>(allByOwnerStatement, [ownerTags, limit]);

export const findById = (database: Database, id: string) =>
  database.read<FilingRow>(byIdStatement, [id]).then(firstRow);

export const listByIds = (database: Database, ids: readonly string[]) =>
  database.read<FilingRow>(byIdsStatement, [ids]);

export interface Recipient {
  kind: FilingKind;
  language: Language;
  sealedContact: Buffer | null;
}

export const findRecipient = (db: Db, id: string): Promise<Recipient | undefined> =>
  db
    .select({
      kind: filings.kind,
      language: filings.language,
      sealedContact: filings.sealedContact,
    })
    .from(filings)
    .where(eq(filings.id, id))
    .then(firstRow);

/** The account's address; undefined if the account is deleted. */
export const findAccount = (db: Db, id: UserId) =>
  db.select({ email: users.email, language: users.language }).from(users).where(eq(users.id, id)).then(firstRow);

const EXPIRY_PAGE_SIZE = 1000;

export interface ExpiredRow {
  id: string;
  contact: boolean;
  receipt: boolean;
  evidence: boolean;
}

const { contact, undecidedContact, receipts, evidence } = retention;

const isOlderThan = (since: string, days: number) => `coalesce(${since} < now() - interval '${days} days', false)`;

/**
 * One page by keyset pagination over the ids, which are in order of arrival. Retention runs from the decision, or from
 * the arrival if the row has no decision date; an open appeal about a filing suspends it.
 */
const expiredStatement = prepareStatement({
  name: 'filings-ending',
  text: `
  select f.id, closed.is_free and f.sealed_contact is not null
      and (${isOlderThan('closed.at', contact.days)} or ${isOlderThan('f.created_at', undecidedContact.days)}) as contact,
    closed.is_free and f.receipt_hash is not null and ${isOlderThan('closed.at', receipts.days)} as receipt,
    closed.is_free and ${isOlderThan('closed.at', evidence.days)} and (
      f.sealed_details is not null or exists (select from ${quotedTableName(evidenceFiles)} e where e.filing_id = f.id)
      or exists (select from ${quotedTableName(filingOriginals)} o where o.filing_id = f.id)
      or exists (select from filing_questions q where q.filing_id = f.id)
    ) as evidence
  from (select * from ${quotedTableName(filings)} where $1::uuid is null or id > $1 order by id limit ${EXPIRY_PAGE_SIZE}) f
  left join filed t on t.id = f.id
  cross join lateral (
    select case when t.id is null then f.created_at when t.status in ('pending', 'investigating') then null
        else coalesce(t.decided_at, t.created_at) end as at,
      not exists (select from ${quotedTableName(appeals)} x where x.subject_id = f.id and x.status = 'pending') as is_free
  ) closed
  order by f.id`,
});

/** The filings of one page, with the parts that have expired. */
export const listExpired = (database: Database, after: string | undefined) =>
  database.read<{ [Key in keyof ExpiredRow]: ExpiredRow[Key] }>(expiredStatement, [after ?? null]);

export const isUndone = (db: Db, decisionId: DecisionId): Promise<boolean> =>
  db
    .select({ id: decisions.id })
    .from(decisions)
    .where(eq(decisions.reverses, decisionId))
    .then((rows) => rows.length > 0);

/** The limit of the contract's reply; unanswered questions are among the newest. */
const MAX_QUESTIONS = 20;

const questionsStatement = prepareStatement({
  name: 'filings-questions',
  text: `
  select q.* from unnest($1::uuid[]) as wanted (id) cross join lateral (
    select filing_id as "filingId", id, question, created_at as "askedAt", sealed_answer as "sealedAnswer",
      answered_at as "answeredAt"
    from filing_questions where filing_id = wanted.id order by created_at desc, id desc limit ${MAX_QUESTIONS}
  ) q
  order by q."askedAt", q.id`,
});

export interface QuestionRow {
  filingId: string;
  id: QuestionId;
  question: string;
  askedAt: Date;
  sealedAnswer: Buffer | null;
  answeredAt: Date | null;
}

/** Oldest first. */
export const listQuestions = (database: Database, filingIds: readonly string[]) =>
  database.read<{ [Key in keyof QuestionRow]: QuestionRow[Key] }>(questionsStatement, [filingIds]);

export async function insertQuestion(tx: Db, question: typeof filingQuestions.$inferInsert): Promise<QuestionId> {
  const [inserted] = await tx.insert(filingQuestions).values(question).returning({ id: filingQuestions.id });
  if (!inserted) throw new Error('The question was not inserted.');
  return inserted.id;
}

export const findQuestion = (db: Db, id: QuestionId) =>
  db
    .select({ filingId: filingQuestions.filingId, answeredAt: filingQuestions.answeredAt })
    .from(filingQuestions)
    .where(eq(filingQuestions.id, id))
    .then(firstRow);

export const lockQuestion = (tx: Db, filingId: string, id: QuestionId) =>
  tx
    .select({ answeredAt: filingQuestions.answeredAt })
    .from(filingQuestions)
    .where(and(eq(filingQuestions.id, id), eq(filingQuestions.filingId, filingId)))
    .for('update')
    .then(firstRow);

export const setAnswer = (tx: Db, id: QuestionId, sealedAnswer: Buffer) =>
  tx
    .update(filingQuestions)
    .set({ sealedAnswer, answeredAt: sql`now()` })
    .where(eq(filingQuestions.id, id));

export const deleteQuestions = (tx: Db, filingId: string) =>
  tx.delete(filingQuestions).where(eq(filingQuestions.filingId, filingId));
