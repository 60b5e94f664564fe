/** Lists alerts of all states for the console. Triggers maintain the counts (see migrations). */
import type { listAdminAlerts } from '@hakiki/contract/alerts-admin';
import { alertStatuses, type AlertStatus, severities, type Severity } from '@hakiki/contract/alert-values';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { chosen } from '@hakiki/contract/schema';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import {
  SORT_ALL_BELOW,
  type LastRow,
  type NewestList,
  readPage,
  normalizeSearchText,
} from '../../platform/db/newest-list.ts';
import type { AdminAlertRow } from './admin-present.ts';
import { adminColumns, adminJoins } from './store.ts';

interface Standing {
  status: AlertStatus;
  severity: Severity;
  n: number;
}

const standingsStatement = prepareStatement({
  name: 'alerts-standings',
  text: `
  select status, severity, sum(n)::int as n from alert_standing_counts
  where status = any($1::text[]) and country = $2 group by status, severity`,
});

/** Counts the alerts by status and severity: all of them, or those of one country. */
const readStandings = (database: Database, country = '') =>
  database.read<{ [Key in keyof Standing]: Standing[Key] }>(standingsStatement, [alertStatuses, country]);

const sumOf = (standings: readonly Standing[]) => standings.reduce((sum, { n }) => sum + n, 0);

type Counts = Record<AlertStatus, number>;

export async function readStatusCounts(database: Database): Promise<Counts> {
  const standings = await readStandings(database);
  const countOf = (status: AlertStatus) => sumOf(standings.filter((one) => one.status === status));
  return Object.fromEntries(alertStatuses.map((status) => [status, countOf(status)])) as Counts;
}

type Query = QueryOf<typeof listAdminAlerts>;

const countryOf = ({ country }: Query): string | undefined => (country && normaliseCountry(country)) || undefined;

function listFor(query: Query): NewestList {
  const { search, status, limit, offset } = query;
  const country = countryOf(query);
  const text = normalizeSearchText(search);
  const among = chosen(severities, query.severity);
  const conditions: SQL[] = [];
  if (status) conditions.push(sql`status = ${status}`);
  if (query.severity?.length) conditions.push(sql`severity = any(${sql.param(among)}::text[])`);
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
  query: Query,
  after?: LastRow,
): Promise<{ rows: AdminAlertRow[]; total: number }> {
  const country = countryOf(query);
  const among = chosen(severities, query.severity);
  const standings = await readStandings(database, country);
  const asked = standings.filter(
    ({ status, severity }) => (!query.status || status === query.status) && among.includes(severity),
  );
  const list = { ...listFor(query), after, isRare: country !== undefined && sumOf(standings) < SORT_ALL_BELOW };
  const readMaintainedCount = () => Promise.resolve(sumOf(asked));
  return readPage<AdminAlertRow>(database, list, {
    alias: 'a',
    columns: adminColumns,
    joins: adminJoins,
    readMaintainedCount,
  });
}
