import { languageTable } from '@hakiki/contract/site';
import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { m } from '../../paraglide/messages.js';
import { countryName } from './country-labels.ts';
import { formatTimestamp, formatTime, formatTimeZone } from './format-timestamps.ts';
import { formatBytes, formatDate, formatNumber, formatRand, formatRating, TIME_ZONE } from './format.ts';
import { languages } from './language.ts';

describe('dates', () => {
  it('formats a date as Mar 7, 2025 [DEC-69]', () => {
    expect(formatDate('2025-03-07T10:00:00Z')).toBe('Mar 7, 2025');
  });

  it('formats the date in Johannesburg, two hours ahead of UTC [DEC-69]', () => {
    expect(formatDate('2025-03-06T21:59:59.999Z')).toBe('Mar 6, 2025');
    expect(formatDate('2025-03-06T22:00:00Z')).toBe('Mar 7, 2025');
    expect(formatDate('2024-12-31T22:00:00Z')).toBe('Jan 1, 2025');
  });

  it('formats a date in the user’s language', () => {
    setTestLanguage('fr');
    expect(formatDate('2025-03-07T10:00:00Z')).toBe('7 mars 2025');
  });
});

describe('timestamps', () => {
  it('formats date and time on a 24-hour clock, in Johannesburg [DEC-93]', () => {
    expect(formatTimestamp('2025-03-06T22:05:00Z')).toBe('Mar 7, 2025, 00:05');
    expect(formatTimestamp('2025-03-07T12:30:00Z')).toBe('Mar 7, 2025, 14:30');
    setTestLanguage('fr');
    expect(formatTimestamp('2025-03-07T12:30:00Z')).toBe('7 mars 2025, 14:30');
  });

  it('formats a timestamp in the user’s time zone, and names the zone', () => {
    expect(formatTimestamp('2025-03-07T22:30:00Z', 'Africa/Nairobi')).toBe('Mar 8, 2025, 01:30');
    expect(formatTime('2025-03-07T22:30:00Z', 'Africa/Lagos')).toBe('23:30');
    expect(formatTimeZone('2025-03-07T22:30:00Z', 'Africa/Nairobi')).toBe('Africa/Nairobi (GMT+3)');
    expect(formatTimeZone('2025-03-07T22:30:00Z')).toBe('Africa/Johannesburg (GMT+2)');
  });
});

describe('money', () => {
  it.each([
    [25_000, 'R25,000'],
    [199, 'R199'],
    [1_234_567, 'R1,234,567'],
    [0, 'R0'],
  ])('writes %d as %s [DEC-69]', (rand, text) => {
    expect(formatRand(rand)).toBe(text);
  });

  it('writes R5.00 with its cents [DEC-69] [DEC-93]', () => {
    expect(formatRand(5, { cents: true })).toBe('R5.00');
  });
});

describe('file sizes', () => {
  it.each([
    [10 * 1024 * 1024, '10 MB'],
    [1_600_000, '1.5 MB'],
    [340 * 1024, '340 kB'],
    [12, '1 kB'],
  ])('writes %d bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('formats sizes in French', () => {
    setTestLanguage('fr');
    expect(formatBytes(1_600_000)).toMatch(/^1,5\sMo$/);
  });
});

it.each([
  [0, 'Showing 0 providers'],
  [1, 'Showing 1 provider'],
  [2, 'Showing 2 providers'],
  [1234, 'Showing 1,234 providers'],
])('counts %i as %j [DEC-54]', (count, line) => {
  expect(m.showing_providers({ count, shown: formatNumber(count) })).toBe(line);
});

it('uses the singular for zero in French', () => {
  setTestLanguage('fr');
  const line = (count: number) => m.showing_providers({ count, shown: formatNumber(count) });
  expect([line(0), line(1), line(2)]).toEqual([
    '0 prestataire affiché',
    '1 prestataire affiché',
    '2 prestataires affichés',
  ]);
});

describe('countries', () => {
  it.each([
    ['south africa', 'South Africa'],
    ['south-africa', 'South Africa'],
    ['other', 'Other'],
    ['atlantis', 'Atlantis'],
  ])('shows %j as %j [DEC-09]', (stored, shown) => {
    expect(countryName(stored)).toBe(shown);
  });

  it.each([
    ['south africa', 'Afrique du Sud'],
    ['central african republic', 'République centrafricaine'],
    ['sao tome and principe', 'Sao Tomé-et-Principe'],
    ['other', 'Autre'],
    ['atlantis', 'Atlantis'],
  ])('shows %j as %j in French [DEC-09]', (stored, shown) => {
    setTestLanguage('fr');
    expect(countryName(stored)).toBe(shown);
  });
});

describe('in French', () => {
  it('uses a decimal comma and narrow spaces in French numbers and money [WARN-16]', () => {
    setTestLanguage('fr');
    expect([formatRating('4.9'), formatNumber(25_000), formatRand(25_000), formatRand(5, { cents: true })]).toEqual([
      '4,9',
      '25\u202f000',
      'R25\u202f000',
      'R5,00',
    ]);
  });

  it('uses the English separators in English [DEC-69]', () => {
    expect([formatRating('4.9'), formatRating('0.0'), formatRand(25_000)]).toEqual(['4.9', '0.0', 'R25,000']);
  });
});

describe.each(languages)('formatting in %s without Intl', (language) => {
  const intl = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(languageTable[language].tag, options);

  it('formats every day of two years like Intl [DEC-69]', () => {
    setTestLanguage(language);
    const days = new Intl.DateTimeFormat(languageTable[language].tag, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      timeZone: TIME_ZONE,
    });
    const timestamps = Array.from(
      { length: 731 },
      (_, day) => new Date(Date.UTC(2027, 0, 1 + day, day % 24, day % 60)),
    );
    expect(timestamps.map((timestamp) => formatDate(timestamp.toISOString()))).toEqual(
      timestamps.map((one) => days.format(one)),
    );
  });

  it('formats integers and decimals like Intl', () => {
    // A mark for the direction of a minus sign is left to the page.
    const withoutMarks = (text: string) => text.replaceAll('\u200E', '');
    setTestLanguage(language);
    const integers = [0, 1, 12, 999, 1000, 1001, 12_345, 999_999, 1_000_000, 1_234_567_890, -1, -1000];
    const decimals = [0.5, 3.25, 999.9, 1234.5, 20_000.75, -1234.5];
    expect([...integers, ...decimals].map(formatNumber)).toEqual(
      [...integers, ...decimals].map((one) => withoutMarks(intl({}).format(one))),
    );
    const ratings = Array.from({ length: 51 }, (_, tenth) => (tenth / 10).toFixed(1));
    const ratingFormat = intl({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
    expect(ratings.map(formatRating)).toEqual(ratings.map((one) => ratingFormat.format(Number(one))));
    const rand = [0, 5, 199, 999.99, 1000.5, 25_000, 1_234_567.25];
    expect(rand.map((one) => formatRand(one))).toEqual(
      rand.map((one) => `R${intl({ maximumFractionDigits: 2 }).format(one)}`),
    );
    const withCents = intl({ minimumFractionDigits: 2 });
    expect(rand.map((one) => formatRand(one, { cents: true }))).toEqual(rand.map((one) => `R${withCents.format(one)}`));
  });

  it('formats file sizes like Intl', () => {
    setTestLanguage(language);
    const size = (unit: string, maximumFractionDigits: number) => intl({ style: 'unit', unit, maximumFractionDigits });
    const kilobytes = [1, 2, 340, 1023];
    expect(kilobytes.map((one) => formatBytes(one * 1024))).toEqual(
      kilobytes.map((one) => size('kilobyte', 0).format(one)),
    );
    const megabytes = [1, 1.5, 10, 1500];
    expect(megabytes.map((one) => formatBytes(one * 1024 * 1024))).toEqual(
      megabytes.map((one) => size('megabyte', 1).format(one)),
    );
  });
});
