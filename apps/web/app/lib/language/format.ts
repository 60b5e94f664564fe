/** Formats numbers, dates and money. A date is the same for every reader: the day in Johannesburg. */
import { currentLanguage, type Language } from './language.ts';

export const TIME_ZONE = 'Africa/Johannesburg';
export const languageTags: Record<Language, string> = { en: 'en-US', fr: 'fr' };

interface NumberFormat {
  group: string;
  decimal: string;
  kilobyte: string;
  megabyte: string;
  months: readonly string[];
  date: (day: string, month: string, year: string) => string;
}

/**
 * The formats of `Intl`, without it: its first number or date costs a cheap phone 130 to 280 ms during hydration, and
 * nearly every page has one. A test compares both for every language.
 */
const formats: Record<Language, NumberFormat> = {
  en: {
    group: ',',
    decimal: '.',
    kilobyte: ' kB',
    megabyte: ' MB',
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    date: (day, month, year) => `${month} ${day}, ${year}`,
  },
  fr: {
    group: '\u202f',
    decimal: ',',
    kilobyte: '\u202fko',
    megabyte: '\u202fMo',
    months: ['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin', 'juil.', 'août', 'sept.', 'oct.', 'nov.', 'déc.'],
    date: (day, month, year) => `${day} ${month} ${year}`,
  },
};

const JOHANNESBURG_OFFSET_MS = 2 * 60 * 60 * 1000;

/** 'Mar 7, 2025' */
export function formatDate(iso: string): string {
  const { months, date } = formats[currentLanguage()];
  const inJohannesburg = new Date(Date.parse(iso) + JOHANNESBURG_OFFSET_MS).toISOString();
  const [year = '', month, day] = inJohannesburg.slice(0, 10).split('-');
  return date(String(Number(day)), months[Number(month) - 1] ?? '', year);
}

function formatDecimal(value: number, { minDecimals = 0, maxDecimals = Math.max(minDecimals, 3) } = {}): string {
  const { group, decimal } = formats[currentLanguage()];
  const [integer = '', fraction = ''] = value.toFixed(maxDecimals).split('.');
  const digits = fraction.slice(0, minDecimals) + fraction.slice(minDecimals).replace(/0+$/, '');
  return integer.replace(/\B(?=(?:\d{3})+$)/g, group) + (digits && decimal + digits);
}

export const formatNumber = (value: number): string => formatDecimal(value);

/** An average rating as the API sends it, '4.3'; in French '4,3'. */
export const formatRating = (rating: string): string =>
  formatDecimal(Number(rating), { minDecimals: 1, maxDecimals: 1 });

/**
 * 'R25,000'; cents show only if there are some ('R5.00' with `cents: true`). In French 'R25 000' and 'R5,00'. A refund
 * is '-R5.00'.
 * @public
 */
export const formatRand = (rand: number, { cents = false } = {}): string =>
  `${rand < 0 ? '-' : ''}R${formatDecimal(Math.abs(rand), { minDecimals: cents ? 2 : 0, maxDecimals: cents ? 3 : 2 })}`;

/** '10 MB', '340 kB'; a megabyte is 1024 kilobytes, as in the limits. */
export function formatBytes(bytes: number): string {
  const { kilobyte, megabyte } = formats[currentLanguage()];
  const isLarge = bytes >= 1024 * 1024;
  return isLarge
    ? formatDecimal(bytes / (1024 * 1024), { maxDecimals: 1 }) + megabyte
    : formatDecimal(Math.max(1, bytes / 1024), { maxDecimals: 0 }) + kilobyte;
}
