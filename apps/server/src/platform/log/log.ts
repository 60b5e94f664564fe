/**
 * Writes one line of JSON per event. Fields are chosen explicitly and never contain IP addresses, cookies, queries or
 * people's texts.
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
