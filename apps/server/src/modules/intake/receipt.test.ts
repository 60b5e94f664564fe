import { normalizeReceiptCode, RECEIPT_ALPHABET } from '@hakiki/contract/filed';
import { describe, expect, it } from 'vitest';
import { expectedBy, hashReceiptCode, newReceiptCode } from './receipt.ts';

describe('receipt codes', () => {
  it('a receipt code has twenty characters in groups of four, and is unique', () => {
    const codes = Array.from({ length: 1000 }, newReceiptCode);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(codes).size).toBe(1000);
    expect(new Set(codes.map(normalizeReceiptCode).join(''))).toEqual(new Set(RECEIPT_ALPHABET));
  });

  it('a receipt code is recognised in any letter case, with or without dashes, and a different code is not', () => {
    const typed = ['0123-4567-89AB-CDEF-GH1J', 'o123 4567 89ab cdef ghlj', ' 0I23456789ABCDEFGHIJ\n'];
    expect(new Set(typed.map((code) => hashReceiptCode(code).toString('hex'))).size).toBe(1);
    expect(hashReceiptCode('0123-4567-89AB-CDEF-GH1K')).not.toEqual(hashReceiptCode('0123-4567-89AB-CDEF-GH1J'));
  });
});

describe('the date of the promised decision', () => {
  const on = (day: string) => new Date(`${day}T15:00:00.000Z`);

  it('the decision about a report is promised in two days', () => {
    expect(expectedBy('alert', on('2026-11-13'))).toEqual(on('2026-11-15'));
    expect(expectedBy('report', on('2026-11-13'))).toEqual(on('2026-11-15'));
  });

  it('the decision about a submission is promised in five business days [SUBMIT-22]', () => {
    expect(expectedBy('submission', on('2026-11-09'))).toEqual(on('2026-11-16'));
    expect(expectedBy('submission', on('2026-11-12'))).toEqual(on('2026-11-19'));
    expect(expectedBy('submission', on('2026-11-14'))).toEqual(on('2026-11-20'));
    expect(expectedBy('submission', on('2026-11-15'))).toEqual(on('2026-11-20'));
  });
});
