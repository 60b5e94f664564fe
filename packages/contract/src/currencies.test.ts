import { describe, expect, it } from 'vitest';
import { africanCountries } from './country-codes.ts';
import { convertAbout, currencies, currencyOf, parseLoss, proposeSeverity, ratesDay } from './currencies.ts';

describe('currencies of African countries', () => {
  it('each of the 54 countries has a currency with a rate, and "other" has none [DEC-98]', () => {
    expect(africanCountries.filter((country) => !currencies.includes(currencyOf(country)!))).toEqual([]);
    expect(currencyOf('other')).toBeUndefined();
    expect(currencyOf('toString')).toBeUndefined();
  });

  it('the day of the rates is a day that has been [DEC-98]', () => {
    expect(new Date(ratesDay).toISOString().slice(0, 10)).toBe(ratesDay);
    expect(Date.parse(ratesDay)).toBeLessThan(Date.now());
  });

  it('amounts are rounded to two digits, which hides the drift of a rate [DEC-98]', () => {
    expect(convertAbout(1000, 'USD', 'NGN')).toBe(1_400_000);
    expect(convertAbout(1000, 'USD', 'XOF')).toBe(580_000);
    expect(convertAbout(250, 'ZAR', 'KES')).toBe(1900);
    expect(convertAbout(1000, 'USD', 'USD')).toBe(1000);
  });

  it.each([
    [450_000, 'NGN', 'Low'],
    [999, 'USD', 'Low'],
    [1000, 'USD', 'Medium'],
    [10_000, 'USD', 'Medium'],
    [10_001, 'USD', 'High'],
    [6_000_000, 'XOF', 'High'],
  ] as const)('a loss of %d %s proposes the severity %s [DEC-98]', (amount, currency, severity) => {
    expect(proposeSeverity(amount, currency)).toBe(severity);
  });
});

describe('parsing a loss', () => {
  it.each([
    ['450000', 450_000, 'KES'],
    ['450 000', 450_000, 'KES'],
    ['450,000', 450_000, 'KES'],
    ['450.000,50', 450_000.5, 'KES'],
    ['1,234,567.8', 1_234_567.8, 'KES'],
    ['12,5', 12.5, 'KES'],
    ['450k', 450_000, 'KES'],
    ['1.5 million', 1_500_000, 'KES'],
    ['N450,000', 450_000, 'NGN'],
    ['₦450k', 450_000, 'NGN'],
    ['R 5 000', 5000, 'ZAR'],
    ['200 USDT', 200, 'USD'],
    ['$200', 200, 'USD'],
    ['2m naira', 2_000_000, 'NGN'],
    ['350 000 FCFA', 350_000, 'XAF'],
    ['NGN 450000', 450_000, 'NGN'],
  ])('%s is read as %d %s where shillings are chosen [DEC-98]', (text, amount, currency) => {
    expect(parseLoss(text, 'KES')).toMatchObject({ amount, currency });
  });

  it.each(['', 'everything', '0.4 BTC', '5000-6000', 'about 5000 and a phone', 'my 2 phones'])(
    '%j proposes nothing, because it is not one amount of a known currency [DEC-98]',
    (text) => {
      expect(parseLoss(text, 'KES')).toBeUndefined();
    },
  );

  it('an amount without a currency proposes nothing before a currency is chosen [DEC-98]', () => {
    expect(parseLoss('450000', undefined)).toBeUndefined();
  });
});
