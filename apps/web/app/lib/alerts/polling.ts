import type { ReadStore } from '../api/read-store.ts';
import type { Read } from '../api/reads.ts';

/** Polls: refreshes data that is older than `maxAgeMs`, but never while the page is hidden. */
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
