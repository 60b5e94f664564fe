import { describe, expect, it } from 'vitest';
import { createStorage, renderHookOnPage, stubStorage } from '../../../test/hook-page.tsx';
import { createFakeApi } from '../../../test/fake-api.ts';
import {
  deleteDraft,
  findDraft,
  areDraftsEnabled,
  createIdempotencyKey,
  saveDraft,
  setDraftsEnabled,
} from './draft.ts';
import { useDraft } from './use-draft.ts';

const values = { title: 'Double your coins', contactEmail: 'amina@example.org' };
const key = 'a key of sixteen characters';
const DAY_MS = 86_400_000;

describe('a stored draft', () => {
  it('is found with its key, per form, until it is deleted', () => {
    stubStorage();
    saveDraft('scam', { values, key }, 1000);
    expect(findDraft('scam', 2000)).toEqual({ values, key, savedAt: 1000 });
    expect(findDraft('submission', 2000)).toBeUndefined();
    deleteDraft('scam');
    expect(findDraft('scam', 2000)).toBeUndefined();
  });

  it('is deleted after thirty days', () => {
    stubStorage();
    saveDraft('scam', { values, key }, 0);
    expect(findDraft('scam', 30 * DAY_MS - 1)).toBeDefined();
    expect(findDraft('scam', 30 * DAY_MS)).toBeUndefined();
    expect(localStorage.length).toBe(0);
  });

  it('is not stored while the form is empty', () => {
    stubStorage();
    saveDraft('scam', { values, key });
    saveDraft('scam', { values: { title: '  ', severity: '' }, key });
    expect(findDraft('scam')).toBeUndefined();
  });

  it('is not stored for a person who says that the device is shared', () => {
    stubStorage();
    setDraftsEnabled(false);
    saveDraft('scam', { values, key });
    expect([areDraftsEnabled(), localStorage.length]).toEqual([false, 0]);
    setDraftsEnabled(true);
    saveDraft('scam', { values, key });
    expect(findDraft('scam')).toBeDefined();
  });

  it('is ignored where storage is full, disabled or corrupt', () => {
    stubStorage({ localStorage: createStorage({ isFull: true }) });
    saveDraft('scam', { values, key });
    expect(findDraft('scam')).toBeUndefined();
    stubStorage();
    localStorage.setItem('draft:scam', '{"values":');
    expect(findDraft('scam')).toBeUndefined();
    localStorage.setItem('draft:scam', '"text"');
    expect(findDraft('scam')).toBeUndefined();
  });
});

it('creates a unique key for every form, long enough for the server', () => {
  const keys = new Set(Array.from({ length: 100 }, createIdempotencyKey));
  expect(keys.size).toBe(100);
  for (const one of keys) expect(one).toMatch(/^[\da-f]{32}$/);
});

describe('useDraft', () => {
  const { api } = createFakeApi({});

  it('keeps one key while a form is filled in, and creates another afterwards', () => {
    stubStorage();
    const { result } = renderHookOnPage(() => useDraft('scam'), { api, url: '/report-scam' });
    const first = result.key();
    expect(result.key()).toBe(first);
    saveDraft('scam', { values, key: first });
    result.clear();
    expect(result.key()).not.toBe(first);
    expect(findDraft('scam')).toBeUndefined();
  });

  it('deletes the draft when the person says that the device is shared', () => {
    stubStorage();
    saveDraft('scam', { values, key });
    const { result } = renderHookOnPage(() => useDraft('scam'), { api, url: '/report-scam' });
    result.setEnabled(false);
    expect([findDraft('scam'), areDraftsEnabled()]).toEqual([undefined, false]);
  });

  it('returns no draft on the server', () => {
    stubStorage();
    saveDraft('scam', { values, key });
    const { result } = renderHookOnPage(() => useDraft('scam'), { api, url: '/report-scam#restore' });
    expect([result.offered, result.restored]).toEqual([undefined, undefined]);
  });
});
