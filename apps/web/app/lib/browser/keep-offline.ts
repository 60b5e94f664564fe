/**
 * Caches the guides for offline reading (service-worker/). Starts when the page is loaded and the browser is idle, and
 * not at all with Save-Data.
 */
import { serviceWorkerPath } from '@hakiki/contract/site';

const QUIET_WITHIN_MS = 5000;

export function keepOffline(): void {
  if (!('serviceWorker' in navigator) || navigator.connection?.saveData) return;
  const whenQuiet = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => void begin(), { timeout: QUIET_WITHIN_MS });
    else setTimeout(() => void begin(), QUIET_WITHIN_MS);
  };
  if (document.readyState === 'complete') whenQuiet();
  else addEventListener('load', whenQuiet, { once: true });
}

async function begin(): Promise<void> {
  try {
    await navigator.serviceWorker.register(serviceWorkerPath, { updateViaCache: 'none' });
    const { active } = await navigator.serviceWorker.ready;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows, this is a worker
    active?.postMessage({ keep: document.documentElement.lang });
  } catch {
    // Some browsers and settings have no service workers: then nothing is cached.
  }
}
