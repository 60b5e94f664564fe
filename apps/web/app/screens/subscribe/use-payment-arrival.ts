import { useEffect } from 'react';
import { startPolling } from '../../lib/alerts/polling.ts';
import { authUser } from '../../lib/api/auth.ts';
import { useQuery, useQueryStore } from '../../lib/api/use-query.ts';
import { subscriptionQuery } from '../../lib/plans/queries.ts';

const POLL_INTERVAL_MS = 4000;
/** The confirmation usually takes seconds. After this time, an email tells the user. */
const POLL_TIMEOUT_MS = 120_000;

/** After the return from the payment provider, polls until the payment has arrived, then reloads the user. */
export function usePaymentArrival(isWaiting: boolean): void {
  const store = useQueryStore();
  const subscription = useQuery(subscriptionQuery, { enabled: isWaiting });
  const isPending = subscription.status === 'ready' && subscription.data.pending !== null;
  // Also true if the payment arrived before the page was rendered, but the page still has the old user.
  const hasArrived = subscription.status === 'ready' && !isPending;
  useEffect(() => {
    if (!isWaiting || !isPending) return;
    const stopPolling = startPolling(store, subscriptionQuery, POLL_INTERVAL_MS);
    const timer = setTimeout(stopPolling, POLL_TIMEOUT_MS);
    return () => {
      clearTimeout(timer);
      stopPolling();
    };
  }, [store, isWaiting, isPending]);
  useEffect(() => {
    if (isWaiting && hasArrived) void store.reload(authUser);
  }, [store, isWaiting, hasArrived]);
}
