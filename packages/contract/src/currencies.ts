/**
 * Money of the reader's country, for orientation only (DEC-98). The rates are copied by hand: docs/how-to.md says how.
 * Amounts are rounded to two digits and shown with "about" and the day of the rate, which hides a drift of a few
 * percent.
 */
import type { Severity } from './alert-values.ts';
import type { AfricanCountry } from './country-codes.ts';

/** Day and source of `unitsPerDollar`. */
export const ratesDay = '2026-07-24';
export const ratesSource = 'ExchangeRate-API, open.er-api.com';

/** Units per US dollar, mid-market, rounded to three digits. */
const unitsPerDollar = {
  USD: 1,
  AOA: 944,
  BIF: 3010,
  BWP: 14.2,
  CDF: 2320,
  CVE: 96.8,
  DJF: 178,
  DZD: 134,
  EGP: 51.4,
  ERN: 15,
  ETB: 164,
  GHS: 11.7,
  GMD: 74.5,
  GNF: 8790,
  KES: 130,
  KMF: 432,
  LRD: 182,
  LSL: 16.7,
  LYD: 6.43,
  MAD: 9.38,
  MGA: 4280,
  MRU: 40.3,
  MUR: 47.2,
  MWK: 1750,
  MZN: 63.9,
  NAD: 16.7,
  NGN: 1370,
  RWF: 1470,
  SCR: 14.1,
  SDG: 449,
  SLE: 24.4,
  SOS: 573,
  SSP: 4900,
  STN: 21.5,
  SZL: 16.7,
  TND: 2.95,
  TZS: 2620,
  UGX: 3700,
  XAF: 576,
  XOF: 576,
  ZAR: 16.7,
  ZMW: 18.5,
  ZWG: 26.8,
} as const;

export type Currency = keyof typeof unitsPerDollar;

export const currencies = Object.keys(unitsPerDollar) as readonly Currency[];

const currencyByCountry: Record<AfricanCountry, Currency> = {
  algeria: 'DZD',
  angola: 'AOA',
  benin: 'XOF',
  botswana: 'BWP',
  'burkina faso': 'XOF',
  burundi: 'BIF',
  cameroon: 'XAF',
  'cape verde': 'CVE',
  'central african republic': 'XAF',
  chad: 'XAF',
  comoros: 'KMF',
  congo: 'XAF',
  'democratic republic of the congo': 'CDF',
  djibouti: 'DJF',
  egypt: 'EGP',
  'equatorial guinea': 'XAF',
  eritrea: 'ERN',
  eswatini: 'SZL',
  ethiopia: 'ETB',
  gabon: 'XAF',
  gambia: 'GMD',
  ghana: 'GHS',
  guinea: 'GNF',
  'guinea bissau': 'XOF',
  'ivory coast': 'XOF',
  kenya: 'KES',
  lesotho: 'LSL',
  liberia: 'LRD',
  libya: 'LYD',
  madagascar: 'MGA',
  malawi: 'MWK',
  mali: 'XOF',
  mauritania: 'MRU',
  mauritius: 'MUR',
  morocco: 'MAD',
  mozambique: 'MZN',
  namibia: 'NAD',
  niger: 'XOF',
  nigeria: 'NGN',
  rwanda: 'RWF',
  'sao tome and principe': 'STN',
  senegal: 'XOF',
  seychelles: 'SCR',
  'sierra leone': 'SLE',
  somalia: 'SOS',
  'south africa': 'ZAR',
  'south sudan': 'SSP',
  sudan: 'SDG',
  tanzania: 'TZS',
  togo: 'XOF',
  tunisia: 'TND',
  uganda: 'UGX',
  zambia: 'ZMW',
  zimbabwe: 'ZWG',
};

/** The currency of a country by its stored name (DEC-09); undefined for 'other'. */
export const currencyOf = (country: string): Currency | undefined =>
  Object.hasOwn(currencyByCountry, country) ? currencyByCountry[country as AfricanCountry] : undefined;

export const isCurrency = (code: string): code is Currency => Object.hasOwn(unitsPerDollar, code);

/** Symbols that people write; other currencies are written with their code. */
const symbols: Partial<Record<Currency, string>> = {
  USD: '$',
  GHS: 'GH₵',
  KES: 'KSh',
  NGN: '₦',
  TZS: 'TSh',
  UGX: 'USh',
  XAF: 'FCFA',
  XOF: 'FCFA',
  ZAR: 'R',
};

export const currencySymbol = (currency: Currency): string => symbols[currency] ?? currency;

/** Rounded to two digits: $1,000 is about ₦1,400,000. */
export function convertAbout(amount: number, from: Currency, to: Currency): number {
  const exact = (amount / unitsPerDollar[from]) * unitsPerDollar[to];
  return Number(exact.toPrecision(2));
}

/** The limits of the severity guidance, in dollars (SCAM-05 to SCAM-07). */
export const severityLimits = { medium: 1000, high: 10_000 } as const;

/** The severity of a loss. 'Critical' means widespread, which cannot be derived from an amount. */
export function proposeSeverity(amount: number, currency: Currency): Severity {
  const dollars = amount / unitsPerDollar[currency];
  if (dollars > severityLimits.high) return 'High';
  return dollars < severityLimits.medium ? 'Low' : 'Medium';
}

const LOSS = /^(?<before>\D*)(?<number>\d[\d.,'’\s]*)(?<unit>(?:k|m|millions?)(?!\p{L}))?(?<after>\D*)$/iu;
const MULTIPLIERS: Record<string, number> = { k: 1000, m: 1_000_000, million: 1_000_000, millions: 1_000_000 };

/** Marks that people write beside an amount, other than symbols and codes. */
const marks: Record<string, Currency> = {
  N: 'NGN',
  NAIRA: 'NGN',
  KSHS: 'KES',
  CEDIS: 'GHS',
  RAND: 'ZAR',
  CFA: 'XOF',
  'F CFA': 'XOF',
  US$: 'USD',
  DOLLARS: 'USD',
  USDT: 'USD',
  USDC: 'USD',
};

const findCurrency = (mark: string): Currency | undefined =>
  marks[mark] ?? currencies.find((code) => code === mark || symbols[code]?.toUpperCase() === mark);

/**
 * Reads a loss as people type it: '450,000' in the chosen currency, 'N450k', '200 USDT', '1.5 million naira'. Undefined
 * where the text is not one amount of a currency in the table.
 */
export function parseLoss(
  text: string,
  chosen: Currency | undefined,
): { amount: number; currency: Currency; isMarked: boolean } | undefined {
  const { before = '', number = '', unit = '', after = '' } = LOSS.exec(text)?.groups ?? {};
  if (number === '') return undefined;
  const mark = `${before} ${after}`.trim().toUpperCase();
  const currency = mark ? findCurrency(mark) : chosen;
  const amount = toNumber(number) * (MULTIPLIERS[unit.toLowerCase()] ?? 1);
  return currency && { amount, currency, isMarked: mark !== '' };
}

/** A separator before one or two last digits is the decimal one; all others group thousands. */
function toNumber(typed: string): number {
  const digits = typed.replace(/[\s'’]/gu, '').replace(/[.,]+$/u, '');
  const [, whole = digits, decimals = ''] = /^(.*)[.,](\d{1,2})$/u.exec(digits) ?? [];
  return Number(`${whole.replace(/[.,]/gu, '')}.${decimals}`);
}
