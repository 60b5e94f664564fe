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

const DELETED_AT_ONCE = 500;

/** Deletes a batch of the oldest expired messages and returns its size. */
export async function deleteOld(db: Db): Promise<number> {
  const old = db
    .select({ id: salesMessages.id })
    .from(salesMessages)
    .where(lt(salesMessages.createdAt, sql`now() - ${`${retention.messages.days} days`}::interval`))
    .orderBy(asc(salesMessages.createdAt))
    .limit(DELETED_AT_ONCE);
  const gone = await db.delete(salesMessages).where(inArray(salesMessages.id, old)).returning({ id: salesMessages.id });
  return gone.length;
}

const columns = {
  name: salesMessages.name,
  email: salesMessages.email,
  company: salesMessages.company,
  phone: salesMessages.phone,
  subject: salesMessages.subject,
  message: salesMessages.message,
};

export const findMessage = (db: Db, id: string) =>
  db
    .select(columns)
    .from(salesMessages)
    .where(eq(salesMessages.id, id))
    .then((rows) => rows[0]);

const kept = {
  id: salesMessages.id,
  ...columns,
  createdAt: salesMessages.createdAt,
  answeredAt: salesMessages.answeredAt,
};
const isOpen = isNull(salesMessages.answeredAt);

const selectKept = (db: Db) => db.select(kept).from(salesMessages).$dynamic();

export const listOpen = (db: Db, page: PendingPage) =>
  readPendingPage(db, selectKept(db), { table: salesMessages, isPending: isOpen }, page);

export type MessageRow = Awaited<ReturnType<typeof selectKept>>[number];

export const lockMessage = (tx: Db, id: string): Promise<MessageRow | undefined> =>
  selectKept(tx)
    .where(eq(salesMessages.id, id))
    .for('update')
    .then((rows) => rows[0]);

export const setAnswered = (tx: Db, id: string) =>
  tx
    .update(salesMessages)
    .set({ answeredAt: sql`now()` })
    .where(and(eq(salesMessages.id, id), isOpen));
