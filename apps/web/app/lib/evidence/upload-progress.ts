/** The upload of a filing's files by this tab, for every part of the page that shows it. */
import { useSyncExternalStore } from 'react';

export interface UploadProgress {
  /** Of the report. */
  reference: string;
  /** The number of files that have not arrived yet. */
  pending: number;
  done: number;
  total: number;
  /** The connection was lost; it continues later. */
  isPaused?: boolean;
}

let progress: UploadProgress | undefined;
const listeners = new Set<() => void>();

/** Asks before the tab is closed: an upload continues only while Hakiki is open. */
export const warnBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

export function setUploadProgress(next: UploadProgress | undefined): void {
  progress = next;
  if (next && !next.isPaused) addEventListener('beforeunload', warnBeforeLeaving);
  else removeEventListener('beforeunload', warnBeforeLeaving);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useUploadProgress(reference: string): UploadProgress | undefined {
  const current = useSyncExternalStore(
    subscribe,
    () => progress,
    () => undefined,
  );
  return current?.reference === reference ? current : undefined;
}
