import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { salesMessages } from './tables.ts';

type NewMessage = Omit<typeof salesMessages.$inferInsert, 'id' | 'answeredAt' | 'createdAt'>;

export async function insertMessage(tx: Db, message: NewMessage): Promise<string> {
  const [inserted] = await tx.insert(salesMessages).values(message).returning({ id: salesMessages.id });
  if (!inserted) throw new Error('The message was not stored.');
  return inserted.id;
}

export const findMessage = (db: Db, id: string) =>
  db
    .select({
      name: salesMessages.name,
      email: salesMessages.email,
      company: salesMessages.company,
      phone: salesMessages.phone,
      subject: salesMessages.subject,
      message: salesMessages.message,
    })
    .from(salesMessages)
    .where(eq(salesMessages.id, id))
    .then((rows) => rows[0]);
