/** Lists alerts of all states for the console. Triggers maintain the counts (see migrations). */
import type { listAdminAlerts } from '@hakiki/contract/alerts-admin';
import { alertStatuses, type AlertStatus, severities, type Severity } from '@hakiki/contract/alert-values';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { filterKnown } from '@hakiki/contract/schema';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import {
  SORT_ALL_BELOW,
  type LastRow,
  type NewestList,
  readPage,
  normalizeSearchText,
} from '../../../platform/db/newest-list.ts';
import type { AdminAlertRow } from './admin-present.ts';
import type { AdminSource } from './store.ts';

interface StatusSeverityCount {
  status: AlertStatus;
  severity: Severity;
  n: number;
}

const countsStatement = prepareStatement({
  name: 'alerts-status-counts',
  text: `
  select status, severity, sum(n)::int as n from alert_standing_counts
  where status = any($1::text[]) and country = $2 group by status, severity`,
});

/** Counts the alerts by status and severity: all of them, or those of one country. */
const readCounts = (database: Database, country = '') =>
  database.read<{ [Key in keyof StatusSeverityCount]: StatusSeverityCount[Key] }>(countsStatement, [
    alertStatuses,
    country,
  ]);

const sumCounts = (counts: readonly StatusSeverityCount[]) => counts.reduce((sum, { n }) => sum + n, 0);

type Counts = Record<AlertStatus, number>;

export async function readStatusCounts(database: Database): Promise<Counts> {
  const counts = await readCounts(database);
  const countStatus = (status: AlertStatus) => sumCounts(counts.filter((count) => count.status === status));
  return Object.fromEntries(alertStatuses.map((status) => [status, countStatus(status)])) as Counts;
}

type Query = QueryOf<typeof listAdminAlerts>;

const parseCountry = ({ country }: Query): string | undefined => (country && normaliseCountry(country)) || undefined;

function toListQuery(query: Query): NewestList {
  const { search, status, limit, offset } = query;
  const country = parseCountry(query);
  const text = normalizeSearchText(search);
  const selectedSeverities = filterKnown(severities, query.severity);
  const conditions: SQL[] = [];
  if (status) conditions.push(sql`status = ${status}`);
  if (query.severity?.length) conditions.push(sql`severity = any(${sql.param(selectedSeverities)}::text[])`);
  if (country) conditions.push(sql`affected_countries @> array[${country}::text]`);
  return {
    table: 'fraud_alerts',
    conditions,
    limit,
    offset,
    ...(text && { search: { text, expression: 'lower(title)', normalizedBy: 'lower', hasWordIndex: true } }),
  };
}

export async function listAllAlerts(
  database: Database,
  source: AdminSource,
  query: Query,
  after?: LastRow,
): Promise<{ rows: AdminAlertRow[]; total: number }> {
  const country = parseCountry(query);
  const selectedSeverities = filterKnown(severities, query.severity);
  const counts = await readCounts(database, country);
  const matchingCounts = counts.filter(
    ({ status, severity }) => (!query.status || status === query.status) && selectedSeverities.includes(severity),
  );
  const list = { ...toListQuery(query), after, isRare: country !== undefined && sumCounts(counts) < SORT_ALL_BELOW };
  const readMaintainedCount = () => Promise.resolve(sumCounts(matchingCounts));
  return readPage<AdminAlertRow>(database, list, {
    alias: 'a',
    ...source,
    readMaintainedCount,
  });
}
