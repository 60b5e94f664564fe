/** Queries for snoozed cases, and for questions to reporters whose answer ends a snooze. */
import { snoozeDays, type QuestionState } from '@hakiki/contract/admin-values';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database, Db } from '../../../platform/db/database.ts';
import { findOne } from '../../../platform/db/find-one.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import { filed } from '../../filings/read-model.ts';
import { caseFilings, caseSnoozes, cases } from './tables.ts';

/** Midnight in the company's time zone. Undefined for a day that is past or too far away. */
export async function parseSnoozeDay(tx: Db, day: string): Promise<Date | undefined> {
  const found = await findOne<{ until: Date; isNear: boolean }>(
    tx,
    sql`
    select given.until, given.until > now() and given.until <= now() + ${`${snoozeDays.max} days`}::interval as "isNear"
    from (select (${day}::date)::timestamp at time zone 'Africa/Johannesburg' as until) given`,
  );
  return found?.isNear ? new Date(found.until) : undefined;
}

export interface Snooze {
  until: Date | undefined;
  userId: string;
  note: string | null;
}

/**
 * Without a day, the case is snoozed until an answer arrives, which counts once with the question. Idempotent.
 */
export async function snooze(tx: Db, caseId: string, { until, userId, note }: Snooze): Promise<Date> {
  const isForAnswer = until === undefined;
  const endTime = until
    ? sql`${until.toISOString()}::timestamptz`
    : sql`now() + ${`${snoozeDays.forAnswer} days`}::interval`;
  const snoozed = await findOne<{ until: Date }>(
    tx,
    sql`
    insert into ${caseSnoozes} as p (case_id, until, is_for_answer, user_id, note, undecided_count)
    select c.id, ${endTime}, ${isForAnswer}, ${userId}, ${note}, c.undecided_count from ${cases} c where c.id = ${caseId}
    on conflict (case_id) do update set until = excluded.until, is_for_answer = excluded.is_for_answer,
      user_id = excluded.user_id, note = excluded.note, undecided_count = excluded.undecided_count, created_at = now(),
      times = p.times + case when p.until > now() and p.is_for_answer and excluded.is_for_answer then 0 else 1 end
    returning until`,
  );
  return new Date(snoozed!.until);
}

/** Returns undefined after the snooze has ended. */
export async function findSnooze(tx: Db, caseId: string) {
  const [found] = await tx
    .select({ until: caseSnoozes.until, userId: caseSnoozes.userId, isForAnswer: caseSnoozes.isForAnswer })
    .from(caseSnoozes)
    .where(and(eq(caseSnoozes.caseId, caseId), gt(caseSnoozes.until, sql`now()`)));
  return found;
}

/** False when the case was not snoozed. */
export const unsnooze = async (tx: Db, caseId: string): Promise<boolean> =>
  Boolean(
    await findOne(
      tx,
      sql`update ${caseSnoozes} set until = now() where case_id = ${caseId} and until > now() returning case_id`,
    ),
  );

const snoozedCountStatement = prepareStatement({
  name: 'cases-snoozed-count',
  text: `select count(*)::int as n from case_snoozes p join cases c on c.id = p.case_id where p.until > now() and c.is_open`,
});

export const countSnoozed = (database: Database): Promise<number> =>
  database.read<{ n: number }>(snoozedCountStatement, []).then(([row]) => row!.n);

/** Returns the case of the filing, if it has one. */
export const setQuestion = (tx: Db, filingId: string, question: QuestionState) =>
  findOne<{ caseId: string }>(
    tx,
    sql`update ${caseFilings} set question = ${question} where filing_id = ${filingId} returning case_id as "caseId"`,
  );

export const hasOpenQuestion = async (tx: Db, caseId: string): Promise<boolean> =>
  Boolean(
    await findOne(
      tx,
      sql`
      select 1 as n from ${caseFilings} cf join ${filed} f on f.id = cf.filing_id
      where cf.case_id = ${caseId} and cf.question = 'asked' and f.status = 'pending' limit 1`,
    ),
  );
