import type { QueryStore } from '../api/query-store.ts';
import type { Query } from '../api/queries.ts';

/** Polls: refreshes data that is older than `maxAgeMs`, but never while the page is hidden. */
export function startPolling(store: QueryStore, query: Query<unknown>, maxAgeMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(poll, store.refresh(query, maxAgeMs));
  };
  document.addEventListener('visibilitychange', poll);
  poll();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', poll);
  };
}
