/** Issue reports. The reporter belongs to the filing. Triggers maintain `report_standing_counts` (see migrations). */
import type { ProviderId } from '@hakiki/contract/directory';
import type { AlertId } from '@hakiki/contract/alerts';
import { severities } from '@hakiki/contract/alert-values';
import { reportStatuses, reportTypes } from '@hakiki/contract/report-values';
import type { ReportId } from '@hakiki/contract/reports';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { enumText, createdAt, descending, id, keyText, checkOneOf, updatedAt } from '../../../platform/db/columns.ts';
import { fraudAlerts } from '../alerts/tables.ts';
import { providers } from '../../directory/tables.ts';

export const reports = pgTable(
  'reports',
  {
    id: id<ReportId>(),
    reportType: enumText(reportTypes).notNull(),
    severity: enumText(severities).notNull(),
    description: text().notNull(),
    reporterLocation: text(),
    providerId: uuid()
      .$type<ProviderId>()
      .references(() => providers.id, { onDelete: 'set null' }),
    fraudAlertId: uuid()
      .$type<AlertId>()
      .references(() => fraudAlerts.id, { onDelete: 'set null' }),
    status: enumText(reportStatuses).notNull().default('pending'),
    decidedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    isPublic: boolean()
      .notNull()
      .generatedAlwaysAs(sql`status in ('investigating', 'resolved')`),
  },
  (table) => [
    checkOneOf('reports_type_known', table.reportType, reportTypes),
    checkOneOf('reports_severity_known', table.severity, severities),
    checkOneOf('reports_status_known', table.status, reportStatuses),
    index('reports_public_newest')
      .on(descending(table.createdAt), descending(table.id))
      .where(sql`${table.isPublic}`),
    // A list of several severities merges the newest rows of each.
    index('reports_public_severity')
      .on(table.severity, descending(table.createdAt), descending(table.id))
      .where(sql`${table.isPublic}`),
    index('reports_pending_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'pending'`),
    index('reports_newest').on(descending(table.createdAt), descending(table.id)),
    index('reports_status_newest').on(table.status, descending(table.createdAt), descending(table.id)),
    index('reports_text_trigrams').using('gin', sql`lower(${table.description}) gin_trgm_ops`),
    index('reports_of_provider').on(table.providerId),
    index('reports_of_alert').on(table.fraudAlertId),
    // For early warning: all reports of the last weeks, and those of one provider in the last year.
    index('reports_withdrawals')
      .on(table.createdAt, table.providerId)
      .where(sql`${table.reportType} = 'withdrawal_issues' and ${table.isPublic}`),
  ],
);

/** The number of reports, public or not. */
export const reportStandingCounts = pgTable(
  'report_standing_counts',
  {
    status: keyText().notNull(),
    severity: keyText().notNull(),
    reportType: keyText().notNull(),
    n: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.status, table.severity, table.reportType] })],
);
