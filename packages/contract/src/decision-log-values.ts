/** The public log of decisions: what its entries can say, and how anybody checks that none was changed or taken out. */
import { appealOutcomes } from './appeal-values.ts';
import { decisionsPath } from './site.ts';

export const logKinds = ['decision', 'received', 'request'] as const;
export type LogKind = (typeof logKinds)[number];

/** What a reader may want to see by itself: what was decided and asked for, or what arrived. */
export const logParts = ['decisions', 'arrivals'] as const;
export type LogPart = (typeof logParts)[number];

/** What is decided in public, or settles what people sent. Accounts, messages, payments and documents are nobody else's business. */
export const loggedSubjects = [
  'alert',
  'report',
  'provider',
  'review',
  'experience',
  'change',
  'appeal',
  'watch',
  'reply',
  'news',
] as const;
export type LoggedSubject = (typeof loggedSubjects)[number];

/** Taken back within seconds by whoever decided, a slip of the hand; or decided otherwise later. */
export const reversalKinds = ['undone', 'reversed'] as const;
export type ReversalKind = (typeof reversalKinds)[number];

/** How a decision can end, as people filter by it. */
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

/** A file of the log holds so many lines; a full one never changes again. */
export const LOG_FILE_LINES = 5000;
export const LOG_PAGE_LINES = 50;
/** Of which each month is shown by itself. */
export const TRANSPARENCY_MONTHS = 12;

/** What the first line names as the hash before it. */
export const LOG_BEGINNING = '0'.repeat(64);

/** Files are named by their first line. */
export const logFilePath = (number: number): string =>
  `${decisionsPath}/lines-${number - ((number - 1) % LOG_FILE_LINES)}.jsonl`;

/** The newest signed head of the log, and where the tiles of c2sp.org/tlog-tiles begin. */
export const logCheckpointPath = `${decisionsPath}/checkpoint`;
/** The last signed head of a day in UTC. */
export const logDayCheckpointPath = (day: string): string => `${decisionsPath}/checkpoints/${day}`;
/** So many days are listed; earlier ones have a checkpoint at the same kind of address. */
export const LOG_DAYS_LISTED = 366;
/** A script for outsiders that checks the log and needs nothing of ours. */
export const logVerifierPath = '/verify-decision-log.mjs';

/**
 * In this order in each line of a file. What has no value is left out, so a field that is added later changes no line that was
 * written before.
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
  'previous',
] as const;
type LogField = (typeof logFields)[number];

type Said = { [Field in LogField]: string | number | null };

/** What the hash of a line is made of: its text without that hash. */
export const hashedText = (line: Said): string =>
  JSON.stringify(
    Object.fromEntries(logFields.flatMap((field) => (line[field] === null ? [] : [[field, line[field]]]))),
  );

/** The line as it stands in a file. */
export const lineText = (line: Said & { hash: string }): string =>
  `${hashedText(line).slice(0, -1)},"hash":"${line.hash}"}`;
