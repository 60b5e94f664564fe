import { useEffect } from 'react';
import { startNotifier } from '../../lib/alerts/notifier.ts';
import { useReadStore } from '../../lib/api/use-read.ts';

/** For browsers without requestIdleCallback. */
const SOON_MS = 2000;

/** Announces new alerts on whichever page is open. Starts when the browser is idle. */
export function AlertNotifier() {
  const store = useReadStore();
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

function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const request = requestIdleCallback(act, { timeout: SOON_MS });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(act, SOON_MS);
  return () => clearTimeout(timer);
}
