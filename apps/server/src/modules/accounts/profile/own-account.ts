/** A person's own account. Actions that could take the account away require the password again. */
import type { Account, AccountData, SessionId } from '@hakiki/contract/account';
import { accountListLimits } from '@hakiki/contract/account';
import type { UserId } from '@hakiki/contract/accounts';
import { accountLimits } from '@hakiki/contract/limits';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import { isConstraintViolation } from '../../../platform/db/constraint.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { withHeaders } from '../../../platform/http/route.ts';
import type { Factors } from '../factors/factors.ts';
import { noticeEmail } from '../emails.ts';
import type { EmailedLinks } from '../auth/emailed-links.ts';
import type { AccountDeps } from '../deps.ts';
import { assertStrongPassword } from '../auth/passwords.ts';
import type { DeletionEmails } from './deletion-email.ts';
import type { OnPlanEnded } from '../plans/plans.ts';
import { presentUser } from '../present.ts';
import * as store from '../store.ts';
import { auditEntryByOwner } from '../audit-entries.ts';
import { hashToken } from '../auth/tokens.ts';

/** Collects a person's data from the other modules, since only they read their tables. */
export type ExportUserData = (
  actor: UserActor,
) => Promise<Omit<AccountData, 'exportedAt' | 'user' | 'account' | 'sessions' | 'activity'>>;

/** Deletes the data of other modules that no foreign key cascade would delete. */
export type DeleteUserData = (tx: Db, userId: UserId) => Promise<void>;

interface Deps extends AccountDeps {
  factors: Factors;
  links: EmailedLinks;
  exportUserData: ExportUserData;
  deleteUserData: DeleteUserData;
  onPlanEnded: OnPlanEnded;
  deletionEmails: DeletionEmails;
}

async function describe({ database, factors }: Deps, { user }: UserActor): Promise<Account> {
  const [change, factorSummary] = await Promise.all([
    store.findEmailChange(database.db, user.id),
    factors.describe(user.id),
  ]);
  return {
    email: user.email,
    emailChange: change
      ? {
          email: change.email,
          isConfirmedByOld: change.confirmedByOldAt !== null,
          isConfirmedByNew: change.confirmedByNewAt !== null,
          expiresAt: change.expiresAt.toISOString(),
        }
      : null,
    ...factorSummary,
  };
}

/** Guesses are limited per person, so that a borrowed phone cannot be used to find the password. */
async function verifyPassword(
  { database, limiter, passwords }: Deps,
  { user }: UserActor,
  password: string,
): Promise<void> {
  await limiter.consume('provePassword', accountLimits.guessesByKnownBrowser, user.id);
  const found = await store.findUserById(database.db, user.id);
  const isRight = await passwords.verify(password, found?.passwordHash ?? undefined);
  if (!isRight) throw new AppError('WRONG_PASSWORD');
  await limiter.clear('provePassword', user.id);
}

async function changePassword(
  { audit, database, passwords, queue, sessions }: Deps,
  actor: UserActor,
  password: string,
) {
  const user = await store.findUserById(database.db, actor.user.id);
  if (!user) throw new AppError('NOT_SIGNED_IN');
  await assertStrongPassword(password, user);
  const hash = await passwords.hash(password);
  const session = await database.transaction(async (tx) => {
    await store.setPassword(tx, user.id, hash);
    await store.deleteOtherSessions(tx, user.id, actor.sessionId);
    await store.deleteMailedTokens(tx, user.id, ['reset-password']);
    await audit.record(tx, auditEntryByOwner(user.id, 'account.password-changed'));
    await queue.enqueue(tx, noticeEmail.job, { userId: user.id, notice: 'password-changed' });
    return sessions.renewToken(tx, actor.sessionId);
  });
  return withHeaders({ message: 'Your password was changed. All other devices were logged out.' }, [session]);
}

/** Also verifies the address: the link was emailed to it. */
async function resetPassword(
  { audit, database, knownBrowsers, passwords, queue, sessions }: Deps,
  token: string,
  password: string,
) {
  const tokenHash = hashToken(token);
  const found = await store.findMailedToken(database.db, tokenHash, ['reset-password']);
  const user = found && (await store.findUserById(database.db, found.userId));
  if (!user) throw new AppError('LINK_INVALID');
  await assertStrongPassword(password, user);
  const hash = await passwords.hash(password);
  await database.transaction(async (tx) => {
    if (!(await store.spendMailedToken(tx, tokenHash, ['reset-password']))) throw new AppError('LINK_INVALID');
    await store.setPassword(tx, user.id, hash);
    await store.setEmailVerified(tx, user.id);
    await store.deleteSessions(tx, user.id);
    await store.deleteMailedTokens(tx, user.id, ['reset-password', 'verify-email']);
    await audit.record(tx, auditEntryByOwner(user.id, 'account.password-reset'));
    await queue.enqueue(tx, noticeEmail.job, { userId: user.id, notice: 'password-changed' });
  });
  const message = 'Your password was changed. You can now log in.';
  const isStaff = user.isAdmin || user.isModerator;
  return withHeaders({ message, isStaff }, [sessions.createLogoutCookie(), knownBrowsers.createCookie(user.id)]);
}

async function changeEmail({ audit, database, links }: Deps, actor: UserActor, email: string) {
  const { user } = actor;
  const isTaken = email === user.email || (await store.findUserByEmail(database.db, email)) !== undefined;
  // An address that has an account gets no email, and the response does not reveal it.
  const allowsEmailToNew = !isTaken && (await links.allowsEmailTo(email));
  await database.transaction(async (tx) => {
    await store.upsertEmailChange(tx, user.id, email);
    await store.deleteMailedTokens(tx, user.id, ['change-email-old', 'change-email-new']);
    await links.send(tx, user.id, 'change-email-old');
    if (allowsEmailToNew) await links.send(tx, user.id, 'change-email-new');
    await audit.record(tx, auditEntryByOwner(user.id, 'account.email-change-asked'));
  });
  return { message: 'We have written to both addresses. The change happens when both have agreed.' };
}

async function confirmEmailChange({ audit, database, queue }: Deps, token: string) {
  try {
    return await database.transaction(async (tx) => {
      const used = await store.spendMailedToken(tx, hashToken(token), ['change-email-old', 'change-email-new']);
      const side = used?.purpose === 'change-email-old' ? 'old' : 'new';
      const change = used && (await store.confirmEmailChange(tx, used.userId, side));
      if (!change) throw new AppError('LINK_INVALID');
      if (!change.confirmedByOldAt || !change.confirmedByNewAt) {
        return { message: 'Thank you. The other address still has to agree.', isComplete: false };
      }
      await store.setEmail(tx, change.userId, change.email);
      await store.deleteEmailChange(tx, change.userId);
      await store.deleteMailedTokens(tx, change.userId, ['verify-email', 'reset-password']);
      await audit.record(tx, auditEntryByOwner(change.userId, 'account.email-changed'));
      await queue.enqueue(tx, noticeEmail.job, { userId: change.userId, notice: 'email-changed' });
      return { message: 'Your email address was changed.', isComplete: true };
    });
  } catch (error) {
    if (isConstraintViolation(error, 'users_email')) throw new AppError('EMAIL_TAKEN', { cause: error });
    throw error;
  }
}

const listSessions = ({ sessions }: Deps, actor: UserActor) => sessions.list(actor);

async function endSession({ audit, database }: Deps, actor: UserActor, id: SessionId) {
  await database.transaction(async (tx) => {
    if (!(await store.deleteSession(tx, actor.user.id, id))) throw notFound('SESSION_NOT_FOUND');
    await audit.record(tx, auditEntryByOwner(actor.user.id, 'account.session-ended'));
  });
  return { message: 'The session was ended.' };
}

async function endOtherSessions({ audit, database }: Deps, actor: UserActor) {
  await database.transaction(async (tx) => {
    await store.deleteOtherSessions(tx, actor.user.id, actor.sessionId);
    await audit.record(tx, auditEntryByOwner(actor.user.id, 'account.session-ended'));
  });
  return { message: 'All other devices were logged out.' };
}

async function download(deps: Deps, actor: UserActor) {
  const row = await store.findFullUser(deps.database.db, actor.user.id);
  if (!row) throw new AppError('NOT_SIGNED_IN');
  await deps.audit.record(deps.database.db, auditEntryByOwner(actor.user.id, 'account.data-downloaded'));
  const data: AccountData = {
    exportedAt: new Date().toISOString(),
    user: {
      ...presentUser(row),
      cellphoneNumber: row.cellphoneNumber,
      businessName: row.businessName,
      organizationName: row.organizationName,
      regulatoryLicense: row.regulatoryLicense,
      organizationType: row.organizationType,
      language: row.language,
      emailVerifiedAt: row.emailVerifiedAt?.toISOString() ?? null,
    },
    account: await describe(deps, actor),
    sessions: await deps.sessions.list(actor),
    activity: (await deps.audit.listActivity(deps.database.db, actor.user.id, accountListLimits.activity)).map(
      ({ action, at }) => ({
        action,
        at: at.toISOString(),
      }),
    ),
    ...(await deps.exportUserData(actor)),
  };
  return withHeaders(data, [['Content-Disposition', 'attachment; filename="hakiki-account.json"']]);
}

/** Deletes the person's rows; published content stays without an author. */
async function deleteAccount(deps: Deps, actor: UserActor) {
  const { audit, database, deletionEmails, deleteUserData, onPlanEnded, queue, sessions } = deps;
  await database.transaction(async (tx) => {
    const user = await store.findUserById(tx, actor.user.id);
    if (user) await deletionEmails.enqueue(tx, queue, user);
    await audit.record(tx, auditEntryByOwner(actor.user.id, 'account.deleted'));
    await onPlanEnded(tx, actor.user.id, 'deleted');
    await deleteUserData(tx, actor.user.id);
    await store.deleteUser(tx, actor.user.id);
  });
  return withHeaders({ message: 'Your account was deleted.' }, [sessions.createLogoutCookie()]);
}

export function createOwnAccount(deps: Deps) {
  return {
    ...bindDeps(deps, {
      describe,
      verifyPassword,
      changePassword,
      resetPassword,
      changeEmail,
      confirmEmailChange,
      listSessions,
      endSession,
      endOtherSessions,
      download,
      delete: deleteAccount,
    }),
  };
}
