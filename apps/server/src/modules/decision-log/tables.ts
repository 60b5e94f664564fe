/**
 * The public log, one row for each of its entries. It is append-only, and each row names the hash of the one before. What is to be
 * entered waits in `decision_log_waiting`, put there by triggers on the tables of the rooms (see migrations).
 */
import { appealWishes, appellants } from '@hakiki/contract/appeal-values';
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
import { bytes, choice, descending, oneOf } from '../../platform/db/columns.ts';

const day = () => date({ mode: 'string' });

export const decisionLog = pgTable(
  'decision_log',
  {
    number: bigint({ mode: 'number' }).primaryKey(),
    day: day().notNull(),
    kind: choice(logKinds).notNull(),
    subject: choice(loggedSubjects),
    subjectId: uuid(),
    path: text(),
    fromValue: text(),
    toValue: text(),
    people: integer(),
    waitedHours: integer(),
    reversal: choice(reversalKinds),
    reverses: bigint({ mode: 'number' }),
    statementBefore: text(),
    statementAfter: text(),
    wants: choice(appealWishes),
    askedBy: choice(appellants),
    alerts: integer(),
    reports: integer(),
    providers: integer(),
    previous: bytes().notNull(),
    hash: bytes().notNull(),
    /** The decision or appeal that it tells of. Not told, and not part of the hash. */
    sourceId: uuid(),
  },
  (table) => [
    oneOf('decision_log_kind_known', table.kind, logKinds),
    oneOf('decision_log_subject_known', table.subject, loggedSubjects),
    oneOf('decision_log_reversal_known', table.reversal, reversalKinds),
    oneOf('decision_log_wants_known', table.wants, appealWishes),
    oneOf('decision_log_asked_by_known', table.askedBy, appellants),
    // An appeal is told of when it arrives and when it is decided.
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
    index('decision_log_of_outcome').on(table.toValue, descending(table.day), descending(table.number)),
  ],
);

export const waitingSources = ['decision', 'appeal'] as const;

export const decisionLogWaiting = pgTable(
  'decision_log_waiting',
  {
    source: choice(waitingSources).notNull(),
    id: uuid().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Of what was never public: it is entered when this day is over, among all others of the day. */
    day: day(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.id] }),
    oneOf('decision_log_waiting_source_known', table.source, waitingSources),
    index('decision_log_waiting_new')
      .on(table.source, table.createdAt, table.id)
      .where(sql`${table.day} is null`),
    index('decision_log_waiting_day')
      .on(table.day)
      .where(sql`${table.day} is not null`),
  ],
);
