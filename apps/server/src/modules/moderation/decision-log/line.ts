/** Builds lines of the hash chain. Anybody can compute the hashes: they need no key. */
import { createHash } from 'node:crypto';
import { toHashedText, LOG_GENESIS_HASH, type LogLine } from '@hakiki/contract/decision-log';

/** A line before it gets its number and hashes. */
export type Draft = Omit<LogLine, 'number' | 'previous' | 'hash'>;

export interface LogHead {
  number: number;
  hash: string;
}

export const emptyLogHead: LogHead = { number: 0, hash: LOG_GENESIS_HASH };

const emptyDraft: Omit<Draft, 'day' | 'kind'> = {
  subject: null,
  subjectId: null,
  path: null,
  from: null,
  to: null,
  people: null,
  waitedHours: null,
  reversal: null,
  reverses: null,
  before: null,
  after: null,
  wants: null,
  askedBy: null,
  alerts: null,
  reports: null,
  providers: null,
  disputes: null,
};

export const createDraft = (fields: Partial<Draft> & Pick<Draft, 'day' | 'kind'>): Draft => ({
  ...emptyDraft,
  ...fields,
});

export const computeLineHash = (line: Omit<LogLine, 'hash'>): string =>
  createHash('sha256').update(toHashedText(line)).digest('hex');

export function createNextLine(head: LogHead, content: Draft): LogLine {
  const line = { ...content, number: head.number + 1, previous: head.hash };
  return { ...line, hash: computeLineHash(line) };
}
