/** What a form does in a browser, without its looks: its hook runs on a page with an address, a device and a network. */
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import type { Api } from '../app/lib/api/api.ts';
import { closeFiled, filedStore } from '../app/lib/filings/filed.ts';
import { ReadStore } from '../app/lib/api/read-store.ts';
import { dismissToast, toastStore } from '../app/lib/browser/toast.ts';
import { ReadStoreContext } from '../app/lib/api/use-read.ts';

/** A browser's storage, empty; `isFull` refuses whatever is put in. */
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

/** Nothing is kept from one test to the next. */
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
  /** The pages the person was led to. */
  visited: string[];
}

/** Runs a hook on a page. What it would draw anew is not seen here; what it does is. */
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

/** What the person was told last. */
export const lastToast = () => toastStore.current().find(({ isOpen }) => isOpen);
