/** The public decision log: the values of its entries, and how to verify that none was changed or removed. */
import { appealOutcomes } from './appeal-values.ts';
import { decisionsPath } from './site.ts';

export const logKinds = ['decision', 'received', 'request'] as const;
export type LogKind = (typeof logKinds)[number];

/** Parts of the log that can be read separately: decisions and requests, or received filings. */
export const logParts = ['decisions', 'arrivals'] as const;
export type LogPart = (typeof logParts)[number];

/** Subjects with public decisions. Decisions on accounts, messages, payments and documents are private. */
export const loggedSubjects = [
  'alert',
  'report',
  'provider',
  'review',
  'experience',
  'change',
  'appeal',
  'dispute',
  'watch',
  'reply',
  'news',
] as const;
export type LoggedSubject = (typeof loggedSubjects)[number];

/** Undone within seconds by the same person, or reversed by a later decision. */
export const reversalKinds = ['undone', 'reversed'] as const;
export type ReversalKind = (typeof reversalKinds)[number];

export const logOutcomes = [
  'approved',
  'rejected',
  'merged',
  'pending',
  'investigating',
  'resolved',
  'Verified',
  'Limited',
  'Flagged',
  'Suspended',
  'Pending',
  'shown',
  'hidden',
  ...appealOutcomes,
] as const;
export type LogOutcome = (typeof logOutcomes)[number];

/** Lines per file; a full file never changes again. */
export const LOG_FILE_LINES = 5000;
export const LOG_PAGE_LINES = 50;
/** Number of months that are shown individually. */
export const TRANSPARENCY_MONTHS = 12;

export const LOG_GENESIS_HASH = '0'.repeat(64);

/** A file is named by its first line. */
export const logFilePath = (number: number): string =>
  `${decisionsPath}/lines-${number - ((number - 1) % LOG_FILE_LINES)}.jsonl`;

/** The newest signed head of the log, and the URL prefix of the tiles (c2sp.org/tlog-tiles). */
export const logCheckpointPath = `${decisionsPath}/checkpoint`;
/** The last signed head of a day in UTC. */
export const logDayCheckpointPath = (day: string): string => `${decisionsPath}/checkpoints/${day}`;
/** Number of listed days; checkpoints of earlier days have URLs of the same form. */
export const LOG_DAYS_LISTED = 366;
/** A standalone script that verifies the log. */
export const logVerifierPath = '/verify-decision-log.mjs';

/**
 * The order of the fields in each line of a file. Null fields are left out, so that adding a field does not change
 * earlier lines.
 */
export const logFields = [
  'number',
  'day',
  'kind',
  'subject',
  'subjectId',
  'path',
  'from',
  'to',
  'people',
  'waitedHours',
  'reversal',
  'reverses',
  'before',
  'after',
  'wants',
  'askedBy',
  'alerts',
  'reports',
  'providers',
  'disputes',
  'previous',
] as const;
type LogField = (typeof logFields)[number];

type LogFieldValues = { [Field in LogField]: string | number | null };

/** The text that is hashed: the line without its hash. */
export const toHashedText = (line: LogFieldValues): string =>
  JSON.stringify(
    Object.fromEntries(logFields.flatMap((field) => (line[field] === null ? [] : [[field, line[field]]]))),
  );

export const toFileLine = (line: LogFieldValues & { hash: string }): string =>
  `${toHashedText(line).slice(0, -1)},"hash":"${line.hash}"}`;
