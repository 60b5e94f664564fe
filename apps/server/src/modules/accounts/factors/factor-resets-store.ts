import type { UserId } from '@hakiki/contract/accounts';
import { lifetimes } from '@hakiki/contract/limits';
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { countPasskeys, hasAuthenticatorApp } from '../store.ts';
import { factorResets, passkeys, users } from '../tables.ts';

const BATCH_SIZE = 100;
const isDue = lte(factorResets.notifiedAt, sql`now() - ${`${lifetimes.factorResetHours} hours`}::interval`);

export const hasFactor = async (db: Db, userId: UserId): Promise<boolean> =>
  (await hasAuthenticatorApp(db, userId)) || (await countPasskeys(db, userId)) > 0;

/** Inserts nothing while an earlier reset is pending. */
export const insertReset = (
  tx: Db,
  userId: UserId,
  computeTokenHash: (id: string) => Buffer,
  id = uuidv7(),
): Promise<string | undefined> =>
  tx
    .insert(factorResets)
    .values({ id, userId, tokenHash: computeTokenHash(id) })
    .onConflictDoNothing()
    .returning({ id: factorResets.id })
    .then((rows) => rows[0]?.id);

export const findReset = (db: Db, id: string) =>
  db
    .select({
      tokenHash: factorResets.tokenHash,
      email: users.email,
      firstName: users.firstName,
      language: users.language,
    })
    .from(factorResets)
    .innerJoin(users, eq(users.id, factorResets.userId))
    .where(eq(factorResets.id, id))
    .then((rows) => rows[0]);

/** Keeps the first time if the email is sent twice. */
export const markNotified = (db: Db, id: string) =>
  db
    .update(factorResets)
    .set({ notifiedAt: sql`now()` })
    .where(and(eq(factorResets.id, id), isNull(factorResets.notifiedAt)));

export const listDue = (db: Db): Promise<string[]> =>
  db
    .select({ id: factorResets.id })
    .from(factorResets)
    .where(isDue)
    .orderBy(asc(factorResets.id))
    .limit(BATCH_SIZE)
    .then((rows) => rows.map(({ id }) => id));

export const deleteDue = (tx: Db, id: string): Promise<UserId | undefined> =>
  tx
    .delete(factorResets)
    .where(and(eq(factorResets.id, id), isDue))
    .returning({ userId: factorResets.userId })
    .then((rows) => rows[0]?.userId);

export const deleteByToken = (tx: Db, tokenHash: Buffer): Promise<UserId | undefined> =>
  tx
    .delete(factorResets)
    .where(eq(factorResets.tokenHash, tokenHash))
    .returning({ userId: factorResets.userId })
    .then((rows) => rows[0]?.userId);

export const deletePasskeys = (tx: Db, userId: UserId) => tx.delete(passkeys).where(eq(passkeys.userId, userId));
