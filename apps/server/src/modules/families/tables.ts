/**
 * Families of warned indicators. `family_traces` holds the evidence: which indicator carries which trace, and who says
 * so. `family_links` holds pairs of indicators, derived from the traces and from the judgements of moderators, and
 * `family_members` the families that follow from the links. Both can be computed again; judgements are never changed.
 */
import type { UserId } from '@hakiki/contract/accounts';
import { judgements, traceKinds } from '@hakiki/contract/family-values';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytes, checkOneOf, createdAt, enumText, timestampColumn } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { filings } from '../intake/tables.ts';

const staffReference = () =>
  uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' });
const number = () => bigint({ mode: 'number' });

export const familyTraces = pgTable(
  'family_traces',
  {
    indicator: bytes().notNull(),
    trace: bytes().notNull(),
    kind: enumText(traceKinds).notNull(),
    /** The public report that names both. */
    filingId: uuid().references(() => filings.id, { onDelete: 'cascade' }),
    /** Or the list, of `indicator_sources`. */
    sourceId: smallint(),
    seenAt: createdAt(),
    /** Whether the links take it into account. */
    isApplied: boolean().notNull().default(false),
    /** No longer said; deleted when it is applied. */
    isGone: boolean().notNull().default(false),
  },
  (table) => [
    unique('family_traces_once').on(table.indicator, table.trace, table.filingId, table.sourceId).nullsNotDistinct(),
    checkOneOf('family_traces_kind_known', table.kind, traceKinds),
    check('family_traces_source', sql`num_nonnulls(${table.filingId}, ${table.sourceId}) = 1`),
    index('family_traces_of_trace').on(table.trace, table.indicator),
    index('family_traces_of_filing').on(table.filingId),
    index('family_traces_of_list')
      .on(table.sourceId)
      .where(sql`${table.sourceId} is not null`),
    index('family_traces_waiting')
      .on(table.trace)
      .where(sql`not ${table.isApplied}`),
  ],
);

export const familyLinks = pgTable(
  'family_links',
  {
    /** Links join families in the order of their ids, so that the same links always give the same families. */
    id: number().primaryKey().generatedAlwaysAsIdentity(),
    a: bytes().notNull(),
    b: bytes().notNull(),
    /** Whether the traces that both carry are enough. */
    isShared: boolean().notNull().default(false),
    /** What the judgements say now. */
    judgement: enumText(judgements),
    isActive: boolean()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(judgement = 'same', is_shared)`),
    /** Joins nothing: the family would be too large, or contain two indicators that are not the same. */
    isBlocked: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    unique('family_links_pair').on(table.a, table.b),
    check('family_links_order', sql`${table.a} < ${table.b}`),
    checkOneOf('family_links_judgement_known', table.judgement, judgements),
    index('family_links_of_b').on(table.b),
    index('family_links_blocked')
      .on(table.id)
      .where(sql`${table.isActive} and ${table.isBlocked}`),
  ],
);

export const familyMembers = pgTable(
  'family_members',
  {
    indicator: bytes().primaryKey(),
    /** The id of one of its links. */
    familyId: number().notNull(),
  },
  (table) => [index('family_members_of_family').on(table.familyId)],
);

/** Append-only, but for its end. */
export const familyJudgements = pgTable(
  'family_judgements',
  {
    id: number().generatedAlwaysAsIdentity().notNull(),
    a: bytes().notNull(),
    b: bytes().notNull(),
    judgement: enumText(judgements).notNull(),
    /** All judgements of one click, which one click undoes. */
    actionId: uuid().notNull(),
    reason: text().notNull(),
    judgedBy: staffReference(),
    judgedAt: createdAt(),
    undoneBy: staffReference(),
    undoneAt: timestampColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.id] }),
    checkOneOf('family_judgements_known', table.judgement, judgements),
    index('family_judgements_of_pair').on(table.a, table.b, table.id),
    index('family_judgements_of_action').on(table.actionId),
  ],
);
