import type { DecisionId } from '@hakiki/contract/admin';
import type { FilingKind, FilingStatus, ReportType } from '@hakiki/contract/alert-values';
import type { AlertId } from '@hakiki/contract/alerts';
import type { MyFiling, FilingId, QuestionId } from '@hakiki/contract/filings';
import { evidenceLimits } from '@hakiki/contract/limits';
import type { Language } from '@hakiki/contract/site';
import { and, asc, count, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { named } from '../../platform/db/statement.ts';
import { users } from '../accounts/tables.ts';
import { decisions } from '../decisions/tables.ts';
import { evidenceFiles, filingQuestions, filings } from './tables.ts';

const first = <Row>(rows: Row[]): Row | undefined => rows[0];

/** Answers when it arrived. */
export async function insertFiling(tx: Db, filing: typeof filings.$inferInsert): Promise<Date> {
  const [inserted] = await tx.insert(filings).values(filing).returning({ createdAt: filings.createdAt });
  if (!inserted) throw new Error('Nothing was inserted.');
  return inserted.createdAt;
}

export interface FilingRow {
  id: FilingId;
  kind: FilingKind;
  title: string;
  reportType: ReportType | null;
  description: string;
  status: FilingStatus;
  alertId: AlertId | null;
  createdAt: Date;
  decidedAt: Date | null;
  hasContact: boolean;
  sealedDetails: Buffer | null;
  /** The database's time. */
  now: Date;
}

const stateSql = `
  select f.id, t.kind, t.title, t.report_type as "reportType", t.text as description, t.status, t.alert_id as "alertId",
    t.created_at as "createdAt", t.decided_at as "decidedAt", f.sealed_contact is not null as "hasContact",
    f.sealed_details as "sealedDetails", now() as now
  from filings f join filed t on t.id = f.id`;

const byReceipt = named({ name: 'filing-by-receipt', text: `${stateSql} where f.receipt_hash = $1` });
const ofUser = named({ name: 'filing-of-user', text: `${stateSql} where f.id = $1 and f.created_by = $2` });
const allOfUser = named({
  name: 'filings-of-user',
  text: `${stateSql} where f.created_by = $1 order by f.created_at desc, f.id desc limit $2`,
});
const byId = named({ name: 'filing-by-id', text: `${stateSql} where f.id = $1` });
const byIds = named({ name: 'filings-by-ids', text: `${stateSql} where f.id = any($1::uuid[])` });

export interface OwnRow {
  id: FilingId;
  kind: MyFiling['kind'];
  title: string;
  reportType: ReportType | null;
  status: FilingStatus;
  createdAt: Date;
}

/** One person sends few. */
const notScams = `filed t where t.created_by = $1 and t.kind in ('report', 'submission')`;

const notScamsOfUser = named({
  name: 'filings-but-scams-of-user',
  text: `
  select t.id, t.kind, t.title, t.report_type as "reportType", t.status, t.created_at as "createdAt"
  from ${notScams} order by t.created_at desc, t.id desc limit $2 offset $3`,
});
const countNotScams = named({
  name: 'filings-but-scams-counted',
  text: `select count(*)::int as n from ${notScams}`,
});

export const listButScams = (
  database: Database,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
) => database.read<{ [Key in keyof OwnRow]: OwnRow[Key] }>(notScamsOfUser, [userId, limit, offset]);
export const countButScams = (database: Database, userId: string): Promise<number> =>
  database.read<{ n: number }>(countNotScams, [userId]).then(([row]) => row!.n);

export const findByReceipt = (database: Database, receiptHash: Buffer) =>
  database.read<FilingRow>(byReceipt, [receiptHash]).then(first);
export const findOfUser = (database: Database, id: string, userId: string) =>
  database.read<FilingRow>(ofUser, [id, userId]).then(first);
export const listOfUser = (database: Database, userId: string, limit: number) =>
  database.read<FilingRow>(allOfUser, [userId, limit]);
export const findById = (database: Database, id: string) => database.read<FilingRow>(byId, [id]).then(first);
export const listByIds = (database: Database, ids: readonly string[]) => database.read<FilingRow>(byIds, [ids]);

/** Until the end of the transaction its files and questions change nowhere else. */
export const lockFiling = (tx: Db, id: string) =>
  tx.select({ id: filings.id }).from(filings).where(eq(filings.id, id)).for('no key update').then(first);

export interface Recipient {
  kind: FilingKind;
  language: Language;
  sealedContact: Buffer | null;
  hasEmail: boolean;
  /** Of the account it was sent from, if it still exists. */
  accountEmail: string | null;
  accountLanguage: Language | null;
}

/** Whom we would write to. */
export const findRecipient = (db: Db, id: string): Promise<Recipient | undefined> =>
  db
    .select({
      kind: filings.kind,
      language: filings.language,
      sealedContact: filings.sealedContact,
      hasEmail: filings.hasEmail,
      accountEmail: users.email,
      accountLanguage: users.language,
    })
    .from(filings)
    .leftJoin(users, eq(users.id, filings.createdBy))
    .where(eq(filings.id, id))
    .then(first);

/** Whether a decision was taken back. */
export const isUndone = (db: Db, decisionId: DecisionId): Promise<boolean> =>
  db
    .select({ id: decisions.id })
    .from(decisions)
    .where(eq(decisions.reverses, decisionId))
    .then((rows) => rows.length > 0);

/** As many as the contract's reply may hold; the newest are the open ones. */
const QUESTIONS_SHOWN = 20;

const questionsStatement = named({
  name: 'filings-questions',
  text: `
  select q.* from unnest($1::uuid[]) as wanted (id) cross join lateral (
    select filing_id as "filingId", id, question, created_at as "askedAt", sealed_answer as "sealedAnswer",
      answered_at as "answeredAt"
    from filing_questions where filing_id = wanted.id order by created_at desc, id desc limit ${QUESTIONS_SHOWN}
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

/** Of several filings, oldest first. */
export const listQuestions = (database: Database, filingIds: readonly string[]) =>
  database.read<{ [Key in keyof QuestionRow]: QuestionRow[Key] }>(questionsStatement, [filingIds]);

export async function insertQuestion(tx: Db, question: typeof filingQuestions.$inferInsert): Promise<QuestionId> {
  const [inserted] = await tx.insert(filingQuestions).values(question).returning({ id: filingQuestions.id });
  if (!inserted) throw new Error('Nothing was inserted.');
  return inserted.id;
}

export const findQuestion = (db: Db, id: QuestionId) =>
  db
    .select({ filingId: filingQuestions.filingId, answeredAt: filingQuestions.answeredAt })
    .from(filingQuestions)
    .where(eq(filingQuestions.id, id))
    .then(first);

export const lockQuestion = (tx: Db, filingId: string, id: QuestionId) =>
  tx
    .select({ answeredAt: filingQuestions.answeredAt })
    .from(filingQuestions)
    .where(and(eq(filingQuestions.id, id), eq(filingQuestions.filingId, filingId)))
    .for('update')
    .then(first);

export const setAnswer = (tx: Db, id: QuestionId, sealedAnswer: Buffer) =>
  tx
    .update(filingQuestions)
    .set({ sealedAnswer, answeredAt: sql`now()` })
    .where(eq(filingQuestions.id, id));

const isStored = isNotNull(evidenceFiles.storedAt);
/** A file can still arrive while its link is good. */
const canArrive = gt(evidenceFiles.createdAt, sql`now() - ${`${evidenceLimits.linkMinutes} minutes`}::interval`);

const countFiles = (tx: Db, filingId: string, which: ReturnType<typeof or>): Promise<number> =>
  tx
    .select({ n: count() })
    .from(evidenceFiles)
    .where(and(eq(evidenceFiles.filingId, filingId), which))
    .then((rows) => rows[0]?.n ?? 0);

export const countStored = (tx: Db, filingId: string) => countFiles(tx, filingId, isStored);
export const countExpected = (tx: Db, filingId: string) => countFiles(tx, filingId, or(isStored, canArrive));

export const insertFile = (tx: Db, file: typeof evidenceFiles.$inferInsert) => tx.insert(evidenceFiles).values(file);

/** Of several filings, in the order in which they were announced. */
export const listFiles = (db: Db, filingIds: readonly string[]) =>
  db
    .select({
      filingId: evidenceFiles.filingId,
      id: evidenceFiles.id,
      sealedName: evidenceFiles.sealedName,
      type: evidenceFiles.type,
      bytes: evidenceFiles.bytes,
    })
    .from(evidenceFiles)
    .where(and(sql`${evidenceFiles.filingId} = any(${sql.param(filingIds)}::uuid[])`, isStored))
    .orderBy(asc(evidenceFiles.createdAt), asc(evidenceFiles.id))
    .limit(filingIds.length * evidenceLimits.files);

const fileStatement = named({
  name: 'evidence-file',
  text: `
  select filing_id as "filingId", sealed_name as "sealedName", type, bytes, stored_at is not null as "isStored", now() as now
  from evidence_files where id = $1`,
});

export interface FileRow {
  filingId: string;
  sealedName: Buffer;
  type: typeof evidenceFiles.$inferSelect.type;
  bytes: number;
  isStored: boolean;
  /** The database's time. */
  now: Date;
}

export const findFile = (database: Database, id: string) => database.read<FileRow>(fileStatement, [id]).then(first);

const isAwaited = (id: string) => and(eq(evidenceFiles.id, id), isNull(evidenceFiles.storedAt));

/** False when somebody else is storing it, or has. */
export const claimFile = (db: Db, id: string, type: NonNullable<FileRow['type']>): Promise<boolean> =>
  db
    .update(evidenceFiles)
    .set({ type })
    .where(and(isAwaited(id), isNull(evidenceFiles.type)))
    .returning({ id: evidenceFiles.id })
    .then((rows) => rows.length > 0);

export const releaseFile = (db: Db, id: string) => db.update(evidenceFiles).set({ type: null }).where(isAwaited(id));

export const setStored = (tx: Db, id: string, bytes: number) =>
  tx
    .update(evidenceFiles)
    .set({ bytes, storedAt: sql`now()` })
    .where(isAwaited(id));

const FORGOTTEN_AT_ONCE = 1000;

/** Announced a day ago or longer, and never arrived. */
export const listNeverArrived = (db: Db) =>
  db
    .select({ id: evidenceFiles.id })
    .from(evidenceFiles)
    .where(and(isNull(evidenceFiles.storedAt), lt(evidenceFiles.createdAt, sql`now() - interval '24 hours'`)))
    .orderBy(asc(evidenceFiles.createdAt))
    .limit(FORGOTTEN_AT_ONCE)
    .then((rows) => rows.map((row) => row.id));

export const deleteNeverArrived = (db: Db, id: string) => db.delete(evidenceFiles).where(isAwaited(id));
