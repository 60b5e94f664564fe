/** Creates administrators and moderators with an account and a session, and calls the console as they do. */
import type { ProposalDetail } from '@hakiki/contract/proposals-admin';
import type { AlertId } from '@hakiki/contract/alerts';
import { PRIVATE_DATA_HEADER, type PrivateDataError } from '@hakiki/contract/private-data';
import { AppError } from '../src/platform/app-error.ts';
import type { Db } from '../src/platform/db/database.ts';
import { makeSession, makeUser } from './makers.ts';
import { makeUser as makeActor } from './principals.ts';
import type { TestServer } from './server.ts';

export type Admin = Awaited<ReturnType<typeof makeAdmin>>;

async function makeStaff(db: Db, role: { isAdmin: true } | { isModerator: true }) {
  const user = await makeUser(db, role);
  const { cookie } = await makeSession(db, { userId: user.id, hasSecondFactor: true });
  const actor = makeActor({ id: user.id, email: user.email, ...role });
  return { id: user.id, email: user.email, actor, cookie };
}

export const makeAdmin = (db: Db) => makeStaff(db, { isAdmin: true });
export const makeModerator = (db: Db) => makeStaff(db, { isModerator: true });

/**
 * Calls to the console with the session of a staff member. `approve` and `reject` mark the alert as shown, send a
 * default reason and acknowledge private data; see also `putAsShownWithReason`.
 */
export function consoleAt(server: TestServer) {
  const calls = callsAt(server);
  const decide =
    (decision: 'approve' | 'reject') =>
    async ({ id: userId, actor }: Pick<Admin, 'id' | 'actor'>, alertId: string, reason = WHY) => {
      await show(server, userId, alertId);
      const { alerts } = server.running.services;
      const send = (acknowledgedTokens: readonly string[]) =>
        alerts[decision]({ ...actor, acknowledgedTokens }, alertId as AlertId, { reason });
      // Sends the decision again with the tokens that acknowledge the private data.
      return send([]).catch((error: unknown) => {
        if (!(error instanceof AppError) || !error.privateData) throw error;
        return send(error.privateData.map(({ token }) => token));
      });
    };
  return {
    ...calls,
    approve: decide('approve'),
    reject: decide('reject'),
    /** Reads a proposal and confirms exactly the version that was read, acknowledging private data in it. */
    agree: async (admin: Admin, proposalId: string) => {
      const path = `/api/admin/proposals/${proposalId}`;
      const { seen = '' } = await calls.read<Partial<ProposalDetail>>(admin, path);
      return acknowledging((headers) => calls.post(admin, `${path}/confirm`, { seen }, headers));
    },
  };
}

/**
 * Sends a publishing call as the console does: if it is rejected because of private data, sends it again with the
 * tokens of the texts in the error response.
 */
export async function acknowledging(
  send: (headers: Record<string, string>) => Promise<Response>,
  tokens: readonly string[] = [],
): Promise<Response> {
  const response = await send(tokens.length > 0 ? { [PRIVATE_DATA_HEADER]: tokens.join(',') } : {});
  if (response.status !== 409) return response;
  const { privateData = [] } = (await response.clone().json()) as Partial<PrivateDataError>;
  const unseen = privateData.map(({ token }) => token).filter((token) => !tokens.includes(token));
  return unseen.length > 0 ? acknowledging(send, [...tokens, ...unseen]) : response;
}

/** Records that the moderator was shown these filings; without that the server rejects a decision on them. */
const show = (server: TestServer, userId: string, ...ids: string[]) =>
  server.running.services.cases.claims.recordShown(server.running.database.db, userId, ids);
const listedId = /^\/api\/admin\/(?:fraud-alerts|reports|providers)\/([\da-f-]{36})/;

export const WHY = 'We checked it.';

const callsAt = (server: TestServer) => ({
  show: (admin: Pick<Admin, 'id'>, ...ids: string[]) => show(server, admin.id, ...ids),
  put: async (admin: Admin, path: string, body: object = {}, headers: Record<string, string> = {}) => {
    const [, listed] = listedId.exec(path) ?? [];
    if (listed) await show(server, admin.id, listed);
    return server.post(path, listed ? { reason: WHY, ...body } : body, {
      method: 'PUT',
      headers: { cookie: admin.cookie, ...headers },
    });
  },
  post: (admin: Admin, path: string, body: object = {}, headers: Record<string, string> = {}) =>
    server.post(path, body, { headers: { cookie: admin.cookie, ...headers } }),
  read: async <Body>(admin: Admin, path: string) =>
    (await (await server.get(path, { headers: { cookie: admin.cookie } })).json()) as Body,
});
