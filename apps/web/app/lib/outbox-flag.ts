/** Whether anything waits to be sent, known without opening the outbox: most people never have anything in it. */
import { onThisDevice } from './device-storage.ts';

const KEY = 'outbox';
const listeners = new Set<() => void>();

export const outboxFlag = {
  isUp: (): boolean => onThisDevice.get(KEY) !== undefined,
  isUpOnServer: () => false,
  set(isUp: boolean) {
    if (isUp) onThisDevice.set(KEY, '1');
    else onThisDevice.delete(KEY);
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
