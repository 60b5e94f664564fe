import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { filings } from './tables.ts';

/** Answers when it arrived. */
export async function insertFiling(tx: Db, filing: typeof filings.$inferInsert): Promise<Date> {
  const [inserted] = await tx.insert(filings).values(filing).returning({ createdAt: filings.createdAt });
  if (!inserted) throw new Error('Nothing was inserted.');
  return inserted.createdAt;
}

export const findRecipientKind = (db: Db, id: string) =>
  db
    .select({ createdBy: filings.createdBy, hasEmail: filings.hasEmail })
    .from(filings)
    .where(eq(filings.id, id))
    .then((rows) => rows[0]);
