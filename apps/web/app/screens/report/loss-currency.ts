/** The money of a reported loss: dollars, or that of a country. */
import { currencyOf, parseLoss, type Currency } from '@hakiki/contract/currencies';
import type { Values } from '../../lib/forms/forms.ts';

export const DOLLARS = 'dollars';
export const MAX_AMOUNT_LENGTH = 100;

export const parseMoney = (value: string): Currency | undefined => (value === DOLLARS ? 'USD' : currencyOf(value));

/** Writes the chosen currency before an amount that was typed as a plain number: 'NGN 450000'. */
export function withCurrency({ amountMoney = '', ...values }: Values): Values {
  const text = values['amountLost']?.trim() ?? '';
  const loss = parseLoss(text, parseMoney(amountMoney));
  if (!loss || loss.isMarked) return values;
  const marked = `${loss.currency} ${text}`;
  return marked.length > MAX_AMOUNT_LENGTH ? values : { ...values, amountLost: marked };
}
