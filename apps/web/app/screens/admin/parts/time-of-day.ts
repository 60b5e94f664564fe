import { formatTime, readersZone } from '../../../lib/language/format-moments.ts';

/** The time of day, in the reader's own place: it says when something on their screen ends. */
export const timeOfDay = (ms: number): string => formatTime(new Date(ms).toISOString(), readersZone());
