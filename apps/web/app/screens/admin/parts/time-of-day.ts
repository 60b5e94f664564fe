import { formatTime, getReaderTimeZone } from '../../../lib/language/format-timestamps.ts';

/** The time of day in the user's time zone, e.g. when something on the screen expires. */
export const formatTimeOfDay = (ms: number): string => formatTime(new Date(ms).toISOString(), getReaderTimeZone());
