import { expect, it, vi } from 'vitest';
import { aStorage, useDevice } from '../../../test/browser.tsx';

/** Imports the module again, as a new page does. */
async function opened() {
  vi.resetModules();
  return (await import('./notice-flags.ts')).noticeFlags;
}

it('reads from the storage on a new page whether there is a notice', async () => {
  useDevice();
  localStorage.setItem('outbox', '1');
  sessionStorage.setItem('filed', '[]');
  const flags = await opened();
  expect([flags.isUp('outbox'), flags.isUp('filed')]).toEqual([true, true]);
  useDevice();
  const others = await opened();
  expect([others.isUp('outbox'), others.isUp('filed')]).toEqual([false, false]);
});

it('remembers the flag in memory where storage is disabled, and notifies listeners', async () => {
  useDevice();
  vi.stubGlobal('localStorage', undefined);
  const flags = await opened();
  expect(flags.isUp('filed')).toBe(false);
  const listener = vi.fn<() => void>();
  const stop = flags.subscribe(listener);
  flags.set('filed', true);
  stop();
  flags.set('filed', true);
  expect([flags.isUp('filed'), listener.mock.calls.length]).toEqual([true, 1]);
});

it('does not lose the shown receipt when the storage is full', async () => {
  useDevice({ sessionStorage: aStorage({ isFull: true }) });
  vi.resetModules();
  const { filedStore, noteFiled } = await import('./filed.ts');
  noteFiled({ kind: 'alert' });
  expect(filedStore.current()).toEqual([{ kind: 'alert' }]);
});
