import type { UserId } from '@hakiki/contract/accounts';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { users } from '../accounts/read-model.ts';
import type { OwnerTag } from './owner-tag.ts';
import { filingOriginals, filings } from './tables.ts';

const firstRow = <Row>(rows: Row[]): Row | undefined => rows[0];

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
    .select({ hasEmail: filings.hasEmail, ownerTag: filings.ownerTag, createdBy: filings.createdBy })
    .from(filings)
    .where(eq(filings.id, id))
    .then(([filing]) => Boolean(filing && (filing.hasEmail || filing.ownerTag || filing.createdBy)));

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
    .set({ ownerTag: null, createdBy: null, sealedContact: null, hasEmail: false })
    .where(inArray(filings.ownerTag, [...ownerTags]));

const TAG_BATCH_SIZE = 500;

const HIDE_PAGE_SIZE = 200;

/** By then the audit entry is sealed. */
const isOldEnough = lt(filings.createdAt, sql`now() - interval '15 minutes'`);

const hasVisibleOwner = and(isNotNull(filings.createdBy), isNotNull(filings.ownerTag), isOldEnough);

/** Accounts whose filings name them and have no tag yet. */
export const listUntagged = (db: Db): Promise<UserId[]> =>
  db
    .selectDistinct({ userId: filings.createdBy })
    .from(filings)
    .where(and(isNotNull(filings.createdBy), isNull(filings.ownerTag)))
    .limit(TAG_BATCH_SIZE)
    .then((rows) => rows.flatMap(({ userId }) => userId ?? []));

export const setOwnerTag = (db: Db, userId: UserId, ownerTag: OwnerTag) =>
  db
    .update(filings)
    .set({ ownerTag })
    .where(and(eq(filings.createdBy, userId), isNull(filings.ownerTag)));

export const listWithVisibleOwner = (db: Db, after: string | undefined): Promise<string[]> =>
  db
    .select({ id: filings.id })
    .from(filings)
    .where(and(hasVisibleOwner, after === undefined ? undefined : gt(filings.id, after)))
    .orderBy(asc(filings.id))
    .limit(HIDE_PAGE_SIZE)
    .then((rows) => rows.map(({ id }) => id));

export interface VisibleOwnerRow {
  id: string;
  createdBy: UserId;
  email: string;
  sealedContact: Buffer | null;
}

export const lockWithVisibleOwner = (tx: Db, id: string): Promise<VisibleOwnerRow | undefined> =>
  tx
    .select({ id: filings.id, createdBy: users.id, email: users.email, sealedContact: filings.sealedContact })
    .from(filings)
    .innerJoin(users, eq(users.id, filings.createdBy))
    .where(and(eq(filings.id, id), hasVisibleOwner))
    .for('no key update', { of: filings })
    .then(firstRow);

export const hideOwner = (tx: Db, id: string, sealedContact: Buffer | null) =>
  tx.update(filings).set({ createdBy: null, sealedContact }).where(eq(filings.id, id));

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
