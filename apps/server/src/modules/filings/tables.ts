/**
 * The reporter's side of everything that is filed; a filing has the id of its alert, report, provider or appeal.
 * Everything about the reporter is encrypted: contact data for a key that the web process does not have, the other
 * texts under the application's own key.
 */
import type { UserId } from '@hakiki/contract/accounts';
import { contactDenialReasons } from '@hakiki/contract/admin-values';
import { severities } from '@hakiki/contract/alert-values';
import { evidenceTypes, filingKinds, filingStatuses } from '@hakiki/contract/filing-values';
import { reportTypes } from '@hakiki/contract/report-values';
import type { QuestionId } from '@hakiki/contract/filings';
import { languages } from '@hakiki/contract/site';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, pgView, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, enumText, createdAt, descending, id, checkOneOf } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { fraudAlerts } from '../alerts/tables.ts';
import { appeals } from '../appeals/tables.ts';
import { providers } from '../directory/tables.ts';
import { reports } from '../reports/tables.ts';
import type { OwnerTag } from './owner-tag.ts';

export type { OwnerTag };

const timestampColumn = () => timestamp({ withTimezone: true });

export const filings = pgTable(
  'filings',
  {
    id: uuid().primaryKey(),
    kind: enumText(filingKinds).notNull(),
    /** Null after the retention period (contract/retention). */
    receiptHash: bytes(),
    /** Identifies the account without revealing it (owner-tag.ts). Null for a visitor or a deleted account. */
    ownerTag: uuid().$type<OwnerTag>(),
    /** Only for filings from before owner tags: hide-owners.ts clears it, and nothing else reads it. */
    createdBy: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    language: enumText(languages).notNull().default('en'),
    sealedContact: bytes(),
    /** Whether the contact data holds an email address. */
    hasEmail: boolean().notNull().default(false),
    sealedDetails: bytes(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('filings_receipt').on(table.receiptHash),
    index('filings_of_owner')
      .on(table.ownerTag, table.kind, descending(table.createdAt), descending(table.id))
      .where(sql`${table.ownerTag} is not null`),
    index('filings_of_user')
      .on(table.createdBy, table.kind, descending(table.createdAt), descending(table.id))
      .where(sql`${table.createdBy} is not null`),
    // Few rows; the overview counts them by day.
    index('filings_submissions_newest')
      .on(descending(table.createdAt))
      .where(sql`${table.kind} = 'submission'`),
    checkOneOf('filings_kind_known', table.kind, filingKinds),
    checkOneOf('filings_language_known', table.language, languages),
  ],
);

/** A title for an issue report: its first 80 characters, cut at a word. */
const firstWordsSql = sql`
      case when length(r.description) <= 80 then r.description
        else regexp_replace(left(r.description, 80), '\\s+\\S*$', '') || '…' end`;

/** Filings with contact data. The web process may query this view; only the worker's role can read the column. */
export const filingsWithContact = pgView('filings_with_contact', { id: uuid().notNull() }).as(
  sql`select id from ${filings} where sealed_contact is not null`,
);

/**
 * All filings with the title, text and status of their kind, without encrypted data; a filing whose alert, report,
 * provider or appeal is deleted is left out. Plain joins, so that the planner inlines the view into each query; it
 * could not push a join by id into a `union all`. Each join uses the id only for its own kind, null otherwise.
 */
export const filed = pgView('filed', {
  id: uuid().notNull(),
  kind: enumText(filingKinds).notNull(),
  /** For processes from before owner tags; remove with the column. */
  createdBy: uuid(),
  createdAt: timestampColumn().notNull(),
  /** An issue report has no title: its provider's name or its first words are used. */
  title: text().notNull(),
  /** Empty for an appeal, whose text is encrypted and for staff only. */
  text: text().notNull(),
  /** All texts of the reporter for the public. */
  words: text().notNull(),
  /** The type of scam, issue or provider; for an appeal, its subject. */
  type: text().notNull(),
  /** The type again, for issue reports only. */
  reportType: enumText(reportTypes),
  severity: enumText(severities),
  /** In lower case. For an issue report, the reporter's location. */
  countries: text().array().notNull(),
  status: enumText(filingStatuses).notNull(),
  decidedAt: timestampColumn(),
  isPublic: boolean().notNull(),
  /** The public alert that counts it. */
  alertId: uuid(),
  /** The provider it is about, or the proposed provider itself. */
  providerId: uuid(),
  /** The name in the register, or else the typed one. */
  providerName: text(),
  ownerTag: uuid().$type<OwnerTag>(),
}).as(sql`
  select f.id, f.kind, f.created_by, f.created_at,
    coalesce(a.title, s.name, x.subject_title, about.name, ${firstWordsSql}) as title,
    coalesce(a.description, r.description, s.description, '') as text,
    coalesce(a.title || E'\\n' || a.description, r.description, s.name || E'\\n' || s.description, '') as words,
    coalesce(a.alert_type, r.report_type, s.type, x.subject) as type,
    r.report_type,
    coalesce(a.severity, r.severity) as severity,
    case f.kind when 'alert' then a.affected_countries when 'submission' then s.countries
      else array_remove(array[lower(left(r.reporter_location, 60))], null) end as countries,
    coalesce(a.status, r.status, s.review_state, x.status) as status,
    coalesce(a.decided_at, r.decided_at, x.decided_at) as decided_at,
    coalesce(a.status = 'approved', r.is_public, s.review_state = 'approved', false) as is_public,
    coalesce(a.merged_into, r.fraud_alert_id) as alert_id,
    coalesce(a.affected_provider_id, r.provider_id, s.id) as provider_id,
    coalesce(s.name, about.name, a.affected_provider_name) as provider_name,
    f.owner_tag
  from ${filings} f
    left join ${fraudAlerts} a on a.id = case f.kind when 'alert' then f.id end
    left join ${reports} r on r.id = case f.kind when 'report' then f.id end
    left join ${providers} s on s.id = case f.kind when 'submission' then f.id end
    left join ${appeals} x on x.id = case f.kind when 'appeal' then f.id end
    left join ${providers} about on about.id = coalesce(a.affected_provider_id, r.provider_id)
  where coalesce(a.id, r.id, s.id, x.id) is not null`);

const filingIdColumn = () =>
  uuid()
    .notNull()
    .references(() => filings.id, { onDelete: 'cascade' });

export const filingQuestions = pgTable(
  'filing_questions',
  {
    id: id<QuestionId>(),
    filingId: filingIdColumn(),
    question: text().notNull(),
    askedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    sealedAnswer: bytes(),
    answeredAt: timestampColumn(),
  },
  (table) => [index('filing_questions_of_filing').on(table.filingId, table.createdAt)],
);

/** The encrypted original texts, stored before a moderator's first edit. */
export const filingOriginals = pgTable('filing_originals', {
  filingId: uuid()
    .primaryKey()
    .references(() => filings.id, { onDelete: 'cascade' }),
  sealed: bytes().notNull(),
  createdAt: createdAt(),
});

/** A file is announced first and stored once its bytes have arrived; files that never arrive are deleted. */
export const evidenceFiles = pgTable(
  'evidence_files',
  {
    id: id(),
    filingId: filingIdColumn(),
    sealedName: bytes().notNull(),
    type: enumText(evidenceTypes),
    bytes: integer().notNull(),
    createdAt: createdAt(),
    storedAt: timestampColumn(),
    /** The id of the key that encrypts its bytes; null for files from before keys had ids. */
    sealedUnder: bytes(),
  },
  (table) => [
    index('evidence_files_of_filing').on(table.filingId, table.createdAt),
    index('evidence_files_announced')
      .on(table.createdAt)
      .where(sql`${table.storedAt} is null`),
    checkOneOf('evidence_files_type_known', table.type, evidenceTypes),
  ],
);

/** Requests for contact data, which the worker re-encrypts for the requesting browser. Deleted after an hour. */
export const contactOpenings = pgTable(
  'contact_openings',
  {
    id: id(),
    filingId: filingIdColumn(),
    askedBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    publicKey: text().notNull(),
    /** The server's time that the page was given. */
    askedAt: timestampColumn(),
    /** The second factor for this request, encrypted for the worker. */
    sealedProof: bytes(),
    sealed: bytes(),
    /** Why the worker rejected the request. */
    refusal: enumText(contactDenialReasons),
    createdAt: createdAt(),
  },
  (table) => [
    index('contact_openings_age').on(table.createdAt),
    checkOneOf('contact_openings_refusal_known', table.refusal, contactDenialReasons),
  ],
);

/**
 * Permanent record of the openings: quotas are counted here, and a second factor that was used once is not accepted
 * again. Triggers reject every change, and there are no foreign keys, so that no cascade deletes a row.
 */
export const openedContacts = pgTable(
  'opened_contacts',
  {
    openingId: uuid().primaryKey(),
    askedBy: uuid().notNull(),
    /** A hash of the requester and the second factor they used. */
    spent: bytes().notNull(),
    openedAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('opened_contacts_spent').on(table.spent), index('opened_contacts_newest').on(table.openedAt)],
);
