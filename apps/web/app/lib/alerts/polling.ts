import type { ReadStore } from '../api/read-store.ts';
import type { Read } from '../api/reads.ts';

/** Polls: refreshes an answer that is older than this, but never while the page is hidden. */
export function keepFresh(store: ReadStore, read: Read<unknown>, maxAgeMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(look, store.refresh(read, maxAgeMs));
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
