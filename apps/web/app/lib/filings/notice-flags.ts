/**
 * Flags whether a notice must be shown on every page: a filing in the outbox, or a receipt. Known without loading
 * either module, since most people never need them.
 */
import { useSyncExternalStore } from 'react';

export type NoticeFlag = 'outbox' | 'filed';

const flags: Partial<Record<NoticeFlag, boolean>> = {};
const listeners = new Set<() => void>();

/** Where storage is disabled nothing was stored. */
function isStored(name: NoticeFlag): boolean {
  try {
    return localStorage.getItem(name) !== null || sessionStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}

export const noticeFlags = {
  isSet: (name: NoticeFlag): boolean => (flags[name] ??= isStored(name)),
  set(name: NoticeFlag, isSet: boolean) {
    flags[name] = isSet;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const useNoticeFlag = (flag: NoticeFlag): boolean =>
  useSyncExternalStore(
    noticeFlags.subscribe,
    () => noticeFlags.isSet(flag),
    () => false,
  );
