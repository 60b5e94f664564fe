import { useEffect } from 'react';
import { getErrorStatus, type QueryState } from './use-query.ts';

/** A query that never reached the server has not failed: it is sent when the device is online again. */
export function useRetryOnReconnect(query: QueryState<unknown>): void {
  const retry = query.status === 'failed' && getErrorStatus(query.error) === undefined ? query.retry : undefined;
  useEffect(() => {
    if (!retry) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [retry]);
}
