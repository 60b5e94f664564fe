/**
 * The public decision log as codes, days, hashes and links. It contains no free text, so that nothing ever has to be
 * removed; texts are on the page of the subject. The numbers of /transparency are computed from these lines only.
 */
import * as z from 'zod/mini';
import { appealRequests, appellants } from './appeal-values.ts';
import {
  LOG_DAYS_LISTED,
  LOG_PAGE_LINES,
  logKinds,
  loggedSubjects,
  logOutcomes,
  logParts,
  reversalKinds,
  TRANSPARENCY_MONTHS,
} from './decision-log-values.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { list, queryInteger, text } from './schema.ts';

export * from './decision-log-values.ts';

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Month = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/));

export const LogLine = z.object({
  /** Starts at 1, without gaps. */
  number: z.int(),
  /** In UTC; the time of day is not published. */
  day: z.iso.date(),
  kind: z.enum(logKinds),
  /** Subject of the decision or of the request. */
  subject: z.nullable(z.enum(loggedSubjects)),
  /** Only for public subjects; for an appeal, the subject of the appeal. */
  subjectId: z.nullable(z.uuid()),
  path: z.nullable(text(100)),
  from: z.nullable(text(40)),
  to: z.nullable(text(40)),
  /** How many people decided. */
  people: z.nullable(z.int()),
  /** Full hours from arrival to the first decision on a filing. */
  waitedHours: z.nullable(z.int()),
  reversal: z.nullable(z.enum(reversalKinds)),
  /** The line that is reversed. */
  reverses: z.nullable(z.int()),
  /** SHA-256 of the public text before and after. */
  before: z.nullable(Hash),
  after: z.nullable(Hash),
  /** What an appeal requests, and the role of its sender. */
  wants: z.nullable(z.enum(appealRequests)),
  askedBy: z.nullable(z.enum(appellants)),
  /** Number of filings received on that day. */
  alerts: z.nullable(z.int()),
  reports: z.nullable(z.int()),
  providers: z.nullable(z.int()),
  /** Null if there were none. */
  disputes: z.nullable(z.int()),
  /** The hash of the previous line. */
  previous: Hash,
  hash: Hash,
});
export type LogLine = z.infer<typeof LogLine>;

/**
 * A line with the current title of its page, which is not part of the log: it can change, and disappears with the page.
 */
export const ListedLogLine = z.extend(LogLine, {
  /**
   * The name of a provider or the title of an alert; of an issue report the name of its provider. Null if there is
   * none, or if it is not public any more.
   */
  subjectName: z.nullable(text(textLimits.title)),
});
export type ListedLogLine = z.infer<typeof ListedLogLine>;

export const listLogLines = endpoint({
  method: 'GET',
  path: '/api/decision-log',
  summary:
    'The public decision log, newest day first. For the next page, send the number of the last line as `before`.',
  access: 'public',
  query: z.object({
    part: z.optional(z.enum(logParts)),
    month: z.optional(Month),
    subject: z.optional(z.enum(loggedSubjects)),
    outcome: z.optional(z.enum(logOutcomes)),
    /** A part of the name of a provider or of the title of a public alert. */
    search: z.optional(text(textLimits.search)),
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    limit: queryInteger(1, paging.maxLimit, LOG_PAGE_LINES),
  }),
  reply: list(ListedLogLine, paging.maxLimit),
  errors: ['INVALID_INPUT'],
  cache: 'shared',
  rateLimit: 'read',
});

/** Enough for ten million lines and a century of months. */
const MAX_FILES = 2000;
/** Enough for a new key each month for eight years. */
export const MAX_LOG_KEYS = 100;

export const LogIndex = z.object({
  lines: z.int(),
  /** The hash of the last line. */
  head: z.nullable(Hash),
  /** Months with entries, newest first. */
  months: list(Month, MAX_FILES),
  files: list(z.object({ path: text(100), first: z.int(), last: z.int(), isFull: z.boolean() }), MAX_FILES),
  /** The newest signed head: a C2SP signed note with the root of the Merkle tree. Null if no key is configured. */
  checkpoint: z.nullable(text(10_000)),
  /** Verifier keys, newest first, with the sizes of the first and last head that each has signed. */
  keys: list(z.object({ key: text(500), first: z.int(), last: z.int() }), MAX_LOG_KEYS),
  /** The last signed head of each day in UTC, newest first. */
  days: list(z.object({ day: z.iso.date(), size: z.int(), path: text(100) }), LOG_DAYS_LISTED),
});
export type LogIndex = z.infer<typeof LogIndex>;

export const getLogIndex = endpoint({
  method: 'GET',
  path: '/api/decision-log/index',
  summary: 'The number of entries of the public log, its files, its signed checkpoints and their keys.',
  access: 'public',
  reply: LogIndex,
  errors: [],
  cache: 'shared',
  rateLimit: 'read',
});

const outcomeCounts = { upheld: z.int(), partly: z.int(), dismissed: z.int() };

/** Statistics of a month, or of all time. */
export const Figures = z.object({
  month: z.nullable(Month),
  /** Received filings: scam reports, issue reports and proposed providers. */
  received: z.object({ alerts: z.int(), reports: z.int(), providers: z.int() }),
  /** First decisions on them, with the median and 90th percentile of the full hours they took. */
  decided: z.int(),
  medianHours: z.nullable(z.int()),
  p90Hours: z.nullable(z.int()),
  /** All decisions that changed a status; those undone within seconds are counted separately. */
  decisions: z.int(),
  reversed: z.int(),
  undone: z.int(),
  appeals: z.object({ received: z.int(), ...outcomeCounts }),
  /** Disputes about links, wallets and numbers, with the median of the full hours until they were decided. */
  disputes: z.object({
    received: z.int(),
    upheld: z.int(),
    dismissed: z.int(),
    medianHours: z.nullable(z.int()),
  }),
  /** Removal requests, by the role of their sender. */
  removals: list(z.object({ askedBy: z.enum(appellants), received: z.int(), ...outcomeCounts }), appellants.length),
});
export type Figures = z.infer<typeof Figures>;

export const Transparency = z.object({
  /** Newest first. */
  months: list(Figures, TRANSPARENCY_MONTHS),
  allTime: Figures,
});
export type Transparency = z.infer<typeof Transparency>;

export const getTransparency = endpoint({
  method: 'GET',
  path: '/api/transparency',
  summary:
    'How many reports were received, how long decisions took, how many were reversed, and who asked for removals.',
  access: 'public',
  reply: Transparency,
  errors: [],
  cache: 'shared',
  rateLimit: 'read',
});

export const decisionLogEndpoints = [listLogLines, getLogIndex, getTransparency] as const;
