import { afterEach, describe, expect, it, vi } from 'vitest';
import { startJsonServer } from '../../../test/fake-api.ts';
import { QueryStore } from './query-store.ts';
import { defineQuery, type Query } from './queries.ts';

const HOUR_MS = 3_600_000;
const noApi = () => Promise.reject(new Error('not used'));

/** A query whose responses the test resolves by hand, in any order. */
function createManualQuery() {
  const requests: PromiseWithResolvers<string>[] = [];
  const query: Query<string> = {
    key: ['/api/by-hand'],
    load() {
      const request = Promise.withResolvers<string>();
      requests.push(request);
      return request.promise;
    },
  };
  return { query, requests };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('QueryStore', () => {
  it('requests once and caches the response until the page is closed [REQ-09]', async () => {
    const { api, requests } = await startJsonServer({ totalProviders: 4 });
    const store = new QueryStore(api);
    const stats = defineQuery('/api/stats');
    expect(store.getOutcome(stats)).toEqual({ status: 'loading' });

    await store.load(stats);
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() + 1000 * HOUR_MS });
    await store.load(defineQuery('/api/stats'));

    expect(store.getOutcome(stats)).toEqual({ status: 'ready', data: { totalProviders: 4 } });
    expect(requests).toHaveLength(1);
  });

  it('remembers the server-rendered data, whatever was loaded since, for components that hydrate late', async () => {
    const { api } = await startJsonServer({ totalProviders: 5 });
    const store = new QueryStore(api);
    const [stats, countries] = [defineQuery('/api/stats'), defineQuery('/api/stats/countries')];
    store.setInitial(stats.key, { status: 'ready', data: { totalProviders: 4 } });

    await Promise.all([store.reload(stats), store.load(countries)]);

    expect(store.getOutcome(stats)).toEqual({ status: 'ready', data: { totalProviders: 5 } });
    expect(store.getServerOutcome(stats)).toEqual({ status: 'ready', data: { totalProviders: 4 } });
    expect(store.getOutcome(countries).status).toBe('ready');
    expect(store.getServerOutcome(countries)).toEqual({ status: 'loading' });
  });

  it('never refetches by a timer [REQ-10]', async () => {
    vi.useFakeTimers();
    const { query, requests } = createManualQuery();
    const store = new QueryStore(noApi);
    store.subscribe(query, () => undefined);
    const loading = store.load(query);
    requests[0]?.resolve('first');
    await loading;

    await vi.advanceTimersByTimeAsync(24 * HOUR_MS);

    expect(requests).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not refetch when the window gets the focus, becomes visible or comes online [REQ-11]', async () => {
    const window = new EventTarget();
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    vi.stubGlobal('window', window);
    vi.stubGlobal('document', document);
    vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.resolve(Response.json({}))),
    );
    vi.resetModules();
    const { getQueryStore } = await import('./use-query.ts');
    const store = getQueryStore();
    const stats = defineQuery('/api/stats');
    store.subscribe(stats, () => undefined);
    await store.load(stats);

    for (const name of ['blur', 'focus', 'pageshow', 'online']) window.dispatchEvent(new Event(name));
    for (const name of ['visibilitychange', 'resume']) document.dispatchEvent(new Event(name));
    await new Promise(setImmediate);

    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('does not retry a failed query by itself, not even for the next component that needs it [REQ-12]', async () => {
    vi.useFakeTimers();
    const { query, requests } = createManualQuery();
    const store = new QueryStore(noApi);
    const first = store.load(query);
    requests[0]?.reject(new Error('500: no'));
    await first;

    await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
    await store.load(query);

    expect(requests).toHaveLength(1);
    expect(store.getOutcome(query)).toMatchObject({
      status: 'failed',
      error: { message: '500: no' },
      isRetrying: false,
    });
  });

  it('sends one request to a failing server [REQ-12]', async () => {
    const { api, requests } = await startJsonServer({}, 503, { 'Retry-After': '0' });
    const store = new QueryStore(api);
    await store.load(defineQuery('/api/stats'));
    expect(store.getOutcome(defineQuery('/api/stats')).status).toBe('failed');
    expect(requests).toHaveLength(1);
  });

  it('shares one request between concurrent loads', async () => {
    const { query, requests } = createManualQuery();
    const store = new QueryStore(noApi);
    const all = Promise.all([store.load(query), store.load(query), store.load({ ...query })]);
    requests[0]?.resolve('one');
    await all;
    expect(requests).toHaveLength(1);
    expect(store.getOutcome(query)).toEqual({ status: 'ready', data: 'one' });
  });

  it('retries when the person asks, shows that it does, and notifies listeners [DEC-65]', async () => {
    const { query, requests } = createManualQuery();
    const store = new QueryStore(noApi);
    const seen: unknown[] = [];
    const stop = store.subscribe(query, () => seen.push(store.getOutcome(query)));
    const first = store.load(query);
    requests[0]?.reject(new Error('no'));
    await first;
    const again = store.reload(query);
    requests[1]?.resolve('yes');
    await again;

    expect(seen).toMatchObject([
      { status: 'failed', isRetrying: false },
      { status: 'failed', isRetrying: true },
      { status: 'ready', data: 'yes' },
    ]);
    stop();
    const last = store.reload(query);
    requests[2]?.resolve('newer');
    await last;
    expect(seen).toHaveLength(3);
  });

  it('keeps showing the old data while it is refetched', async () => {
    const { query, requests } = createManualQuery();
    const store = new QueryStore(noApi);
    store.setInitial(query.key, { status: 'ready', data: 'old' });
    const again = store.reload(query);
    expect(store.getOutcome(query)).toEqual({ status: 'ready', data: 'old' });
    requests[0]?.resolve('new');
    await again;
    expect(store.getOutcome(query)).toEqual({ status: 'ready', data: 'new' });
  });

  it('drops a late response of an older request', async () => {
    const { query, requests } = createManualQuery();
    const store = new QueryStore(noApi);
    const older = store.load(query);
    const newer = store.reload(query);
    requests[1]?.resolve('newer');
    await newer;
    requests[0]?.resolve('older');
    await older;
    expect(store.getOutcome(query)).toEqual({ status: 'ready', data: 'newer' });
  });

  it('drops a late failure of an older request', async () => {
    const { query, requests } = createManualQuery();
    const store = new QueryStore(noApi);
    const older = store.load(query);
    const newer = store.reload(query);
    requests[0]?.reject(new Error('late'));
    await older;
    expect(store.getOutcome(query)).toEqual({ status: 'loading' });
    requests[1]?.resolve('newer');
    await newer;
    expect(store.getOutcome(query)).toEqual({ status: 'ready', data: 'newer' });
  });

  it("refreshes polled data no more often than the caller's maximum age [REQ-10] [BANNER-07] [NOTIFY-04]", async () => {
    vi.useFakeTimers();
    const { query, requests } = createManualQuery();
    const store = new QueryStore(noApi);
    store.setInitial(query.key, { status: 'ready', data: 'of unknown age' });
    expect(store.refresh(query, 30_000)).toBe(30_000);
    expect(store.refresh(query, 30_000)).toBe(30_000);
    requests[0]?.resolve('new');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.refresh(query, 30_000)).toBe(20_000);
    expect(store.refresh(query, 5000)).toBe(5000);
    expect(requests).toHaveLength(2);
    expect(store.getOutcome(query)).toEqual({ status: 'ready', data: 'new' });
  });

  it('refreshes data when the clock was set back', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 1) });
    const { query, requests } = createManualQuery();
    const store = new QueryStore(noApi);
    store.refresh(query, 30_000);
    requests[0]?.resolve('one');
    vi.setSystemTime(Date.UTC(2020, 5, 1));
    expect(store.refresh(query, 30_000)).toBe(30_000);
  });

  it('keeps the last data when a refresh fails, and fails only where there was none [DEC-65]', async () => {
    const { query, requests } = createManualQuery();
    const store = new QueryStore(noApi);
    store.refresh(query, 0);
    requests[0]?.reject(new Error('no line'));
    await vi.waitFor(() => expect(store.getOutcome(query).status).toBe('failed'));
    store.refresh(query, 0);
    requests[1]?.resolve('here');
    await vi.waitFor(() => expect(store.getOutcome(query).status).toBe('ready'));
    store.refresh(query, 0);
    requests[2]?.reject(new Error('no line'));
    await new Promise(setImmediate);
    expect(store.getOutcome(query)).toEqual({ status: 'ready', data: 'here' });
  });

  it('uses data that was loaded elsewhere and sends no request', async () => {
    const { query, requests } = createManualQuery();
    const store = new QueryStore(noApi);
    store.setInitial(query.key, { status: 'ready', data: 'from the page' });
    await store.load(query);
    expect(store.getOutcome(query)).toEqual({ status: 'ready', data: 'from the page' });
    expect(requests).toHaveLength(0);
  });

  it('does not let data from elsewhere replace its own or disturb a request', async () => {
    const { query, requests } = createManualQuery();
    const store = new QueryStore(noApi);
    const loading = store.load(query);
    store.setInitial(query.key, { status: 'ready', data: 'elsewhere' });
    expect(store.getOutcome(query)).toEqual({ status: 'loading' });
    requests[0]?.resolve('own');
    await loading;
    store.setInitial(query.key, { status: 'ready', data: 'elsewhere' });
    expect(store.getOutcome(query)).toEqual({ status: 'ready', data: 'own' });
  });

  it('returns the same outcome object until something changes, as React requires', () => {
    const { query } = createManualQuery();
    const store = new QueryStore(noApi);
    expect(store.getOutcome(query)).toBe(store.getOutcome(query));
    store.setInitial(query.key, { status: 'ready', data: 1 });
    expect(store.getOutcome(query)).toBe(store.getOutcome(query));
  });
});
