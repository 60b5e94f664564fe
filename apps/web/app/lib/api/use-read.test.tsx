import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answering, answeringJson, failing, knowing } from '../../../test/answers.ts';
import { textOf } from '../../../test/reading.ts';
import { serverContext, speaking } from '../../../test/context.ts';
import { served } from '../../../test/show.tsx';
import { ErrorView } from '../../components/layout/error-view.tsx';
import { ApiError, serverMessage } from './api.ts';
import { ReadStore } from './read-store.ts';
import { statusOfPage, tellWhenToReturn } from '../errors/outage.ts';
import { emptyOnFailure, failingAs, read } from './reads.ts';
import { ensure, prefetch, readStore, receive, statusOf, useRead, type ReadState } from './use-read.ts';

const stats = read('/api/stats');
const busy = (seconds: string) => new Response('', { status: 503, headers: { 'Retry-After': seconds } });
const named = failingAs('Could not load figures', stats);

function failureIn<State extends { status: string }>(state: State): Extract<State, { status: 'failed' }> {
  if (state.status !== 'failed') throw new Error(`The query is ${state.status}.`);
  return state as Extract<State, { status: 'failed' }>;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('prefetch and hydrateStore', () => {
  it('carry data from the server’s render to the browser, which then sends no request', async () => {
    const { context, page } = serverContext(knowing({ '/api/stats': { countries: 3 } }).api);
    const carried = JSON.parse(JSON.stringify(await prefetch(context, [stats])));
    const { api, asked } = knowing({});
    const store = new ReadStore(api);

    receive(store, carried);
    await store.load(stats);

    expect(store.outcomeOf(stats)).toEqual({ status: 'ready', data: { countries: 3 } });
    expect(asked).toEqual([]);
    expect(page.cache).toBe('shared');
  });

  it('carry a failure with its message, status and body, so that server and browser show the same [REQ-12]', async () => {
    const { api } = await answeringJson({ message: 'Down for an hour.' }, 503);
    const { context } = serverContext(api);
    const { api: browser, asked } = knowing({ '/api/stats': {} });
    const store = new ReadStore(browser);

    receive(store, JSON.parse(JSON.stringify(await prefetch(context, [stats]))));
    await store.load(stats);

    const outcome = failureIn(store.outcomeOf(stats));
    expect(outcome.error).toBeInstanceOf(ApiError);
    expect(outcome.error).toMatchObject({ message: '503: {"message":"Down for an hour."}', status: 503 });
    expect(serverMessage(outcome.error)).toBe('Down for an hour.');
    expect(outcome.isRetrying).toBe(false);
    expect(asked).toEqual([]);
  });

  it('carry the status text of an empty body [ERR-02]', async () => {
    const { api } = await answering((response) => response.writeHead(502).end());
    const { context } = serverContext(api);
    const store = new ReadStore(api);
    receive(store, JSON.parse(JSON.stringify(await prefetch(context, [stats]))));
    const outcome = failureIn(store.outcomeOf(stats));
    expect(outcome.error).toMatchObject({ message: '502: Bad Gateway' });
    expect(statusOf(outcome.error)).toBe(502);
  });

  it('carry the message of withErrorMessage and the status behind it', async () => {
    const { context } = serverContext(knowing({}).api);
    const store = new ReadStore(knowing({}).api);
    receive(store, JSON.parse(JSON.stringify(await prefetch(context, [named]))));
    const outcome = failureIn(store.outcomeOf(named));
    expect(outcome.error).toMatchObject({ message: 'Could not load figures' });
    expect(statusOf(outcome.error)).toBe(404);
  });

  it.each([
    ['a 500', failing(500), 'never'],
    ['a 503', failing(503), 'never'],
    ['a 404', failing(404), 'shared'],
    ['an unreadable answer', new Response('<html>'), 'never'],
  ])('after %s, set the cache mode of the page to %j', async (_what, reply, cache) => {
    const { context, page } = serverContext(knowing({ '/api/stats': reply }).api);
    await prefetch(context, [stats]);
    expect(page.cache).toBe(cache);
  });

  it('carry the data of the other queries when one fails [DEC-65]', async () => {
    const similar = read('/api/providers/:id/similar', { params: { id: 'x' } });
    const { context } = serverContext(knowing({ '/api/stats': { countries: 3 } }).api);
    const { reads } = await prefetch(context, [similar, stats]);
    expect(reads).toMatchObject([{ failure: { status: 404 } }, { data: { countries: 3 } }]);
  });
});

describe('a page rendered while the API is unavailable', () => {
  const authUser = emptyOnFailure(read('/api/auth/user'));

  it('responds 503 with Retry-After, and is not cached [SAFE-08]', async () => {
    const { context, page } = serverContext(knowing({ '/api/stats': busy('7') }).api);
    await prefetch(context, [stats]);
    const headers = new Headers();
    const status = statusOfPage(page, 'GET', 200);
    tellWhenToReturn(page, status, headers);
    expect([status, [...headers], page]).toEqual([
      503,
      [['retry-after', '7']],
      { cache: 'never', retryAfterSeconds: 7 },
    ]);
  });

  it('changes neither the status of a form submission nor that of a missing page [SAFE-08]', async () => {
    const { context, page } = serverContext(knowing({ '/api/stats': busy('7') }).api);
    await prefetch(context, [stats]);
    expect([statusOfPage(page, 'POST', 200), statusOfPage(page, 'GET', 404)]).toEqual([200, 404]);
  });

  it('does not treat a person whose session could not be checked as a visitor [SAFE-08]', async () => {
    const { context } = serverContext(knowing({ '/api/auth/user': busy('2') }).api);
    await expect(prefetch(context, [authUser])).rejects.toMatchObject({ init: { status: 503 } });
    const { context: visitors } = serverContext(knowing({ '/api/auth/user': failing(401) }).api);
    expect(await prefetch(visitors, [authUser])).toEqual({ reads: [{ key: authUser.key, data: null }] });
  });

  it('shows that the service is busy, in both languages [SAFE-08]', () => {
    const shown = () => textOf(served(<ErrorView error={new ErrorResponseImpl(503, '', null)} />));
    expect(shown()).toBe(
      'This page could not be shown We are very busy right now. Please try again in a moment. Try Again Go to Home',
    );
    speaking('fr');
    expect(shown()).toContain('Nous sommes très sollicités. Veuillez réessayer dans un instant.');
  });
});

describe('getQueryStore', () => {
  it('is a new store for each render on the server, so that people never share data', () => {
    vi.stubGlobal('document', undefined);
    readStore().put(stats.key, { status: 'ready', data: 'mine' });
    expect(readStore()).not.toBe(readStore());
    expect(readStore().outcomeOf(stats)).toEqual({ status: 'loading' });
  });

  it('is one store until the page is closed in the browser [REQ-09]', () => {
    expect(readStore()).toBe(readStore());
  });
});

describe('startQueries', () => {
  it('starts the queries of a followed link and does not wait for them', () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined));
    vi.stubGlobal('fetch', fetch);
    const request = new Request('http://site.example/');
    expect(ensure(() => [stats])({ request, params: {} })).toBeNull();
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/stats', {
      method: 'GET',
      credentials: 'include',
      cache: 'no-cache',
    });
  });
});

describe('useQuery', () => {
  function statesWith(store: ReadStore): ReadState<unknown>[] {
    const states: ReadState<unknown>[] = [];
    const Screen = () => {
      states.push(useRead(stats));
      return null;
    };
    served(<Screen />, { store });
    return states;
  }

  it('is loading until there is data, then returns it', () => {
    const store = new ReadStore(knowing({}).api);
    expect(statesWith(store)).toEqual([{ status: 'loading' }]);
    store.put(stats.key, { status: 'ready', data: 5 });
    expect(statesWith(store)).toEqual([{ status: 'ready', data: 5 }]);
  });

  it('gives a failed query a retry function, which sends one request [DEC-65] [REQ-12]', async () => {
    const { api, asked } = knowing({ '/api/stats': { countries: 3 } });
    const store = new ReadStore(api);
    store.put(stats.key, { status: 'failed', error: new Error('no'), isRetrying: false });
    const state = failureIn(statesWith(store)[0]!);
    expect(asked).toEqual([]);

    state.retry();

    await vi.waitFor(() => expect(store.outcomeOf(stats)).toEqual({ status: 'ready', data: { countries: 3 } }));
    expect(asked).toEqual(['/api/stats']);
  });
});
