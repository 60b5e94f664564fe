/** Honest reporters, and the checks of the responses that they get during an attack. */
import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_KEY_HEADER } from '@hakiki/contract/endpoint';
import { makeSession, makeUser } from '../apps/server/test/makers.ts';
import { issueReport } from '../apps/server/test/reporter.ts';
import type { Besieged } from './besieged.ts';
import type { Answer } from './line.ts';
import { sessionCookie } from './people.ts';
import type { Outcome } from './table.ts';

const DAY_MS = 86_400_000;

type Given = NonNullable<Parameters<typeof makeUser>[1]>;

/** Creates a user and returns their cookie. */
export async function signUp({ database }: Besieged, given: Given = {}): Promise<string> {
  const { id: userId } = await makeUser(database.db, given);
  const expiresAt = new Date(Date.now() + 30 * DAY_MS);
  const hasSecondFactor = Boolean(given.isAdmin || given.isModerator);
  return sessionCookie((await makeSession(database.db, { userId, expiresAt, hasSecondFactor })).cookie);
}

export interface Sent {
  path: string;
  body: object;
  cookie?: string;
  key?: string;
  from?: string;
  method?: string;
}

/** Sends a request like our own pages. */
export const send = (
  { line }: Besieged,
  { path, body, cookie = '', key, from, method = 'POST' }: Sent,
  patienceMs?: number,
): Promise<Answer> =>
  line.ask(
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
    patienceMs,
  );

export const reportOf = (description: string, given: Parameters<typeof issueReport>[0] = {}) => ({
  path: '/api/reports',
  key: randomUUID(),
  body: issueReport({ description, ...given }),
});

/** Counts and reports a response that the trial does not allow. */
export function judgeAnswer(outcome: Outcome, what: string, { status, headers, text }: Answer): void {
  outcome.tried += 1;
  if (status < 500 || (status === 503 && headers['retry-after'] !== undefined)) return;
  outcome.errors += 1;
  outcome.findings.push(`${what} was answered ${status}: ${text.slice(0, 200)}`);
}
