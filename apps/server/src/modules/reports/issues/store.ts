/** Queries of issue reports. A page is an index scan; triggers maintain the totals (see migrations). */
import { severities, type Severity } from '@hakiki/contract/alert-values';
import type { ReportStatus } from '@hakiki/contract/report-values';
import { teaserLengths } from '@hakiki/contract/limits';
import type { ReportStatement } from '@hakiki/contract/public-statements';
import type { ReportId } from '@hakiki/contract/reports';
import { defaultLanguage } from '@hakiki/contract/site';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Db } from '../../../platform/db/database.ts';
import { quotedTableName } from '../../../platform/db/quoted-table-name.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import type { CaseSql, NoticeSql } from '../../moderation/workflow/ports.ts';
import { providers } from '../../directory/read-model.ts';
import { filings, type OwnerTag } from '../../intake/read-model.ts';
import type { AdminReportRow } from './admin-present.ts';
import type { PublicRow, ReportRow } from './present.ts';
import { reports } from './tables.ts';

type NewRow = Pick<
  typeof reports.$inferInsert,
  'reportType' | 'severity' | 'description' | 'reporterLocation' | 'providerId' | 'fraudAlertId'
> & { id: ReportId };

/** The fields of a report that can be edited. */
export type ReportEdit = Partial<
  Pick<typeof reports.$inferSelect, 'reportType' | 'severity' | 'status' | 'description' | 'fraudAlertId'>
>;

export interface ListFilter {
  selectedSeverities: readonly Severity[];
  limit: number;
  offset: number;
}

const createColumns = (notices: NoticeSql) => `
  r.id, r.report_type as "reportType", r.severity, r.created_at as "createdAt", r.provider_id as "providerId",
  r.fraud_alert_id as "fraudAlertId", r.status,
  coalesce((select f.language from ${quotedTableName(filings)} f where f.id = r.id), '${defaultLanguage}') as language,
  ${notices.appealSince('r.id')} as "appealSince",
  ${notices.reply('r.id', 'r.provider_id')} as reply`;

/** The source of console lists; the joins follow `reports r`. */
export const createAdminSource = (notices: NoticeSql, caseSql: CaseSql) => ({
  columns: `${createColumns(notices)},
  r.description, r.reporter_location as "reporterLocation", p.name as "providerName", f.owner_tag is not null as "hasAccount",
  ${caseSql.columns}`,
  joins: `
  left join ${quotedTableName(providers)} p on p.id = r.provider_id left join ${quotedTableName(filings)} f on f.id = r.id
  ${caseSql.joins('r.id')}`,
});
export type AdminSource = ReturnType<typeof createAdminSource>;

const newestFirst = 'created_at desc, id desc';

/** The newest rows of one of the merged lists, as far as the page can reach. */
const selectNewest = (source: string) => `
    (select r.id, r.created_at from ${source} order by r.created_at desc, r.id desc limit $2::int + $3::int)`;

/**
 * Parameters of all lists: severities, limit, offset. Merges one index scan per severity; each needs its own order and
 * limit, otherwise it would read all its rows.
 */
const publicReports = severities
  .map((severity) =>
    selectNewest(`reports r where r.is_public and r.severity = '${severity}' and '${severity}' = any($1::text[])`),
  )
  .join(' union all ');

/** Parameter 4: the viewer's owner tags. */
const ownPending = selectNewest(`
    ${quotedTableName(filings)} f join reports r on r.id = f.id
    where f.owner_tag = any($4::uuid[]) and f.kind = 'report' and r.status = 'pending' and r.severity = any($1::text[])`);

/** The lists and pages of public reports. */
export function createPublicReports(database: Database, notices: NoticeSql) {
  const columns = createColumns(notices);
  const buildPageSql = (source: string, description: string) => `
    with page as materialized (
      select id, created_at from (${source}) merged order by ${newestFirst} limit $2 offset $3
    )
    select ${columns}, ${description}
    from page join reports r on r.id = page.id
    order by page.created_at desc, page.id desc`;
  const allColumns = 'r.description, r.reporter_location as "reporterLocation"';

  const teasersStatement = prepareStatement({
    name: 'reports-teasers',
    // Reads one character more than is shown, to know whether the text is cut.
    text: buildPageSql(publicReports, `left(r.description, ${teaserLengths.report + 1}) as description`),
  });
  const listStatement = prepareStatement({
    name: 'reports-list',
    text: buildPageSql(`${publicReports} union all ${ownPending}`, allColumns),
  });
  const findStatement = prepareStatement({
    name: 'reports-public',
    text: `select ${columns}, ${allColumns} from reports r where r.id = $1 and r.is_public`,
  });

  return {
    listTeasers: ({ selectedSeverities, limit, offset }: ListFilter) =>
      database.read<PublicRow>(teasersStatement, [selectedSeverities, limit, offset]),

    /** The public reports, merged with the viewer's own pending ones. */
    listForOwner: (ownerTags: readonly OwnerTag[], { selectedSeverities, limit, offset }: ListFilter) =>
      database.read<ReportRow>(listStatement, [selectedSeverities, limit, offset, ownerTags]),

    find: (id: ReportId) => database.read<ReportRow>(findStatement, [id]).then((rows) => rows[0]),
  };
}

export interface ReportCount {
  facet: 'severity' | 'type';
  value: string;
  n: number;
}

const countsStatement = prepareStatement({
  name: 'reports-counts',
  text: `
  with public as (select severity, report_type, n from report_standing_counts where status in ('investigating', 'resolved'))
  select 'severity' as facet, severity as value, sum(n)::int as n from public group by severity having sum(n) > 0
  union all
  select 'type', report_type, sum(n)::int from public group by report_type having sum(n) > 0
  order by facet, n desc, value`,
});

export const readCounts = (database: Database) => database.read<ReportCount>(countsStatement, []);

export const insertReport = (tx: Db, row: NewRow): Promise<Omit<ReportRow, 'language'>> =>
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
    .then(([inserted]) => ({ ...inserted, appealSince: null, reply: null }) as Omit<ReportRow, 'language'>);

const statement = sql`report_statement(${reports})`;

/** Locks the row (`for update`) until the end of the transaction. */
export const lockReport = (tx: Db, id: ReportId) =>
  tx
    .select({
      id: reports.id,
      status: reports.status,
      createdAt: reports.createdAt,
      /** The reporter's location as a country, in the same form as the view of filings. */
      countries: sql<string[]>`array_remove(array[lower(left(${reports.reporterLocation}, 60))], null)`,
      listedName: sql<string | null>`(select p.name from ${providers} p where p.id = ${reports.providerId})`,
      publicSnapshot: {
        statement: sql<ReportStatement>`${statement}`,
        hash: sql<string>`statement_hash(${statement})`,
      },
    })
    .from(reports)
    .where(eq(reports.id, id))
    .for('update')
    .then((rows) => rows[0]);

export type LockedReport = NonNullable<Awaited<ReturnType<typeof lockReport>>>;

export const updateReport = (tx: Db, id: ReportId, edit: ReportEdit) =>
  tx
    .update(reports)
    .set({ ...(edit.status && toStatusColumns(edit.status)), ...edit })
    .where(eq(reports.id, id));

/** Unlinks a filed report from its alert when it is reset or rejected; links that administrators set stay. */
const toStatusColumns = (status: ReportStatus) => ({
  decidedAt: status === 'pending' ? null : sql`now()`,
  ...((status === 'pending' || status === 'rejected') && {
    fraudAlertId: sql`case when exists (select from ${filings} f where f.id = ${reports.id}) then null else ${reports.fraudAlertId} end`,
  }),
});

export async function findForAdmin(
  db: Db,
  { columns, joins }: AdminSource,
  id: ReportId,
): Promise<AdminReportRow | undefined> {
  const { rows } = await db.execute<{ [Key in keyof AdminReportRow]: AdminReportRow[Key] }>(
    sql`select ${sql.raw(columns)} from reports r ${sql.raw(joins)} where r.id = ${id}`,
  );
  // `db.execute` returns timestamps as text.
  const row = rows[0];
  return (
    row && { ...row, createdAt: new Date(row.createdAt), appealSince: row.appealSince && new Date(row.appealSince) }
  );
}

export const findPublicText = (db: Db, id: ReportId): Promise<string | undefined> =>
  db
    .select({ description: reports.description })
    .from(reports)
    .where(and(eq(reports.id, id), reports.isPublic))
    .then((rows) => rows[0]?.description);

/** Corrects the counts by their difference to a recount. One statement, so one snapshot and no table lock. */
const repairCountsSql = `
  with counted as (select status, severity, report_type, count(*)::int as n from reports group by 1, 2, 3)
  insert into report_standing_counts as kept (status, severity, report_type, n)
  select status, severity, report_type, coalesce(counted.n, 0) - coalesce(known.n, 0)
  from counted full join report_standing_counts known using (status, severity, report_type)
  where coalesce(counted.n, 0) <> coalesce(known.n, 0) order by 1, 2, 3
  on conflict (status, severity, report_type) do update set n = kept.n + excluded.n`;

/** Returns the number of corrections. */
export async function repairCounts(tx: Db): Promise<number> {
  await tx.execute(sql`set local statement_timeout = '10min'`);
  const { rowCount } = await tx.execute(sql.raw(repairCountsSql));
  return rowCount ?? 0;
}
