/**
 * The reporter's side of whatever was reported or proposed; a filing has the id of the alert, report, provider or appeal it is about.
 * Everything a reporter says about themselves is unreadable here: contact data is sealed for a key this application does not have
 * while it serves pages, the rest under the application's own.
 */
import type { UserId } from '@hakiki/contract/accounts';
import { contactRefusals } from '@hakiki/contract/admin-values';
import { severities } from '@hakiki/contract/alert-values';
import { evidenceTypes, filingKinds, filingStatuses } from '@hakiki/contract/filing-values';
import { reportTypes } from '@hakiki/contract/report-values';
import type { QuestionId } from '@hakiki/contract/filings';
import { languages } from '@hakiki/contract/site';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, pgView, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, choice, createdAt, descending, id, oneOf } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { fraudAlerts } from '../alerts/tables.ts';
import { appeals } from '../appeals/tables.ts';
import { providers } from '../directory/tables.ts';
import { reports } from '../reports/tables.ts';
import type { OwnerTag } from './owner-tag.ts';

export type { OwnerTag };

const time = () => timestamp({ withTimezone: true });

export const filings = pgTable(
  'filings',
  {
    id: uuid().primaryKey(),
    kind: choice(filingKinds).notNull(),
    /** Empty once its time is over (contract/retention). */
    receiptHash: bytes(),
    /** Stands for the account and tells nobody which (owner-tag.ts). Empty for a visitor, and after the account is gone. */
    ownerTag: uuid().$type<OwnerTag>(),
    /** Of what was filed before there were tags: hide-owners.ts empties it, and nothing else reads it. */
    createdBy: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    language: choice(languages).notNull().default('en'),
    sealedContact: bytes(),
    /** Whether the contact holds an address to write to. */
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
    // Few among the reports; the overview counts them by day.
    index('filings_submissions_newest')
      .on(descending(table.createdAt))
      .where(sql`${table.kind} = 'submission'`),
    oneOf('filings_kind_known', table.kind, filingKinds),
    oneOf('filings_language_known', table.language, languages),
  ],
);

/** Of a report: as much as stands in a heading, and never half a word. */
const firstWords = sql`
      case when length(r.description) <= 80 then r.description
        else regexp_replace(left(r.description, 80), '\\s+\\S*$', '') || '…' end`;

/** Which of them came with something to open. The server may know that, and not read what: only the worker's role sees the column. */
export const filingsWithContact = pgView('filings_with_contact', { id: uuid().notNull() }).as(
  sql`select id from ${filings} where sealed_contact is not null`,
);

/**
 * What was filed, whatever its kind: the one place that knows where each kind keeps its title, its text and its status. A filing
 * whose thing is gone is not in it, and nothing of what its sender sealed is. Plain joins, so that the planner inlines the view
 * into each query: into a `union all` it could not push down a join by id. Each looks only where its kind is: nothing is found
 * under an id that is null.
 */
export const filed = pgView('filed', {
  id: uuid().notNull(),
  kind: choice(filingKinds).notNull(),
  /** For processes that started before there were tags; goes with the column. */
  createdBy: uuid(),
  createdAt: time().notNull(),
  /** A report has none of its own: it is called after its provider, or else by its first words. */
  title: text().notNull(),
  /** What an appeal says is for staff alone, and sealed. */
  text: text().notNull(),
  /** All that its sender put into words for the public. */
  words: text().notNull(),
  /** Of a scam, of an issue or of a provider; of an appeal, what it is about. */
  type: text().notNull(),
  /** The same, of a report alone. */
  reportType: choice(reportTypes),
  severity: choice(severities),
  /** In lower case. Of a report it is where its sender is. */
  countries: text().array().notNull(),
  status: choice(filingStatuses).notNull(),
  decidedAt: time(),
  isPublic: boolean().notNull(),
  /** The public alert that it is counted into. */
  alertId: uuid(),
  /** The provider it is about, or the proposed one itself. */
  providerId: uuid(),
  /** As we call it; as its sender does where we do not know it. */
  providerName: text(),
  ownerTag: uuid().$type<OwnerTag>(),
}).as(sql`
  select f.id, f.kind, f.created_by, f.created_at,
    coalesce(a.title, s.name, x.subject_title, about.name, ${firstWords}) as title,
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

const filing = () =>
  uuid()
    .notNull()
    .references(() => filings.id, { onDelete: 'cascade' });

export const filingQuestions = pgTable(
  'filing_questions',
  {
    id: id<QuestionId>(),
    filingId: filing(),
    question: text().notNull(),
    askedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    sealedAnswer: bytes(),
    answeredAt: time(),
  },
  (table) => [index('filing_questions_of_filing').on(table.filingId, table.createdAt)],
);

/** As it was sent: kept from the first time that somebody puts it otherwise, and unreadable here. */
export const filingOriginals = pgTable('filing_originals', {
  filingId: uuid()
    .primaryKey()
    .references(() => filings.id, { onDelete: 'cascade' }),
  sealed: bytes().notNull(),
  createdAt: createdAt(),
});

/** A file is announced first and stored when its bytes have arrived; what never arrives is forgotten. */
export const evidenceFiles = pgTable(
  'evidence_files',
  {
    id: id(),
    filingId: filing(),
    sealedName: bytes().notNull(),
    type: choice(evidenceTypes),
    bytes: integer().notNull(),
    createdAt: createdAt(),
    storedAt: time(),
    /** The id of the key that its bytes are under; empty for those from before keys had ids. */
    sealedUnder: bytes(),
  },
  (table) => [
    index('evidence_files_of_filing').on(table.filingId, table.createdAt),
    index('evidence_files_announced')
      .on(table.createdAt)
      .where(sql`${table.storedAt} is null`),
    oneOf('evidence_files_type_known', table.type, evidenceTypes),
  ],
);

/** What a moderator asked to see. The worker opens it and seals it anew for the browser that asked; both are soon forgotten. */
export const contactOpenings = pgTable(
  'contact_openings',
  {
    id: id(),
    filingId: filing(),
    askedBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    publicKey: text().notNull(),
    /** By the server's clock, as the page that asked was told it. */
    askedAt: time(),
    /** The second factor that was given for just this, readable for the worker alone. */
    sealedProof: bytes(),
    sealed: bytes(),
    /** Why the worker opens nothing. */
    refusal: choice(contactRefusals),
    createdAt: createdAt(),
  },
  (table) => [
    index('contact_openings_age').on(table.createdAt),
    oneOf('contact_openings_refusal_known', table.refusal, contactRefusals),
  ],
);

/**
 * What the worker has opened, kept for good: quotas are counted here, and nothing that was spent on one opening counts for another.
 * Triggers refuse every change, and no table is pointed at, so that nothing else takes a row away.
 */
export const openedContacts = pgTable(
  'opened_contacts',
  {
    openingId: uuid().primaryKey(),
    askedBy: uuid().notNull(),
    /** A hash of who gave which factor for it. */
    spent: bytes().notNull(),
    openedAt: time().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('opened_contacts_spent').on(table.spent), index('opened_contacts_newest').on(table.openedAt)],
);
