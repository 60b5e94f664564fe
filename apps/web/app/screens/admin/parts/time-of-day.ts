import { formatTime, readersZone } from '../../../lib/language/format-moments.ts';

/** The time of day in the reader's time zone, e.g. when something on the screen expires. */
export const timeOfDay = (ms: number): string => formatTime(new Date(ms).toISOString(), readersZone());
