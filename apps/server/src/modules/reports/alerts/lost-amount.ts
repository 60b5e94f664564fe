/**
 * Parses the lost amount that a reporter typed into cents of a rand: a plain number, or one marked R or ZAR. Everything
 * else stays text, because a guessed currency would produce a wrong figure.
 */
const MARKED_AMOUNT = /^(?:zar|r)?\s*(?<number>\d[\d\s.,'’]*)(?:zar|r)?$/i;
/** Thousands with one separator throughout, then at most two decimals after a different separator. */
const GROUPED_NUMBER = /^(?<whole>\d{1,3}(?:(?<by>[\s.,'’])\d{3})(?:\k<by>\d{3})*)(?:(?!\k<by>)[.,](?<part>\d{1,2}))?$/;
const PLAIN_NUMBER = /^(?<whole>\d+)(?:[.,](?<part>\d{1,2}))?$/;

/** Larger amounts cannot be real and would distort totals. */
const MAX_RAND = 1_000_000_000_000;

export function toLostCents(text: string): number | null {
  const number = MARKED_AMOUNT.exec(text.trim())?.groups?.['number']?.trim() ?? '';
  const { whole, part = '' } = (GROUPED_NUMBER.exec(number) ?? PLAIN_NUMBER.exec(number))?.groups ?? {};
  if (whole === undefined || (whole.startsWith('0') && whole.length > 3)) return null;
  const rand = Number(whole.replaceAll(/\D/g, ''));
  return rand > MAX_RAND ? null : rand * 100 + Number(part.padEnd(2, '0'));
}
