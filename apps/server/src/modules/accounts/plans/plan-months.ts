/**
 * Computes the months of a plan from the day it started, in the company's time zone: a plan that started on the 31st
 * ends on the last of February and then on the 31st of March. Computed from the previous end, it would stay on the
 * 28th.
 */

/** South Africa has no daylight saving time. */
const UTC_OFFSET_MS = 2 * 3_600_000;

const toLocalTime = (time: Date): Date => new Date(time.getTime() + UTC_OFFSET_MS);
const monthIndexOf = (time: Date): number => toLocalTime(time).getUTCFullYear() * 12 + toLocalTime(time).getUTCMonth();

export function monthsAfter(since: Date, months: number): Date {
  const end = toLocalTime(since);
  const day = end.getUTCDate();
  // In a shorter month the plan ends on its last day.
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const days = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, days));
  return new Date(end.getTime() - UTC_OFFSET_MS);
}

/** The last second of a day given as YYYY-MM-DD. */
export const endOfDay = (day: string): Date => new Date(`${day}T23:59:59+02:00`);

/** The end of the month that starts at `from`. `since` is the start of the plan that this month continues. */
export function nextMonth(since: Date | null, from: Date): { since: Date; to: Date } {
  const months = since ? monthIndexOf(from) - monthIndexOf(since) : 0;
  const continuesPlan = since && monthsAfter(since, months).getTime() === from.getTime();
  return continuesPlan ? { since, to: monthsAfter(since, months + 1) } : { since: from, to: monthsAfter(from, 1) };
}
