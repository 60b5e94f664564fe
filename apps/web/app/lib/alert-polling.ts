import type { ReadStore } from './read-store.ts';
import type { Read } from './reads.ts';

/** Asks again whenever an answer is older than this, but never while nobody can see the page. */
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
