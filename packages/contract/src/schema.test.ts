import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { commaList, queryInteger } from './schema.ts';

describe('values in a query string', () => {
  it('commaList splits values, drops blanks and ignores case [DEC-08]', () => {
    expect(z.parse(commaList(), ' Wallet, OTC Desk,,')).toEqual(['wallet', 'otc desk']);
    expect(z.parse(commaList(), '')).toEqual([]);
  });

  it.each(['1.5', 'ten', '-1', '11', 'Infinity'])('queryInteger rejects %s where 0 to 10 is expected', (value) => {
    expect(z.safeParse(queryInteger(0, 10, 5), value).success).toBe(false);
  });

  it('queryInteger uses its default for a missing value', () => {
    expect(z.parse(queryInteger(0, 10, 5), undefined)).toBe(5);
    expect(z.parse(queryInteger(0, 10, 5), '7')).toBe(7);
  });
});
