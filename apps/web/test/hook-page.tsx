/** Runs a hook as on a page in a browser, with a URL, storage and an API, without rendering its result. */
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import type { Api } from '../app/lib/api/api.ts';
import { closeFiledNotice, filedStore } from '../app/lib/filings/filed-notices.ts';
import { QueryStore } from '../app/lib/api/query-store.ts';
import { dismissToast, toastStore } from '../app/lib/browser/toast.ts';
import { QueryStoreContext } from '../app/lib/api/use-query.ts';

/** An empty storage; with `isFull` every write fails. */
export function createStorage({ isFull = false } = {}): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem(name, text) {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError');
      items.set(name, text);
    },
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  };
}

/** Stubs the storages and cleans up after the test. */
export function stubStorage({ localStorage = createStorage(), sessionStorage = createStorage() } = {}): void {
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('sessionStorage', sessionStorage);
  onTestFinished(() => {
    for (const notice of filedStore.current()) closeFiledNotice(notice);
    for (const { id } of toastStore.current()) dismissToast(id);
    vi.unstubAllGlobals();
  });
}

interface HookPage<Result> {
  result: Result;
  store: QueryStore;
  /** The paths to which the hook navigated. */
  visited: string[];
}

/** Runs a hook on a page. Rerenders are not observed; its effects on store, toasts and navigation are. */
export function renderHookOnPage<Result>(
  useHook: (navigate: (path: string) => void) => Result,
  { api, url }: { api: Api; url: string },
): HookPage<Result> {
  vi.stubGlobal('location', new URL(url, 'http://site.example'));
  const store = new QueryStore(api);
  const results: Result[] = [];
  const visited: string[] = [];
  const navigate = (path: string) => void visited.push(path);
  const router = createMemoryRouter([{ path: '*', Component: () => void results.push(useHook(navigate)) }], {
    initialEntries: [url],
  });
  renderToStaticMarkup(
    <QueryStoreContext value={store}>
      <RouterProvider router={router} />
    </QueryStoreContext>,
  );
  const [hooked] = results;
  if (!hooked) throw new Error('The page did not render.');
  return { result: hooked, store, visited };
}

/** The open toast. */
export const getLastToast = () => toastStore.current().find(({ isOpen }) => isOpen);
