import { useEffect } from 'react';
import { startPolling } from '../../lib/alerts/polling.ts';
import { authUser } from '../../lib/api/auth.ts';
import { useQuery, useQueryStore } from '../../lib/api/use-query.ts';
import { subscriptionQuery } from '../../lib/plans/queries.ts';

const ASKED_EVERY_MS = 4000;
/** The confirmation usually takes seconds. After this time, an email tells the user. */
const GIVES_UP_AFTER_MS = 120_000;

/** After the return from the payment provider, polls until the payment has arrived, then reloads the user. */
export function useArrival(isAwaited: boolean): void {
  const store = useQueryStore();
  const subscription = useQuery(subscriptionQuery, { enabled: isAwaited });
  const isPending = subscription.status === 'ready' && subscription.data.pending !== null;
  // Also true if the payment arrived before the page was rendered, but the page still has the old user.
  const isOver = subscription.status === 'ready' && !isPending;
  useEffect(() => {
    if (!isAwaited || !isPending) return;
    const stop = startPolling(store, subscriptionQuery, ASKED_EVERY_MS);
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
