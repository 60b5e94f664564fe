/**
 * One line of JSON per event. What goes in is chosen by hand at each call: route patterns, statuses and ids of requests, never
 * addresses, cookies, queries or anything a person typed.
 */
import { type LoggerOptions, pino, type Logger } from 'pino';
import { describeError } from './describe-error.ts';

export type Log = Logger;

export const logOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { err: (error: unknown) => describeError(error), cause: (error: unknown) => describeError(error) },
});

export const createLog = (level: string): Log => pino(logOptions(level));
