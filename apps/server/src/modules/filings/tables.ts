/** Questions to reporters, and all filings of every kind in one view. */
import { severities } from '@hakiki/contract/alert-values';
import { filingKinds, filingStatuses } from '@hakiki/contract/filing-values';
import type { QuestionId } from '@hakiki/contract/filings';
import { reportTypes } from '@hakiki/contract/report-values';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, pgView, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, enumText, createdAt, id, timestampColumn } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';
import { fraudAlerts } from '../reports/alerts/tables.ts';
import { appeals } from '../moderation/appeals/tables.ts';
import { disputes } from '../moderation/disputes/tables.ts';
import { providers } from '../directory/tables.ts';
import { filings, type OwnerTag } from '../intake/tables.ts';
import { reports } from '../reports/issues/tables.ts';

/** A title for an issue report: its first 80 characters, cut at a word. */
const firstWordsSql = sql`
      case when length(r.description) <= 80 then r.description
        else regexp_replace(left(r.description, 80), '\\s+\\S*$', '') || '…' end`;

/**
 * All filings with the title, text and status of their kind, without encrypted data; a filing whose alert, report,
 * provider, appeal or dispute is deleted is left out. Plain joins, so that the planner inlines the view into each
 * query; it could not push a join by id into a `union all`. Each join uses the id only for its own kind, null
 * otherwise.
 */
export const filed = pgView('filed', {
  id: uuid().notNull(),
  kind: enumText(filingKinds).notNull(),
  createdAt: timestampColumn().notNull(),
  /** An issue report has no title: its provider's name or its first words are used. */
  title: text().notNull(),
  /** Empty for an appeal or dispute, whose text is encrypted and for staff only. */
  text: text().notNull(),
  /** All texts of the reporter for the public. */
  words: text().notNull(),
  /** The type of scam, issue or provider; for an appeal, its subject; for a dispute, the kind of indicator. */
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
  select f.id, f.kind, f.created_at,
    coalesce(a.title, s.name, x.subject_title, y.value, y.kind, about.name, ${firstWordsSql}) as title,
    coalesce(a.description, r.description, s.description, '') as text,
    coalesce(a.title || E'\\n' || a.description, r.description, s.name || E'\\n' || s.description, '') as words,
    coalesce(a.alert_type, r.report_type, s.type, x.subject, y.kind) as type,
    r.report_type,
    coalesce(a.severity, r.severity) as severity,
    case f.kind when 'alert' then a.affected_countries when 'submission' then s.countries
      else array_remove(array[lower(left(r.reporter_location, 60))], null) end as countries,
    coalesce(a.status, r.status, s.review_state, x.status, y.status) as status,
    coalesce(a.decided_at, r.decided_at, x.decided_at, y.decided_at) as decided_at,
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
    left join ${disputes} y on y.id = case f.kind when 'dispute' then f.id end
    left join ${providers} about on about.id = coalesce(a.affected_provider_id, r.provider_id)
  where coalesce(a.id, r.id, s.id, x.id, y.id) is not null`);

export const filingQuestions = pgTable(
  'filing_questions',
  {
    id: id<QuestionId>(),
    filingId: uuid()
      .notNull()
      .references(() => filings.id, { onDelete: 'cascade' }),
    question: text().notNull(),
    askedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    sealedAnswer: bytes(),
    answeredAt: timestampColumn(),
  },
  (table) => [index('filing_questions_of_filing').on(table.filingId, table.createdAt)],
);
