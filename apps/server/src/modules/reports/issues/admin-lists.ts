/** Lists issue reports of all states for the console. Triggers maintain the counts (see migrations). */
import type { listAdminReports } from '@hakiki/contract/reports-admin';
import { severities } from '@hakiki/contract/alert-values';
import { reportStatuses, reportTypes } from '@hakiki/contract/report-values';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { filterKnown } from '@hakiki/contract/schema';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import { type LastRow, type NewestList, readPage, normalizeSearchText } from '../../../platform/db/newest-list.ts';
import type { AdminReportRow } from './admin-present.ts';
import type { AdminSource } from './store.ts';

const countStatement = prepareStatement({
  name: 'reports-count',
  text: `
  select coalesce(sum(n), 0)::int as n from report_standing_counts
  where status = any($1::text[]) and severity = any($2::text[]) and report_type = any($3::text[])`,
});

type Query = QueryOf<typeof listAdminReports>;

function toListQuery(query: Query): NewestList {
  const { search, status, reportType, limit, offset } = query;
  const text = normalizeSearchText(search);
  const selectedSeverities = filterKnown(severities, query.severity);
  const conditions: SQL[] = [];
  if (status) conditions.push(sql`status = ${status}`);
  if (query.severity?.length) conditions.push(sql`severity = any(${sql.param(selectedSeverities)}::text[])`);
  if (reportType) conditions.push(sql`report_type = ${reportType}`);
  return {
    table: 'reports',
    conditions,
    limit,
    offset,
    ...(text && { search: { text, expression: 'lower(description)', normalizedBy: 'lower' } }),
  };
}

async function readMaintainedCount(database: Database, query: Query): Promise<number> {
  const [counted] = await database.read<{ n: number }>(countStatement, [
    query.status ? [query.status] : reportStatuses,
    filterKnown(severities, query.severity),
    query.reportType ? [query.reportType] : reportTypes,
  ]);
  return counted!.n;
}

export const listAllReports = (database: Database, source: AdminSource, query: Query, after?: LastRow) =>
  readPage<AdminReportRow>(
    database,
    { ...toListQuery(query), after },
    {
      alias: 'r',
      ...source,
      readMaintainedCount: () => readMaintainedCount(database, query),
    },
  );
