/**
 * Alerts and each member's announcement preferences. An alert holds nothing about its reporter: that belongs to the
 * filing, so no query about alerts can reveal a reporter. Triggers maintain `alert_standing_counts` (see migrations).
 */
import type { AlertId } from '@hakiki/contract/alerts';
import type { ProviderId } from '@hakiki/contract/directory';
import type { UserId } from '@hakiki/contract/accounts';
import { announcedSeverities } from '@hakiki/contract/alert-announcing';
import { alertStatuses, alertTypes, severities } from '@hakiki/contract/alert-values';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { enumText, createdAt, descending, id, keyText, checkOneOf, updatedAt } from '../../../platform/db/columns.ts';
import { language } from '../../../platform/db/languages.ts';
import { users } from '../../accounts/tables.ts';
import { providers } from '../../directory/tables.ts';

export const fraudAlerts = pgTable(
  'fraud_alerts',
  {
    id: id<AlertId>(),
    title: text().notNull(),
    description: text().notNull(),
    /** What to do, written by a moderator. If null, screens show the default advice for the alert type. */
    advice: text(),
    language: language().default('en'),
    alertType: enumText(alertTypes).notNull(),
    severity: enumText(severities).notNull(),
    status: enumText(alertStatuses).notNull().default('pending'),
    /** People who reported it: here, in alerts merged into it and in linked issue reports. Triggers count. */
    reportCount: integer().notNull().default(1),
    affectedCountries: text().array().notNull().default([]),
    /** Its own countries, set while `affectedCountries` also holds those of merged alerts. */
    reportedCountries: text().array(),
    /** The public alert about the same scam that counts this one. */
    mergedInto: uuid()
      .$type<AlertId>()
      .references((): AnyPgColumn => fraudAlerts.id, { onDelete: 'set null' }),
    /** Merged by sampling, without being read: none of its text and indicators is public. */
    isMergedUnread: boolean().notNull().default(false),
    affectedProviderId: uuid()
      .$type<ProviderId>()
      .references(() => providers.id, { onDelete: 'set null' }),
    affectedProviderName: text(),
    /** The lost amount, if it was given in rand. */
    lostCents: bigint({ mode: 'number' }),
    decidedAt: timestamp({ withTimezone: true }),
    /** When it first became public; from then on its page exists. */
    publishedAt: timestamp({ withTimezone: true }),
    /** Set while an alert that was public is not public any more. */
    withdrawnAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    checkOneOf('fraud_alerts_type_known', table.alertType, alertTypes),
    checkOneOf('fraud_alerts_severity_known', table.severity, severities),
    checkOneOf('fraud_alerts_status_known', table.status, alertStatuses),
    check(
      'fraud_alerts_merged',
      sql`${table.status} = 'merged' or ${table.mergedInto} is null and not ${table.isMergedUnread}`,
    ),
    check('fraud_alerts_report_count_positive', sql`${table.reportCount} >= 1`),
    check('fraud_alerts_lost_positive', sql`${table.lostCents} >= 0`),
    index('fraud_alerts_active_newest')
      .on(descending(table.createdAt), descending(table.id))
      .where(sql`${table.status} = 'approved'`),
    // For the index scans of the public list: one severity after the other, with or without a type.
    index('fraud_alerts_active_severest')
      .on(table.severity, descending(table.createdAt), descending(table.id))
      .where(sql`${table.status} = 'approved'`),
    index('fraud_alerts_active_of_type')
      .on(table.alertType, table.severity, descending(table.createdAt), descending(table.id))
      .where(sql`${table.status} = 'approved'`),
    index('fraud_alerts_active_published')
      .on(table.publishedAt)
      .where(sql`${table.status} = 'approved'`),
    index('fraud_alerts_pending_oldest')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'pending'`),
    index('fraud_alerts_newest').on(descending(table.createdAt), descending(table.id)),
    index('fraud_alerts_status_newest').on(table.status, descending(table.createdAt), descending(table.id)),
    index('fraud_alerts_title_trigrams').using('gin', sql`lower(${table.title}) gin_trgm_ops`),
    index('fraud_alerts_title_seams').using('gin', sql`public.word_seams(lower(${table.title}))`),
    index('fraud_alerts_active_words')
      .using('gin', sql`public.search_words(${table.title} || ' ' || coalesce(${table.affectedProviderName}, ''))`)
      .where(sql`${table.status} = 'approved'`),
    index('fraud_alerts_active_description')
      .using('gin', sql`public.search_words(${table.description})`)
      .where(sql`${table.status} = 'approved'`),
    // Finds the alerts that name a provider of a searched text, or print an address, wallet or number of it.
    index('fraud_alerts_active_name_keys')
      .using('gin', sql`public.name_keys(${table.affectedProviderName}, '{}'::text[])`)
      .where(sql`${table.status} = 'approved'`),
    index('fraud_alerts_active_printed')
      .using('gin', sql`public.printed_identifiers(${table.title} || ' ' || ${table.description})`)
      .where(sql`${table.status} = 'approved'`),
    index('fraud_alerts_countries').using('gin', table.affectedCountries),
    index('fraud_alerts_of_provider').on(table.affectedProviderId),
    index('fraud_alerts_merged_into')
      .on(table.mergedInto, table.isMergedUnread)
      .where(sql`${table.mergedInto} is not null`),
  ],
);

/**
 * The number of alerts in each country they affect, and under the empty country the number of all. `status` is first in
 * the key because every query filters by it.
 */
export const alertStandingCounts = pgTable(
  'alert_standing_counts',
  {
    status: keyText().notNull(),
    country: keyText().notNull(),
    alertType: keyText().notNull(),
    severity: keyText().notNull(),
    n: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.status, table.country, table.alertType, table.severity] })],
);

export const alertPreferences = pgTable(
  'alert_preferences',
  {
    userId: uuid()
      .$type<UserId>()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    severities: text({ enum: [...announcedSeverities] })
      .array()
      .notNull(),
    countries: text().array().notNull(),
    /** Set while the member gets emails; ends them without a login, by the link in each email. */
    emailKey: uuid(),
    /** Alerts published until then were sent, or were public before the member asked for emails. */
    emailedUntil: timestamp({ withTimezone: true }),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('alert_preferences_email_key').on(table.emailKey)],
);
