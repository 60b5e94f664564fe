import { readReceiptCode, RECEIPT_ALPHABET } from '@hakiki/contract/filed';
import { describe, expect, it } from 'vitest';
import { expectedBy, hashReceiptCode, newReceiptCode } from './receipt.ts';

describe('a receipt code', () => {
  it('is twenty characters in groups of four, and never the same', () => {
    const codes = Array.from({ length: 1000 }, newReceiptCode);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(codes).size).toBe(1000);
    expect(new Set(codes.map(readReceiptCode).join(''))).toEqual(new Set(RECEIPT_ALPHABET));
  });

  it('is known again however it was typed, and no other is', () => {
    const typed = ['0123-4567-89AB-CDEF-GH1J', 'o123 4567 89ab cdef ghlj', ' 0I23456789ABCDEFGHIJ\n'];
    expect(new Set(typed.map((code) => hashReceiptCode(code).toString('hex'))).size).toBe(1);
    expect(hashReceiptCode('0123-4567-89AB-CDEF-GH1K')).not.toEqual(hashReceiptCode('0123-4567-89AB-CDEF-GH1J'));
  });
});

describe('the day by which a decision may be expected', () => {
  const on = (day: string) => new Date(`${day}T15:00:00.000Z`);

  it('is two days later for a report', () => {
    expect(expectedBy('alert', on('2026-11-13'))).toEqual(on('2026-11-15'));
    expect(expectedBy('report', on('2026-11-13'))).toEqual(on('2026-11-15'));
  });

  it('is five business days later for a submission [SUBMIT-22]', () => {
    expect(expectedBy('submission', on('2026-11-09'))).toEqual(on('2026-11-16'));
    expect(expectedBy('submission', on('2026-11-12'))).toEqual(on('2026-11-19'));
    expect(expectedBy('submission', on('2026-11-14'))).toEqual(on('2026-11-20'));
    expect(expectedBy('submission', on('2026-11-15'))).toEqual(on('2026-11-20'));
  });
});
