/** No call of the product is deprecated today, so the tests use their own calls. */
import { endpoint } from '@hakiki/contract/endpoint';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useServerWithRoutes } from '../../../test/support/sample-server.ts';
import { AppError } from '../app-error.ts';
import { visitor } from './actor.ts';
import { createDeprecationHeaders } from './deprecation-headers.ts';
import type { ApiKeyAuth } from './api-key-calls.ts';
import { createOpenApiDocument } from './openapi/openapi-document.ts';
import { handle, page } from './route.ts';

const list = z.array(z.object({ name: z.string() })).check(z.maxLength(10));
const definition = {
  method: 'GET',
  path: '/api/v1/old',
  summary: 'An old list.',
  access: 'key:read:providers',
  query: z.object({ limit: z._default(z.coerce.number(), 1), offset: z._default(z.coerce.number(), 0) }),
  reply: list,
  totalCount: true,
  errors: ['API_KEY_INVALID'],
  cache: 'personal',
  rateLimit: 'v1Providers',
} as const;
const deprecatedCall = endpoint({ ...definition, deprecated: { since: '2027-01-01', sunset: '2028-01-01' } });
const currentCall = endpoint({ ...definition, path: '/api/v1/lasting' });

const apiKeyAuth: ApiKeyAuth = {
  authenticate: (request) =>
    request.headers.get('authorization') === 'Bearer ours'
      ? Promise.resolve({
          kind: 'key',
          keyId: '01890000-0000-7000-8000-000000000001' as never,
          accountId: '01890000-0000-7000-8000-000000000002' as never,
          isTest: true,
          scopes: ['read:providers'],
          plan: { subscriptionTier: 'api', userType: 'user' },
        })
      : Promise.reject(new AppError('API_KEY_INVALID')),
  countCall: () => Promise.resolve({ headers: [], refund: () => Promise.resolve([]) }),
  record: () => undefined,
};
const request = useServerWithRoutes({
  routes: [deprecatedCall, currentCall].map((one) => handle(one, () => page([{ name: 'one' }], 2))),
  authenticate: () => Promise.resolve(visitor),
  apiKeyAuth,
  settings: { publicUrl: 'https://hakiki.example' },
});

const documentationLink =
  '<https://hakiki.example/api?tab=documentation#docs-versions>; rel="deprecation"; type="text/html"';
const deprecationHeaders = { deprecation: '@1798761600', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' };
const readHeaders = async (path: string, headers: Record<string, string> = { authorization: 'Bearer ours' }) => {
  const response = await request(path, { headers });
  const { deprecation, sunset, link } = Object.fromEntries(response.headers);
  return { status: response.status, deprecation, sunset, link, etag: response.headers.get('etag') };
};

describe('a deprecated call', () => {
  it('a deprecated call sends the deprecation headers, beside the link to the next page', async () => {
    expect(await readHeaders('/api/v1/old')).toEqual({
      status: 200,
      ...deprecationHeaders,
      link: `<https://hakiki.example/api/v1/old?offset=1>; rel="next", ${documentationLink}`,
      etag: expect.any(String),
    });
  });

  it('a deprecated call sends the deprecation headers with 304 and error responses, too', async () => {
    const { etag } = await readHeaders('/api/v1/old');
    const unchanged = await readHeaders('/api/v1/old', { authorization: 'Bearer ours', 'if-none-match': etag ?? '' });
    expect(unchanged).toEqual({
      status: 304,
      ...deprecationHeaders,
      link: expect.stringContaining(documentationLink),
      etag,
    });
    expect(await readHeaders('/api/v1/old', {})).toEqual({
      status: 401,
      ...deprecationHeaders,
      link: documentationLink,
      etag: null,
    });
  });

  it('a deprecated call exposes the deprecation headers to pages that use a test key', async () => {
    const response = await request('/api/v1/old', { headers: { authorization: 'Bearer ours' } });
    expect(response.headers.get('access-control-expose-headers')).toMatch(/, Deprecation, Sunset$/);
  });

  it('a deprecated call is marked as deprecated in the OpenAPI document, and other calls are not', () => {
    const { paths, components } = createOpenApiDocument([deprecatedCall, currentCall], 'v1', {
      version: '1',
      publicUrl: 'https://hakiki.example',
    });
    const [marked, other] = [paths['/api/v1/old']!['get']!, paths['/api/v1/lasting']!['get']!];
    expect([marked.deprecated, other.deprecated]).toEqual([true, undefined]);
    const headersOf = ({ responses }: typeof marked, status: number) =>
      Object.keys((responses as Record<number, { headers: object }>)[status]!.headers).filter((name) =>
        /^(?:Deprecation|Sunset|Link)$/.test(name),
      );
    expect([200, 304, 401].map((status) => headersOf(marked, status))).toEqual(
      [200, 304, 401].map(() => ['Deprecation', 'Sunset', 'Link']),
    );
    expect(headersOf(other, 200)).toEqual(['Link']);
    expect(Object.keys(components.headers ?? {})).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
  });

  it('a deprecated call stops the server at start if the notice is shorter than a year', () => {
    const soon = endpoint({ ...definition, deprecated: { since: '2027-01-01', sunset: '2027-12-31' } });
    expect(() => createDeprecationHeaders(soon)).toThrow('GET /api/v1/old would end sooner than a year');
    const never = endpoint({ ...definition, deprecated: { since: '2027-01-01', sunset: '2028-13-41' } });
    expect(() => createDeprecationHeaders(never)).toThrow('sooner than a year');
  });
});

describe('a call without deprecation', () => {
  it('a call without deprecation sends no deprecation headers', async () => {
    expect(await readHeaders('/api/v1/lasting')).toEqual({
      status: 200,
      deprecation: undefined,
      sunset: undefined,
      link: '<https://hakiki.example/api/v1/lasting?offset=1>; rel="next"',
      etag: expect.any(String),
    });
  });
});
