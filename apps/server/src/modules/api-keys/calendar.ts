/** Days and months as the quota counts them: by UTC. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 'YYYY-MM-DD'.length);
/** Its first day. */
export const monthOf = (time: Date): string => `${time.toISOString().slice(0, 'YYYY-MM'.length)}-01`;
export const nextMonth = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1));
export const daysBefore = (time: Date, days: number): Date => new Date(time.getTime() - days * 86_400_000);
