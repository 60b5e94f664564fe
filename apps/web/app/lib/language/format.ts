/** Numbers, dates and money as people read them. A date is the same for every reader: the day in Johannesburg. */
import { currentLanguage, type Language } from './language.ts';

export const TIME_ZONE = 'Africa/Johannesburg';
export const tags: Record<Language, string> = { en: 'en-US', fr: 'fr' };

/** 'Mar 7, 2025' */
export const formatDate = (iso: string): string =>
  new Intl.DateTimeFormat(tags[currentLanguage()], {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: TIME_ZONE,
  }).format(new Date(iso));

export const formatNumber = (value: number): string => new Intl.NumberFormat(tags[currentLanguage()]).format(value);

/** A mean of stars as it is sent, '4.3'; in French '4,3'. */
export const formatRating = (rating: string): string =>
  new Intl.NumberFormat(tags[currentLanguage()], { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    Number(rating),
  );

/**
 * 'R25,000'; cents show only where there are some ('R5.00' is written with `cents: true`). In French 'R25 000' and 'R5,00'. What was
 * given back is '-R5.00'.
 * @public
 */
export const formatRand = (rand: number, { cents = false } = {}): string =>
  `${rand < 0 ? '-' : ''}R${new Intl.NumberFormat(tags[currentLanguage()], cents ? { minimumFractionDigits: 2 } : { maximumFractionDigits: 2 }).format(Math.abs(rand))}`;

/** '10 MB', '340 kB'; a megabyte is 1024 kilobytes here, as in the limits. */
export function formatBytes(bytes: number): string {
  const isLarge = bytes >= 1024 * 1024;
  const figure = bytes / (isLarge ? 1024 * 1024 : 1024);
  return new Intl.NumberFormat(tags[currentLanguage()], {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(isLarge ? figure : Math.max(1, figure));
}
