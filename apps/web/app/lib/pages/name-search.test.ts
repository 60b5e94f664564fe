import { expect, it } from 'vitest';
import { isNameSearch } from './name-search.ts';

it.each([
  'I was scammed',
  'help me',
  'Dem don chop my money',
  'J’ai été arnaquée',
  'on m’a volé',
  'fui enganado',
  'Não consigo levantar o saldo',
  'nimetapeliwa nisaidie',
  'siwezi kutoa pesa zangu',
  'تعرضت للنصب',
  'لا أستطيع السحب',
])('a call for help like “%s” is not a name, so the check answers it [CHECK-03]', (text) => {
  expect(isNameSearch(text)).toBe(false);
});

it.each(['Mercado Bitcoin', 'Nimbus Exchange', 'Meridian', 'Iroko Pay', 'FuiCoin'])(
  'the name “%s” only looks like a call for help',
  (text) => {
    expect(isNameSearch(text)).toBe(true);
  },
);
