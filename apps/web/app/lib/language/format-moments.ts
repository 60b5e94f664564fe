/** Hours, days and months as staff and the public log read them. Apart from what every page formats, which is part of all of them. */
import { TIME_ZONE, tags } from './format.ts';
import { currentLanguage } from './language.ts';

/** The reader's own place; unknown on the server. */
export const readersZone = (): string | undefined =>
  typeof document === 'undefined' ? undefined : new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** 'Africa/Nairobi (GMT+3)': on which clock a moment is told. */
export const zoneInWords = (iso: string, timeZone = TIME_ZONE): string => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(
    new Date(iso),
  );
  return `${timeZone} (${parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'})`;
};

/** 'Mar 7, 2025, 14:05', where hours count; on the clock of a place, or else on the same as dates. */
export const formatMoment = (iso: string, timeZone = TIME_ZONE): string =>
  new Intl.DateTimeFormat(tags[currentLanguage()], {
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
  new Intl.DateTimeFormat(tags[currentLanguage()], {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(iso));

/** A day without an hour, as it stands in the calendar: '2026-11-15' is 'Nov 15, 2026' everywhere. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat(tags[currentLanguage()], {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));

/** 'Nov 2026' for '2026-11' */
export const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat(tags[currentLanguage()], { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );
