import { useEffect } from 'react';
import { useReadStore } from '../../lib/api/use-read.ts';

/** For browsers without requestIdleCallback. */
const SOON_MS = 2000;

/** Warns of new alerts on whichever page is open. Its code is loaded when the browser is idle. */
export function AlertNotifier() {
  const store = useReadStore();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const start = async () => {
      const { startNotifier } = await import('../../lib/alerts/notifier.ts');
      if (!isGone) stop = startNotifier(store);
    };
    // Offline the code does not load: no error is shown, as with a failed poll.
    const cancel = whenIdle(() => void start().catch(() => undefined));
    return () => {
      isGone = true;
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
