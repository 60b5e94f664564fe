/**
 * Stores in this browser which alerts the person dismissed, and the creation time of the newest announced alert. Where
 * storage is disabled or full, the values are kept in memory until the page is closed.
 */
import { alertStorageKeys } from '@hakiki/contract/alert-announcing';
import { inThisTab, onThisDevice, parsed } from '../browser/device-storage.ts';

/** Far more than are ever shown; the oldest ids are dropped. */
const REMEMBERED_IDS = 500;

const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

const recall = (key: string): string | undefined => unstored.get(key) ?? onThisDevice.get(key);

function remember(key: string, text: string): void {
  if (onThisDevice.set(key, text)) unstored.delete(key);
  else unstored.set(key, text);
}

let known: { text: string | undefined; ids: readonly string[] } = { text: undefined, ids: [] };

/** Returns the same list until it changes, as `useSyncExternalStore` requires. */
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
export function lastAnnouncedAt(): number {
  const time = Date.parse(recall(alertStorageKeys.lastAnnounced) ?? '');
  return Number.isNaN(time) ? Date.now() - DAY_MS : time;
}

export const rememberAnnounced = (createdAt: string): void => remember(alertStorageKeys.lastAnnounced, createdAt);

const AHEAD_KEY = 'announcedAlerts';

/**
 * Ids of alerts that were announced while an older alert is still in the queue, so that the stored time could not pass
 * them yet. Stored per tab, to survive a reload.
 */
export const announcedAhead = (): readonly string[] => idsIn(inThisTab.get(AHEAD_KEY));

export function rememberAhead(id: string): void {
  const ids = [...new Set([...announcedAhead(), id])].slice(-REMEMBERED_IDS);
  inThisTab.set(AHEAD_KEY, JSON.stringify(ids));
}

interface OtherTabs {
  tell: (id: string) => void;
  stop: () => void;
}

/** Sends announced ids to other open tabs by a BroadcastChannel, so that only one tab announces an alert. */
export function hearOtherTabs(onAnnounced: (id: string) => void): OtherTabs {
  if (!('BroadcastChannel' in globalThis)) return { tell: () => undefined, stop: () => undefined };
  const channel = new BroadcastChannel('announced-alerts');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') onAnnounced(data);
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin alone
    tell: (id) => channel.postMessage(id),
    stop: () => channel.close(),
  };
}
