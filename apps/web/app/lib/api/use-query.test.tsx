import { readdirSync, readFileSync } from 'node:fs';
import { act } from '@testing-library/react';
import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from 'react-router';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFakeServer, startJsonServer, errorResponse, createFakeApi } from '../../../test/fake-api.ts';
import { getText } from '../../../test/dom-queries.ts';
import { createServerContext, setTestLanguage } from '../../../test/context.ts';
import { renderInBrowser, renderOnServer } from '../../../test/render.tsx';
import { ErrorView } from '../../components/layout/error-view.tsx';
import { ApiError, getServerMessage } from './api.ts';
import { QueryStore } from './query-store.ts';
import { getPageStatus, setRetryAfter } from '../errors/outage.ts';
import { nullOnFailure, withErrorMessage, defineQuery } from './queries.ts';
import {
  startQueries,
  prefetch,
  getQueryStore,
  hydrateStore,
  getErrorStatus,
  useQuery,
  type QueryState,
} from './use-query.ts';

const stats = defineQuery('/api/stats');
const unavailable = (seconds: string) => new Response('', { status: 503, headers: { 'Retry-After': seconds } });
const renamed = withErrorMessage('Could not load figures', stats);

function assertFailed<State extends { status: string }>(state: State): Extract<State, { status: 'failed' }> {
  if (state.status !== 'failed') throw new Error(`The query is ${state.status}.`);
  return state as Extract<State, { status: 'failed' }>;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('prefetch and hydrateStore', () => {
  it('carry data from the server’s render to the browser, which then sends no request', async () => {
    const { context, page } = createServerContext(createFakeApi({ '/api/stats': { countries: 3 } }).api);
    const carried = JSON.parse(JSON.stringify(await prefetch(context, [stats])));
    const { api, requests } = createFakeApi({});
    const store = new QueryStore(api);

    hydrateStore(store, carried);
    await store.load(stats);

    expect(store.getOutcome(stats)).toEqual({ status: 'ready', data: { countries: 3 } });
    expect(requests).toEqual([]);
    expect(page.cache).toBe('shared');
  });

  it('carry a failure with its message, status and body, so that server and browser show the same [REQ-12]', async () => {
    const { api } = await startJsonServer({ message: 'Down for an hour.' }, 503);
    const { context } = createServerContext(api);
    const { api: browser, requests } = createFakeApi({ '/api/stats': {} });
    const store = new QueryStore(browser);

    hydrateStore(store, JSON.parse(JSON.stringify(await prefetch(context, [stats]))));
    await store.load(stats);

    const outcome = assertFailed(store.getOutcome(stats));
    expect(outcome.error).toBeInstanceOf(ApiError);
    expect(outcome.error).toMatchObject({ message: '503: {"message":"Down for an hour."}', status: 503 });
    expect(getServerMessage(outcome.error)).toBe('Down for an hour.');
    expect(outcome.isRetrying).toBe(false);
    expect(requests).toEqual([]);
  });

  it('carry the status text of an empty body [ERR-02]', async () => {
    const { api } = await startFakeServer((response) => response.writeHead(502).end());
    const { context } = createServerContext(api);
    const store = new QueryStore(api);
    hydrateStore(store, JSON.parse(JSON.stringify(await prefetch(context, [stats]))));
    const outcome = assertFailed(store.getOutcome(stats));
    expect(outcome.error).toMatchObject({ message: '502: Bad Gateway' });
    expect(getErrorStatus(outcome.error)).toBe(502);
  });

  it('carry the message of withErrorMessage and the status behind it', async () => {
    const { context } = createServerContext(createFakeApi({}).api);
    const store = new QueryStore(createFakeApi({}).api);
    hydrateStore(store, JSON.parse(JSON.stringify(await prefetch(context, [renamed]))));
    const outcome = assertFailed(store.getOutcome(renamed));
    expect(outcome.error).toMatchObject({ message: 'Could not load figures' });
    expect(getErrorStatus(outcome.error)).toBe(404);
  });

  it.each([
    ['a 500', errorResponse(500), 'never'],
    ['a 503', errorResponse(503), 'never'],
    ['a 404', errorResponse(404), 'shared'],
    ['an unreadable answer', new Response('<html>'), 'never'],
  ])('after %s, set the cache mode of the page to %j', async (_what, reply, cache) => {
    const { context, page } = createServerContext(createFakeApi({ '/api/stats': reply }).api);
    await prefetch(context, [stats]);
    expect(page.cache).toBe(cache);
  });

  it('carry the data of the other queries when one fails [DEC-65]', async () => {
    const similar = defineQuery('/api/providers/:id/similar', { params: { id: 'x' } });
    const { context } = createServerContext(createFakeApi({ '/api/stats': { countries: 3 } }).api);
    const { reads } = await prefetch(context, [similar, stats]);
    expect(reads).toMatchObject([{ failure: { status: 404 } }, { data: { countries: 3 } }]);
  });
});

describe('a page rendered while the API is unavailable', () => {
  const authUser = nullOnFailure(defineQuery('/api/auth/user'));

  it('responds 503 with Retry-After, and is not cached [SAFE-08]', async () => {
    const { context, page } = createServerContext(createFakeApi({ '/api/stats': unavailable('7') }).api);
    await prefetch(context, [stats]);
    const headers = new Headers();
    const status = getPageStatus(page, 'GET', 200);
    setRetryAfter(page, status, headers);
    expect([status, [...headers], page]).toEqual([
      503,
      [['retry-after', '7']],
      { cache: 'never', retryAfterSeconds: 7 },
    ]);
  });

  it('changes neither the status of a form submission nor that of a missing page [SAFE-08]', async () => {
    const { context, page } = createServerContext(createFakeApi({ '/api/stats': unavailable('7') }).api);
    await prefetch(context, [stats]);
    expect([getPageStatus(page, 'POST', 200), getPageStatus(page, 'GET', 404)]).toEqual([200, 404]);
  });

  it('does not treat a person whose session could not be checked as a visitor [SAFE-08]', async () => {
    const { context } = createServerContext(createFakeApi({ '/api/auth/user': unavailable('2') }).api);
    await expect(prefetch(context, [authUser])).rejects.toMatchObject({ init: { status: 503 } });
    const { context: visitorContext } = createServerContext(
      createFakeApi({ '/api/auth/user': errorResponse(401) }).api,
    );
    expect(await prefetch(visitorContext, [authUser])).toEqual({ reads: [{ key: authUser.key, data: null }] });
  });

  it('shows that the service is busy, in both languages [SAFE-08]', () => {
    const renderText = () => getText(renderOnServer(<ErrorView error={new ErrorResponseImpl(503, '', null)} />));
    expect(renderText()).toBe(
      'This page could not be shown We are very busy right now. Please try again in a moment. Try Again Go to Home',
    );
    setTestLanguage('fr');
    expect(renderText()).toContain('Nous sommes très sollicités. Veuillez réessayer dans un instant.');
  });
});

describe('getQueryStore', () => {
  it('is a new store for each render on the server, so that people never share data', () => {
    vi.stubGlobal('document', undefined);
    getQueryStore().setInitial(stats.key, { status: 'ready', data: 'mine' });
    expect(getQueryStore()).not.toBe(getQueryStore());
    expect(getQueryStore().getOutcome(stats)).toEqual({ status: 'loading' });
  });

  it('is one store until the page is closed in the browser [REQ-09]', () => {
    expect(getQueryStore()).toBe(getQueryStore());
  });
});

describe('startQueries', () => {
  it('starts the queries of a followed link and does not wait for them', () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined));
    vi.stubGlobal('fetch', fetch);
    const request = new Request('http://site.example/');
    expect(startQueries(() => [stats])({ request, params: {} })).toBeNull();
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/stats', {
      method: 'GET',
      credentials: 'include',
      cache: 'no-cache',
    });
  });
});

describe('useQuery', () => {
  function renderStates(store: QueryStore): QueryState<unknown>[] {
    const states: QueryState<unknown>[] = [];
    const Screen = () => {
      states.push(useQuery(stats));
      return null;
    };
    renderOnServer(<Screen />, { store });
    return states;
  }

  it('is loading until there is data, then returns it', () => {
    const store = new QueryStore(createFakeApi({}).api);
    expect(renderStates(store)).toEqual([{ status: 'loading' }]);
    store.setInitial(stats.key, { status: 'ready', data: 5 });
    expect(renderStates(store)).toEqual([{ status: 'ready', data: 5 }]);
  });

  it('gives a failed query a retry function, which sends one request [DEC-65] [REQ-12]', async () => {
    const { api, requests } = createFakeApi({ '/api/stats': { countries: 3 } });
    const store = new QueryStore(api);
    store.setInitial(stats.key, { status: 'failed', error: new Error('no'), isRetrying: false });
    const state = assertFailed(renderStates(store)[0]!);
    expect(requests).toEqual([]);

    state.retry();

    await vi.waitFor(() => expect(store.getOutcome(stats)).toEqual({ status: 'ready', data: { countries: 3 } }));
    expect(requests).toEqual(['/api/stats']);
  });
});

describe('a screen that stays open for a day', () => {
  it('requests each of its queries once [REQ-10]', async () => {
    const { api, requests } = createFakeApi({ '/api/stats': { countries: 3 }, '/api/stats/countries': [] });
    const Screen = () => (
      <p>{[useQuery(stats), useQuery(defineQuery('/api/stats/countries'))].map(({ status }) => status).join(' ')}</p>
    );
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const page = renderInBrowser(<Screen />, { store: new QueryStore(api) });
    await act(() => vi.advanceTimersByTimeAsync(24 * 3_600_000));
    expect(getText(page)).toBe('ready ready');
    expect(requests).toEqual(['/api/stats', '/api/stats/countries']);
  });

  it('repeats a query only in the polled places that are listed here [REQ-10]', () => {
    const app = new URL('../../', import.meta.url);
    const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^paraglide/.test(file),
    );
    const polling = files.filter((file) =>
      /startPolling\(|setInterval\(/.test(readFileSync(new URL(file, app), 'utf8')),
    );
    expect(polling.toSorted()).toEqual([
      // Sends kept reports; reads nothing.
      'components/filings/outbox-notice.tsx',
      // Moves a bar.
      'components/layout/toaster.tsx',
      'lib/alerts/notifier.ts',
      'lib/alerts/polling.ts',
      'screens/admin/parts/sorting.tsx',
      'screens/admin/parts/task-progress.tsx',
      // Renews the claim of an open case.
      'screens/admin/triage/case-state.ts',
      'screens/business/claim.tsx',
      'screens/home/fraud-alert-slot.tsx',
      'screens/subscribe/subscribe.tsx',
    ]);
  });
});
