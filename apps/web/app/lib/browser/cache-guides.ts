/**
 * Caches the guides and the visited pages for offline reading (service-worker/). Starts when the page is loaded and the
 * browser is idle, and not at all with Save-Data.
 */
import { isKeptWhenVisited, serviceWorkerPath } from '@hakiki/contract/site';

const IDLE_TIMEOUT_MS = 5000;

export function cacheGuidesOffline(): void {
  if (!('serviceWorker' in navigator) || navigator.connection?.saveData) return;
  const startWhenIdle = () => {
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => void registerServiceWorker(), { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(() => void registerServiceWorker(), IDLE_TIMEOUT_MS);
  };
  if (document.readyState === 'complete') startWhenIdle();
  else addEventListener('load', startWhenIdle, { once: true });
}

async function registerServiceWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register(serviceWorkerPath, { updateViaCache: 'none' });
    const { active, waiting, installing } = await navigator.serviceWorker.ready;
    // A newer one has the languages of this one, and cannot take over while this one has work. Chromium then loses the
    // next page load.
    if (waiting ?? installing) return;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows, this is a worker
    active?.postMessage({ keep: document.documentElement.lang });
  } catch {
    // Some browsers and settings have no service workers: then nothing is cached.
  }
}

/** Keeps the page for offline reading. Waits for the service worker; without one nothing happens. */
export async function cacheVisitedPage(path: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !isKeptWhenVisited(path)) return;
  const { active, waiting, installing } = await navigator.serviceWorker.ready;
  (installing ?? waiting ?? active)?.postMessage({ visited: path });
}
