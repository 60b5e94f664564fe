/** The alerts as the console lists them, in all states. How many there are is kept (see migrations). */
import type { listAdminAlerts } from '@hakiki/contract/admin';
import { alertStatuses, type AlertStatus, severities, type Severity } from '@hakiki/contract/alert-values';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../platform/db/database.ts';
import {
  asStatement,
  countMatches,
  type LastRow,
  type NewestList,
  pageOf,
  searchedText,
} from '../../platform/db/newest-list.ts';
import type { AdminAlertRow } from './admin-present.ts';
import { adminColumns, adminJoins } from './store.ts';

const standingsStatement: Statement = {
  name: 'alerts-standings',
  text: `select value, n from alert_counts where facet = 'standing'`,
};

/** Of all alerts, by status and severity. */
async function readStandings(database: Database): Promise<{ status: AlertStatus; severity: Severity; n: number }[]> {
  const kept = await database.read<{ value: string; n: number }>(standingsStatement, []);
  return kept.map(({ value, n }) => {
    const [status, severity] = value.split('/') as [AlertStatus, Severity];
    return { status, severity, n };
  });
}

type Counts = Record<AlertStatus, number>;

export async function readStatusCounts(database: Database): Promise<Counts> {
  const standings = await readStandings(database);
  const countOf = (status: AlertStatus) =>
    standings.filter((one) => one.status === status).reduce((sum, { n }) => sum + n, 0);
  return Object.fromEntries(alertStatuses.map((status) => [status, countOf(status)])) as Counts;
}

type Query = QueryOf<typeof listAdminAlerts>;

/** The known values among those asked for; none means that nothing was asked. */
const severitiesOf = ({ severity }: Query): readonly Severity[] | undefined =>
  severity?.length ? severities.filter((known) => severity.includes(known.toLowerCase())) : undefined;

function listFor(query: Query): NewestList {
  const { search, status, country, limit, offset } = query;
  const text = searchedText(search);
  const among = severitiesOf(query);
  const conditions: SQL[] = [];
  if (status) conditions.push(sql`status = ${status}`);
  if (among) conditions.push(sql`severity = any(${sql.param(among)}::text[])`);
  if (country) conditions.push(sql`affected_countries @> array[${normaliseCountry(country)}::text]`);
  return {
    table: 'fraud_alerts',
    conditions,
    limit,
    offset,
    ...(text && { search: { text, within: 'lower(title)', foldedBy: 'lower' } }),
  };
}

async function countKept(database: Database, query: Query): Promise<number> {
  const among = severitiesOf(query) ?? severities;
  const standings = await readStandings(database);
  return standings
    .filter(({ status, severity }) => (!query.status || status === query.status) && among.includes(severity))
    .reduce((sum, { n }) => sum + n, 0);
}

export async function listAllAlerts(
  database: Database,
  query: Query,
  after?: LastRow,
): Promise<{ rows: AdminAlertRow[]; total: number }> {
  const list = { ...listFor(query), after };
  const statement = asStatement(sql`
    with ${pageOf(list)}
    select ${sql.raw(adminColumns)} from page join fraud_alerts a on a.id = page.id ${sql.raw(adminJoins)}
    order by page.created_at desc, page.id desc`);
  const [rows, total] = await Promise.all([
    database.read<{ [Key in keyof AdminAlertRow]: AdminAlertRow[Key] }>(...statement),
    list.search || query.country ? countMatches(database, list) : countKept(database, query),
  ]);
  return { rows, total };
}
