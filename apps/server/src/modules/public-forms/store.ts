import { lifetimes } from '@hakiki/contract/limits';
import type { Language } from '@hakiki/contract/site';
import { and, asc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { firstRow } from '../../platform/db/find-one.ts';
import type { ValidProof } from './proof-of-work.ts';
import { spentProofs, unconfirmedSubmissions } from './tables.ts';

/** Returns false when the proof was used before. A concurrent insert waits for the first transaction. */
export async function spendProof(tx: Db, { hash, expiresAt }: ValidProof): Promise<boolean> {
  const spent = await tx
    .insert(spentProofs)
    .values({ proofHash: hash, expiresAt })
    .onConflictDoNothing()
    .returning({ expiresAt: spentProofs.expiresAt });
  return spent.length > 0;
}

interface UnconfirmedForm {
  id: string;
  tokenHash: Buffer;
  kind: string;
  sealed: Buffer;
  language: Language | undefined;
}

export const insertUnconfirmed = (tx: Db, form: UnconfirmedForm) =>
  tx
    .insert(unconfirmedSubmissions)
    .values({ ...form, expiresAt: sql`now() + ${`${lifetimes.emailTokenHours} hours`}::interval` });

const isUnexpired = gt(unconfirmedSubmissions.expiresAt, sql`now()`);

const findUnexpired = (db: Db, condition: SQL) =>
  db
    .select({
      id: unconfirmedSubmissions.id,
      tokenHash: unconfirmedSubmissions.tokenHash,
      kind: unconfirmedSubmissions.kind,
      sealed: unconfirmedSubmissions.sealed,
      language: unconfirmedSubmissions.language,
    })
    .from(unconfirmedSubmissions)
    .where(and(condition, isUnexpired))
    .then(firstRow);

export const findUnconfirmed = (db: Db, id: string) => findUnexpired(db, eq(unconfirmedSubmissions.id, id));
export const findUnconfirmedByToken = (db: Db, tokenHash: Buffer) =>
  findUnexpired(db, eq(unconfirmedSubmissions.tokenHash, tokenHash));

/** Deletes the row, so that the link works once. */
export async function deleteUnconfirmed(tx: Db, tokenHash: Buffer): Promise<boolean> {
  const deleted = await tx
    .delete(unconfirmedSubmissions)
    .where(and(eq(unconfirmedSubmissions.tokenHash, tokenHash), isUnexpired))
    .returning({ id: unconfirmedSubmissions.id });
  return deleted.length > 0;
}

export const listUnconfirmed = (db: Db, after: string | undefined) =>
  db
    .select({ id: unconfirmedSubmissions.id, tokenHash: unconfirmedSubmissions.tokenHash })
    .from(unconfirmedSubmissions)
    .where(and(isUnexpired, after === undefined ? undefined : gt(unconfirmedSubmissions.id, after)))
    .orderBy(asc(unconfirmedSubmissions.id))
    .limit(500);

export async function deleteExpired(db: Db): Promise<void> {
  await db.delete(unconfirmedSubmissions).where(lt(unconfirmedSubmissions.expiresAt, sql`now()`));
  // A proof expires by the clock of the process that checks it, so it is stored an hour longer than clocks may differ.
  await db.delete(spentProofs).where(lt(spentProofs.expiresAt, sql`now() - interval '1 hour'`));
}
