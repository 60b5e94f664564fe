/** Second factors: authenticator app codes, backup codes and passkeys. */
import { accountListLimits, type Passkey, type PasskeyId } from '@hakiki/contract/account';
import type { UserId } from '@hakiki/contract/accounts';
import { accountLimits, lifetimes, wrongCodesPerDay } from '@hakiki/contract/limits';
import { drawQrCode } from '../../../platform/qr-code.ts';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { AppSecret } from '../../../platform/app-secret.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { type Reply, withHeaders } from '../../../platform/http/route.ts';
import { createBackupCodes } from './backup-codes.ts';
import { noticeEmail } from '../emails.ts';
import type { AccountDeps } from '../deps.ts';
import { createAppMark, createPasskeyMark } from './factor-marks.ts';
import { createPasskeys, type PasskeyAssertion, type PasskeyRegistration, type StoredPasskey } from './passkeys.ts';
import { createSecretBox } from '../../../platform/sealing/secret-box.ts';
import { tryOpen } from '../../../platform/key-rotation.ts';
import * as store from '../store.ts';
import { auditEntryByOwner } from '../audit-entries.ts';
import type { passkeys as passkeysTable } from '../tables.ts';
import { hashToken } from '../auth/tokens.ts';
import { createTotpSecret, totpUri, verifyTotp } from './totp.ts';

interface Deps extends AccountDeps {
  appSecret: AppSecret;
  publicUrl: string;
}

const HOUR_MS = 3_600_000;

/** The encryption purpose of authenticator app secrets. */
export const AUTHENTICATOR_APP = 'authenticator-app';

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const { appSecret, publicUrl } = deps;
  const secrets = createSecretBox(appSecret, AUTHENTICATOR_APP);
  const backup = createBackupCodes(appSecret);
  const webAuthn = createPasskeys({ publicUrl });
  const passkeyMark = createPasskeyMark(appSecret);
  const appMark = createAppMark(appSecret);
  return { ...deps, secrets, backup, webAuthn, passkeyMark, appMark };
}

type Method = AcceptedCode['method'] | 'passkey';

async function recordAndNotify(
  { audit, queue }: Context,
  tx: Db,
  { user }: UserActor,
  change: 'added' | 'removed',
  factor: string,
) {
  await audit.record(tx, auditEntryByOwner(user.id, `account.factor-${change}`, { factor }));
  await queue.enqueue(tx, noticeEmail.job, { userId: user.id, notice: `factor-${change}` });
}

async function describe({ database }: Context, userId: UserId) {
  const { db } = database;
  const [hasAuthenticatorApp, backupCodesLeft, passkeys] = await Promise.all([
    store.hasAuthenticatorApp(db, userId),
    store.countBackupCodes(db, userId),
    store.listPasskeys(db, userId),
  ]);
  return { hasAuthenticatorApp, backupCodesLeft, passkeys: passkeys.map(presentPasskey) };
}

async function issueBackupCodes({ backup }: Context, tx: Db, userId: UserId): Promise<string[]> {
  const codes = backup.issue();
  await store.replaceBackupCodes(
    tx,
    userId,
    codes.flatMap((code) => backup.hash(code, userId) ?? []),
  );
  return codes;
}

/** Marks the code as used. */
async function spendCode(
  { backup, secrets }: Context,
  tx: Db,
  userId: UserId,
  code: string,
  { acceptsApp, acceptsBackup }: { acceptsApp: boolean; acceptsBackup: boolean },
): Promise<AcceptedCode | undefined> {
  const app = await store.findAuthenticatorApp(tx, userId);
  if (!app?.confirmedAt) return undefined;
  const step = acceptsApp
    ? verifyTotp(secrets.open(app.sealedSecret, userId), code, Date.now(), app.lastUsedStep)
    : undefined;
  if (step !== undefined) {
    const isFirst = await store.spendStep(tx, userId, step);
    return isFirst ? { method: 'code', spent: `step ${step}` } : undefined;
  }
  if (!acceptsBackup) return undefined;
  const used = await store.spendBackupCode(tx, userId, backup.hashes(code, userId));
  return used === undefined ? undefined : { method: 'backup-code', spent: used };
}

/** The tenth wrong code of a day blocks app codes and notifies the owner: somebody has the password. */
async function countWrongCode({ audit, queue }: Context, tx: Db, userId: UserId, previousWrongCount: number) {
  await store.insertWrongCode(tx, userId);
  if (previousWrongCount + 1 < wrongCodesPerDay) return;
  await audit.record(tx, { actor: { kind: 'system' }, action: 'account.codes-stopped', subject: userId });
  await queue.enqueue(tx, noticeEmail.job, { userId, notice: 'codes-stopped' });
}

const countGuess = ({ limiter }: Context, userId: UserId): Promise<void> =>
  limiter.consume('codes', accountLimits.codes, userId);

/**
 * Accepts a code once. A wrong code is stored first and then rejected. After ten wrong codes in a day, app codes are
 * blocked. Backup codes are not: they cannot be guessed, and an attacker must not lock the owner out.
 */
async function verifyCode(
  deps: Context,
  userId: UserId,
  code: string,
  { acceptsBackup = true } = {},
): Promise<AcceptedCode> {
  const outcome = await deps.database.transaction(async (tx) => {
    await store.lockForCodes(tx, userId);
    const wrong = await store.readWrongCodes(tx, userId);
    const mustWait = wrong.count >= wrongCodesPerDay;
    const accepted = await spendCode(deps, tx, userId, code, { acceptsApp: !mustWait, acceptsBackup });
    if (accepted?.method === 'backup-code') {
      await deps.audit.record(tx, auditEntryByOwner(userId, 'account.backup-code-used'));
      await deps.queue.enqueue(tx, noticeEmail.job, { userId, notice: 'backup-code-used' });
    }
    if (!accepted && !mustWait) await countWrongCode(deps, tx, userId, wrong.count);
    return { accepted, waitSeconds: mustWait ? wrong.secondsUntilFirstExpires : undefined };
  });
  if (outcome.accepted) return outcome.accepted;
  if (outcome.waitSeconds === undefined) throw new AppError('WRONG_CODE');
  throw new AppError('TOO_MANY_WRONG_CODES', { retryAfterSeconds: outcome.waitSeconds });
}

/** Returns the owner of the passkey if the signature is valid. */
async function verifyPasskey({ database, webAuthn }: Context, response: PasskeyAssertion): Promise<UserId | undefined> {
  const expectedChallenge = readChallenge(response);
  const challenge = await store.spendPasskeyChallenge(database.db, hashToken(expectedChallenge));
  const row = await store.findPasskey(database.db, response.id);
  if (!challenge || challenge.userId !== null || !row) return undefined;
  const outcome = await webAuthn.verifyAuthentication({
    response,
    expectedChallenge,
    passkey: toStoredPasskey(row),
    ownerId: row.userId,
  });
  const isUsed = outcome.isVerified && (await store.recordPasskeyUse(database.db, row.id, outcome.counter));
  return isUsed ? row.userId : undefined;
}

/** Gives the owner time to read the email about a factor that an attacker has just added. */
async function isTooNew({ database }: Context, enrolledAt: Date): Promise<boolean> {
  const now = await store.readClock(database.db);
  return now.getTime() - enrolledAt.getTime() < lifetimes.newFactorHours * HOUR_MS;
}

/** Requires a signature over exactly this challenge by a passkey that was enrolled on the website. */
async function provePasskey(
  deps: Context,
  userId: UserId,
  response: PasskeyAssertion,
  expectedChallenge: string,
): Promise<ProofResult> {
  const row = await store.findPasskey(deps.database.db, response.id);
  if (row?.userId !== userId || !deps.passkeyMark.isValid(row)) return { refusal: 'factor' };
  if (await isTooNew(deps, row.createdAt)) return { refusal: 'new-factor' };
  const verification = { response, expectedChallenge, passkey: toStoredPasskey(row), ownerId: userId };
  const outcome = await deps.webAuthn.verifyAuthentication(verification);
  const isUsed = outcome.isVerified && (await store.recordPasskeyUse(deps.database.db, row.id, outcome.counter));
  return isUsed ? { spent: `challenge ${expectedChallenge}` } : { refusal: 'factor' };
}

/** Accepts only app codes. Backup codes are for recovering access: they can be renewed and noted down in advance. */
async function proveCode(deps: Context, userId: UserId, code: string): Promise<ProofResult> {
  const app = await store.findAuthenticatorApp(deps.database.db, userId);
  if (!app?.confirmedAt) return { refusal: 'factor' };
  const { confirmedAt, mark, sealedSecret } = app;
  const secret = tryOpen(() => deps.secrets.open(sealedSecret, userId));
  if (secret === undefined || !deps.appMark.isValid({ userId, secret, confirmedAt, mark }))
    return { refusal: 'factor' };
  if (await isTooNew(deps, confirmedAt)) return { refusal: 'new-factor' };
  try {
    return { spent: (await verifyCode(deps, userId, code, { acceptsBackup: false })).spent };
  } catch (error) {
    if (error instanceof AppError) return { refusal: 'factor' };
    throw error;
  }
}

const recordFailedStepUp = ({ audit, database }: Context, { user }: UserActor, method: Method) =>
  audit.record(database.db, auditEntryByOwner(user.id, 'account.step-up-failed', { method }));

async function stepUp({ audit, database, sessions }: Context, { user, sessionId }: UserActor, method: Method) {
  await database.transaction(async (tx) => {
    await sessions.stepUp(tx, sessionId);
    await audit.record(tx, auditEntryByOwner(user.id, 'account.stepped-up', { method }));
  });
  return { message: 'Thank you. You can go on.' };
}

/** With an authenticator app, a password alone is not enough. */
const isRequired = (db: Db, userId: UserId): Promise<boolean> => store.hasAuthenticatorApp(db, userId);

async function startAuthenticatorApp({ database, secrets }: Context, { user }: UserActor) {
  const secret = createTotpSecret();
  const isStored = await store.upsertAuthenticatorApp(database.db, user.id, secrets.seal(secret, user.id));
  if (!isStored) throw new AppError('FORBIDDEN');
  const uri = totpUri(secret, user.email);
  return { secret, uri, qrSvg: drawQrCode(uri) };
}

async function confirmAuthenticatorApp(deps: Context, actor: UserActor, code: string) {
  const userId = actor.user.id;
  await countGuess(deps, userId);
  return deps.database.transaction(async (tx) => {
    const app = await store.findAuthenticatorApp(tx, userId);
    if (!app || app.confirmedAt) throw new AppError('WRONG_CODE');
    const secret = deps.secrets.open(app.sealedSecret, userId);
    const step = verifyTotp(secret, code, Date.now(), app.lastUsedStep);
    const confirmedAt = await store.readClock(tx);
    const confirmed = { confirmedAt, mark: deps.appMark.compute({ userId, secret, confirmedAt }) };
    const isRight = step !== undefined && (await store.spendStep(tx, userId, step, confirmed));
    if (!isRight) throw new AppError('WRONG_CODE');
    await recordAndNotify(deps, tx, actor, 'added', 'authenticator-app');
    // Confirming the app proves it, so the session counts as freshly authenticated.
    const session = await deps.sessions.renewToken(tx, actor.sessionId, { hasSecondFactor: true, isFresh: true });
    return withHeaders({ backupCodes: await issueBackupCodes(deps, tx, userId) }, [session]);
  });
}

async function removeAuthenticatorApp(deps: Context, actor: UserActor) {
  await deps.database.transaction(async (tx) => {
    await store.deleteAuthenticatorApp(tx, actor.user.id);
    await store.replaceBackupCodes(tx, actor.user.id, []);
    await recordAndNotify(deps, tx, actor, 'removed', 'authenticator-app');
  });
  return { message: 'Your authenticator app was removed.' };
}

async function renewBackupCodes(deps: Context, { user }: UserActor) {
  const backupCodes = await deps.database.transaction(async (tx) => {
    if (!(await store.hasAuthenticatorApp(tx, user.id))) throw new AppError('FORBIDDEN');
    await deps.audit.record(tx, auditEntryByOwner(user.id, 'account.backup-codes-renewed'));
    await deps.queue.enqueue(tx, noticeEmail.job, { userId: user.id, notice: 'backup-codes-renewed' });
    return issueBackupCodes(deps, tx, user.id);
  });
  return { backupCodes };
}

async function startPasskey({ database, webAuthn }: Context, { user }: UserActor) {
  const existing = (await store.listPasskeys(database.db, user.id)).map(toStoredPasskey);
  const displayName = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
  const options = await webAuthn.registrationOptions({ id: user.id, email: user.email, displayName }, existing);
  await store.insertPasskeyChallenge(database.db, hashToken(options.challenge), user.id);
  return { options };
}

async function addPasskey(
  deps: Context,
  actor: UserActor,
  name: string,
  response: PasskeyRegistration,
): Promise<Reply<Passkey>> {
  const expectedChallenge = readChallenge(response);
  const challenge = await store.spendPasskeyChallenge(deps.database.db, hashToken(expectedChallenge));
  if (challenge?.userId !== actor.user.id) throw new AppError('PASSKEY_REFUSED');
  const outcome = await deps.webAuthn.verifyRegistration({ response, expectedChallenge, name });
  if (!outcome.isVerified) throw new AppError('PASSKEY_REFUSED', { cause: outcome.reason });
  const { id: credentialId, publicKey, ...properties } = outcome.passkey;
  return deps.database.transaction(async (tx) => {
    const passkeyCount = await store.countPasskeys(tx, actor.user.id);
    // The list of passkeys is not paged: the owner could neither see nor remove another one.
    if (passkeyCount >= accountListLimits.passkeys) throw new AppError('PASSKEY_REFUSED');
    const createdAt = await store.readClock(tx);
    const row = await store.insertPasskey(tx, {
      ...properties,
      userId: actor.user.id,
      credentialId,
      publicKey: Buffer.from(publicKey),
      createdAt,
      mark: deps.passkeyMark.compute({ userId: actor.user.id, credentialId, publicKey, createdAt }),
    });
    if (!row) throw new AppError('PASSKEY_REFUSED');
    await recordAndNotify(deps, tx, actor, 'added', 'passkey');
    return withHeaders(presentPasskey(row), [
      await deps.sessions.renewToken(tx, actor.sessionId, { hasSecondFactor: true }),
    ]);
  });
}

async function removePasskey(deps: Context, actor: UserActor, id: PasskeyId) {
  await deps.database.transaction(async (tx) => {
    if (!(await store.deletePasskey(tx, actor.user.id, id))) throw notFound('PASSKEY_NOT_FOUND');
    await recordAndNotify(deps, tx, actor, 'removed', 'passkey');
  });
  return { message: 'The passkey was removed.' };
}

async function createPasskeyChallenge({ database, webAuthn }: Context) {
  const options = await webAuthn.authenticationOptions();
  await store.insertPasskeyChallenge(database.db, hashToken(options.challenge), null);
  return { options };
}

/**
 * Verifies, for the worker, that this person used an authenticator app or a passkey for exactly this challenge.
 * Returns an id of the used proof, so that the caller can prevent a second use. An app code is not bound to a
 * challenge; the sealed row records what it was used for.
 */
const prove = (deps: Context, userId: UserId, proof: FactorProof, challenge: string): Promise<ProofResult> =>
  'code' in proof ? proveCode(deps, userId, proof.code) : provePasskey(deps, userId, proof.passkey, challenge);

async function stepUpWithCode(deps: Context, actor: UserActor, code: string) {
  await countGuess(deps, actor.user.id);
  const { method } = await verifyCode(deps, actor.user.id, code).catch(async (error: unknown) => {
    await recordFailedStepUp(deps, actor, 'code');
    throw error;
  });
  return stepUp(deps, actor, method);
}

async function stepUpWithPasskey(deps: Context, actor: UserActor, response: PasskeyAssertion) {
  if ((await verifyPasskey(deps, response)) === actor.user.id) return stepUp(deps, actor, 'passkey');
  await recordFailedStepUp(deps, actor, 'passkey');
  throw new AppError('PASSKEY_REFUSED');
}

export function createFactors(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, {
      countGuess,
      verifyCode,
      startAuthenticatorApp,
      confirmAuthenticatorApp,
      removeAuthenticatorApp,
      renewBackupCodes,
      startPasskey,
      addPasskey,
      removePasskey,
      createPasskeyChallenge,
      verifyPasskey,
      prove,
      stepUpWithCode,
      stepUpWithPasskey,
      describe,
    }),
    isRequired,
  };
}

interface AcceptedCode {
  method: 'code' | 'backup-code';
  /** Unique among all proofs of this person. */
  spent: string;
}

type ProofResult = { spent: string } | { refusal: 'factor' | 'new-factor' };

export type FactorProof = { code: string } | { passkey: PasskeyAssertion };

export type Factors = ReturnType<typeof createFactors>;

type PasskeyRow = typeof passkeysTable.$inferSelect;

const toStoredPasskey = ({ credentialId, publicKey, counter, transports, name }: PasskeyRow): StoredPasskey => ({
  id: credentialId,
  publicKey,
  counter,
  transports,
  name,
});

const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** Reads the challenge that the browser claims to sign; the signature check verifies it. */
function readChallenge({ response }: PasskeyAssertion | PasskeyRegistration): string {
  try {
    const data = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof data.challenge === 'string' ? data.challenge : '';
  } catch {
    return '';
  }
}
