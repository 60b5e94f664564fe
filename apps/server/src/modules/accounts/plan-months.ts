/**
 * The months of a plan are counted from the day it began, where the company is: what began on the 31st ends on the last of February
 * and again on the 31st of March. Counted from the end before, it would stay on the 28th for ever.
 */

/** South Africa keeps one time all year. */
const AHEAD_MS = 2 * 3_600_000;

const there = (time: Date): Date => new Date(time.getTime() + AHEAD_MS);
const monthOf = (time: Date): number => there(time).getUTCFullYear() * 12 + there(time).getUTCMonth();

export function monthsAfter(since: Date, months: number): Date {
  const end = there(since);
  const day = end.getUTCDate();
  // The last day of a shorter month.
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const days = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, days));
  return new Date(end.getTime() - AHEAD_MS);
}

/** The last second of a day, which is written as YYYY-MM-DD. */
export const endOfDay = (day: string): Date => new Date(`${day}T23:59:59+02:00`);

/** The end of the month that begins then; `since` is where its count began, which is there unless it goes on from before. */
export function nextMonth(since: Date | null, from: Date): { since: Date; to: Date } {
  const months = since ? monthOf(from) - monthOf(since) : 0;
  const goesOn = since && monthsAfter(since, months).getTime() === from.getTime();
  return goesOn ? { since, to: monthsAfter(since, months + 1) } : { since: from, to: monthsAfter(from, 1) };
}
