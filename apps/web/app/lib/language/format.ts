/** Formats numbers, dates and money. A date is the same for every user: the day in Johannesburg. */
import { m } from '../../paraglide/messages.js';

export const TIME_ZONE = 'Africa/Johannesburg';

/**
 * The formats of `Intl`, without it: its first number or date costs a cheap phone 130 to 280 ms during hydration, and
 * nearly every page has one. They are texts of the catalogue (`format_…`). A test compares both for every language.
 */
const JOHANNESBURG_OFFSET_MS = 2 * 60 * 60 * 1000;

/** 'Mar 7, 2025' */
export function formatDate(iso: string): string {
  const inJohannesburg = new Date(Date.parse(iso) + JOHANNESBURG_OFFSET_MS).toISOString();
  const [year = '', month, day] = inJohannesburg.slice(0, 10).split('-');
  return m.format_date({ day: Number(day), month: m.format_months().split(' ')[Number(month) - 1] ?? '', year });
}

function formatDecimal(value: number, { minDecimals = 0, maxDecimals = Math.max(minDecimals, 3) } = {}): string {
  const [, group = '', decimal = ''] = /^1(.*)234(.*)5$/.exec(m.format_number()) ?? [];
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
  return bytes >= 1024 * 1024
    ? m.format_megabytes({ size: formatDecimal(bytes / (1024 * 1024), { maxDecimals: 1 }) })
    : m.format_kilobytes({ size: formatDecimal(Math.max(1, bytes / 1024), { maxDecimals: 0 }) });
}
