/**
 * The reporter's side of whatever was reported or proposed; a filing has the id of the alert, report or provider it is about.
 * Everything a reporter says about themselves is unreadable here: contact data is sealed for a key this application does not have
 * while it serves pages, the rest under the application's own.
 */
import { evidenceTypes, filingKinds, filingStatuses, reportTypes, severities } from '@hakiki/contract/alert-values';
import type { QuestionId } from '@hakiki/contract/filings';
import { languages } from '@hakiki/contract/site';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, pgView, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, choice, createdAt, descending, id, oneOf } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { fraudAlerts } from '../alerts/tables.ts';
import { providers } from '../directory/tables.ts';
import { reports } from '../reports/tables.ts';

const time = () => timestamp({ withTimezone: true });

export const filings = pgTable(
  'filings',
  {
    id: uuid().primaryKey(),
    kind: choice(filingKinds).notNull(),
    receiptHash: bytes().notNull(),
    /** Empty for a visitor, and after the account is gone. */
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    language: choice(languages).notNull().default('en'),
    sealedContact: bytes(),
    /** Whether the contact holds an address to write to. */
    hasEmail: boolean().notNull().default(false),
    sealedDetails: bytes(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('filings_receipt').on(table.receiptHash),
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

/**
 * What was filed, whatever its kind: the one place that knows where each kind keeps its title, its text and its status. A filing
 * whose thing is gone is not in it, and nothing of what its sender sealed is. Plain joins, so that PostgreSQL plans each query as
 * if they stood in it: parts put together by `union all` could not be looked up by id from another table. Each looks only where
 * its kind is: nothing is found under an id that is null.
 */
export const filed = pgView('filed', {
  id: uuid().notNull(),
  kind: choice(filingKinds).notNull(),
  createdBy: uuid(),
  createdAt: time().notNull(),
  /** A report has none of its own: it is called after its provider, or else by its first words. */
  title: text().notNull(),
  text: text().notNull(),
  /** All that its sender put into words for the public. */
  words: text().notNull(),
  /** Of a scam, of an issue or of a provider. */
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
}).as(sql`
  select f.id, f.kind, f.created_by, f.created_at,
    coalesce(a.title, s.name, about.name, ${firstWords}) as title,
    coalesce(a.description, r.description, s.description) as text,
    coalesce(a.title || E'\\n' || a.description, r.description, s.name || E'\\n' || s.description) as words,
    coalesce(a.alert_type, r.report_type, s.type) as type,
    r.report_type,
    coalesce(a.severity, r.severity) as severity,
    case f.kind when 'alert' then a.affected_countries when 'submission' then s.countries
      else array_remove(array[lower(left(r.reporter_location, 60))], null) end as countries,
    coalesce(a.status, r.status, s.review_state) as status,
    coalesce(a.decided_at, r.decided_at) as decided_at,
    coalesce(a.status = 'approved', r.is_public, s.review_state = 'approved') as is_public,
    coalesce(a.merged_into, r.fraud_alert_id) as alert_id,
    coalesce(a.affected_provider_id, r.provider_id, s.id) as provider_id,
    coalesce(s.name, about.name, a.affected_provider_name) as provider_name
  from ${filings} f
    left join ${fraudAlerts} a on a.id = case f.kind when 'alert' then f.id end
    left join ${reports} r on r.id = case f.kind when 'report' then f.id end
    left join ${providers} s on s.id = case f.kind when 'submission' then f.id end
    left join ${providers} about on about.id = coalesce(a.affected_provider_id, r.provider_id)
  where coalesce(a.id, r.id, s.id) is not null`);

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
    sealed: bytes(),
    createdAt: createdAt(),
  },
  (table) => [index('contact_openings_age').on(table.createdAt)],
);
