/** Honest reporters, and the checks of the responses that they get during an attack. */
import { randomUUID } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import { IDEMPOTENCY_KEY_HEADER } from '@hakiki/contract/endpoint';
import { makeSession, makeUser } from '../apps/server/test/support/factories.ts';
import { newIssueReport } from '../apps/server/test/support/reporter.ts';
import type { TestStack } from './test-stack.ts';
import type { HttpResponse } from './http-client.ts';
import { toProductionCookie } from './callers.ts';
import type { Outcome } from './outcome.ts';

const DAY_MS = 86_400_000;

type UserOverrides = NonNullable<Parameters<typeof makeUser>[1]>;

/** Creates a signed-in user. */
export async function signUp(
  { database }: Pick<TestStack, 'database'>,
  overrides: UserOverrides = {},
): Promise<{ id: UserId; cookie: string }> {
  const { id } = await makeUser(database.db, overrides);
  const expiresAt = new Date(Date.now() + 30 * DAY_MS);
  const hasSecondFactor = Boolean(overrides.isAdmin || overrides.isModerator);
  const { cookie } = await makeSession(database.db, { userId: id, expiresAt, hasSecondFactor });
  return { id, cookie: toProductionCookie(cookie) };
}

export interface JsonRequest {
  path: string;
  body: object;
  cookie?: string;
  key?: string;
  from?: string;
  method?: string;
}

/** Sends a request like our own pages. */
export const sendJson = (
  { client }: Pick<TestStack, 'client'>,
  { path, body, cookie = '', key, from, method = 'POST' }: JsonRequest,
  timeoutMs?: number,
): Promise<HttpResponse> =>
  client.send(
    {
      method,
      path,
      from,
      headers: {
        'content-type': 'application/json',
        ...(cookie && { cookie }),
        ...(key && { [IDEMPOTENCY_KEY_HEADER]: key }),
      },
      body: JSON.stringify(body),
    },
    timeoutMs,
  );

export const createReport = (description: string, overrides: Parameters<typeof newIssueReport>[0] = {}) => ({
  path: '/api/reports',
  key: randomUUID(),
  body: newIssueReport({ description, ...overrides }),
});

/** Counts and reports a response that the trial does not allow. */
export function countServerError(outcome: Outcome, what: string, { status, headers, text }: HttpResponse): void {
  outcome.tried += 1;
  if (status < 500 || (status === 503 && headers['retry-after'] !== undefined)) return;
  outcome.errors += 1;
  outcome.findings.push(`${what} was answered ${status}: ${text.slice(0, 200)}`);
}
