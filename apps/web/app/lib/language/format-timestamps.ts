/** Formats times, days and months for staff and the public log. Separate from format.ts, which every page loads. */
import { languageTable } from '@hakiki/contract/site';
import { TIME_ZONE } from './format.ts';
import { currentLanguage } from './language.ts';

/** The user's time zone; unknown on the server. */
export const getReaderTimeZone = (): string | undefined =>
  typeof document === 'undefined' ? undefined : new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** 'Africa/Nairobi (GMT+3)': the time zone of a timestamp. */
export const formatTimeZone = (iso: string, timeZone = TIME_ZONE): string => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(
    new Date(iso),
  );
  return `${timeZone} (${parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'})`;
};

/** 'Mar 7, 2025, 14:05', in the given time zone or in that of all dates. */
export const formatTimestamp = (iso: string, timeZone = TIME_ZONE): string =>
  new Intl.DateTimeFormat(languageTable[currentLanguage()].tag, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(iso));

/** '14:05' */
export const formatTime = (iso: string, timeZone = TIME_ZONE): string =>
  new Intl.DateTimeFormat(languageTable[currentLanguage()].tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(iso));

/** A day without a time: '2026-11-15' is 'Nov 15, 2026' in every time zone. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat(languageTable[currentLanguage()].tag, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));

/** 'Nov 2026' for '2026-11' */
export const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat(languageTable[currentLanguage()].tag, {
    year: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01`));
