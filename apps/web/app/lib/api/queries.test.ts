import { paging } from '@hakiki/contract/limits';
import { describe, expect, it } from 'vitest';
import { startFakeServer, startJsonServer } from '../../../test/fake-api.ts';
import { anId, aProvider, aReview, aUser } from '../../../test/factories.ts';
import type { Api } from './api.ts';
import { authUser } from './auth.ts';
import {
  nullOnFailure,
  nullWhenSignedOut,
  withErrorMessage,
  limitItems,
  defineQuery,
  loadAllPages,
} from './queries.ts';

const stats = defineQuery('/api/stats');
const statsReply = { totalProviders: 4, verifiedProviders: 2, flaggedProviders: 1, countries: 3 };
const failingApi: Api = () => Promise.reject(new TypeError('fetch failed'));

describe('defineQuery', () => {
  it('is a GET without a body [REQ-03]', async () => {
    const { api, requests } = await startJsonServer(statsReply);
    await stats.load(api);
    expect(requests).toMatchObject([{ method: 'GET', path: '/api/stats', body: '' }]);
  });

  it('sends an anonymous query without credentials', async () => {
    const requests: unknown[] = [];
    const api: Api = (_path, init) => {
      requests.push(init);
      return Promise.resolve(Response.json([], { headers: { 'X-Total-Count': '0' } }));
    };
    await defineQuery('/api/fraud-alerts/active', { anonymous: true }).load(api);
    expect(requests).toEqual([{ method: 'GET', credentials: 'omit' }]);
  });

  it('joins its segments with slashes [REQ-04]', async () => {
    const { api, requests } = await startJsonServer([], 200, { 'X-Total-Count': '0' });
    const reviews = defineQuery('/api/providers/:id/reviews', { params: { id: anId(7) } });
    expect(reviews.key).toEqual(['/api/providers', anId(7), 'reviews']);
    await reviews.load(api);
    expect(requests[0]?.path).toBe(`/api/providers/${anId(7)}/reviews`);
  });

  it('keeps a parameter inside its segment, whatever it holds [REQ-04]', async () => {
    const { api, requests } = await startJsonServer({}, 404);
    await defineQuery('/api/providers/:id', { params: { id: '../stats?x=1#y' } })
      .load(api)
      .catch(() => undefined);
    expect(requests[0]?.path).toBe('/api/providers/..%2Fstats%3Fx%3D1%23y');
  });

  it('sends non-empty query values with readable commas, and omits empty ones [CALL-04] [CALL-05]', async () => {
    const { api, requests } = await startJsonServer([], 200, { 'X-Total-Count': '0' });
    const query = { search: 'a&b', country: '', type: 'Wallet,OTC Desk', sort: undefined, offset: 0 };
    await defineQuery('/api/providers', { query }).load(api);
    expect(requests[0]?.path).toBe('/api/providers?search=a%26b&type=Wallet,OTC+Desk&offset=0');
  });

  it('has different keys for different query parameters, so that results are not mixed up', () => {
    const keyOf = (search: string) => defineQuery('/api/providers', { query: { search } }).key;
    expect(keyOf('a')).not.toEqual(keyOf('b'));
    expect(keyOf('')).toEqual(['/api/providers']);
  });

  it('parses the response as JSON [REQ-05]', async () => {
    const { api } = await startJsonServer(statsReply);
    expect(await stats.load(api)).toEqual(statsReply);
  });

  it('fails when a successful response is not JSON [REQ-05]', async () => {
    const { api } = await startFakeServer((response) => response.end('<html>'));
    await expect(stats.load(api)).rejects.toThrow(SyntaxError);
  });

  it('returns a list with its total count [CALL-08] [DEC-56]', async () => {
    const { api } = await startJsonServer([aReview()], 200, { 'X-Total-Count': '31' });
    const reviews = defineQuery('/api/providers/:id/reviews', { params: { id: anId() } });
    expect(await reviews.load(api)).toEqual({ items: [aReview()], total: 31 });
  });

  it('returns a single provider unchanged [CALL-07]', async () => {
    const { api } = await startJsonServer(aProvider());
    expect(await defineQuery('/api/providers/:id', { params: { id: anId() } }).load(api)).toEqual(aProvider());
  });

  it('treats a 401 as an error like any other [REQ-06]', async () => {
    const { api } = await startJsonServer({ message: 'Please log in to continue.' }, 401);
    await expect(stats.load(api)).rejects.toMatchObject({ status: 401 });
  });
});

describe('an anonymous query', () => {
  it('sends no session, and has a key of its own beside the member’s query', async () => {
    const calls: (RequestInit | undefined)[] = [];
    const api: Api = (_path, init) => {
      calls.push(init);
      return Promise.resolve(Response.json([], { headers: { 'X-Total-Count': '0' } }));
    };
    const asVisitor = defineQuery('/api/fraud-alerts/active', { anonymous: true });
    const asMember = defineQuery('/api/fraud-alerts/active');
    await asVisitor.load(api);
    await asMember.load(api);
    expect(calls.map((init) => init?.credentials)).toEqual(['omit', undefined]);
    expect(JSON.stringify(asVisitor.key)).not.toBe(JSON.stringify(asMember.key));
    expect(asVisitor.key[0]).toBe('/api/fraud-alerts/active');
  });
});

describe('limitItems', () => {
  it('cuts the list and keeps the total count', async () => {
    const { api } = await startJsonServer(
      [1, 2, 3].map((number) => aReview({ id: anId(number) })),
      200,
      {
        'X-Total-Count': '31',
      },
    );
    const reviews = defineQuery('/api/providers/:id/reviews', { params: { id: anId() } });
    expect(await limitItems(reviews, 2).load(api)).toMatchObject({
      items: [{ id: anId(1) }, { id: anId(2) }],
      total: 31,
    });
    expect(limitItems(reviews, 2).key).toBe(reviews.key);
  });
});

describe('nullWhenSignedOut', () => {
  const personal = nullWhenSignedOut(stats);

  it('returns null for a 401 [REQ-07]', async () => {
    const { api } = await startJsonServer({}, 401);
    expect(await personal.load(api)).toBeNull();
  });

  it.each([403, 404, 500])('still fails on %i [REQ-07]', async (status) => {
    const { api } = await startJsonServer({}, status);
    await expect(personal.load(api)).rejects.toMatchObject({ status });
  });

  it('still fails on a lost connection, and returns the data otherwise [REQ-07]', async () => {
    await expect(personal.load(failingApi)).rejects.toThrow('fetch failed');
    const { api } = await startJsonServer(statsReply);
    expect(await personal.load(api)).toEqual(statsReply);
  });
});

describe('the query of the signed-in user', () => {
  it.each([400, 401, 403, 404, 429, 500, 503])('treats %i as signed out [REQ-08] [CALL-01]', async (status) => {
    const { api, requests } = await startJsonServer({ message: 'no' }, status);
    expect(await authUser.load(api)).toBeNull();
    expect(requests).toMatchObject([{ method: 'GET', path: '/api/auth/user' }]);
  });

  it('treats a lost connection and an unreadable response as signed out [REQ-08]', async () => {
    expect(await authUser.load(failingApi)).toBeNull();
    const { api } = await startFakeServer((response) => response.end('<html>'));
    expect(await authUser.load(api)).toBeNull();
  });

  it('returns the signed-in user [REQ-08] [CALL-01]', async () => {
    const { api } = await startJsonServer(aUser());
    expect(await authUser.load(api)).toEqual(aUser());
  });

  it('shares its key with the plain query, so that both share one result', () => {
    expect(nullOnFailure(stats).key).toBe(stats.key);
    expect(authUser.key).toEqual(['/api/auth/user']);
  });
});

describe('withErrorMessage', () => {
  const renamed = withErrorMessage('Could not load figures', stats);

  it('replaces the message of an error response and keeps the response as its cause', async () => {
    const { api } = await startJsonServer({}, 503);
    await expect(renamed.load(api)).rejects.toMatchObject({
      message: 'Could not load figures',
      cause: { status: 503 },
    });
  });

  it('does not change the error of a lost connection', async () => {
    await expect(renamed.load(failingApi)).rejects.toThrow('fetch failed');
  });
});

describe('loading all pages of a list', () => {
  it('requests page after page, and returns every row [DEC-56]', async () => {
    const stored = Array.from({ length: 2 * paging.defaultLimit }, (_, index) => index);
    const requests: string[] = [];
    const api: Api = (path) => {
      requests.push(path);
      const from = Number(new URL(path, 'http://hakiki.test').searchParams.get('offset') ?? 0);
      return Promise.resolve(Response.json(stored.slice(from, from + paging.defaultLimit)));
    };
    const allReports = loadAllPages((offset) => defineQuery('/api/fraud-alerts/my-reports', { query: { offset } }));
    expect(await allReports.load(api)).toEqual(stored);
    const path = '/api/fraud-alerts/my-reports';
    expect(requests).toEqual([path, `${path}?offset=100`, `${path}?offset=200`]);
    expect(allReports.key).toEqual([path]);
  });
});
