import type { Severity } from '@hakiki/contract/alert-values';
import type { RegtechMetric, RegtechReportId } from '@hakiki/contract/regtech';
import type { RegtechMetricType, RegtechReportStatus } from '@hakiki/contract/regtech-values';
import { desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { quotedTableName } from '../../platform/db/quoted-table-name.ts';
import { toStatement } from '../../platform/db/newest-list.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { fraudAlerts } from '../reports/alerts/read-model.ts';
import { newsItems } from '../news/read-model.ts';
import type { AlertRow, ReportRow } from './present.ts';
import { regtechClosings, regtechDrafts, regtechMetrics, regtechReports } from './tables.ts';

/** Key of an advisory lock: any number that nothing else in the database uses. */
const NIGHTLY_LOCK_KEY = 4_715_064;

/** Serialises two runs of the job until the end of the transaction. */
export const lockNightlyRun = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${NIGHTLY_LOCK_KEY})`);

export const listClosedMonths = async (db: Db, months: number): Promise<string[]> => {
  const rows = await db
    .select({ period: regtechClosings.period })
    .from(regtechClosings)
    .orderBy(desc(regtechClosings.period))
    .limit(months);
  return rows.map(({ period }) => period);
};

/** Returns false if the month is already closed. */
export const insertClosing = async (tx: Db, period: string): Promise<boolean> => {
  const rows = await tx.insert(regtechClosings).values({ period }).onConflictDoNothing().returning();
  return rows.length > 0;
};

export type NewSummary = Omit<typeof regtechReports.$inferInsert, 'id' | 'createdAt'>;

export const insertReports = (tx: Db, rows: NewSummary[]) => tx.insert(regtechReports).values(rows);

export const listDrafts = (tx: Db, period: string) =>
  tx
    .select({
      country: regtechDrafts.country,
      providers: regtechDrafts.providers,
      verified: regtechDrafts.verified,
      flagged: regtechDrafts.flagged,
    })
    .from(regtechDrafts)
    .where(eq(regtechDrafts.period, period));

export const deleteDrafts = (tx: Db) => tx.delete(regtechDrafts);
export const insertDrafts = (tx: Db, rows: NewSummary[]) => tx.insert(regtechDrafts).values(rows);

export const upsertMetrics = (tx: Db, period: string, values: Partial<Record<RegtechMetricType, number>>) =>
  tx
    .insert(regtechMetrics)
    .values(
      Object.entries(values).map(([metricType, value]) => ({
        period,
        metricType: metricType as RegtechMetricType,
        value,
      })),
    )
    .onConflictDoUpdate({
      target: [regtechMetrics.period, regtechMetrics.metricType],
      set: { value: sql`excluded.value`, createdAt: sql`now()` },
    });

const metricsStatement = prepareStatement({
  name: 'regtech-metrics',
  text: `
  select id, metric_type as "metricType", value, period, created_at as "createdAt" from regtech_metrics
  order by period desc, metric_type limit $1`,
});

export const listMetrics = (database: Database, limit: number) =>
  database
    .read<Omit<RegtechMetric, 'calculatedAt'> & { createdAt: Date }>(metricsStatement, [limit])
    .then((rows) => rows.map(({ createdAt, ...row }) => ({ ...row, calculatedAt: createdAt.toISOString() })));

export interface ReportFilter {
  country?: string | undefined;
  period?: string | undefined;
  status?: RegtechReportStatus | undefined;
  limit: number;
  offset: number;
}

const reportColumnsSql = `
  id, period, country, priority, content, complaints, schemes, lost_cents::float8 as "lostCents", median_hours as "medianHours",
  providers, verified, flagged, created_at as "createdAt"`;
const reportColumns = sql.raw(reportColumnsSql);

const publishedMonthsStatement = prepareStatement({
  name: 'regtech-published-months',
  text: `
  select ${reportColumnsSql}, 'published' as status from ${quotedTableName(regtechReports)}
  where period between $1 and $2 order by period, country limit $3`,
});

/** The summaries of all countries from one month to another, oldest first. */
export const listPublishedMonths = (database: Database, from: string, to: string, limit: number) =>
  database.read<ReportRow>(publishedMonthsStatement, [from, to, limit]);

const newestFirst = sql.raw('order by period desc, country');

/** Merges drafts and published summaries, each read by an index scan. */
export async function listReports(
  database: Database,
  { country, period, status, limit, offset }: ReportFilter,
): Promise<{ rows: ReportRow[]; total: number }> {
  const conditions = sql.join(
    [sql`true`, ...(country ? [sql`country = ${country}`] : []), ...(period ? [sql`period = ${period}`] : [])],
    sql` and `,
  );
  const sources = [
    { table: regtechDrafts, sourceStatus: 'draft' },
    { table: regtechReports, sourceStatus: 'published' },
  ].filter(({ sourceStatus }) => !status || status === sourceStatus);
  const unionAll = (parts: SQL[]) => sql.join(parts, sql` union all `);
  const newestOfEach = sources.map(
    ({ table, sourceStatus }) =>
      sql`(select ${reportColumns}, ${sourceStatus} as status from ${table} where ${conditions} ${newestFirst} limit ${limit + offset})`,
  );
  const counts = sources.map(({ table }) => sql`select count(*)::int as n from ${table} where ${conditions}`);
  const [rows, counted] = await Promise.all([
    database.read<ReportRow>(
      ...toStatement(
        sql`select * from (${unionAll(newestOfEach)}) merged ${newestFirst} limit ${limit} offset ${offset}`,
      ),
    ),
    database.read<{ n: number }>(...toStatement(unionAll(counts))),
  ]);
  return { rows, total: counted.reduce((sum, { n }) => sum + n, 0) };
}

const publishedStatement = prepareStatement({
  name: 'regtech-published-report',
  text: `select ${reportColumnsSql}, 'published' as status from ${quotedTableName(regtechReports)} where id = $1`,
});

export const findPublished = (database: Database, id: RegtechReportId) =>
  database.read<ReportRow>(publishedStatement, [id]).then((rows) => rows[0]);

const alertsStatement = prepareStatement({
  name: 'regtech-approved-alerts',
  text: `
  select id, title, description, severity, affected_countries as countries, status = 'approved' as "isActive",
    created_at as "createdAt", null as source
  from ${quotedTableName(fraudAlerts)}
  where status = 'approved' and ($2::text is null or affected_countries @> array[$2::text]) and ($3::text is null or severity = $3)
  order by created_at desc, id desc limit $1`,
});

export interface AlertFilter {
  /** As stored. */
  country?: string | undefined;
  severity?: Severity | undefined;
}

export const listApprovedAlerts = (database: Database, limit: number, { country, severity }: AlertFilter) =>
  database.read<AlertRow>(alertsStatement, [limit, country ?? null, severity ?? null]);

const newsStatement = prepareStatement({
  name: 'regtech-urgent-news',
  text: `
  select id, title, summary as description, 'High' as severity, array[source_country] as countries, is_active as "isActive",
    published_at as "createdAt", json_build_object('name', source_name, 'url', source_url) as source
  from ${quotedTableName(newsItems)}
  where is_active and priority = 'high' and ($2::text is null or source_country = $2) and ($3::text is null or $3 = 'High')
  order by published_at desc, id desc limit $1`,
});

export const listUrgentNews = (database: Database, limit: number, { country, severity }: AlertFilter) =>
  database.read<AlertRow>(newsStatement, [limit, country ?? null, severity ?? null]);
