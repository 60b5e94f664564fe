/** Creates administrators and moderators with an account and a session, and calls the console as they do. */
import type { ProposalDetail } from '@hakiki/contract/proposals-admin';
import type { AlertId } from '@hakiki/contract/alerts';
import { PRIVATE_DATA_HEADER, type PrivateDataError } from '@hakiki/contract/private-data';
import { AppError } from '../../src/platform/app-error.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { makeSession, makeUser } from './factories.ts';
import { makeUserActor } from './actors.ts';
import type { TestServer } from './server.ts';

export type Admin = Awaited<ReturnType<typeof makeAdmin>>;

async function makeStaff(db: Db, role: { isAdmin: true } | { isModerator: true }) {
  const user = await makeUser(db, role);
  const { cookie } = await makeSession(db, { userId: user.id, hasSecondFactor: true });
  const actor = makeUserActor({ id: user.id, email: user.email, ...role });
  return { id: user.id, email: user.email, actor, cookie };
}

export const makeAdmin = (db: Db) => makeStaff(db, { isAdmin: true });
export const makeModerator = (db: Db) => makeStaff(db, { isModerator: true });

/**
 * Calls to the console with the session of a staff member. `approve` and `reject` mark the alert as shown, send a
 * default reason and acknowledge private data; see also `putAsShownWithReason`.
 */
export function createConsoleClient(server: TestServer) {
  const calls = createConsoleCalls(server);
  const decideAsShown =
    (decision: 'approve' | 'reject') =>
    async ({ id: userId, actor }: Pick<Admin, 'id' | 'actor'>, alertId: string, reason = DEFAULT_REASON) => {
      await recordShown(server, userId, alertId);
      const { alerts } = server.running.services;
      const send = (acknowledged: readonly string[]) =>
        alerts[decision]({ ...actor, acknowledged }, alertId as AlertId, { reason });
      // Sends the decision again with the tokens that acknowledge the private data.
      return send([]).catch((error: unknown) => {
        if (!(error instanceof AppError) || !error.privateData) throw error;
        return send(error.privateData.map(({ token }) => token));
      });
    };
  return {
    ...calls,
    approve: decideAsShown('approve'),
    reject: decideAsShown('reject'),
    /** Reads a proposal and confirms exactly the version that was read, acknowledging private data in it. */
    confirmProposal: async (admin: Admin, proposalId: string) => {
      const path = `/api/admin/proposals/${proposalId}`;
      const { seen = '' } = await calls.getJson<Partial<ProposalDetail>>(admin, path);
      return acknowledgePrivateData((headers) => calls.post(admin, `${path}/confirm`, { seen }, headers));
    },
  };
}

/**
 * Sends a publishing call as the console does: if it is rejected because of private data, sends it again with the
 * tokens of the texts in the error response.
 */
export async function acknowledgePrivateData(
  send: (headers: Record<string, string>) => Promise<Response>,
  tokens: readonly string[] = [],
): Promise<Response> {
  const response = await send(tokens.length > 0 ? { [PRIVATE_DATA_HEADER]: tokens.join(',') } : {});
  if (response.status !== 409) return response;
  const { privateData = [] } = (await response.clone().json()) as Partial<PrivateDataError>;
  const unacknowledged = privateData.map(({ token }) => token).filter((token) => !tokens.includes(token));
  return unacknowledged.length > 0 ? acknowledgePrivateData(send, [...tokens, ...unacknowledged]) : response;
}

/** Records that the moderator was shown these filings; without that the server rejects a decision on them. */
const recordShown = (server: TestServer, userId: string, ...ids: string[]) =>
  server.running.services.cases.claims.recordShown(server.running.database.db, userId, ids);
const moderatedIdInPath = /^\/api\/admin\/(?:fraud-alerts|reports|providers)\/([\da-f-]{36})/;

export const DEFAULT_REASON = 'We checked it.';

const createConsoleCalls = (server: TestServer) => ({
  markShown: (admin: Pick<Admin, 'id'>, ...ids: string[]) => recordShown(server, admin.id, ...ids),
  putAsShownWithReason: async (admin: Admin, path: string, body: object = {}, headers: Record<string, string> = {}) => {
    const [, moderatedId] = moderatedIdInPath.exec(path) ?? [];
    if (moderatedId) await recordShown(server, admin.id, moderatedId);
    return server.post(path, moderatedId ? { reason: DEFAULT_REASON, ...body } : body, {
      method: 'PUT',
      headers: { cookie: admin.cookie, ...headers },
    });
  },
  post: (admin: Admin, path: string, body: object = {}, headers: Record<string, string> = {}) =>
    server.post(path, body, { headers: { cookie: admin.cookie, ...headers } }),
  getJson: async <Body>(admin: Admin, path: string) =>
    (await (await server.get(path, { headers: { cookie: admin.cookie } })).json()) as Body,
});
