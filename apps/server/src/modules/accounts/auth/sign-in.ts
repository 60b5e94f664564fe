/**
 * Login. A wrong password takes the same time and gets the same response whether or not the address has an account.
 * Guesses are counted before the expensive hash, separately for known browsers and all others.
 */
import type { UserId } from '@hakiki/contract/accounts';
import { accountLimits } from '@hakiki/contract/limits';
import type { Credentials } from '@hakiki/contract/sign-in';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Reply } from '../../../platform/http/route.ts';
import { withHeaders } from '../../../platform/http/route.ts';
import type { Factors } from '../factors/factors.ts';
import { formatDeviceName } from './device-name.ts';
import { noticeEmail } from '../emails.ts';
import type { AccountDeps } from '../deps.ts';
import type { PasskeyAssertion } from '../factors/passkeys.ts';
import { needsRehash } from './passwords.ts';
import { presentUser } from '../present.ts';
import * as store from '../store.ts';
import { auditEntryByOwner } from '../audit-entries.ts';

type Method = 'password' | 'code' | 'backup-code' | 'passkey' | 'google';
type CookieHeader = [string, string];

const DAY_MS = 86_400_000;

const isStaff = ({ isAdmin, isModerator }: store.PrivateUser): boolean => isAdmin || isModerator;

type LoginReply = Reply<{ user: ReturnType<typeof presentUser> }>;

const recordFailure = (
  { audit }: AccountDeps & { factors: Factors },
  db: Db,
  userId: UserId | undefined,
  method: Method,
) =>
  audit.record(db, {
    actor: { kind: 'visitor' },
    action: 'account.sign-in-failed',
    ...(userId && { subject: userId }),
    detail: { method },
  });

async function countGuess(
  { knownBrowsers, limiter }: AccountDeps & { factors: Factors },
  request: Request,
  email: string,
  userId: UserId | undefined,
) {
  const browser = knownBrowsers.find(request, userId);
  if (browser) await limiter.consume('guessesByKnownBrowser', accountLimits.guessesByKnownBrowser, browser);
  else await limiter.consume('guessesByStrangers', accountLimits.guessesByStrangers, email);
  return browser;
}

/** Returns the user if the password is right. */
async function verifyCredentials(
  deps: AccountDeps & { factors: Factors },
  request: Request,
  { email, password }: Credentials,
) {
  const user = await store.findUserByEmail(deps.database.db, email);
  const browser = await countGuess(deps, request, email, user?.id);
  const isRight = await deps.passwords.verify(password, user?.passwordHash ?? undefined);
  if (!user || !isRight) {
    await recordFailure(deps, deps.database.db, user?.id, 'password');
    return undefined;
  }
  if (browser) await deps.limiter.clear('guessesByKnownBrowser', browser);
  const { id, passwordHash } = user;
  if (!passwordHash || !needsRehash(passwordHash)) return user;
  const newHash = await deps.passwords.hash(password);
  await store.renewPasswordHash(deps.database.db, id, passwordHash, newHash);
  return { ...user, passwordHash: newHash };
}

/** Whether the owner gets an email about this new browser. On the day of the sign-up only staff get it. */
async function shouldNotifyOwner(
  { database, factors, knownBrowsers, limiter }: AccountDeps & { factors: Factors },
  request: Request,
  user: store.PrivateUser,
  isTwoFactor: boolean,
): Promise<boolean> {
  const isOlderThanDay = Date.now() - user.createdAt.getTime() > DAY_MS;
  if (knownBrowsers.find(request, user.id) || !(isOlderThanDay || isStaff(user))) return false;
  if (!isTwoFactor && (await factors.isRequired(database.db, user.id))) return false;
  return limiter.isAllowed('newBrowserMails', accountLimits.newBrowserMails, user.id);
}

/** Logs the person in, unless a second factor is still needed. */
async function startSession(
  deps: AccountDeps & { factors: Factors },
  request: Request,
  user: store.PrivateUser,
  method: Method,
): Promise<CookieHeader[]> {
  const isTwoFactor = method !== 'password' && method !== 'google';
  const notifiesOwner = await shouldNotifyOwner(deps, request, user, isTwoFactor);
  return deps.database.transaction(async (tx) => {
    // A new password or a deletion ends all sessions, also one that is being opened.
    const lockedUser = await store.lockUser(tx, user.id);
    if (lockedUser?.passwordHash !== user.passwordHash) throw new AppError('NOT_SIGNED_IN');
    if (!isTwoFactor && (await deps.factors.isRequired(tx, user.id))) {
      return [await deps.sessions.open(tx, request, { userId: user.id, factor: 'awaited' })];
    }
    await deps.audit.record(tx, auditEntryByOwner(user.id, 'account.signed-in', { method }));
    if (notifiesOwner) {
      const device = formatDeviceName(request.headers.get('user-agent'));
      await deps.queue.enqueue(tx, noticeEmail.job, { userId: user.id, notice: 'new-browser', device });
    }
    const session = await deps.sessions.open(tx, request, { userId: user.id, factor: isTwoFactor ? 'passed' : 'none' });
    return [session, deps.knownBrowsers.createCookie(user.id)];
  });
}

const isAdmitted = (cookies: CookieHeader[]) => cookies.length > 1;

/** The error response carries the cookie of the unfinished session. */
function toLoginReply(user: store.PrivateUser, cookies: CookieHeader[]) {
  if (!isAdmitted(cookies)) throw new AppError('SECOND_FACTOR_REQUIRED', { headers: cookies });
  return withHeaders({ user: presentUser(user) }, cookies);
}

async function login(
  deps: AccountDeps & { factors: Factors },
  request: Request,
  credentials: Credentials,
): Promise<LoginReply> {
  const user = await verifyCredentials(deps, request, credentials);
  if (!user) throw new AppError('WRONG_CREDENTIALS');
  if (!user.emailVerifiedAt) throw new AppError('EMAIL_NOT_VERIFIED');
  return toLoginReply(user, await startSession(deps, request, user, 'password'));
}

/** A person who is not staff gets the same response as for a wrong password. */
async function adminLogin(
  deps: AccountDeps & { factors: Factors },
  request: Request,
  credentials: Credentials,
): Promise<LoginReply> {
  const user = await verifyCredentials(deps, request, credentials);
  if (!user || !isStaff(user) || !user.emailVerifiedAt) {
    if (user) await recordFailure(deps, deps.database.db, user.id, 'password');
    throw new AppError('WRONG_ADMIN_CREDENTIALS');
  }
  return toLoginReply(user, await startSession(deps, request, user, 'password'));
}

async function finishWithCode(
  deps: AccountDeps & { factors: Factors },
  request: Request,
  code: string,
): Promise<LoginReply> {
  const unfinished = await deps.sessions.findUnfinished(request);
  const user = unfinished && (await store.findUserById(deps.database.db, unfinished.userId));
  if (!user) throw new AppError('NOT_SIGNED_IN');
  await deps.factors.countGuess(user.id);
  const { method } = await deps.factors.verifyCode(user.id, code).catch(async (error: unknown) => {
    await recordFailure(deps, deps.database.db, user.id, 'code');
    throw error;
  });
  return toLoginReply(user, await startSession(deps, request, user, method));
}

async function passkeyLogin(
  deps: AccountDeps & { factors: Factors },
  request: Request,
  response: PasskeyAssertion,
): Promise<LoginReply> {
  const userId = await deps.factors.verifyPasskey(response);
  const user = userId && (await store.findUserById(deps.database.db, userId));
  if (!user) {
    await recordFailure(deps, deps.database.db, undefined, 'passkey');
    throw new AppError('PASSKEY_REFUSED');
  }
  if (!user.emailVerifiedAt) throw new AppError('EMAIL_NOT_VERIFIED');
  return toLoginReply(user, await startSession(deps, request, user, 'passkey'));
}

/** For staff whose address Google has verified; undefined for anybody else. */
async function loginFromGoogle(deps: AccountDeps & { factors: Factors }, request: Request, email: string) {
  const user = await store.findUserByEmail(deps.database.db, email.toLowerCase());
  if (!user || !isStaff(user) || !user.emailVerifiedAt) {
    await recordFailure(deps, deps.database.db, user?.id, 'google');
    return undefined;
  }
  const cookies = await startSession(deps, request, user, 'google');
  return { cookies, isAdmitted: isAdmitted(cookies) };
}

async function logout(
  { audit, database, sessions }: AccountDeps & { factors: Factors },
  request: Request,
): Promise<CookieHeader[]> {
  await database.transaction(async (tx) => {
    const ended = await sessions.end(tx, request);
    if (!ended) return;
    await audit.record(tx, auditEntryByOwner(ended.userId, 'account.signed-out'));
  });
  return [sessions.createLogoutCookie()];
}

export function createSignIn(deps: AccountDeps & { factors: Factors }) {
  return {
    ...bindDeps(deps, { login, adminLogin, finishWithCode, passkeyLogin, loginFromGoogle, logout }),
  };
}

export type SignIn = ReturnType<typeof createSignIn>;
