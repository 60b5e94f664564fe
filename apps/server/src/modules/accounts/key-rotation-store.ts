import type { PasskeyId } from '@hakiki/contract/account';
import type { UserId } from '@hakiki/contract/accounts';
import { and, asc, count, eq, gt, isNotNull, not, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { authenticatorApps, backupCodes, factorResets, mailedTokens, passkeys } from './tables.ts';

const PAGE_SIZE = 500;

export const listApps = (db: Db, after: string | undefined) =>
  db
    .select({
      id: authenticatorApps.userId,
      sealed: authenticatorApps.sealedSecret,
      confirmedAt: authenticatorApps.confirmedAt,
      mark: authenticatorApps.mark,
    })
    .from(authenticatorApps)
    .where(after === undefined ? undefined : gt(authenticatorApps.userId, after as UserId))
    .orderBy(asc(authenticatorApps.userId))
    .limit(PAGE_SIZE);

/** Does nothing if the secret was replaced meanwhile. */
export const renewApp = (
  db: Db,
  userId: UserId,
  previousSecret: string,
  renewed: { sealedSecret: string; mark: Buffer | null },
): Promise<boolean> =>
  db
    .update(authenticatorApps)
    .set(renewed)
    .where(and(eq(authenticatorApps.userId, userId), eq(authenticatorApps.sealedSecret, previousSecret)))
    .returning({ userId: authenticatorApps.userId })
    .then((rows) => rows.length > 0);

export const listPasskeys = (db: Db, after: string | undefined) =>
  db
    .select({
      id: passkeys.id,
      userId: passkeys.userId,
      credentialId: passkeys.credentialId,
      publicKey: passkeys.publicKey,
      createdAt: passkeys.createdAt,
      mark: passkeys.mark,
    })
    .from(passkeys)
    .where(and(isNotNull(passkeys.mark), after === undefined ? undefined : gt(passkeys.id, after as PasskeyId)))
    .orderBy(asc(passkeys.id))
    .limit(PAGE_SIZE);

export const markPasskey = (db: Db, id: PasskeyId, previousMark: Buffer | null, mark: Buffer): Promise<boolean> =>
  db
    .update(passkeys)
    .set({ mark })
    .where(and(eq(passkeys.id, id), previousMark ? eq(passkeys.mark, previousMark) : undefined))
    .returning({ id: passkeys.id })
    .then((rows) => rows.length > 0);

export const listLinks = (db: Db, after: string | undefined) =>
  db
    .select({ id: mailedTokens.id, tokenHash: mailedTokens.tokenHash })
    .from(mailedTokens)
    .where(and(gt(mailedTokens.expiresAt, sql`now()`), after === undefined ? undefined : gt(mailedTokens.id, after)))
    .orderBy(asc(mailedTokens.id))
    .limit(PAGE_SIZE);

export const listResets = (db: Db, after: string | undefined) =>
  db
    .select({ id: factorResets.id, tokenHash: factorResets.tokenHash })
    .from(factorResets)
    .where(after === undefined ? undefined : gt(factorResets.id, after))
    .orderBy(asc(factorResets.id))
    .limit(PAGE_SIZE);

/** Counts the hashes without the prefix of the current key. */
export const countCodesOfOtherKeys = (db: Db, prefix: string): Promise<number> =>
  db
    .select({ n: count() })
    .from(backupCodes)
    .where(not(sql`starts_with(${backupCodes.codeHash}, ${prefix})`))
    .then((rows) => rows[0]?.n ?? 0);
