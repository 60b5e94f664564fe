/**
 * The public log, one row per line. It is append-only, and each row contains the hash of the previous one. Triggers on
 * the tables of other modules queue new lines in `decision_log_waiting` (see migrations).
 */
import { appealRequests, appellants } from '@hakiki/contract/appeal-values';
import { loggedSubjects, logKinds, reversalKinds } from '@hakiki/contract/decision-log-values';
import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, enumText, descending, keyText, checkOneOf } from '../../../platform/db/columns.ts';

const day = () => date({ mode: 'string' });

export const decisionLog = pgTable(
  'decision_log',
  {
    number: bigint({ mode: 'number' }).primaryKey(),
    day: day().notNull(),
    kind: enumText(logKinds).notNull(),
    subject: enumText(loggedSubjects),
    subjectId: uuid(),
    path: text(),
    fromValue: text(),
    toValue: text(),
    people: integer(),
    waitedHours: integer(),
    reversal: enumText(reversalKinds),
    reverses: bigint({ mode: 'number' }),
    statementBefore: text(),
    statementAfter: text(),
    wants: enumText(appealRequests),
    askedBy: enumText(appellants),
    alerts: integer(),
    reports: integer(),
    providers: integer(),
    disputes: integer(),
    previous: bytes().notNull(),
    hash: bytes().notNull(),
    /** The decision or appeal of this line. Neither published nor part of the hash. */
    sourceId: uuid(),
  },
  (table) => [
    checkOneOf('decision_log_kind_known', table.kind, logKinds),
    checkOneOf('decision_log_subject_known', table.subject, loggedSubjects),
    checkOneOf('decision_log_reversal_known', table.reversal, reversalKinds),
    checkOneOf('decision_log_wants_known', table.wants, appealRequests),
    checkOneOf('decision_log_asked_by_known', table.askedBy, appellants),
    // An appeal has a line when it arrives and another when it is decided.
    uniqueIndex('decision_log_source')
      .on(table.sourceId)
      .where(sql`${table.sourceId} is not null`),
    uniqueIndex('decision_log_received')
      .on(table.day)
      .where(sql`${table.kind} = 'received'`),
    uniqueIndex('decision_log_undone')
      .on(table.reverses)
      .where(sql`${table.reversal} = 'undone'`),
    // For the index scans of the pages.
    index('decision_log_newest').on(descending(table.day), descending(table.number)),
    index('decision_log_of_subject').on(table.subject, descending(table.day), descending(table.number)),
    index('decision_log_of_path')
      .on(table.path, descending(table.day), descending(table.number))
      .where(sql`${table.path} is not null`),
    index('decision_log_of_outcome').on(table.toValue, descending(table.day), descending(table.number)),
  ],
);

export const waitingSources = ['decision', 'appeal'] as const;

export const decisionLogWaiting = pgTable(
  'decision_log_waiting',
  {
    source: enumText(waitingSources).notNull(),
    id: uuid().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Only for a subject that was never public: its line is appended when this day is over. */
    day: day(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.id] }),
    checkOneOf('decision_log_waiting_source_known', table.source, waitingSources),
    index('decision_log_waiting_new')
      .on(table.source, table.createdAt, table.id)
      .where(sql`${table.day} is null`),
    index('decision_log_waiting_day')
      .on(table.day)
      .where(sql`${table.day} is not null`),
  ],
);

/** Hashes of full subtrees of the Merkle tree: level 1 covers 256 lines, level 2 covers 65,536. Append-only. */
export const decisionLogNodes = pgTable(
  'decision_log_nodes',
  {
    level: integer().notNull(),
    /** From 0, within its level. */
    position: bigint({ mode: 'number' }).notNull(),
    hash: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.position] })],
);

/** Every signed head of the log. The time of day is not stored, as with the lines. Append-only. */
export const decisionLogCheckpoints = pgTable(
  'decision_log_checkpoints',
  {
    number: bigint({ mode: 'number' }).primaryKey(),
    /** In UTC. */
    day: day().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    root: bytes().notNull(),
    /** The signed text as it is published. */
    note: text().notNull(),
  },
  (table) => [index('decision_log_checkpoints_day').on(table.day, table.number)],
);

/** Which keys have signed which heads, so that former keys stay listed with what they signed. Append-only. */
export const decisionLogSignatures = pgTable(
  'decision_log_signatures',
  {
    /** The verifier key as it is published. */
    key: keyText().notNull(),
    checkpoint: bigint({ mode: 'number' })
      .notNull()
      .references(() => decisionLogCheckpoints.number),
    size: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.checkpoint] }),
    index('decision_log_signatures_checkpoint').on(table.checkpoint),
  ],
);
