import { retention } from '@hakiki/contract/retention';
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { readPendingPage, type PendingPage } from '../../platform/db/by-age.ts';
import type { Db } from '../../platform/db/database.ts';
import { salesMessages } from './tables.ts';

type NewMessage = Omit<typeof salesMessages.$inferInsert, 'id' | 'answeredAt' | 'createdAt'>;

export async function insertMessage(tx: Db, message: NewMessage): Promise<string> {
  const [inserted] = await tx.insert(salesMessages).values(message).returning({ id: salesMessages.id });
  if (!inserted) throw new Error('The message was not stored.');
  return inserted.id;
}

const DELETE_BATCH_SIZE = 500;

/** Deletes a batch of the oldest expired messages and returns its size. */
export async function deleteExpired(db: Db): Promise<number> {
  const expired = db
    .select({ id: salesMessages.id })
    .from(salesMessages)
    .where(lt(salesMessages.createdAt, sql`now() - ${`${retention.messages.days} days`}::interval`))
    .orderBy(asc(salesMessages.createdAt))
    .limit(DELETE_BATCH_SIZE);
  const deleted = await db
    .delete(salesMessages)
    .where(inArray(salesMessages.id, expired))
    .returning({ id: salesMessages.id });
  return deleted.length;
}

const contentColumns = {
  name: salesMessages.name,
  email: salesMessages.email,
  company: salesMessages.company,
  phone: salesMessages.phone,
  subject: salesMessages.subject,
  message: salesMessages.message,
};

export const findMessage = (db: Db, id: string) =>
  db
    .select(contentColumns)
    .from(salesMessages)
    .where(eq(salesMessages.id, id))
    .then((rows) => rows[0]);

const messageColumns = {
  id: salesMessages.id,
  ...contentColumns,
  createdAt: salesMessages.createdAt,
  answeredAt: salesMessages.answeredAt,
};
const isOpen = isNull(salesMessages.answeredAt);

const selectMessages = (db: Db) => db.select(messageColumns).from(salesMessages).$dynamic();

export const listOpen = (db: Db, page: PendingPage) =>
  readPendingPage(db, selectMessages(db), { table: salesMessages, isPending: isOpen }, page);

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number];

export const lockMessage = (tx: Db, id: string): Promise<MessageRow | undefined> =>
  selectMessages(tx)
    .where(eq(salesMessages.id, id))
    .for('update')
    .then((rows) => rows[0]);

export const setAnswered = (tx: Db, id: string) =>
  tx
    .update(salesMessages)
    .set({ answeredAt: sql`now()` })
    .where(and(eq(salesMessages.id, id), isOpen));
