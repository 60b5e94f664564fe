import { expect, it, vi } from 'vitest';
import { aStorage, useDevice } from '../../../test/browser.tsx';

/** As a newly opened page knows them. */
async function opened() {
  vi.resetModules();
  return (await import('./notice-flags.ts')).noticeFlags;
}

it('a new page knows from the storage whether there is something to tell', async () => {
  useDevice();
  localStorage.setItem('outbox', '1');
  sessionStorage.setItem('filed', '[]');
  const flags = await opened();
  expect([flags.isUp('outbox'), flags.isUp('filed')]).toEqual([true, true]);
  useDevice();
  const others = await opened();
  expect([others.isUp('outbox'), others.isUp('filed')]).toEqual([false, false]);
});

it('the page goes on knowing it where storage is off, and tells who listens', async () => {
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

it('a full storage does not lose the receipt that is on the screen', async () => {
  useDevice({ sessionStorage: aStorage({ isFull: true }) });
  vi.resetModules();
  const { filedStore, noteFiled } = await import('./filed.ts');
  noteFiled({ kind: 'alert' });
  expect(filedStore.current()).toEqual([{ kind: 'alert' }]);
});
