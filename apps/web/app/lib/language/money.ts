/** Amounts in the currency of the user's country, for orientation only (DEC-98). */
import { convertAbout, currencySymbol, ratesDay, ratesSource, type Currency } from '@hakiki/contract/currencies';
import { m } from '../../paraglide/messages.js';
import { formatDate, formatNumber } from './format.ts';

const NO_BREAK_SPACE = '\u00A0';

/** '₦1,400,000', 'KSh 130,000', '580,000 FCFA'. */
export function formatMoney(amount: number, currency: Currency): string {
  const symbol = currencySymbol(currency);
  const number = formatNumber(amount);
  if (symbol === 'FCFA') return number + NO_BREAK_SPACE + symbol;
  return symbol + (symbol.length > 1 ? NO_BREAK_SPACE : '') + number;
}

/** 'about ₦1,400,000' for $1,000. */
export const formatAbout = (amount: number, from: Currency, to: Currency): string =>
  m.money_about({ amount: formatMoney(convertAbout(amount, from, to), to) });

/** Names the day and the source of the rates; belongs on every page that shows such amounts. */
export const formatRatesNote = (): string => m.money_rates({ date: formatDate(ratesDay), source: ratesSource });
