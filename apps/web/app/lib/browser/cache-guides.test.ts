import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cacheGuidesOffline, cacheVisitedPage } from './cache-guides.ts';

const makeWorker = () => ({ postMessage: vi.fn() });
const workers = { active: makeWorker(), waiting: makeWorker(), installing: makeWorker() };
type Present = Partial<typeof workers>;

function useWorkers(present: Present): void {
  vi.stubGlobal('navigator', {
    serviceWorker: { register: () => Promise.resolve(), ready: Promise.resolve(present) },
  });
  vi.stubGlobal('document', { readyState: 'complete', documentElement: { lang: 'fr' } });
  vi.stubGlobal('window', { requestIdleCallback: true });
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
}

const listMessages = () =>
  Object.fromEntries(Object.entries(workers).map(([name, { postMessage }]) => [name, postMessage.mock.calls.flat()]));

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

it('asks the service worker to keep the guides in the language of the page [WARN-14]', async () => {
  useWorkers({ active: workers.active });
  cacheGuidesOffline();
  await vi.waitFor(() => expect(listMessages()).toEqual({ active: [{ keep: 'fr' }], waiting: [], installing: [] }));
});

it.each(['waiting', 'installing'] as const)(
  'gives a service worker no more work when a newer one is %s, so that it can take over [WARN-14]',
  async (newer) => {
    useWorkers({ active: workers.active, [newer]: workers[newer] });
    cacheGuidesOffline();
    await cacheVisitedPage('/');
    expect(listMessages()).toEqual({ active: [], waiting: [], installing: [], [newer]: [{ visited: '/' }] });
  },
);
