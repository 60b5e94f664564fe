import { expect, it, vi } from 'vitest';
import { createStorage, stubStorage } from '../../../test/hook-page.tsx';

/** Imports the module again, as a new page does. */
async function importFresh() {
  vi.resetModules();
  return (await import('./notice-flags.ts')).noticeFlags;
}

it('reads from the storage on a new page whether there is a notice', async () => {
  stubStorage();
  localStorage.setItem('outbox', '1');
  sessionStorage.setItem('filed', '[]');
  const flags = await importFresh();
  expect([flags.isSet('outbox'), flags.isSet('filed')]).toEqual([true, true]);
  stubStorage();
  const freshFlags = await importFresh();
  expect([freshFlags.isSet('outbox'), freshFlags.isSet('filed')]).toEqual([false, false]);
});

it('remembers the flag in memory where storage is disabled, and notifies listeners', async () => {
  stubStorage();
  vi.stubGlobal('localStorage', undefined);
  const flags = await importFresh();
  expect(flags.isSet('filed')).toBe(false);
  const listener = vi.fn<() => void>();
  const stop = flags.subscribe(listener);
  flags.set('filed', true);
  stop();
  flags.set('filed', true);
  expect([flags.isSet('filed'), listener.mock.calls.length]).toEqual([true, 1]);
});

it('does not lose the shown receipt when the storage is full', async () => {
  stubStorage({ sessionStorage: createStorage({ isFull: true }) });
  vi.resetModules();
  const { filedStore, addFiledNotice } = await import('./filed-notices.ts');
  addFiledNotice({ kind: 'alert' });
  expect(filedStore.current()).toEqual([{ kind: 'alert' }]);
});
