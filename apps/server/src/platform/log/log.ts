/**
 * One line of JSON per event. What goes in is chosen by hand at each call: route patterns, statuses and ids of requests, never
 * addresses, cookies, queries or anything a person typed.
 */
import { pino, type Logger } from 'pino';

export type Log = Logger;

export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
