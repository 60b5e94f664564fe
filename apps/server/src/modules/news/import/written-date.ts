/** Dates as people write them: '17 July 2026', '14July26', '8th November, 2019'. */
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const DATE_AT_END = new RegExp(
  String.raw`(\d{1,2})(?:st|nd|rd|th)?\s*(${months.join('|')}),?\s*(\d{4}|\d{2})\s*$`,
  'i',
);

/** Splits a text with a date at its end; undefined without a date. */
export function splitTrailingDate(text: string): { before: string; date: string } | undefined {
  const match = DATE_AT_END.exec(text);
  if (!match) return undefined;
  const [, day = '', month = '', year = ''] = match;
  const pad = (value: number) => String(value).padStart(2, '0');
  return {
    before: text.slice(0, match.index).replace(/[\s_–-]+$/, ''),
    date: `${year.padStart(4, '20')}-${pad(months.indexOf(month.toLowerCase()) + 1)}-${pad(Number(day))}`,
  };
}
