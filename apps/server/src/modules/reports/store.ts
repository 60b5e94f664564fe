/** Reads and writes of reports. A page is a walk along an index; the totals are kept (see migrations). */
import type { UserId } from '@hakiki/contract/accounts';
import type { ReportStatus, Severity } from '@hakiki/contract/alert-values';
import { teaserLengths } from '@hakiki/contract/limits';
import type { ReportId } from '@hakiki/contract/reports';
import { eq, sql } from 'drizzle-orm';
import type { Database, Db, Statement } from '../../platform/db/database.ts';
import type { PublicRow, ReportRow } from './present.ts';
import { reports } from './tables.ts';

type NewRow = Pick<
  typeof reports.$inferInsert,
  'reportType' | 'severity' | 'description' | 'reporterLocation' | 'providerId'
> & { id: ReportId };

export interface ListFilter {
  severities: readonly Severity[];
  limit: number;
  offset: number;
}

const columns = `
  r.id, r.report_type as "reportType", r.severity, r.created_at as "createdAt", r.provider_id as "providerId",
  r.fraud_alert_id as "fraudAlertId", r.status`;
const newestFirst = 'created_at desc, id desc';

/** Values of all lists: severities, limit, offset. Of each severity no more than the page can need are fetched. */
const publicHeads = `
  select heads.id, heads.created_at from unnest($1::text[]) as asked (severity) cross join lateral (
    select r.id, r.created_at from reports r
    where r.is_public and r.severity = asked.severity
    order by ${newestFirst} limit $2::int + $3::int
  ) heads`;

/** Value 4: who asks. */
const ownPendingHeads = `
  (select r.id, r.created_at from filings f join reports r on r.id = f.id
   where f.created_by = $4 and f.kind = 'report' and not r.is_public and r.severity = any($1::text[])
   order by f.created_at desc, f.id desc limit $2::int + $3::int)`;

const pageOf = (heads: string, description: string) => `
  with page as materialized (
    select id, created_at from (${heads}) merged order by ${newestFirst} limit $2 offset $3
  )
  select ${columns}, ${description}
  from page join reports r on r.id = page.id
  order by page.created_at desc, page.id desc`;

const teasersStatement: Statement = {
  name: 'reports-teasers',
  // One character more than is shown tells whether the text goes on.
  text: pageOf(publicHeads, `left(r.description, ${teaserLengths.report + 1}) as description`),
};

const listStatement: Statement = {
  name: 'reports-list',
  text: pageOf(
    `(${publicHeads}) union all ${ownPendingHeads}`,
    'r.description, r.reporter_location as "reporterLocation"',
  ),
};

export const listTeasers = (database: Database, { severities, limit, offset }: ListFilter) =>
  database.read<PublicRow>(teasersStatement, [severities, limit, offset]);

/** The public ones, and among them, in order, those that wait and were sent by whoever asks. */
export const listFor = (database: Database, userId: UserId, { severities, limit, offset }: ListFilter) =>
  database.read<ReportRow>(listStatement, [severities, limit, offset, userId]);

export interface ReportCount {
  facet: 'severity' | 'type';
  value: string;
  n: number;
}

const countsStatement: Statement = {
  name: 'reports-counts',
  text: 'select facet, value, n from report_counts where n > 0 order by facet, n desc, value',
};

export const readCounts = (database: Database) => database.read<ReportCount>(countsStatement, []);

export const insertReport = (tx: Db, row: NewRow): Promise<ReportRow> =>
  tx
    .insert(reports)
    .values(row)
    .returning({
      id: reports.id,
      reportType: reports.reportType,
      severity: reports.severity,
      description: reports.description,
      reporterLocation: reports.reporterLocation,
      createdAt: reports.createdAt,
      providerId: reports.providerId,
      fraudAlertId: reports.fraudAlertId,
      status: reports.status,
    })
    .then(([inserted]) => inserted as ReportRow);

export const lockStatus = (tx: Db, id: ReportId) =>
  tx
    .select({ status: reports.status })
    .from(reports)
    .where(eq(reports.id, id))
    .for('update')
    .then((rows) => rows[0]?.status);

export const setStatus = (tx: Db, id: ReportId, status: ReportStatus) =>
  tx
    .update(reports)
    .set({ status, decidedAt: status === 'pending' ? null : sql`now()` })
    .where(eq(reports.id, id));
