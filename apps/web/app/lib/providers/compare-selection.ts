/**
 * The providers that a visitor compares: at most four, stored for the visit, and part of the URL of the compare page so
 * that it can be shared.
 */
import { compareLimits } from '@hakiki/contract/limits';
import { useMemo, useSyncExternalStore } from 'react';
import { to } from '../pages/paths.ts';

const STORAGE_KEY = 'compareSelection';

export const comparePath = (ids: readonly string[]): string =>
  to(`/compare${ids.length > 0 ? `?providers=${ids.join(',')}` : ''}`);

/** The unique ids of a URL parameter, at most four; `isCut` when there were more. */
export function parseSelection(parameter: string | null): { ids: string[]; isCut: boolean } {
  const ids = [...new Set((parameter ?? '').split(',').flatMap((id) => id.trim() || []))];
  return { ids: ids.slice(0, compareLimits.providers), isCut: ids.length > compareLimits.providers };
}

export type Selected = { outcome: 'added'; ids: string[] } | { outcome: 'full' };

/** Adding a provider twice changes nothing; a fifth is rejected. */
export function addToSelection(ids: readonly string[], id: string): Selected {
  if (ids.includes(id)) return { outcome: 'added', ids: [...ids] };
  if (ids.length >= compareLimits.providers) return { outcome: 'full' };
  return { outcome: 'added', ids: [...ids, id] };
}

const kept = (): string => storage()?.getItem(STORAGE_KEY) ?? '';
const listeners = new Set<() => void>();

export const readSelection = (): string[] => parseSelection(kept()).ids;

export function keepSelection(ids: readonly string[]): void {
  storage()?.setItem(STORAGE_KEY, ids.join(','));
  for (const listener of listeners) listener();
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current selection of this visit; empty during server rendering. */
export function useSelection(): string[] {
  const selection = useSyncExternalStore(listen, kept, () => '');
  return useMemo(() => parseSelection(selection).ids, [selection]);
}

/** Storage may be disabled; then each page starts with an empty selection. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
