/**
 * What this browser remembers of alerts: those a person has dismissed, and when the newest was made that was announced. Where
 * storage is switched off or full it is remembered for the life of the page.
 */
import { alertStorageKeys } from '@hakiki/contract/alert-announcing';
import { onThisDevice, parsed } from './device-storage.ts';

/** Far more than are ever shown; older ones are forgotten. */
const REMEMBERED_IDS = 500;

const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

const recall = (key: string): string | undefined => unstored.get(key) ?? onThisDevice.get(key);

function remember(key: string, text: string): void {
  if (onThisDevice.set(key, text)) unstored.delete(key);
  else unstored.set(key, text);
}

let known: { text: string | undefined; ids: readonly string[] } = { text: undefined, ids: [] };

/** The same list until it changes, as React asks for. */
export function dismissedAlerts(): readonly string[] {
  const text = recall(alertStorageKeys.dismissed);
  if (text !== known.text) known = { text, ids: idsIn(text) };
  return known.ids;
}

function idsIn(text: string | undefined): readonly string[] {
  const ids = parsed(text);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

export function dismissAlert(id: string): void {
  const ids = [...new Set([...dismissedAlerts(), id])].slice(-REMEMBERED_IDS);
  remember(alertStorageKeys.dismissed, JSON.stringify(ids));
  for (const listener of listeners) listener();
}

/** Also when another tab dismisses one. */
export function onDismissed(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** In milliseconds; the beginning of time where nothing readable is stored. */
export function lastAnnouncedAt(): number {
  const time = Date.parse(recall(alertStorageKeys.lastAnnounced) ?? '');
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

export const rememberAnnounced = (createdAt: string): void => remember(alertStorageKeys.lastAnnounced, createdAt);
