import { useEffect } from 'react';
import { keepFresh } from '../../lib/alerts/polling.ts';
import { authUser } from '../../lib/api/auth.ts';
import { useRead, useReadStore } from '../../lib/api/use-read.ts';
import { subscriptionRead } from '../../lib/plans/reads.ts';

const ASKED_EVERY_MS = 4000;
/** The confirmation takes seconds; whoever waits longer than this is told by a letter. */
const GIVES_UP_AFTER_MS = 120_000;

/** After the return from the payment provider: looks a few times whether the payment has arrived, and then who the person is now. */
export function useArrival(isAwaited: boolean): void {
  const store = useReadStore();
  const subscription = useRead(subscriptionRead, { enabled: isAwaited });
  const isPending = subscription.status === 'ready' && subscription.data.pending !== null;
  // Also where the page was answered at the very moment of its arrival, and does not know of the plan yet.
  const isOver = subscription.status === 'ready' && !isPending;
  useEffect(() => {
    if (!isAwaited || !isPending) return;
    const stop = keepFresh(store, subscriptionRead, ASKED_EVERY_MS);
    const timer = setTimeout(stop, GIVES_UP_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, isAwaited, isPending]);
  useEffect(() => {
    if (isAwaited && isOver) void store.reload(authUser);
  }, [store, isAwaited, isOver]);
}
