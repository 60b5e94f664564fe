/** Days and months in UTC, as the quota counts them. */
export const toDay = (time: Date): string => time.toISOString().slice(0, 'YYYY-MM-DD'.length);
/** The first day of the month. */
export const toMonthStart = (time: Date): string => `${time.toISOString().slice(0, 'YYYY-MM'.length)}-01`;
export const nextMonth = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1));
export const daysBefore = (time: Date, days: number): Date => new Date(time.getTime() - days * 86_400_000);
