/**
 * Every decision on something public, as codes, days, hashes and links: no words of anybody, so that nothing ever has to be taken
 * out. The words stand on the page of the thing itself. The figures of /transparency are made of these lines and of nothing else.
 */
import * as z from 'zod/mini';
import { appealWishes, appellants } from './appeal-values.ts';
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
import { paging } from './limits.ts';
import { list, queryInteger, text } from './schema.ts';

export * from './decision-log-values.ts';

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Month = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/));

export const LogLine = z.object({
  /** From 1, without a gap. */
  number: z.int(),
  /** In UTC; the time of day is not told. */
  day: z.iso.date(),
  kind: z.enum(logKinds),
  /** What was decided, or what a request is about. */
  subject: z.nullable(z.enum(loggedSubjects)),
  /** Only of what is or was public; of an appeal it is what the appeal is about. */
  subjectId: z.nullable(z.uuid()),
  path: z.nullable(text(100)),
  from: z.nullable(text(40)),
  to: z.nullable(text(40)),
  /** How many it took. */
  people: z.nullable(z.int()),
  /** In full hours from its arrival, of a first decision on what people sent. */
  waitedHours: z.nullable(z.int()),
  reversal: z.nullable(z.enum(reversalKinds)),
  /** The line that is taken back. */
  reverses: z.nullable(z.int()),
  /** SHA-256 of what people could read before and after. */
  before: z.nullable(Hash),
  after: z.nullable(Hash),
  /** What an appeal asks for, and in which role. */
  wants: z.nullable(z.enum(appealWishes)),
  askedBy: z.nullable(z.enum(appellants)),
  /** How many arrived on that day. */
  alerts: z.nullable(z.int()),
  reports: z.nullable(z.int()),
  providers: z.nullable(z.int()),
  /** The hash of the line before. */
  previous: Hash,
  hash: Hash,
});
export type LogLine = z.infer<typeof LogLine>;

export const listLogLines = endpoint({
  method: 'GET',
  path: '/api/decision-log',
  summary: 'The public log of decisions, the newest day first. Go on with `before`, the number of the last line.',
  access: 'public',
  query: z.object({
    part: z.optional(z.enum(logParts)),
    month: z.optional(Month),
    subject: z.optional(z.enum(loggedSubjects)),
    outcome: z.optional(z.enum(logOutcomes)),
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    limit: queryInteger(1, paging.maxLimit, LOG_PAGE_LINES),
  }),
  reply: list(LogLine, paging.maxLimit),
  errors: ['INVALID_INPUT'],
  cache: 'shared',
  rateLimit: 'read',
});

/** A bound that a log of ten million lines and a century of months do not reach. */
const MOST_FILES = 2000;
/** A key each month for eight years. */
export const MOST_LOG_KEYS = 100;

export const LogIndex = z.object({
  lines: z.int(),
  /** The hash of the last line. */
  head: z.nullable(Hash),
  /** Months of which the log says something, the newest first. */
  months: list(Month, MOST_FILES),
  files: list(z.object({ path: text(100), first: z.int(), last: z.int(), isFull: z.boolean() }), MOST_FILES),
  /** The newest signed head: a signed note of C2SP with the root of the Merkle tree. Absent where no key is set up. */
  checkpoint: z.nullable(text(10_000)),
  /** Verifier keys, the newest first, with the sizes of the first and the last head that each has signed. */
  keys: list(z.object({ key: text(500), first: z.int(), last: z.int() }), MOST_LOG_KEYS),
  /** The last signed head of each day in UTC, the newest first. */
  days: list(z.object({ day: z.iso.date(), size: z.int(), path: text(100) }), LOG_DAYS_LISTED),
});
export type LogIndex = z.infer<typeof LogIndex>;

export const getLogIndex = endpoint({
  method: 'GET',
  path: '/api/decision-log/index',
  summary: 'How far the public log has come, its files, its signed heads and the keys that check them.',
  access: 'public',
  reply: LogIndex,
  errors: [],
  cache: 'shared',
  rateLimit: 'read',
});

const outcomes = { upheld: z.int(), partly: z.int(), dismissed: z.int() };

/** Of a month, or of all time. */
export const Figures = z.object({
  month: z.nullable(Month),
  /** What arrived: reports of scams, of issues with a provider, and proposed providers. */
  received: z.object({ alerts: z.int(), reports: z.int(), providers: z.int() }),
  /** First decisions on these, and the full hours in which half of them, and nine in ten, were made. */
  decided: z.int(),
  medianHours: z.nullable(z.int()),
  p90Hours: z.nullable(z.int()),
  /** Everything that was decided and changed a status; what was taken back within seconds counts by itself. */
  decisions: z.int(),
  reversed: z.int(),
  undone: z.int(),
  appeals: z.object({ received: z.int(), ...outcomes }),
  /** Requests to take something down, by whoever made them. */
  removals: list(z.object({ askedBy: z.enum(appellants), received: z.int(), ...outcomes }), appellants.length),
});
export type Figures = z.infer<typeof Figures>;

export const Transparency = z.object({
  /** The newest first. */
  months: list(Figures, TRANSPARENCY_MONTHS),
  allTime: Figures,
});
export type Transparency = z.infer<typeof Transparency>;

export const getTransparency = endpoint({
  method: 'GET',
  path: '/api/transparency',
  summary:
    'How many reports came, how long decisions took, how many were reversed, and who asked for what to be taken down.',
  access: 'public',
  reply: Transparency,
  errors: [],
  cache: 'shared',
  rateLimit: 'read',
});

export const decisionLogEndpoints = [listLogLines, getLogIndex, getTransparency] as const;
