import { describe, expect, it } from 'vitest';
import { startJsonServer } from '../../../test/fake-api.ts';
import { anId, aUser } from '../../../test/factories.ts';
import type { Api } from './api.ts';
import { authUser } from './auth.ts';
import { QueryStore } from './query-store.ts';
import { defineQuery } from './queries.ts';
import { defineMutation } from './mutations.ts';

const login = defineMutation('POST', '/api/auth/login', { refreshes: [authUser] });
const credentials = { email: 'amina@example.org', password: 'correct horse' };

describe('defineMutation', () => {
  it('sends its body as JSON and returns the reply', async () => {
    const { api, requests } = await startJsonServer({ user: aUser() });
    expect(await login.send(api, { body: credentials })).toEqual({ user: aUser() });
    expect(requests).toMatchObject([{ method: 'POST', path: '/api/auth/login', body: JSON.stringify(credentials) }]);
  });

  it('puts its parameters into the path and sends no body where there is none', async () => {
    const { api, requests } = await startJsonServer({ message: 'Ended.' });
    await defineMutation('DELETE', '/api/account/sessions/:id').send(api, { params: { id: anId(7) } });
    expect(requests).toMatchObject([{ method: 'DELETE', path: `/api/account/sessions/${anId(7)}`, body: '' }]);
  });
});

/** An API with one user, who is signed in after the login request. */
function createLoginApi(): { api: Api; requests: string[] } {
  const requests: string[] = [];
  let user: unknown = null;
  const api: Api = (path, init) => {
    requests.push(`${init?.method} ${path}`);
    if (path === '/api/auth/login') user = aUser();
    return Promise.resolve(Response.json(path === '/api/auth/login' ? { user } : user));
  };
  return { api, requests };
}

describe('a mutation with an Idempotency-Key', () => {
  const report = defineMutation('POST', '/api/reports');
  const body = { reportType: 'scam', description: 'Gone.', severity: 'High' } as const;

  it('sends its key in a header, and not in the body', async () => {
    const { api, requests } = await startJsonServer({}, 201);
    await report.send(api, { body, idempotencyKey: 'a key of sixteen characters' });
    expect(requests[0]?.headers).toMatchObject({
      'idempotency-key': 'a key of sixteen characters',
      'content-type': 'application/json',
    });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual(body);
  });

  it('sends no Idempotency-Key header without a key', async () => {
    const { api, requests } = await startJsonServer({}, 201);
    await report.send(api, { body });
    expect(requests[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('aborts after a timeout, so that it can be retried', async () => {
    let signal: AbortSignal | null | undefined;
    const api: Api = (_, init) => {
      signal = init?.signal;
      return Promise.resolve(Response.json({}));
    };
    await report.send(api, { body, idempotencyKey: 'a key of sixteen characters' });
    expect(signal).toBeInstanceOf(AbortSignal);
  });
});

describe('a mutation that invalidates a path', () => {
  const myReports = (limit: number) => defineQuery('/api/fraud-alerts/my-reports', { query: { limit } });
  const report = defineMutation('POST', '/api/reports', { invalidates: ['/api/fraud-alerts/my-reports'] });

  it('refetches the queries that are shown, and the others when they are next needed [DEC-67]', async () => {
    const requests: string[] = [];
    const api: Api = (path, init) => {
      requests.push(`${init?.method} ${path}`);
      return Promise.resolve(Response.json([]));
    };
    const store = new QueryStore(api);
    await Promise.all([store.load(myReports(5)), store.load(myReports(50)), store.load(authUser)]);
    store.subscribe(myReports(5), () => undefined);
    requests.length = 0;

    await store.send(report, { body: { reportType: 'scam', description: 'Gone.', severity: 'High' } });
    expect(requests).toEqual(['POST /api/reports', 'GET /api/fraud-alerts/my-reports?limit=5']);
    expect(store.getOutcome(authUser).status).toBe('ready');

    await store.load(myReports(50));
    expect(requests.at(-1)).toBe('GET /api/fraud-alerts/my-reports?limit=50');
  });
});

describe('a mutation that invalidates a path with parameters', () => {
  const id = anId(1);
  const provider = defineQuery('/api/providers/:id', { params: { id } });
  const providerNews = defineQuery('/api/providers/:id/news', { params: { id } });
  const providerList = defineQuery('/api/providers', { query: { limit: 2 } });

  it.each([
    ['/api/providers/:id/news', [`GET /api/providers/${id}/news`]],
    ['/api/providers/:id', [`GET /api/providers/${id}`, `GET /api/providers/${id}/news`]],
    ['/api/providers', [`GET /api/providers/${id}`, `GET /api/providers/${id}/news`, 'GET /api/providers?limit=2']],
  ] as const)('refetches what is at or below %s, whatever the parameters are [DEC-67]', async (path, refetched) => {
    const requests: string[] = [];
    const api: Api = (url, init) => {
      requests.push(`${init?.method} ${url}`);
      return Promise.resolve(Response.json([]));
    };
    const store = new QueryStore(api);
    for (const query of [provider, providerNews, providerList]) {
      store.subscribe(query, () => undefined);
      await store.load(query);
    }
    requests.length = 0;

    await store.send(defineMutation('POST', '/api/reports', { invalidates: [path] }), {
      body: { reportType: 'scam', description: 'Gone.', severity: 'High' },
    });

    expect(requests).toEqual(['POST /api/reports', ...refetched]);
  });
});

describe('a mutation sent through the store', () => {
  it('refetches the stale queries before it resolves [AUTH-03]', async () => {
    const { api, requests } = createLoginApi();
    const store = new QueryStore(api);
    await store.load(authUser);
    expect(store.getOutcome(authUser)).toEqual({ status: 'ready', data: null });

    await store.send(login, { body: credentials });

    expect(store.getOutcome(authUser)).toEqual({ status: 'ready', data: aUser() });
    expect(requests).toEqual(['GET /api/auth/user', 'POST /api/auth/login', 'GET /api/auth/user']);
  });

  it('notifies all subscribers of the user when the user was refetched [AUTH-05] [AUTH-06]', async () => {
    const replies = [aUser(), aUser({ subscriptionTier: 'premium', referralCode: 'FRIEND' })];
    const api: Api = (path) => Promise.resolve(Response.json(path === '/api/auth/user' ? replies.shift() : {}));
    const store = new QueryStore(api);
    await store.load(authUser);
    const seen: unknown[] = [];
    store.subscribe(authUser, () => seen.push(store.getOutcome(authUser)));

    await store.send(defineMutation('DELETE', '/api/account/sessions', { refreshes: [authUser] }), {});

    const changed = { subscriptionTier: 'premium', referralCode: 'FRIEND' };
    expect(seen.at(-1)).toMatchObject({ status: 'ready', data: changed });
  });

  it('refetches nothing after an error response', async () => {
    const { api, requests } = await startJsonServer({ message: 'No.' }, 401);
    await expect(new QueryStore(api).send(login, { body: credentials })).rejects.toMatchObject({ status: 401 });
    expect(requests).toHaveLength(1);
  });
});
