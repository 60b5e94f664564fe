import { describe, expect, it } from 'vitest';
import { measureCpuMs } from '../../../../test/support/cpu-time.ts';
import { toLostCents } from './lost-amount.ts';

describe('parsing the amount that a reporter lost', () => {
  it.each([
    ['5000', 500_000],
    ['0', 0],
    ['45 000', 4_500_000],
    ['45,000', 4_500_000],
    ['45.000', 4_500_000],
    ["1'234'567", 123_456_700],
    ['1 234 567,89', 123_456_789],
    ['1,234,567.89', 123_456_789],
    ['1.234.567,8', 123_456_780],
    ['1234567.89', 123_456_789],
    ['1234567,8', 123_456_780],
    ['12,5', 1250],
    ['12.50', 1250],
    ['  5000  ', 500_000],
    ['45\u00A0000', 4_500_000],
    ['45\u202F000,50', 4_500_050],
    ['R5000', 500_000],
    ['R 5 000', 500_000],
    ['r5,000.00', 500_000],
    ['ZAR 12 500', 1_250_000],
    ['zar12500', 1_250_000],
    ['12500 ZAR', 1_250_000],
    ['12500R', 1_250_000],
    ['R12,500.75 ZAR', 1_250_075],
    ['1000000000000', 100_000_000_000_000],
  ])('the amount %s is read as rand because it is a plain number or marked R or ZAR [DEC-24]', (text, cents) => {
    expect(toLostCents(text)).toBe(cents);
  });

  it.each([
    '',
    '   ',
    'R',
    'ZAR',
    'everything',
    'about R5000',
    'R5000 and a phone',
    'five thousand',
    '5k',
    'R5k',
    'R1.5 million',
    '$5000',
    'USD 5000',
    '5000 USD',
    '5000 NGN',
    'KES 5000',
    '0.4 BTC',
    '-500',
    '5000-6000',
    '5000 6000',
    '1,23,456',
    '1,234.567',
    '12.345,678',
    '1234.567',
    '0.500',
    '12..5',
    '1e9',
    '0x10',
    '٥٠٠٠',
    '1000000000001',
    '9'.repeat(100),
  ])('the amount %j stays text because it is not clearly rand [DEC-24]', (text) => {
    expect(toLostCents(text)).toBeNull();
  });

  it('long inputs are parsed in less than 20 ms of CPU time', () => {
    const texts = [`${'1 '.repeat(50)}x`, `R${'1,111'.repeat(20)}`, `${' '.repeat(99)}x`];
    expect(measureCpuMs(() => texts.forEach(toLostCents))).toBeLessThan(20);
  });
});
