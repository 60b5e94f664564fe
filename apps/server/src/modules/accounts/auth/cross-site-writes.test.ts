/** Sends every write of the contract as another site would send it, and with invalid input. */
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Browser, openBrowser, summarizeResponse } from '../../../../test/support/browser.ts';
import { getEndpointName } from '../../../../test/support/contract-rules.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { toInvalidInputReply } from '../../../../test/support/expected-replies.ts';
import { makeApiKey, makeSession, makeUser } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';
import { generateValid } from '../../../../test/support/value-generator.ts';
import { Random } from '../../../seed/random.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const inProduction = useServer(test, {
  settings: { rateLimitScale: 1000, isProduction: true, publicUrl: 'https://hakiki.example' },
});

const writes = (endpoints as readonly EndpointDefinition[]).filter(({ method }) => method !== 'GET');
const names = writes.map(getEndpointName);
const findWrite = (name: string) => writes.find((one) => getEndpointName(one) === name)!;
const toPath = ({ path }: EndpointDefinition) => path.replaceAll(/:\w+/g, '01890000-0000-7000-8000-00000000dead');

/** The user has the plan that the endpoint requires. */
async function signedInBrowser({ access }: Pick<EndpointDefinition, 'access'>) {
  const subscriptionTier = access === 'entitled:apiKeys' ? 'api' : 'premium';
  const user = await makeUser(test.database.db, { isAdmin: true, subscriptionTier, userType: 'business' });
  const { token } = await makeSession(test.database.db, { userId: user.id });
  return openBrowser(server, { cookies: [['session', token]] });
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const crossSiteRequests: [string, Record<string, string>, string][] = [
  ['a script of another site', { ...json, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, '{}'],
  ['a form of another site', { ...form, origin: 'https://evil.example' }, 'email=a%40b.example&password=x'],
  ['a form that looks like JSON', { 'content-type': 'text/plain', origin: 'https://evil.example' }, '{"a":"="}'],
  ['a page with an opaque origin', { ...form, origin: 'null' }, 'a=b'],
  ['a browser that sends only Sec-Fetch-Site', { ...json, 'sec-fetch-site': 'cross-site' }, '{}'],
  ['another subdomain', { ...json, 'sec-fetch-site': 'same-site' }, '{}'],
];

describe.each(names)('%s from other sites', (name) => {
  const endpoint = findWrite(name);
  let browser: Browser;
  beforeAll(async () => {
    browser = await signedInBrowser(endpoint);
  });

  it.each(crossSiteRequests)('rejects a write by %s [DEC-39]', async (_, headers, body) => {
    const response = await browser.send(endpoint.method, toPath(endpoint), { headers, body });
    expect(await summarizeResponse(response)).toBe('403 FORBIDDEN');
    expect(response.headers.getSetCookie()).toEqual([]);
    expect((await browser.get('/api/auth/user')).status).toBe(200);
  });

  it('accepts the write from our own pages, so that the rejection is about the origin', async () => {
    const headers = { ...json, origin: 'http://hakiki.test', 'sec-fetch-site': 'same-origin' };
    const response = await browser.send(endpoint.method, toPath(endpoint), { headers, body: '{}' });
    expect(await summarizeResponse(response)).not.toBe('403 FORBIDDEN');
  });
});

describe('the origin check in production', () => {
  it('accepts only the public URL as origin in production [DEC-39]', async () => {
    const postLogin = async (origin: string) =>
      summarizeResponse(await openBrowser(inProduction).post('/api/auth/login', {}, { origin }));
    expect(await postLogin('https://hakiki.example')).toBe('400 INVALID_INPUT');
    expect(await postLogin(inProduction.url)).toBe('403 FORBIDDEN');
    expect(await postLogin('http://hakiki.example')).toBe('403 FORBIDDEN');
    expect(await postLogin('https://hakiki.example.evil.example')).toBe('403 FORBIDDEN');
  });
});

const writesWithBody = writes.filter(({ body, uploadBytes }) => body && !uploadBytes);
const generator = { random: new Random(1, 'writes'), existingId: () => '01890000-0000-7000-8000-00000000dead' };
/** Of many generated bodies the one with the most fields: it has the optional ones, too. */
const makeBody = (schema: NonNullable<EndpointDefinition['body']>): Record<string, unknown> =>
  Array.from({ length: 100 }, () => generateValid(generator, schema) as Record<string, unknown>).reduce((most, one) =>
    Object.keys(one).length > Object.keys(most).length ? one : most,
  );

const deepList = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const wrongBodies: [string, string | undefined][] = [
  ['nothing', undefined],
  ['an empty body', ''],
  ['a truncated body', '{"email":'],
  ['plain text', 'not json'],
  ['null', 'null'],
  ['a list', '[]'],
  ['lists too deep for recursion', deepList(50_000)],
  ['a string', '"text"'],
  ['a number', '1'],
  ['another encoding', '\uFEFF{}\u0000'],
];
/** Has a length that cannot be compared with a number. */
const incomparableLength = { length: { valueOf: 1, toString: 1 } };
const wrongValues = [null, 1, true, [], ['x'], {}, { $ne: null }, incomparableLength, 'a\0b', 'x'.repeat(100_000)];
const oddValues = ['\uD800', '\u202E\u200B', "' or 1=1 --", '__proto__', '\u{1F600}'.repeat(30)];

const toShortText = (value: unknown) => JSON.stringify(value).slice(0, 20);

describe('invalid input', () => {
  // For one endpoint only: all parse the body in the same way, and building so many lists takes longer than all other
  // tests here.
  it('rejects a body that is as deeply nested as it is long', async () => {
    const browser = await signedInBrowser(findWrite('POST /api/contact'));
    const response = await browser.send('POST', '/api/contact', { headers: json, body: deepList(120_000) });
    expect(await summarizeResponse(response)).toBe('400 INVALID_INPUT');
  });

  describe.each(writesWithBody.map(getEndpointName))('invalid input at %s', (name) => {
    const endpoint = findWrite(name);
    const validBody = makeBody(endpoint.body!);
    const isKeyed = endpoint.access.startsWith('key:');
    let browser: Browser;
    let headers: Record<string, string> = json;
    const send = (body: string | undefined) =>
      browser.send(endpoint.method, toPath(endpoint), { headers, ...(body !== undefined && { body }) });

    beforeAll(async () => {
      browser = await signedInBrowser(endpoint);
      if (isKeyed) headers = { ...json, ...(await makeApiKey(test.database.db)).headers };
    });

    it('rejects a malformed body with an explanation', async () => {
      for (const [kind, body] of wrongBodies.filter(([, one]) => one || !endpoint.mayBeEmpty)) {
        const response = await send(body);
        expect(response.status, kind).toBe(400);
        const named = expect.any(Object) as object;
        const errorReply = { ...toInvalidInputReply({}), fields: named, fieldErrors: named };
        const asProblem = { type: 'about:blank', title: 'Bad Request', status: 400, detail: errorReply.message };
        expect(await response.json(), kind).toEqual({ ...errorReply, ...(isKeyed && asProblem) });
      }
    });

    it('rejects a body above the size limit', async () => {
      expect(await summarizeResponse(await send(JSON.stringify({ padding: 'x'.repeat(1_100_000) })))).toBe(
        '413 TOO_LARGE',
      );
    });

    it('rejects an invalid value in each field', async () => {
      for (const field of Object.keys(validBody)) {
        // The schema library itself throws at such a length.
        const isAllowed = (value: unknown) =>
          value !== incomparableLength && z.safeParse(endpoint.body!, { ...validBody, [field]: value }).success;
        if (isAllowed({ $ne: null })) continue;
        // A field may allow several types, but neither NUL nor a text of any length.
        for (const value of wrongValues.filter((one) => typeof one === 'string' || !isAllowed(one))) {
          const response = await send(JSON.stringify({ ...validBody, [field]: value }));
          expect(await summarizeResponse(response), `${field}: ${toShortText(value)}`).toBe('400 INVALID_INPUT');
        }
      }
    });

    it('survives unusual characters in each field', async () => {
      for (const field of Object.keys(validBody)) {
        for (const value of oddValues) {
          const response = await send(JSON.stringify({ ...validBody, [field]: value }));
          expect(response.status, `${field}: ${toShortText(value)}`).toBeLessThan(500);
        }
      }
    });
  });
});
