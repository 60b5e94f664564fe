/** A session is a row; only the browser knows its token. The token changes whenever the permissions change. */
import type { Session, SessionId } from '@hakiki/contract/account';
import type { UserId } from '@hakiki/contract/accounts';
import { SESSION_COOKIE as NAME } from '@hakiki/contract/cache';
import { lifetimes } from '@hakiki/contract/limits';
import type { Database, Db } from '../../../platform/db/database.ts';
import { type Actor, type UserActor, visitor } from '../../../platform/http/actor.ts';
import { setCookieHeader, clearCookieHeader, readCookie } from '../../../platform/http/cookies.ts';
import type { Log } from '../../../platform/log/log.ts';
import { formatDeviceName } from './device-name.ts';
import { presentUser, type UserRow } from '../present.ts';
import * as store from '../store.ts';
import { hashToken, newToken } from './tokens.ts';

const DAY_SECONDS = 24 * 3600;

interface Deps {
  database: Database;
  log: Log;
  isSecure: boolean;
  needsAdminSecondFactor: boolean;
}

export function createSessions({ database, log, isSecure, needsAdminSecondFactor }: Deps) {
  const readToken = (request: Request) => readCookie(request, NAME, isSecure);

  const createCookie = (token: string, isFinished: boolean) =>
    setCookieHeader(NAME, token, {
      maxAgeSeconds: isFinished ? lifetimes.sessionDays * DAY_SECONDS : lifetimes.unfinishedSignInMinutes * 60,
      isSecure,
    });

  return {
    async authenticate(request: Request, { isPolled }: { isPolled: boolean }): Promise<Actor> {
      const token = readToken(request);
      if (!token) return visitor;
      const [found] = await database.read<SessionRow>(store.sessionByToken, [hashToken(token)]);
      if (!found) return visitor;
      const { sessionId, hasSecondFactor, hasFactor, isFresh, isDue, ...row } = found;
      if (isDue && !isPolled) {
        // Not awaited: the next request tries again.
        store
          .touchSession(database.db, sessionId)
          .catch((error: unknown) => log.warn({ err: error }, 'failed to update last-seen time of session'));
      }
      const hasFullAccess = hasSecondFactor || !needsAdminSecondFactor;
      return {
        kind: 'user',
        user: presentUser(row),
        sessionId,
        canAdminister: row.isAdmin && hasFullAccess,
        canModerate: (row.isAdmin || row.isModerator) && hasFullAccess,
        // Where the console needs no second factor, a person without one has nothing to step up with.
        isSteppedUp: isFresh || (hasFullAccess && !hasSecondFactor),
        needsStepUp: (row.isAdmin || row.isModerator) && (hasFactor || hasSecondFactor) && !isFresh,
      };
    },

    /** Opens a session and deletes the previous one of this browser. */
    async open(
      tx: Db,
      request: Request,
      { userId, factor }: { userId: UserId; factor: 'none' | 'awaited' | 'passed' },
    ): Promise<[string, string]> {
      const previous = readToken(request);
      if (previous) await store.deleteSessionByToken(tx, hashToken(previous));
      const token = newToken();
      await store.insertSession(tx, {
        userId,
        tokenHash: hashToken(token),
        device: formatDeviceName(request.headers.get('user-agent')),
        awaitsFactor: factor === 'awaited',
        hasSecondFactor: factor === 'passed',
      });
      await store.deleteSessionsBeyondLimit(tx, userId);
      return createCookie(token, factor !== 'awaited');
    },

    /** Finds the session of a person who has entered the right password and not yet the second factor. */
    async findUnfinished(request: Request): Promise<{ userId: UserId } | undefined> {
      const token = readToken(request);
      return token ? store.findUnfinishedSession(database.db, hashToken(token)) : undefined;
    },

    /**
     * Gives the session a new token. A factor that was just enrolled opens the console without another login. Only a
     * factor that was used also counts as fresh: registering a passkey proves no factor that the account had before.
     */
    async renewToken(tx: Db, sessionId: SessionId, upgrades: store.SessionUpgrades = {}): Promise<[string, string]> {
      const token = newToken();
      await store.setSessionToken(tx, sessionId, hashToken(token), upgrades);
      return createCookie(token, true);
    },

    /** Keeps the token, because the page may have other requests in flight. */
    stepUp: (tx: Db, sessionId: SessionId) => store.setFactorTime(tx, sessionId),

    async end(tx: Db, request: Request): Promise<{ userId: UserId } | undefined> {
      const token = readToken(request);
      return token ? store.deleteSessionByToken(tx, hashToken(token)) : undefined;
    },

    createLogoutCookie: (): [string, string] => clearCookieHeader(NAME, isSecure),

    async list({ user, sessionId }: UserActor): Promise<Session[]> {
      const rows = await store.listSessions(database.db, user.id);
      return rows.map(({ id, device, createdAt, lastSeenAt }) => ({
        id,
        device,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isCurrent: id === sessionId,
      }));
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;

type SessionRow = UserRow & {
  sessionId: SessionId;
  hasSecondFactor: boolean;
  /** Whether the account has a second factor; computed for staff only. */
  hasFactor: boolean;
  isFresh: boolean;
  isDue: boolean;
};
