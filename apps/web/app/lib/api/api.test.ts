import { errors } from '@hakiki/contract/errors';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFakeServer, startJsonServer } from '../../../test/fake-api.ts';
import { ApiError, browserApi, call, getServerMessage, setRetryHandler } from './api.ts';
import { defineMutation, withIdempotencyKey } from './mutations.ts';
import { QueryStore } from './query-store.ts';
import { defineQuery, loadAllPages } from './queries.ts';
import { showFailure } from '../errors/failure.ts';
import { toastStore } from '../browser/toast.ts';

afterEach(() => vi.unstubAllGlobals());

const captureError = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('the call was to fail'),
    (error: unknown) => error,
  );

describe('browserApi', () => {
  it('sends the session cookie with every query, mutation and repeated call, except an anonymous query [REQ-01]', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json([])));
    vi.stubGlobal('fetch', fetch);
    const store = new QueryStore(browserApi);

    await store.load(defineQuery('/api/stats'));
    await store.reload(defineQuery('/api/stats'));
    await store.load(loadAllPages((offset) => defineQuery('/api/referrals/my-referrals', { query: { offset } })));
    await store.send(defineMutation('POST', '/api/referrals/generate-code'), {});
    await store.send(withIdempotencyKey(defineMutation('POST', '/api/reports'), 'a key of sixteen characters'), {
      body: { reportType: 'scam', description: 'Gone.', severity: 'High' },
    });
    fetch.mockResolvedValueOnce(Response.json({ code: 'FACTOR_NEEDED' }, { status: 403 }));
    const removeHandler = setRetryHandler(() => Promise.resolve(true));
    await call(browserApi, 'PUT', '/api/admin/x');
    removeHandler();
    expect(fetch.mock.calls.map(([, init]) => init?.credentials)).toEqual(Array(7).fill('include'));

    await store.load(defineQuery('/api/stats/countries', { anonymous: true }));
    expect(fetch.mock.lastCall?.[1]?.credentials).toBe('omit');
  });

  it('revalidates every response in the browser’s own cache', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(Response.json({})));
    vi.stubGlobal('fetch', fetch);
    await call(browserApi, 'GET', '/api/stats');
    expect(fetch.mock.calls[0]?.[1]?.cache).toBe('no-cache');
  });
});

describe('call', () => {
  it('sends JSON with its content type when there is a body [REQ-02]', async () => {
    const { api, requests } = await startJsonServer({});
    await call(api, 'POST', '/api/reports', { description: 'Gone', severity: null });
    expect(requests[0]).toMatchObject({ method: 'POST', body: '{"description":"Gone","severity":null}' });
    expect(requests[0]?.headers['content-type']).toBe('application/json');
  });

  it.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'sends neither body nor content type with a bare %s [REQ-02]',
    async (method) => {
      const { api, requests } = await startJsonServer({});
      await call(api, method, '/api/referrals/generate-code');
      expect(requests[0]).toMatchObject({ method, body: '' });
      expect(requests[0]?.headers).not.toHaveProperty('content-type');
    },
  );

  it('counts null, false, 0 and empty text as a body [REQ-02]', async () => {
    const { api, requests } = await startJsonServer({});
    for (const body of [null, false, 0, '']) await call(api, 'PUT', '/api/x', body);
    expect(requests.map(({ body }) => body)).toEqual(['null', 'false', '0', '""']);
  });

  it('fails with the status, a colon, a space and the body, and has status and body as separate fields [ERR-01] [DEC-79]', async () => {
    const { api } = await startFakeServer((response) => response.writeHead(400).end('{"message":"No."}'));
    const error = await captureError(call(api, 'GET', '/api/stats'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: '400: {"message":"No."}', status: 400, body: '{"message":"No."}' });
  });

  it('puts the status text where the body is empty [ERR-02]', async () => {
    const { api } = await startFakeServer((response) => response.writeHead(404).end());
    expect(await captureError(call(api, 'GET', '/api/stats'))).toMatchObject({ message: '404: Not Found', body: '' });
  });

  /** Sends a write as the screens do, with a key that would allow a repetition, and waits for an hour. */
  async function failToSend(respond: () => Promise<Response>) {
    const fetch = vi.fn<typeof globalThis.fetch>(respond);
    vi.stubGlobal('fetch', fetch);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const report = withIdempotencyKey(defineMutation('POST', '/api/reports'), 'a key of sixteen characters');
    const body = { reportType: 'scam', description: 'Gone.', severity: 'High' } as const;
    const failure = captureError(new QueryStore(browserApi).send(report, { body }));
    await vi.advanceTimersByTimeAsync(3_600_000);
    return { error: await failure, sent: fetch.mock.calls.map(([path, init]) => [init?.method, path]) };
  }

  it.each([400, 409, 429, 500, 503])(
    'sends a write that gets a %i once, also within an hour [REQ-13]',
    async (status) => {
      const { error, sent } = await failToSend(() =>
        Promise.resolve(new Response('no', { status, headers: { 'Retry-After': '0' } })),
      );
      expect(error).toMatchObject({ status, body: 'no' });
      expect(sent).toEqual([['POST', '/api/reports']]);
    },
  );

  it('sends a write whose connection breaks once, also within an hour [REQ-13]', async () => {
    const { error, sent } = await failToSend(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(error).toBeInstanceOf(TypeError);
    expect(sent).toEqual([['POST', '/api/reports']]);
  });
});

describe('getServerMessage', () => {
  const makeError = (body: string) => new ApiError(400, body, 'Bad Request');

  it('takes the message of a JSON body [DEC-79]', () => {
    expect(getServerMessage(makeError('{"message":"Email is taken.","code":"X"}'))).toBe('Email is taken.');
  });

  it('takes a plain text of up to 200 characters [DEC-79]', () => {
    expect(getServerMessage(makeError('Too many requests'))).toBe('Too many requests');
    expect(getServerMessage(makeError('x'.repeat(200)))).toBe('x'.repeat(200));
    expect(getServerMessage(makeError('x'.repeat(201)))).toBeUndefined();
  });

  it.each([
    ['an empty body', ''],
    ['markup', '<html><body>Bad Gateway</body></html>'],
    ['JSON without a message', '{"error":"no"}'],
    ['an empty message', '{"message":""}'],
    ['a message that is no text', '{"message":{"a":1}}'],
    ['a JSON list', '["no"]'],
    ['JSON null', 'null'],
    ['a JSON number', '42'],
  ])('returns no message for %s [DEC-79]', (_what, body) => {
    expect(getServerMessage(makeError(body))).toBeUndefined();
  });

  it('returns no message for a lost connection or an unrelated error [DEC-79]', () => {
    expect(getServerMessage(new TypeError('fetch failed'))).toBeUndefined();
    expect(getServerMessage('500: no')).toBeUndefined();
    expect(getServerMessage(undefined)).toBeUndefined();
  });
});

describe('showFailure', () => {
  it('shows the server’s message in a destructive toast [ERR-03] [DEC-79]', () => {
    showFailure('Error', new ApiError(409, '{"message":"Already decided."}', 'Conflict'), 'Could not save.');
    expect(toastStore.current()).toMatchObject([
      { title: 'Error', description: 'Already decided.', isDestructive: true, isOpen: true },
    ]);
  });

  it('shows the caller’s fallback text where the server has none [ERR-03] [DEC-79]', () => {
    showFailure('Error', new TypeError('fetch failed'), 'Could not save.');
    expect(toastStore.current()).toMatchObject([
      { title: 'Error', description: 'Could not save.', isDestructive: true },
    ]);
  });

  it('shows one general sentence for callers without a fallback [DEC-81]', () => {
    showFailure('Error', new ApiError(500, '', 'Internal Server Error'), errors.UNEXPECTED.message);
    expect(toastStore.current()[0]?.description).toBe('Something went wrong. Please try again.');
    showFailure('Error', new ApiError(500, 'Try later', ''), errors.UNEXPECTED.message);
    expect(toastStore.current()[0]?.description).toBe('Try later');
  });
});
