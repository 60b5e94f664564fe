import { describe, expect, it } from 'vitest';
import { aStorage, onPage, useDevice } from '../../../test/browser.tsx';
import { knowing } from '../../../test/answers.ts';
import { deleteDraft, findDraft, keepsDrafts, newKey, saveDraft, setKeepsDrafts } from './draft.ts';
import { useDraft } from './use-draft.ts';

const values = { title: 'Double your coins', contactEmail: 'amina@example.org' };
const key = 'a key of sixteen characters';
const DAY_MS = 86_400_000;

describe('a stored draft', () => {
  it('is found with its key, per form, until it is deleted', () => {
    useDevice();
    saveDraft('scam', { values, key }, 1000);
    expect(findDraft('scam', 2000)).toEqual({ values, key, savedAt: 1000 });
    expect(findDraft('submission', 2000)).toBeUndefined();
    deleteDraft('scam');
    expect(findDraft('scam', 2000)).toBeUndefined();
  });

  it('is deleted after thirty days', () => {
    useDevice();
    saveDraft('scam', { values, key }, 0);
    expect(findDraft('scam', 30 * DAY_MS - 1)).toBeDefined();
    expect(findDraft('scam', 30 * DAY_MS)).toBeUndefined();
    expect(localStorage.length).toBe(0);
  });

  it('is not stored while the form is empty', () => {
    useDevice();
    saveDraft('scam', { values, key });
    saveDraft('scam', { values: { title: '  ', severity: '' }, key });
    expect(findDraft('scam')).toBeUndefined();
  });

  it('is not stored for a person who says that the device is shared', () => {
    useDevice();
    setKeepsDrafts(false);
    saveDraft('scam', { values, key });
    expect([keepsDrafts(), localStorage.length]).toEqual([false, 0]);
    setKeepsDrafts(true);
    saveDraft('scam', { values, key });
    expect(findDraft('scam')).toBeDefined();
  });

  it('is ignored where storage is full, disabled or corrupt', () => {
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

it('creates a unique key for every form, long enough for the server', () => {
  const keys = new Set(Array.from({ length: 100 }, newKey));
  expect(keys.size).toBe(100);
  for (const one of keys) expect(one).toMatch(/^[\da-f]{32}$/);
});

describe('useDraft', () => {
  const { api } = knowing({});

  it('keeps one key while a form is filled in, and creates another afterwards', () => {
    useDevice();
    const { hooked } = onPage(() => useDraft('scam'), { api, at: '/report-scam' });
    const first = hooked.key();
    expect(hooked.key()).toBe(first);
    saveDraft('scam', { values, key: first });
    hooked.clear();
    expect(hooked.key()).not.toBe(first);
    expect(findDraft('scam')).toBeUndefined();
  });

  it('deletes the draft when the person says that the device is shared', () => {
    useDevice();
    saveDraft('scam', { values, key });
    const { hooked } = onPage(() => useDraft('scam'), { api, at: '/report-scam' });
    hooked.setKept(false);
    expect([findDraft('scam'), keepsDrafts()]).toEqual([undefined, false]);
  });

  it('returns no draft on the server', () => {
    useDevice();
    saveDraft('scam', { values, key });
    const { hooked } = onPage(() => useDraft('scam'), { api, at: '/report-scam#restore' });
    expect([hooked.offered, hooked.restored]).toEqual([undefined, undefined]);
  });
});
