/**
 * Whether there is something that its person still has to know on whatever page they are: what waits to be sent, and the receipt
 * of what was. Known without opening either, since most people never have any.
 */
export type NoticeFlag = 'outbox' | 'filed';

const raised: Partial<Record<NoticeFlag, boolean>> = {};
const listeners = new Set<() => void>();

/** Where storage is switched off nothing was kept. */
function isStored(name: NoticeFlag): boolean {
  try {
    return localStorage.getItem(name) !== null || sessionStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}

export const noticeFlags = {
  isUp: (name: NoticeFlag): boolean => (raised[name] ??= isStored(name)),
  set(name: NoticeFlag, isUp: boolean) {
    raised[name] = isUp;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
