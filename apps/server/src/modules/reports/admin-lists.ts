/** The reports as the console lists them, in all states. How many there are is kept (see migrations). */
import type { listAdminReports } from '@hakiki/contract/admin';
import { reportStatuses, reportTypes, severities, type Severity } from '@hakiki/contract/alert-values';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.ts';
import { named } from '../../platform/db/statement.ts';
import { type LastRow, type NewestList, readPage, searchedText } from '../../platform/db/newest-list.ts';
import type { AdminReportRow } from './admin-present.ts';
import { adminColumns, adminJoins } from './store.ts';

const countStatement = named({
  name: 'reports-count',
  text: `
  select coalesce(sum(n), 0)::int as n from report_standing_counts
  where status = any($1::text[]) and severity = any($2::text[]) and report_type = any($3::text[])`,
});

type Query = QueryOf<typeof listAdminReports>;

/** The known values among those asked for; none means that nothing was asked. */
const severitiesOf = ({ severity }: Query): readonly Severity[] | undefined =>
  severity?.length ? severities.filter((known) => severity.includes(known.toLowerCase())) : undefined;

function listFor(query: Query): NewestList {
  const { search, status, reportType, limit, offset } = query;
  const text = searchedText(search);
  const among = severitiesOf(query);
  const conditions: SQL[] = [];
  if (status) conditions.push(sql`status = ${status}`);
  if (among) conditions.push(sql`severity = any(${sql.param(among)}::text[])`);
  if (reportType) conditions.push(sql`report_type = ${reportType}`);
  return {
    table: 'reports',
    conditions,
    limit,
    offset,
    ...(text && { search: { text, within: 'lower(description)', foldedBy: 'lower' } }),
  };
}

async function countKept(database: Database, query: Query): Promise<number> {
  const [counted] = await database.read<{ n: number }>(countStatement, [
    query.status ? [query.status] : reportStatuses,
    severitiesOf(query) ?? severities,
    query.reportType ? [query.reportType] : reportTypes,
  ]);
  return counted!.n;
}

export function listAllReports(
  database: Database,
  query: Query,
  after?: LastRow,
): Promise<{ rows: AdminReportRow[]; total: number }> {
  const page = sql`
    select ${sql.raw(adminColumns)} from page join reports r on r.id = page.id ${sql.raw(adminJoins)}
    order by page.created_at desc, page.id desc`;
  return readPage<AdminReportRow>(
    database,
    { ...listFor(query), after },
    { page, countKept: () => countKept(database, query) },
  );
}
