import { expect, it } from 'vitest';
import { RECEIPT_ALPHABET, normalizeReceiptCode } from './filed.ts';

it('a receipt code is normalised as people type it', () => {
  expect(normalizeReceiptCode(' abcd-1234 efgh_5678 ')).toBe('ABCD1234EFGH5678');
  expect(normalizeReceiptCode('O0oI1lL')).toBe('0001111');
  expect(normalizeReceiptCode('')).toBe('');
});

it('the receipt alphabet has no two similar characters, and none that normalising would change', () => {
  expect(new Set(RECEIPT_ALPHABET).size).toBe(32);
  expect(normalizeReceiptCode(RECEIPT_ALPHABET)).toBe(RECEIPT_ALPHABET);
});
