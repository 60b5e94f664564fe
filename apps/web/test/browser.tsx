/** Runs a hook as on a page in a browser, with a URL, storage and an API, without rendering its result. */
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import type { Api } from '../app/lib/api/api.ts';
import { closeFiled, filedStore } from '../app/lib/filings/filed.ts';
import { ReadStore } from '../app/lib/api/read-store.ts';
import { dismissToast, toastStore } from '../app/lib/browser/toast.ts';
import { ReadStoreContext } from '../app/lib/api/use-read.ts';

/** An empty storage; with `isFull` every write fails. */
export function aStorage({ isFull = false } = {}): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (place) => [...items.keys()][place] ?? null,
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
export function useDevice({ localStorage = aStorage(), sessionStorage = aStorage() } = {}): void {
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('sessionStorage', sessionStorage);
  onTestFinished(() => {
    for (const one of filedStore.current()) closeFiled(one);
    for (const { id } of toastStore.current()) dismissToast(id);
    vi.unstubAllGlobals();
  });
}

interface Page<Hooked> {
  hooked: Hooked;
  store: ReadStore;
  /** The paths to which the hook navigated. */
  visited: string[];
}

/** Runs a hook on a page. Rerenders are not observed; its effects on store, toasts and navigation are. */
export function onPage<Hooked>(
  useHook: (go: (path: string) => void) => Hooked,
  { api, at }: { api: Api; at: string },
): Page<Hooked> {
  vi.stubGlobal('location', new URL(at, 'http://site.example'));
  const store = new ReadStore(api);
  const hooks: Hooked[] = [];
  const visited: string[] = [];
  const go = (path: string) => void visited.push(path);
  const router = createMemoryRouter([{ path: '*', Component: () => void hooks.push(useHook(go)) }], {
    initialEntries: [at],
  });
  renderToStaticMarkup(
    <ReadStoreContext value={store}>
      <RouterProvider router={router} />
    </ReadStoreContext>,
  );
  const [hooked] = hooks;
  if (!hooked) throw new Error('The page did not render.');
  return { hooked, store, visited };
}

/** The open toast. */
export const lastToast = () => toastStore.current().find(({ isOpen }) => isOpen);
