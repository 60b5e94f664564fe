import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { firstRow } from '../../platform/db/find-one.ts';
import type { OwnerTag } from './owner-tag.ts';
import { filingOriginals, filings } from './tables.ts';

/** Returns the time of arrival. */
export async function insertFiling(tx: Db, filing: typeof filings.$inferInsert): Promise<Date> {
  const [inserted] = await tx.insert(filings).values(filing).returning({ createdAt: filings.createdAt });
  if (!inserted) throw new Error('The filing was not inserted.');
  return inserted.createdAt;
}

/** Locks the filing, and with it its files and questions, until the end of the transaction. */
export const lockFiling = (tx: Db, id: string) =>
  tx
    .select({ id: filings.id, kind: filings.kind })
    .from(filings)
    .where(eq(filings.id, id))
    .for('no key update')
    .then(firstRow);

/** Stores only the first original. */
export const insertOriginal = (tx: Db, filingId: string, sealed: Buffer) =>
  tx.insert(filingOriginals).values({ filingId, sealed }).onConflictDoNothing();

/** Whether there is an address or account to email; only the worker reads which. */
export const canEmailReporter = (db: Db, id: string): Promise<boolean> =>
  db
    .select({ hasEmail: filings.hasEmail, ownerTag: filings.ownerTag })
    .from(filings)
    .where(eq(filings.id, id))
    .then(([filing]) => Boolean(filing && (filing.hasEmail || filing.ownerTag)));

/** The filings among `ids` that have one of the owner tags. */
export const filterByOwners = (db: Db, ids: readonly string[], ownerTags: readonly OwnerTag[]): Promise<string[]> =>
  db
    .select({ id: filings.id })
    .from(filings)
    .where(and(inArray(filings.id, [...ids]), inArray(filings.ownerTag, [...ownerTags])))
    .then((rows) => rows.map(({ id }) => id));

/** Removes everything that links the account to its filings. */
export const clearOwner = (tx: Db, ownerTags: readonly OwnerTag[]) =>
  tx
    .update(filings)
    .set({ ownerTag: null, sealedContact: null, hasEmail: false })
    .where(inArray(filings.ownerTag, [...ownerTags]));

const anyOf = (ids: readonly string[]) => sql`any(${sql.param(ids)}::uuid[])`;

export const clearContact = (db: Db, ids: readonly string[]) =>
  db
    .update(filings)
    .set({ sealedContact: null, hasEmail: false })
    .where(sql`${filings.id} = ${anyOf(ids)}`);

export const clearReceipts = (db: Db, ids: readonly string[]) =>
  db
    .update(filings)
    .set({ receiptHash: null })
    .where(sql`${filings.id} = ${anyOf(ids)}`);

/** Deletes the details and original texts of a filing. */
export async function deleteTexts(tx: Db, filingId: string): Promise<void> {
  await tx.update(filings).set({ sealedDetails: null }).where(eq(filings.id, filingId));
  await tx.delete(filingOriginals).where(eq(filingOriginals.filingId, filingId));
}
