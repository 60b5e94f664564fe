/** One query per function. Times are those of the database, so that all processes agree on what has expired. */
import { accountListLimits, type SessionId, type PasskeyId } from '@hakiki/contract/account';
import type { UserId } from '@hakiki/contract/accounts';
import { lifetimes } from '@hakiki/contract/limits';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { firstRow } from '../../platform/db/find-one.ts';
import { adminUserColumns } from './admin-present.ts';
import { effectiveStatusSql, openTier } from './plans/effective-plan.ts';
import { userColumns } from './present.ts';
import {
  authenticatorApps,
  backupCodes,
  emailChanges,
  factorResets,
  type MailedTokenPurpose,
  mailedTokens,
  passkeyChallenges,
  passkeys,
  sessions,
  users,
  wrongCodes,
} from './tables.ts';

const fromNow = (amount: number, unit: 'minutes' | 'hours' | 'days') => sql`now() + ${`${amount} ${unit}`}::interval`;

// Users

const privateColumns = {
  ...userColumns,
  passwordHash: users.passwordHash,
  emailVerifiedAt: users.emailVerifiedAt,
  language: users.language,
};

export const findUserByEmail = (db: Db, email: string) =>
  db.select(privateColumns).from(users).where(eq(users.email, email)).then(firstRow);

export const findUserById = (db: Db, id: UserId) =>
  db.select(privateColumns).from(users).where(eq(users.id, id)).then(firstRow);

export type PrivateUser = NonNullable<Awaited<ReturnType<typeof findUserById>>>;

export const findFullUser = (db: Db, id: UserId) =>
  db
    .select({
      ...userColumns,
      cellphoneNumber: users.cellphoneNumber,
      businessName: users.businessName,
      organizationName: users.organizationName,
      regulatoryLicense: users.regulatoryLicense,
      organizationType: users.organizationType,
      language: users.language,
      emailVerifiedAt: users.emailVerifiedAt,
    })
    .from(users)
    .where(eq(users.id, id))
    .then(firstRow);

/** Inserts nothing when the address is taken. */
export const insertUser = (db: Db, values: typeof users.$inferInsert) =>
  db
    .insert(users)
    .values(values)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
    .then(firstRow);

/** Does nothing when there is a code already. */
export const setReferralCode = (db: Db, id: UserId, referralCode: string) =>
  db
    .update(users)
    .set({ referralCode })
    .where(and(eq(users.id, id), isNull(users.referralCode)))
    .returning({ referralCode: users.referralCode })
    .then((rows) => rows[0]?.referralCode);

export const readReferralCode = (db: Db, id: UserId) =>
  db
    .select({ referralCode: users.referralCode })
    .from(users)
    .where(eq(users.id, id))
    .then((rows) => rows[0]?.referralCode);

/** Afterwards only a link that is emailed later gives access. */
export async function deleteCredentials(tx: Db, userId: UserId): Promise<void> {
  await tx.update(users).set({ passwordHash: null }).where(eq(users.id, userId));
  for (const table of [passkeys, authenticatorApps, backupCodes, sessions, mailedTokens, emailChanges, factorResets]) {
    await tx.delete(table).where(eq(table.userId, userId));
  }
}

export const setPassword = (db: Db, id: UserId, passwordHash: string) =>
  db.update(users).set({ passwordHash }).where(eq(users.id, id));

/** Stores a new hash of the same password; does nothing when the password was changed meanwhile. */
export const renewPasswordHash = (db: Db, id: UserId, oldHash: string, passwordHash: string) =>
  db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, id), eq(users.passwordHash, oldHash)));

/** Locks the row until the transaction ends, so that a change of password or a deletion waits. */
export const lockUser = (db: Db, id: UserId) =>
  db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id)).for('share').then(firstRow);

/** Keeps the time of the first verification. */
export const setEmailVerified = (db: Db, id: UserId) =>
  db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    .where(eq(users.id, id));

export const setEmail = (db: Db, id: UserId, email: string) =>
  db
    .update(users)
    .set({ email, emailVerifiedAt: sql`now()` })
    .where(eq(users.id, id));

export const setRoles = (db: Db, id: UserId, roles: { isAdmin?: boolean; isModerator: boolean }) =>
  db.update(users).set(roles).where(eq(users.id, id));

/** Corrects wrong counts and returns their number. One statement sees one snapshot, so no lock is needed. */
export async function repairCounts(tx: Db): Promise<number> {
  await tx.execute(sql`set local statement_timeout = '10min'`);
  const { rowCount } = await tx.execute(sql`
    with counted as (select user_type, subscription_tier as tier, count(*)::int as n from users group by 1, 2)
    insert into user_counts as kept (user_type, tier, n)
    select user_type, tier, coalesce(counted.n, 0) - coalesce(known.n, 0)
    from counted full join user_counts known using (user_type, tier)
    where coalesce(counted.n, 0) <> coalesce(known.n, 0)
    on conflict (user_type, tier) do update set n = kept.n + excluded.n`);
  return rowCount ?? 0;
}

// Roles and plans

export const lockAccount = (tx: Db, id: UserId) =>
  tx.select(adminUserColumns).from(users).where(eq(users.id, id)).for('no key update').then(firstRow);

export type PlanRow = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

export const deleteUser = (db: Db, id: UserId) => db.delete(users).where(eq(users.id, id));

// Sessions

const { staffSessionHours, staffIdleMinutes, stepUpMinutes } = lifetimes;

/** Sessions of staff end after a working day and after a time without activity. `s` is the session, `u` its owner. */
const isStaff = 'u.is_admin or u.is_moderator';
const isExpiredStaffSessionSql = `(${isStaff}) and (s.created_at <= now() - interval '${staffSessionHours} hours'
      or s.last_seen_at <= now() - interval '${staffIdleMinutes} minutes')`;

/**
 * Runs with every signed-in request, so it is a prepared statement. Last-seen times are rounded to the hour: an exact
 * time could be matched with the time of an anonymous report and reveal its reporter. For staff they are exact to the
 * minute, because the idle timeout needs it.
 */
export const sessionByToken = prepareStatement({
  name: 'session-by-token',
  text: `select s.id as "sessionId", s.has_second_factor as "hasSecondFactor",
      coalesce(s.factor_at > now() - interval '${stepUpMinutes} minutes', false) as "isFresh",
      case when ${isStaff} then exists (select from passkeys p where p.user_id = u.id)
        or exists (select from authenticator_apps a where a.user_id = u.id and a.confirmed_at is not null)
        else false end as "hasFactor",
      s.last_seen_at < case when ${isStaff} then now() - interval '1 minute' else date_trunc('hour', now()) end as "isDue",
      u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.profile_image_url as "profileImageUrl",
      ${openTier('u')} as "subscriptionTier", u.user_type as "userType", ${effectiveStatusSql('u')} as "subscriptionStatus",
      u.subscription_ends_at as "subscriptionEndsAt", u.is_admin as "isAdmin", u.is_moderator as "isModerator",
      u.referral_code as "referralCode",
      u.created_at as "createdAt"
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and not s.awaits_factor and s.expires_at > now() and not (${isExpiredStaffSessionSql})`,
});

interface NewSession {
  userId: UserId;
  tokenHash: Buffer;
  device: string;
  awaitsFactor: boolean;
  hasSecondFactor: boolean;
}

export const insertSession = (db: Db, session: NewSession) =>
  db
    .insert(sessions)
    .values({
      ...session,
      factorAt: session.hasSecondFactor ? sql`now()` : null,
      expiresAt: session.awaitsFactor
        ? fromNow(lifetimes.unfinishedSignInMinutes, 'minutes')
        : fromNow(lifetimes.sessionDays, 'days'),
    })
    .returning({ id: sessions.id })
    .then((rows) => rows[0]!.id);

export const findUnfinishedSession = (db: Db, tokenHash: Buffer) =>
  db
    .select({ id: sessions.id, userId: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, tokenHash), sessions.awaitsFactor, gt(sessions.expiresAt, sql`now()`)))
    .then(firstRow);

export const deleteSessionByToken = (db: Db, tokenHash: Buffer) =>
  db
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ id: sessions.id, userId: sessions.userId })
    .then(firstRow);

export const touchSession = (db: Db, id: SessionId) =>
  db
    .update(sessions)
    .set({
      lastSeenAt: sql`case when ${users.isAdmin} or ${users.isModerator} then now() else date_trunc('hour', now()) end`,
    })
    .from(users)
    .where(and(eq(sessions.id, id), eq(users.id, sessions.userId)));

export interface SessionUpgrades {
  hasSecondFactor?: true;
  isFresh?: true;
}

export const setSessionToken = (
  db: Db,
  id: SessionId,
  tokenHash: Buffer,
  { hasSecondFactor, isFresh }: SessionUpgrades = {},
) =>
  db
    .update(sessions)
    .set({ tokenHash, ...(hasSecondFactor && { hasSecondFactor }), ...(isFresh && { factorAt: sql`now()` }) })
    .where(eq(sessions.id, id));

export const setFactorTime = (db: Db, id: SessionId) =>
  db
    .update(sessions)
    .set({ factorAt: sql`now()` })
    .where(eq(sessions.id, id));

const isExpiredStaffSession = sql`exists (select from ${users} u, ${sessions} s
  where s.id = ${sessions.id} and u.id = s.user_id and ${sql.raw(isExpiredStaffSessionSql)})`;

const isOpenSessionOf = (userId: UserId) =>
  and(
    eq(sessions.userId, userId),
    eq(sessions.awaitsFactor, false),
    gt(sessions.expiresAt, sql`now()`),
    not(isExpiredStaffSession),
  );

export const listSessions = (db: Db, userId: UserId) =>
  db
    .select({
      id: sessions.id,
      device: sessions.device,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(isOpenSessionOf(userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(accountListLimits.sessions);

export const deleteSession = (db: Db, userId: UserId, id: SessionId) =>
  db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
    .then(firstRow);

export const deleteOtherSessions = (db: Db, userId: UserId, currentId: SessionId) =>
  db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, currentId)));

export const deleteSessions = (db: Db, userId: UserId) => db.delete(sessions).where(eq(sessions.userId, userId));

/**
 * Deletes the oldest sessions, so that the list that a person sees is complete. Unfinished ones neither count nor are
 * deleted: they expire within minutes, and an attacker who knows only the password must not push the owner out with
 * them.
 */
export const deleteSessionsBeyondLimit = (db: Db, userId: UserId) => {
  const isFinished = and(eq(sessions.userId, userId), eq(sessions.awaitsFactor, false));
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(isFinished)
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(accountListLimits.sessions);
  return db.delete(sessions).where(and(isFinished, notInArray(sessions.id, newest)));
};

// Emailed tokens

export async function insertMailedToken(
  db: Db,
  input: { userId: UserId; purpose: MailedTokenPurpose; computeTokenHash: (id: string) => Buffer },
): Promise<string> {
  const { computeTokenHash, ...values } = input;
  const id = uuidv7();
  await db
    .insert(mailedTokens)
    .values({ ...values, id, tokenHash: computeTokenHash(id), expiresAt: fromNow(lifetimes.emailTokenHours, 'hours') });
  return id;
}

const isUsable = (tokenHash: Buffer, purposes: readonly MailedTokenPurpose[]) =>
  and(
    eq(mailedTokens.tokenHash, tokenHash),
    or(...purposes.map((purpose) => eq(mailedTokens.purpose, purpose))),
    gt(mailedTokens.expiresAt, sql`now()`),
  );

const tokenColumns = { id: mailedTokens.id, userId: mailedTokens.userId, purpose: mailedTokens.purpose };

export const findMailedToken = (db: Db, tokenHash: Buffer, purposes: readonly MailedTokenPurpose[]) =>
  db.select(tokenColumns).from(mailedTokens).where(isUsable(tokenHash, purposes)).then(firstRow);

export const findMailedTokenById = (db: Db, id: string) =>
  db
    .select({
      ...tokenColumns,
      tokenHash: mailedTokens.tokenHash,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      firstName: users.firstName,
      language: users.language,
    })
    .from(mailedTokens)
    .innerJoin(users, eq(users.id, mailedTokens.userId))
    .where(and(eq(mailedTokens.id, id), gt(mailedTokens.expiresAt, sql`now()`)))
    .then(firstRow);

/** Locks the row of the owner: of two requests with the same token, the second finds the address verified. */
export const lockVerification = (tx: Db, tokenHash: Buffer) =>
  tx
    .select({ userId: mailedTokens.userId, emailVerifiedAt: users.emailVerifiedAt })
    .from(mailedTokens)
    .innerJoin(users, eq(users.id, mailedTokens.userId))
    .where(isUsable(tokenHash, ['verify-email']))
    .for('update', { of: users })
    .then(firstRow);

/** Deletes the row, so that the token works once. */
export const spendMailedToken = (db: Db, tokenHash: Buffer, purposes: readonly MailedTokenPurpose[]) =>
  db.delete(mailedTokens).where(isUsable(tokenHash, purposes)).returning(tokenColumns).then(firstRow);

export const deleteMailedTokens = (db: Db, userId: UserId, purposes: readonly MailedTokenPurpose[]) =>
  db
    .delete(mailedTokens)
    .where(and(eq(mailedTokens.userId, userId), or(...purposes.map((purpose) => eq(mailedTokens.purpose, purpose)))));

// Changes of the email address

export const upsertEmailChange = (db: Db, userId: UserId, email: string) => {
  const values = {
    email,
    confirmedByOldAt: null,
    confirmedByNewAt: null,
    expiresAt: fromNow(lifetimes.emailTokenHours, 'hours'),
  };
  return db
    .insert(emailChanges)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: emailChanges.userId, set: values });
};

export const findEmailChange = (db: Db, userId: UserId) =>
  db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, sql`now()`)))
    .then(firstRow);

export const confirmEmailChange = (db: Db, userId: UserId, side: 'old' | 'new') =>
  db
    .update(emailChanges)
    .set(side === 'old' ? { confirmedByOldAt: sql`now()` } : { confirmedByNewAt: sql`now()` })
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, sql`now()`)))
    .returning()
    .then(firstRow);

export const deleteEmailChange = (db: Db, userId: UserId) =>
  db.delete(emailChanges).where(eq(emailChanges.userId, userId));

// Second factors

export const findAuthenticatorApp = (db: Db, userId: UserId) =>
  db
    .select({
      sealedSecret: authenticatorApps.sealedSecret,
      lastUsedStep: authenticatorApps.lastUsedStep,
      confirmedAt: authenticatorApps.confirmedAt,
      mark: authenticatorApps.mark,
    })
    .from(authenticatorApps)
    .where(eq(authenticatorApps.userId, userId))
    .then(firstRow);

/** A confirmed app must be removed before another replaces it. */
export const upsertAuthenticatorApp = (db: Db, userId: UserId, sealedSecret: string) =>
  db
    .insert(authenticatorApps)
    .values({ userId, sealedSecret })
    .onConflictDoUpdate({
      target: authenticatorApps.userId,
      set: { sealedSecret, lastUsedStep: 0 },
      setWhere: sql`${authenticatorApps.confirmedAt} is null`,
    })
    .returning({ userId: authenticatorApps.userId })
    .then(firstRow);

/** In milliseconds, the precision of a Date. */
export const readClock = (db: Db): Promise<Date> =>
  db
    .execute<{ ms: string }>(sql`select floor(extract(epoch from now()) * 1000)::bigint as ms`)
    .then(({ rows }) => new Date(Number(rows[0]!.ms)));

/** Returns false when another request has used this step or a later one. */
export const spendStep = (
  db: Db,
  userId: UserId,
  step: number,
  confirmed: { confirmedAt?: Date; mark?: Buffer } = {},
) =>
  db
    .update(authenticatorApps)
    .set({ lastUsedStep: step, ...confirmed })
    .where(and(eq(authenticatorApps.userId, userId), lt(authenticatorApps.lastUsedStep, step)))
    .returning({ userId: authenticatorApps.userId })
    .then((rows) => rows.length === 1);

export const hasAuthenticatorApp = (db: Db, userId: UserId) =>
  db
    .select({ userId: authenticatorApps.userId })
    .from(authenticatorApps)
    .where(and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.confirmedAt)))
    .then((rows) => rows.length === 1);

export const deleteAuthenticatorApp = (db: Db, userId: UserId) =>
  db.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId));

/** Makes concurrent attempts for one account run one after the other. */
export const lockForCodes = (tx: Db, userId: UserId) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');

const A_DAY_AGO = sql`now() - interval '1 day'`;

/** Counts wrong codes within a day, and the seconds until the first of them no longer counts. */
export const readWrongCodes = (db: Db, userId: UserId) =>
  db
    .select({
      count: count(),
      secondsUntilFirstExpires: sql<number>`coalesce(ceil(extract(epoch from min(${wrongCodes.createdAt}) - (${A_DAY_AGO}))), 0)::int`,
    })
    .from(wrongCodes)
    .where(and(eq(wrongCodes.userId, userId), gt(wrongCodes.createdAt, A_DAY_AGO)))
    .then((rows) => rows[0]!);

export const insertWrongCode = (db: Db, userId: UserId) => db.insert(wrongCodes).values({ userId });

export async function replaceBackupCodes(db: Db, userId: UserId, hashes: readonly string[]) {
  await db.delete(backupCodes).where(eq(backupCodes.userId, userId));
  if (hashes.length > 0) await db.insert(backupCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** Returns the hash under which the code was stored. */
export const spendBackupCode = (db: Db, userId: UserId, hashes: readonly string[]) =>
  db
    .delete(backupCodes)
    .where(and(eq(backupCodes.userId, userId), inArray(backupCodes.codeHash, [...hashes])))
    .returning({ codeHash: backupCodes.codeHash })
    .then((rows) => rows[0]?.codeHash);

export const countBackupCodes = (db: Db, userId: UserId) => db.$count(backupCodes, eq(backupCodes.userId, userId));

export const listPasskeys = (db: Db, userId: UserId) =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
    .limit(accountListLimits.passkeys);

export const countPasskeys = (db: Db, userId: UserId) => db.$count(passkeys, eq(passkeys.userId, userId));

export const findPasskey = (db: Db, credentialId: string) =>
  db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).then(firstRow);

export const insertPasskey = (db: Db, values: typeof passkeys.$inferInsert) =>
  db.insert(passkeys).values(values).onConflictDoNothing().returning().then(firstRow);

/** Returns false when a response with this counter was accepted before; devices without a counter always send 0. */
export const recordPasskeyUse = (db: Db, id: PasskeyId, counter: number) =>
  db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), counter === 0 ? lte(passkeys.counter, 0) : lt(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
    .then((rows) => rows.length === 1);

export const deletePasskey = (db: Db, userId: UserId, id: PasskeyId) =>
  db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id })
    .then(firstRow);

export const insertPasskeyChallenge = (db: Db, challengeHash: Buffer, userId: UserId | null) =>
  db
    .insert(passkeyChallenges)
    .values({ challengeHash, userId, expiresAt: fromNow(lifetimes.passkeyChallengeMinutes, 'minutes') });

export const spendPasskeyChallenge = (db: Db, challengeHash: Buffer) =>
  db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.challengeHash, challengeHash), gt(passkeyChallenges.expiresAt, sql`now()`)))
    .returning({ userId: passkeyChallenges.userId })
    .then(firstRow);

/** Expired rows have no effect; deleting them saves space. */
export async function deleteExpired(db: Db): Promise<void> {
  for (const table of [sessions, mailedTokens, emailChanges, passkeyChallenges]) {
    await db.delete(table).where(lt(table.expiresAt, sql`now()`));
  }
  await db.delete(sessions).where(isExpiredStaffSession);
  await db.delete(wrongCodes).where(lt(wrongCodes.createdAt, A_DAY_AGO));
}
