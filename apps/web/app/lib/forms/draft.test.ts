import { describe, expect, it } from 'vitest';
import { aStorage, onPage, useDevice } from '../../../test/browser.tsx';
import { knowing } from '../../../test/answers.ts';
import { deleteDraft, findDraft, keepsDrafts, newKey, saveDraft, setKeepsDrafts } from './draft.ts';
import { useDraft } from './use-draft.ts';

const values = { title: 'Double your coins', contactEmail: 'amina@example.org' };
const key = 'a key of sixteen characters';
const DAY_MS = 86_400_000;

describe('a draft', () => {
  it('is found again with its key, per form, until it is deleted', () => {
    useDevice();
    saveDraft('scam', { values, key }, 1000);
    expect(findDraft('scam', 2000)).toEqual({ values, key, savedAt: 1000 });
    expect(findDraft('submission', 2000)).toBeUndefined();
    deleteDraft('scam');
    expect(findDraft('scam', 2000)).toBeUndefined();
  });

  it('is gone from the device after thirty days', () => {
    useDevice();
    saveDraft('scam', { values, key }, 0);
    expect(findDraft('scam', 30 * DAY_MS - 1)).toBeDefined();
    expect(findDraft('scam', 30 * DAY_MS)).toBeUndefined();
    expect(localStorage.length).toBe(0);
  });

  it('is nothing while nothing is written', () => {
    useDevice();
    saveDraft('scam', { values, key });
    saveDraft('scam', { values: { title: '  ', severity: '' }, key });
    expect(findDraft('scam')).toBeUndefined();
  });

  it('is not kept for someone who says that the device is shared', () => {
    useDevice();
    setKeepsDrafts(false);
    saveDraft('scam', { values, key });
    expect([keepsDrafts(), localStorage.length]).toEqual([false, 0]);
    setKeepsDrafts(true);
    saveDraft('scam', { values, key });
    expect(findDraft('scam')).toBeDefined();
  });

  it('does not stop anyone where storage is full, off or spoilt', () => {
    useDevice({ localStorage: aStorage({ isFull: true }) });
    saveDraft('scam', { values, key });
    expect(findDraft('scam')).toBeUndefined();
    useDevice();
    localStorage.setItem('draft:scam', '{"values":');
    expect(findDraft('scam')).toBeUndefined();
    localStorage.setItem('draft:scam', '"text"');
    expect(findDraft('scam')).toBeUndefined();
  });
});

it('every form has a key of its own, long enough for the server', () => {
  const keys = new Set(Array.from({ length: 100 }, newKey));
  expect(keys.size).toBe(100);
  for (const one of keys) expect(one).toMatch(/^[\da-f]{32}$/);
});

describe('the draft of a page', () => {
  const { api } = knowing({});

  it('keeps one key for what is being filled in, and takes another afterwards', () => {
    useDevice();
    const { hooked } = onPage(() => useDraft('scam'), { api, at: '/report-scam' });
    const first = hooked.key();
    expect(hooked.key()).toBe(first);
    saveDraft('scam', { values, key: first });
    hooked.clear();
    expect(hooked.key()).not.toBe(first);
    expect(findDraft('scam')).toBeUndefined();
  });

  it('leaves nothing behind when the device turns out to be shared', () => {
    useDevice();
    saveDraft('scam', { values, key });
    const { hooked } = onPage(() => useDraft('scam'), { api, at: '/report-scam' });
    hooked.setKept(false);
    expect([findDraft('scam'), keepsDrafts()]).toEqual([undefined, false]);
  });

  it('is the same for everyone on the server', () => {
    useDevice();
    saveDraft('scam', { values, key });
    const { hooked } = onPage(() => useDraft('scam'), { api, at: '/report-scam#restore' });
    expect([hooked.offered, hooked.restored]).toEqual([undefined, undefined]);
  });
});
