import { paging } from '@hakiki/contract/limits';
import { describe, expect, it } from 'vitest';
import { countPages, parsePageNumber, getReachableCount } from './paging.ts';

describe('the pages of a list', () => {
  it('stops at the API’s maximum offset, so that no link leads to an error [SAFE-07]', () => {
    const last = countPages(1_000_000, 20);
    expect(last).toBe(501);
    expect((last - 1) * 20).toBeLessThanOrEqual(paging.maxOffset);
    expect(parsePageNumber(new URLSearchParams({ page: '99999999' }), 20)).toBe(last);
    expect(getReachableCount(20)).toBe(10_020);
  });

  it('has at least one page, and as many as the total needs', () => {
    expect([0, 1, 20, 21, 45].map((total) => countPages(total, 20))).toEqual([1, 1, 1, 2, 3]);
    expect(['', '0', '-4', '2.5', 'x', '7'].map((page) => parsePageNumber(new URLSearchParams({ page }), 20))).toEqual([
      1, 1, 1, 1, 1, 7,
    ]);
  });
});
