/**
 * The providers that a visitor compares: at most four, stored for the visit, and part of the URL of the compare page so
 * that it can be shared.
 */
import { compareLimits } from '@hakiki/contract/limits';
import { useMemo, useSyncExternalStore } from 'react';
import { pathTo } from '../pages/paths.ts';

const STORAGE_KEY = 'compareSelection';

export const comparePath = (ids: readonly string[]): string =>
  pathTo(`/compare${ids.length > 0 ? `?providers=${ids.join(',')}` : ''}`);

/** The unique ids of a URL parameter, at most four; `isCut` when there were more. */
export function parseSelection(parameter: string | null): { ids: string[]; isCut: boolean } {
  const ids = [...new Set((parameter ?? '').split(',').flatMap((id) => id.trim() || []))];
  return { ids: ids.slice(0, compareLimits.providers), isCut: ids.length > compareLimits.providers };
}

export type AddResult = { outcome: 'added'; ids: string[] } | { outcome: 'full' };

/** Adding a provider twice changes nothing; a fifth is rejected. */
export function addToSelection(ids: readonly string[], id: string): AddResult {
  if (ids.includes(id)) return { outcome: 'added', ids: [...ids] };
  if (ids.length >= compareLimits.providers) return { outcome: 'full' };
  return { outcome: 'added', ids: [...ids, id] };
}

const readStored = (): string => getStorage()?.getItem(STORAGE_KEY) ?? '';
const listeners = new Set<() => void>();

export const readSelection = (): string[] => parseSelection(readStored()).ids;

export function saveSelection(ids: readonly string[]): void {
  getStorage()?.setItem(STORAGE_KEY, ids.join(','));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current selection of this visit; empty during server rendering. */
export function useSelection(): string[] {
  const selection = useSyncExternalStore(subscribe, readStored, () => '');
  return useMemo(() => parseSelection(selection).ids, [selection]);
}

/** Storage may be disabled; then each page starts with an empty selection. */
function getStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
