/**
 * Figures for regulators, worked out at night and read from here. A month that has closed is in `regtech_closings`; its summaries are
 * in `regtech_reports`, and both are append-only (see migrations). The open month's are drafts, written anew every night.
 */
import type { RegtechMetricId, RegtechReportId } from '@hakiki/contract/regtech';
import { regtechMetricTypes, regtechPriorities } from '@hakiki/contract/regtech-values';
import { bigint, doublePrecision, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { choice, createdAt, id, keyText, oneOf } from '../../platform/db/columns.ts';

export const regtechMetrics = pgTable(
  'regtech_metrics',
  {
    id: id<RegtechMetricId>(),
    /** A month: '2026-10'. */
    period: keyText().notNull(),
    metricType: choice(regtechMetricTypes).notNull(),
    value: doublePrecision().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('regtech_metrics_type_known', table.metricType, regtechMetricTypes),
    uniqueIndex('regtech_metrics_once').on(table.period, table.metricType),
  ],
);

const summary = () => ({
  id: id<RegtechReportId>(),
  period: keyText().notNull(),
  country: keyText().notNull(),
  priority: choice(regtechPriorities).notNull(),
  content: text().notNull(),
  complaints: integer().notNull(),
  /** Null where it was published before they were counted. */
  schemes: integer(),
  /** In cents; null where too few say what they lost. */
  lostCents: bigint({ mode: 'number' }),
  medianHours: integer(),
  /** On the last night of the month; null where nobody looked then. */
  providers: integer(),
  verified: integer(),
  flagged: integer(),
  createdAt: createdAt(),
});

export const regtechDrafts = pgTable('regtech_drafts', summary(), (table) => [
  oneOf('regtech_drafts_priority_known', table.priority, regtechPriorities),
  uniqueIndex('regtech_drafts_once').on(table.period, table.country),
]);

export const regtechReports = pgTable('regtech_reports', summary(), (table) => [
  oneOf('regtech_reports_priority_known', table.priority, regtechPriorities),
  uniqueIndex('regtech_reports_once').on(table.period, table.country),
  uniqueIndex('regtech_reports_of_country').on(table.country, table.period),
]);

/** One row for each month that has closed: whoever adds it publishes its summaries in the same transaction. */
export const regtechClosings = pgTable(
  'regtech_closings',
  { period: keyText().notNull(), createdAt: createdAt() },
  (table) => [primaryKey({ columns: [table.period] })],
);
