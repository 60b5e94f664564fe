import { useEffect } from 'react';
import { startNotifier } from '../../lib/alerts/notifier.ts';
import { useQueryStore } from '../../lib/api/use-query.ts';

/** For browsers without requestIdleCallback. */
const IDLE_TIMEOUT_MS = 2000;

/** Announces new alerts on whichever page is open. Starts when the browser is idle. */
export function AlertNotifier() {
  const store = useQueryStore();
  useEffect(() => {
    let stop: (() => void) | undefined;
    const cancel = whenIdle(() => {
      stop = startNotifier(store);
    });
    return () => {
      cancel();
      stop?.();
    };
  }, [store]);
  return null;
}

function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const request = requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(callback, IDLE_TIMEOUT_MS);
  return () => clearTimeout(timer);
}
