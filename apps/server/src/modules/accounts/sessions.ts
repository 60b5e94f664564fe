/** A session is a row; its token is known to the browser alone. It gets a new token whenever what it may do changes. */
import type { Session, SessionId } from '@hakiki/contract/account';
import type { UserId } from '@hakiki/contract/accounts';
import { SESSION_COOKIE as NAME } from '@hakiki/contract/cache';
import { lifetimes } from '@hakiki/contract/limits';
import type { Database, Db } from '../../platform/db/database.ts';
import { type Actor, type UserActor, visitor } from '../../platform/http/actor.ts';
import { cookie, noCookie, readCookie } from '../../platform/http/cookies.ts';
import type { Log } from '../../platform/log/log.ts';
import { deviceName } from './device-name.ts';
import { presentUser, type UserRow } from './present.ts';
import * as store from './store.ts';
import { hashToken, newToken } from './tokens.ts';

const DAY_SECONDS = 24 * 3600;

interface Needs {
  database: Database;
  log: Log;
  isSecure: boolean;
  needsAdminSecondFactor: boolean;
}

export function createSessions({ database, log, isSecure, needsAdminSecondFactor }: Needs) {
  const tokenOf = (request: Request) => readCookie(request, NAME, isSecure);

  const carry = (token: string, isFinished: boolean) =>
    cookie(NAME, token, {
      maxAgeSeconds: isFinished ? lifetimes.sessionDays * DAY_SECONDS : lifetimes.unfinishedSignInMinutes * 60,
      isSecure,
    });

  return {
    async authenticate(request: Request, { isPolled }: { isPolled: boolean }): Promise<Actor> {
      const token = tokenOf(request);
      if (!token) return visitor;
      const [found] = await database.read<Found>(store.sessionByToken, [hashToken(token)]);
      if (!found) return visitor;
      const { sessionId, hasSecondFactor, hasFactor, isFresh, isDue, ...row } = found;
      if (isDue && !isPolled) {
        // Nobody waits for it, and the next request tries again.
        store
          .touchSession(database.db, sessionId)
          .catch((error: unknown) => log.warn({ err: error }, 'session not touched'));
      }
      const isFull = hasSecondFactor || !needsAdminSecondFactor;
      return {
        kind: 'user',
        user: presentUser(row),
        sessionId,
        canAdminister: row.isAdmin && isFull,
        canModerate: (row.isAdmin || row.isModerator) && isFull,
        // Where the console opens without a factor, whoever has given none has nothing to give again.
        isSteppedUp: isFresh || (isFull && !hasSecondFactor),
        owesFactor: (row.isAdmin || row.isModerator) && (hasFactor || hasSecondFactor) && !isFresh,
      };
    },

    /** Opens a session and ends the one this browser had. */
    async open(
      tx: Db,
      request: Request,
      { userId, factor }: { userId: UserId; factor: 'none' | 'awaited' | 'passed' },
    ): Promise<[string, string]> {
      const previous = tokenOf(request);
      if (previous) await store.deleteSessionByToken(tx, hashToken(previous));
      const token = newToken();
      await store.insertSession(tx, {
        userId,
        tokenHash: hashToken(token),
        device: deviceName(request.headers.get('user-agent')),
        awaitsFactor: factor === 'awaited',
        hasSecondFactor: factor === 'passed',
      });
      await store.deleteSessionsBeyondLimit(tx, userId);
      return carry(token, factor !== 'awaited');
    },

    /** Whoever has given the right password and owes the second factor. */
    async findUnfinished(request: Request): Promise<{ userId: UserId } | undefined> {
      const token = tokenOf(request);
      return token ? store.findUnfinishedSession(database.db, hashToken(token)) : undefined;
    },

    /**
     * The same session under a new token. A factor that was just enrolled opens the console without another login. Only one that was
     * used is also fresh: registering a passkey shows no factor that the account had before.
     */
    async renewToken(tx: Db, sessionId: SessionId, raised: store.RaisedSession = {}): Promise<[string, string]> {
      const token = newToken();
      await store.setSessionToken(tx, sessionId, hashToken(token), raised);
      return carry(token, true);
    },

    /** The second factor was given again. The token stays: the page has other calls under way. */
    stepUp: (tx: Db, sessionId: SessionId) => store.setFactorGiven(tx, sessionId),

    async end(tx: Db, request: Request): Promise<{ userId: UserId } | undefined> {
      const token = tokenOf(request);
      return token ? store.deleteSessionByToken(tx, hashToken(token)) : undefined;
    },

    forget: (): [string, string] => noCookie(NAME, isSecure),

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

type Found = UserRow & {
  sessionId: SessionId;
  hasSecondFactor: boolean;
  /** Whether the account has one; looked up for staff only. */
  hasFactor: boolean;
  isFresh: boolean;
  isDue: boolean;
};
