/**
 * Statistics for regulators, computed nightly. `regtech_closings` (closed months) and `regtech_reports` (their
 * summaries) are append-only (see migrations). Summaries of the current month are drafts, replaced every night.
 */
import type { RegtechMetricId, RegtechReportId } from '@hakiki/contract/regtech';
import { regtechMetricTypes, regtechPriorities } from '@hakiki/contract/regtech-values';
import { bigint, doublePrecision, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { enumText, createdAt, id, keyText, checkOneOf } from '../../platform/db/columns.ts';

export const regtechMetrics = pgTable(
  'regtech_metrics',
  {
    id: id<RegtechMetricId>(),
    /** A month: '2026-10'. */
    period: keyText().notNull(),
    metricType: enumText(regtechMetricTypes).notNull(),
    value: doublePrecision().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('regtech_metrics_type_known', table.metricType, regtechMetricTypes),
    uniqueIndex('regtech_metrics_once').on(table.period, table.metricType),
  ],
);

const summaryColumns = () => ({
  id: id<RegtechReportId>(),
  period: keyText().notNull(),
  country: keyText().notNull(),
  priority: enumText(regtechPriorities).notNull(),
  content: text().notNull(),
  complaints: integer().notNull(),
  /** Null for summaries from before schemes were counted. */
  schemes: integer(),
  /** In cents; null if too few reporters state their loss. */
  lostCents: bigint({ mode: 'number' }),
  medianHours: integer(),
  /** On the last night of the month; null if the job did not run then. */
  providers: integer(),
  verified: integer(),
  flagged: integer(),
  createdAt: createdAt(),
});

export const regtechDrafts = pgTable('regtech_drafts', summaryColumns(), (table) => [
  checkOneOf('regtech_drafts_priority_known', table.priority, regtechPriorities),
  uniqueIndex('regtech_drafts_once').on(table.period, table.country),
]);

export const regtechReports = pgTable('regtech_reports', summaryColumns(), (table) => [
  checkOneOf('regtech_reports_priority_known', table.priority, regtechPriorities),
  uniqueIndex('regtech_reports_once').on(table.period, table.country),
  uniqueIndex('regtech_reports_of_country').on(table.country, table.period),
]);

/** One row for each closed month, inserted in the transaction that publishes its summaries. */
export const regtechClosings = pgTable(
  'regtech_closings',
  { period: keyText().notNull(), createdAt: createdAt() },
  (table) => [primaryKey({ columns: [table.period] })],
);
