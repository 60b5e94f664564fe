/** One caller of each kind, recreated now and then, since a call may change their account. */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import {
  type CallerCredentials,
  type Caller,
  createCallers,
  getExpectedOutcome,
} from '../apps/server/test/support/callers.ts';
import type { TestStack } from './test-stack.ts';

/** The cookie name of production. */
export const toProductionCookie = (cookie: string): string => cookie.replace(/^session=/, '__Host-session=');

const MAX_CALLS_PER_ACCOUNT = 60;

export interface CallerPool {
  names: string[];
  /** Callers that the contract allows. */
  listAllowed: (endpoint: EndpointDefinition) => string[];
  /** The current account of this caller. */
  get: (name: string) => Promise<CallerCredentials>;
}

export function createCallerPool({ client, database }: TestStack): CallerPool {
  const request = async (path: string, { method = 'GET', headers = {}, body }: RequestInit) => {
    const response = await client.send({
      method,
      path,
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { body }),
    });
    const responseHeaders = new Headers();
    for (const cookie of response.headers['set-cookie'] ?? []) responseHeaders.append('set-cookie', cookie);
    return new Response(null, { status: response.status || 599, headers: responseHeaders });
  };
  const callers: Record<string, Caller> = createCallers(
    { database },
    {
      get: (path, init = {}) => request(path, init),
      post: (path, body, { method = 'POST', headers = {} } = {}) =>
        request(path, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
    },
  );
  const accounts = new Map<string, { arrived: Promise<CallerCredentials>; calls: number }>();
  return {
    names: Object.keys(callers),
    listAllowed: (endpoint) =>
      Object.keys(callers).filter((name) => getExpectedOutcome(endpoint, callers[name]!) === 'let in'),
    get: async (name) => {
      const account = accounts.get(name);
      if (account && account.calls < MAX_CALLS_PER_ACCOUNT) {
        account.calls += 1;
        return account.arrived;
      }
      const arrived = callers[name]!.createCredentials().then((one) => ({
        ...one,
        cookie: toProductionCookie(one.cookie),
      }));
      accounts.set(name, { arrived, calls: 1 });
      return arrived;
    },
  };
}
