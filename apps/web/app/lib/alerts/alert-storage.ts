/**
 * Stores in this browser which alerts the person dismissed, and the creation time of the newest announced alert. Where
 * storage is disabled or full, the values are kept in memory until the page is closed.
 */
import { alertStorageKeys } from '@hakiki/contract/alert-announcing';
import { deviceStorage, parseStoredJson } from '../browser/storage.ts';

/** Far more than are ever shown; the oldest ids are dropped. */
const MAX_STORED_IDS = 500;

const inMemory = new Map<string, string>();
const listeners = new Set<() => void>();

const load = (key: string): string | undefined => inMemory.get(key) ?? deviceStorage.get(key);

function save(key: string, text: string): void {
  if (deviceStorage.set(key, text)) inMemory.delete(key);
  else inMemory.set(key, text);
}

let cachedDismissed: { text: string | undefined; ids: readonly string[] } = { text: undefined, ids: [] };

/** Returns the same list until it changes, as `useSyncExternalStore` requires. */
export function getDismissedAlerts(): readonly string[] {
  const text = load(alertStorageKeys.dismissed);
  if (text !== cachedDismissed.text) cachedDismissed = { text, ids: parseIds(text) };
  return cachedDismissed.ids;
}

function parseIds(text: string | undefined): readonly string[] {
  const ids = parseStoredJson(text);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

export function dismissAlert(id: string): void {
  const ids = [...new Set([...getDismissedAlerts(), id])].slice(-MAX_STORED_IDS);
  save(alertStorageKeys.dismissed, JSON.stringify(ids));
  for (const listener of listeners) listener();
}

/** Also runs the listener when another tab dismisses an alert. */
export function onDismissed(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** In milliseconds; a day ago if nothing readable is stored, so that a first visit announces no old alerts. */
export function getLastAnnouncedAt(): number {
  const time = Date.parse(load(alertStorageKeys.lastAnnounced) ?? '');
  return Number.isNaN(time) ? Date.now() - DAY_MS : time;
}

export const saveLastAnnounced = (createdAt: string): void => save(alertStorageKeys.lastAnnounced, createdAt);

const ANNOUNCED_IDS_KEY = 'announcedAlerts';

/**
 * Ids of alerts that were announced while an older alert is still in the queue, so that the stored time could not pass
 * them yet. Stored, so that a person who leaves early does not see the same alert again on the next visit.
 */
export const getAnnouncedAhead = (): readonly string[] => parseIds(load(ANNOUNCED_IDS_KEY));

export function saveAnnouncedAhead(id: string): void {
  const ids = [...new Set([...getAnnouncedAhead(), id])].slice(-MAX_STORED_IDS);
  save(ANNOUNCED_IDS_KEY, JSON.stringify(ids));
}

interface TabChannel {
  announce: (id: string) => void;
  stop: () => void;
}

/** Sends announced ids to other open tabs by a BroadcastChannel, so that only one tab announces an alert. */
export function openTabChannel(onAnnounced: (id: string) => void): TabChannel {
  if (!('BroadcastChannel' in globalThis)) return { announce: () => undefined, stop: () => undefined };
  const channel = new BroadcastChannel('announced-alerts');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') onAnnounced(data);
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin alone
    announce: (id) => channel.postMessage(id),
    stop: () => channel.close(),
  };
}
