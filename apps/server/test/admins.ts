/** Administrators with an account and a session of their own, and what they ask of the console. */
import type { ProposalDetail } from '@hakiki/contract/admin';
import type { Db } from '../src/platform/db/database.ts';
import { makeSession, makeUser } from './makers.ts';
import { makeUser as makeActor } from './principals.ts';
import type { TestServer } from './server.ts';

export type Admin = Awaited<ReturnType<typeof makeAdmin>>;

export async function makeAdmin(db: Db) {
  const user = await makeUser(db, { isAdmin: true });
  const { cookie } = await makeSession(db, { userId: user.id, hasSecondFactor: true });
  const actor = makeActor({ id: user.id, email: user.email, isAdmin: true });
  return { id: user.id, email: user.email, actor, cookie };
}

/** Calls as this administrator's browser makes them. */
export function consoleAt(server: TestServer) {
  const calls = callsAt(server);
  return {
    ...calls,
    /** Looks at what is proposed, and confirms just that. */
    agree: async (admin: Admin, proposalId: string) => {
      const path = `/api/admin/proposals/${proposalId}`;
      const { seen = '' } = await calls.read<Partial<ProposalDetail>>(admin, path);
      return calls.post(admin, `${path}/confirm`, { seen });
    },
  };
}

const callsAt = (server: TestServer) => ({
  put: (admin: Admin, path: string, body: object = {}) =>
    server.post(path, body, { method: 'PUT', headers: { cookie: admin.cookie } }),
  post: (admin: Admin, path: string, body: object = {}, headers: Record<string, string> = {}) =>
    server.post(path, body, { headers: { cookie: admin.cookie, ...headers } }),
  read: async <Body>(admin: Admin, path: string) =>
    (await (await server.get(path, { headers: { cookie: admin.cookie } })).json()) as Body,
});
