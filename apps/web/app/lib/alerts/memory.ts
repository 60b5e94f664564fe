/**
 * What this browser remembers of alerts: those a person has dismissed, and when the newest was made that was announced. Where
 * storage is switched off or full it is remembered for the life of the page.
 */
import { alertStorageKeys } from '@hakiki/contract/alert-announcing';
import { inThisTab, onThisDevice, parsed } from '../browser/device-storage.ts';

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

const DAY_MS = 24 * 60 * 60 * 1000;

/** In milliseconds; a day ago where nothing readable is stored, so that a first visit is not met by old news. */
export function lastAnnouncedAt(): number {
  const time = Date.parse(recall(alertStorageKeys.lastAnnounced) ?? '');
  return Number.isNaN(time) ? Date.now() - DAY_MS : time;
}

export const rememberAnnounced = (createdAt: string): void => remember(alertStorageKeys.lastAnnounced, createdAt);

const AHEAD_KEY = 'announcedAlerts';

/**
 * Those that were announced while an older one still waits, so that the stored time could not pass them yet. The tab remembers them
 * across a reload.
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

/** A BroadcastChannel tells other open tabs which alert was announced: nobody wants it in each of them. */
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
