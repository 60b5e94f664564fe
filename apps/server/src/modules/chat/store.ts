import {
  CHAT_MARK_DAYS,
  type ChatChannel,
  CONVERSATION_MINUTES,
  MAX_QUESTION_AGE_HOURS,
} from '@hakiki/contract/chat-values';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { firstRow } from '../../platform/db/find-one.ts';
import { chatConnections, chatDays, chatPeople, chatQuestions, type QuestionState } from './tables.ts';

export type ConnectionRow = typeof chatConnections.$inferSelect;
export type PersonRow = typeof chatPeople.$inferSelect;

export const listConnections = (db: Db): Promise<ConnectionRow[]> => db.select().from(chatConnections);

export const findConnection = (db: Db, channel: ChatChannel): Promise<ConnectionRow | undefined> =>
  db.select().from(chatConnections).where(eq(chatConnections.channel, channel)).then(firstRow);

export async function replaceConnection(tx: Db, connection: typeof chatConnections.$inferInsert): Promise<void> {
  await deleteConnection(tx, connection.channel);
  await tx.insert(chatConnections).values(connection);
}

export const deleteConnection = async (tx: Db, channel: ChatChannel): Promise<boolean> =>
  (await tx.delete(chatConnections).where(eq(chatConnections.channel, channel))).rowCount === 1;

export const markConnected = (db: Db, channel: ChatChannel) =>
  db.update(chatConnections).set({ state: 'connected' }).where(eq(chatConnections.channel, channel));

const expiry = sql`now() + ${`${CONVERSATION_MINUTES} minutes`}::interval`;

/** The row of a pseudonym under any known secret, with a new end; creates it if there is none. */
export async function upsertPerson(
  tx: Db,
  [current, ...older]: readonly [Buffer, ...Buffer[]],
  created: Pick<PersonRow, 'id' | 'sealedKey'>,
): Promise<PersonRow> {
  const known =
    older.length > 0
      ? await tx
          .update(chatPeople)
          .set({ expiresAt: expiry })
          .where(inArray(chatPeople.pseudonym, [current, ...older]))
          .returning()
          .then(firstRow)
      : undefined;
  if (known) return known;
  const [row] = await tx
    .insert(chatPeople)
    .values({ ...created, pseudonym: current, expiresAt: expiry })
    .onConflictDoUpdate({ target: chatPeople.pseudonym, set: { expiresAt: expiry } })
    .returning();
  return row!;
}

export const findPerson = (db: Db, id: string): Promise<PersonRow | undefined> =>
  db.select().from(chatPeople).where(eq(chatPeople.id, id)).then(firstRow);

export const hasMark = async (tx: Db, marks: readonly Buffer[]): Promise<boolean> =>
  (
    await tx
      .select({ id: chatQuestions.id })
      .from(chatQuestions)
      .where(inArray(chatQuestions.mark, [...marks]))
  ).length > 0;

/**
 * Returns whether the message is new. A repetition writes, too: under synchronous replication its acknowledgement then
 * waits for the replica that has the first one.
 */
export async function insertQuestion(tx: Db, question: typeof chatQuestions.$inferInsert): Promise<boolean> {
  const [row] = await tx
    .insert(chatQuestions)
    .values(question)
    .onConflictDoUpdate({ target: chatQuestions.mark, set: { mark: question.mark } })
    .returning({ id: chatQuestions.id });
  return row!.id === question.id;
}

export const findQuestion = (db: Db, id: string) =>
  db.select().from(chatQuestions).where(eq(chatQuestions.id, id)).then(firstRow);

/** Changes the state if it is one of these, and returns the row. */
export const moveQuestion = (
  db: Db,
  id: string,
  from: readonly QuestionState[],
  to: { state: QuestionState; sealed?: Buffer | null },
) =>
  db
    .update(chatQuestions)
    .set(to)
    .where(and(eq(chatQuestions.id, id), inArray(chatQuestions.state, [...from])))
    .returning()
    .then(firstRow);

/** Returns false if another question of the person changed it meanwhile. */
export const saveState = async (
  tx: Db,
  { id, version }: Pick<PersonRow, 'id' | 'version'>,
  sealedState: Buffer,
): Promise<boolean> => {
  const { rowCount } = await tx
    .update(chatPeople)
    .set({ sealedState, version: version + 1 })
    .where(and(eq(chatPeople.id, id), eq(chatPeople.version, version)));
  return rowCount === 1;
};

/** With what is still to be answered or sent to the person, except the answer to this question. */
export async function deletePerson(tx: Db, id: string, exceptQuestionId: string): Promise<void> {
  await tx
    .update(chatQuestions)
    .set({ state: 'dropped', sealed: null })
    .where(
      and(
        eq(chatQuestions.personId, id),
        isNotNull(chatQuestions.sealed),
        ne(chatQuestions.state, 'sending'),
        ne(chatQuestions.id, exceptQuestionId),
      ),
    );
  await tx.delete(chatPeople).where(eq(chatPeople.id, id));
}

export const recordAnswered = (db: Db, channel: ChatChannel) =>
  db
    .update(chatConnections)
    .set({ answeredAt: sql`now()` })
    .where(eq(chatConnections.channel, channel));

type DayCounts = Partial<Record<'answers' | 'refused' | 'failed' | 'cost', number>>;

export async function countDay(db: Db, channel: ChatChannel, counts: DayCounts): Promise<void> {
  const { answers = 0, refused = 0, failed = 0, cost = 0 } = counts;
  await db
    .insert(chatDays)
    .values({ channel, day: sql`(now() at time zone 'UTC')::date`, answers, refused, failed, cost })
    .onConflictDoUpdate({
      target: [chatDays.channel, chatDays.day],
      set: {
        answers: sql`${chatDays.answers} + ${answers}`,
        refused: sql`${chatDays.refused} + ${refused}`,
        failed: sql`${chatDays.failed} + ${failed}`,
        cost: sql`${chatDays.cost} + ${cost}`,
      },
    });
}

export interface Use {
  answersToday: number;
  failedToday: number;
  refusedToday: number;
  answersThisMonth: number;
  /** In millionths of a US dollar. */
  costThisMonth: number;
}

export async function readUse(db: Db, channel: ChatChannel): Promise<Use> {
  const today = sql`${chatDays.day} = (now() at time zone 'UTC')::date`;
  const [use] = await db
    .select({
      answersToday: sql<number>`coalesce(sum(${chatDays.answers}) filter (where ${today}), 0)::int`,
      failedToday: sql<number>`coalesce(sum(${chatDays.failed}) filter (where ${today}), 0)::int`,
      refusedToday: sql<number>`coalesce(sum(${chatDays.refused}) filter (where ${today}), 0)::int`,
      answersThisMonth: sql<number>`coalesce(sum(${chatDays.answers}), 0)::int`,
      costThisMonth: sql<number>`coalesce(sum(${chatDays.cost}), 0)::float8`,
    })
    .from(chatDays)
    .where(
      and(eq(chatDays.channel, channel), sql`${chatDays.day} >= date_trunc('month', now() at time zone 'UTC')::date`),
    );
  return use!;
}

/** Of the oldest question that waits for its answer. */
export async function readOldestOpenSeconds(db: Db): Promise<number> {
  const [row] = await db
    .select({
      seconds: sql<number>`coalesce(extract(epoch from now() - min(${chatQuestions.createdAt})), 0)::float8`,
    })
    .from(chatQuestions)
    .where(isNotNull(chatQuestions.sealed));
  return row!.seconds;
}

export async function purgeExpired(db: Db): Promise<void> {
  const olderThan = (age: string) => sql`${chatQuestions.createdAt} < now() - ${age}::interval`;
  await db
    .update(chatQuestions)
    .set({ state: 'dropped', sealed: null })
    .where(and(isNotNull(chatQuestions.sealed), olderThan(`${MAX_QUESTION_AGE_HOURS} hours`)));
  await db.delete(chatQuestions).where(olderThan(`${CHAT_MARK_DAYS} days`));
  // While a question waits, its person's key is needed.
  await db.delete(chatPeople).where(
    sql`${chatPeople.expiresAt} < now() and not exists (
      select from ${chatQuestions} where ${chatQuestions.personId} = ${chatPeople.id} and ${chatQuestions.state} = 'received')`,
  );
  await db.delete(chatDays).where(sql`${chatDays.day} < now() - interval '400 days'`);
}
