/**
 * Calls every endpoint over HTTP as every kind of caller and compares the outcome with the access the contract
 * declares.
 */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { describe, expect, it } from 'vitest';
import {
  type CallerCredentials,
  type Caller,
  createCallers,
  createCredentialsPerEndpoint,
  getExpectedOutcome,
} from './support/callers.ts';
import { getEndpointName } from './support/contract-rules.ts';
import { useDatabase } from './support/database.ts';
import { useServer } from './support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, needsAdminSecondFactor: true } });

const callers: Record<string, Caller> = createCallers(test, server);

const unauthenticatedCodes = new Set(['NOT_SIGNED_IN', 'API_KEY_INVALID']);
const accessErrorCodes = new Set([
  'FORBIDDEN',
  'PERMISSION_MISSING',
  'ADMIN_SECOND_FACTOR_REQUIRED',
  'STEP_UP_REQUIRED',
]);

/**
 * An empty body passes the access check and fails validation after it, so the error code shows which of the two
 * rejected the call.
 */
async function callAndGetOutcome(endpoint: EndpointDefinition, { cookie, authorization = '' }: CallerCredentials) {
  const path = endpoint.path.replaceAll(/:\w+/g, '01890000-0000-7000-8000-00000000dead');
  const response = await server.get(path, {
    method: endpoint.method,
    headers: { cookie, authorization, 'content-type': 'application/json' },
    redirect: 'manual',
    ...(endpoint.method !== 'GET' && { body: '{}' }),
  });
  expect(response.status, getEndpointName(endpoint)).toBeLessThan(500);
  const { code } = response.status < 400 ? { code: '' } : ((await response.json()) as { code: string });
  if (unauthenticatedCodes.has(code) && endpoint.access !== 'public') return 'unknown';
  return accessErrorCodes.has(code) ? 'refused' : 'let in';
}

describe('access control over HTTP', () => {
  // Some callers log in with a password for every endpoint, which is slow on purpose.
  it.each(Object.keys(callers))(
    'every endpoint admits or rejects the caller "%s" as the contract declares [DEC-32] [ROLE-12] [SAFE-10]',
    { timeout: 240_000 },
    async (name) => {
      const caller = callers[name]!;
      const arrive = createCredentialsPerEndpoint(caller);
      const expected: Record<string, string> = {};
      const found: Record<string, string> = {};
      for (const endpoint of endpoints as readonly EndpointDefinition[]) {
        expected[getEndpointName(endpoint)] = getExpectedOutcome(endpoint, caller);
        found[getEndpointName(endpoint)] = await callAndGetOutcome(endpoint, await arrive(endpoint));
      }
      expect(found).toEqual(expected);
    },
  );
});
