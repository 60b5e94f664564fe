/**
 * Lists the public alerts by severity, then newest first. Triggers maintain the count of each severity, so every page,
 * however far down, is read by one index scan per severity it shows.
 */
import { alertTypes, type AlertType, severities, type Severity } from '@hakiki/contract/alert-values';
import type { listAlerts } from '@hakiki/contract/alerts';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { filterKnown } from '@hakiki/contract/schema';
import { type SQL, sql } from 'drizzle-orm';
import { sqlIndexOf } from '../../../platform/db/columns.ts';
import type { Database } from '../../../platform/db/database.ts';
import { prepareStatement } from '../../../platform/db/statement.ts';
import { toStatement, SORT_ALL_BELOW } from '../../../platform/db/newest-list.ts';
import type { ListedRow } from './present.ts';
import { publicColumns, publicJoins } from './store.ts';

type Query = QueryOf<typeof listAlerts>;

const severestFirst = severities.toReversed();
const orderBySeverity = (column: string) => sql.raw(sqlIndexOf(column, severestFirst));
const newestFirst = sql.raw('order by a.created_at desc, a.id desc');

const countsStatement = prepareStatement({
  name: 'alerts-active-counts',
  text: `select severity, sum(n)::int as n from alert_standing_counts
    where status = 'approved' and country = $1 and alert_type = any($2::text[]) and severity = any($3::text[]) group by severity`,
});

interface SeverityRange {
  severity: Severity;
  limit: number;
  offset: number;
}

/** Computes which range of each severity a page shows. */
export function toSeverityRanges(
  counts: ReadonlyMap<Severity, number>,
  { limit, offset }: Pick<Query, 'limit' | 'offset'>,
) {
  const ranges: SeverityRange[] = [];
  let remainingOffset = offset;
  let remainingLimit = limit;
  for (const severity of severestFirst) {
    const count = counts.get(severity) ?? 0;
    const rowCount = Math.min(remainingLimit, Math.max(0, count - remainingOffset));
    if (rowCount > 0) ranges.push({ severity, limit: rowCount, offset: remainingOffset });
    remainingOffset = Math.max(0, remainingOffset - count);
    remainingLimit -= rowCount;
  }
  return ranges;
}

interface PageFilter {
  country: string;
  types: readonly AlertType[];
  counts: ReadonlyMap<Severity, number>;
}

/** A single type is compared with `=`: only then does its index return the rows in order. */
function typeCondition(types: readonly AlertType[]): SQL[] {
  if (types.length === alertTypes.length) return [];
  return types.length === 1
    ? [sql`a.alert_type = ${types[0]}`]
    : [sql`a.alert_type = any(${sql.param(types)}::text[])`];
}

const listConditions = ({ country, types }: Pick<PageFilter, 'country' | 'types'>): SQL[] => [
  sql`a.status = 'approved'`,
  ...typeCondition(types),
  ...(country ? [sql`a.affected_countries @> array[${country}::text]`] : []),
];

/** Builds the CTEs (`with`) that select the ids of one page. */
function buildPageCte({ country, types, counts }: PageFilter, ranges: readonly SeverityRange[]): SQL {
  const conditions = listConditions({ country, types });
  const isRare = country !== '' && [...counts.values()].reduce((sum, n) => sum + n, 0) < SORT_ALL_BELOW;
  const found = sql`found as materialized (
    select a.id, a.severity, a.created_at from fraud_alerts a where ${sql.join(conditions, sql` and `)}
  )`;
  const parts = ranges.map(({ severity, limit, offset }) => {
    const from = isRare
      ? sql`found a where a.severity = ${severity}`
      : sql`fraud_alerts a where a.severity = ${severity} and ${sql.join(conditions, sql` and `)}`;
    return sql`(select a.id, a.severity, a.created_at from ${from} ${newestFirst} limit ${limit} offset ${offset})`;
  });
  const page = sql`page as materialized (${sql.join(parts, sql` union all `)})`;
  return isRare ? sql`${found}, ${page}` : page;
}

export async function listActiveAlerts(
  database: Database,
  query: Query,
): Promise<{ rows: ListedRow[]; total: number }> {
  const country = normaliseCountry(query.country ?? '');
  const types = filterKnown(alertTypes, query.type);
  if (query.provider) return listByProvider(database, { ...query, provider: query.provider, country, types });
  const countRows = await database.read<{ severity: Severity; n: number }>(countsStatement, [
    country,
    types,
    filterKnown(severities, query.severity),
  ]);
  const counts = new Map(countRows.map(({ severity, n }) => [severity, n]));
  const total = countRows.reduce((sum, { n }) => sum + n, 0);
  const ranges = toSeverityRanges(counts, query);
  if (ranges.length === 0) return { rows: [], total };
  const rows = await database.read<ListedRow>(
    ...toStatement(sql`
      with ${buildPageCte({ country, types, counts }, ranges)}
      select ${sql.raw(publicColumns)} from page join fraud_alerts a on a.id = page.id ${sql.raw(publicJoins)}
      order by ${orderBySeverity('page.severity')}, page.created_at desc, page.id desc`),
  );
  return { rows, total };
}

/**
 * Values: provider, country or an empty text, types, severities, limit, offset. The total is in every row; an offset
 * beyond the last row leaves none.
 */
const ofProviderStatement = prepareStatement({
  name: 'alerts-of-provider',
  text: `
  with page as materialized (
    select a.id, count(*) over ()::int as total from fraud_alerts a
    where a.affected_provider_id = $1 and a.status = 'approved' and ($2 = '' or a.affected_countries @> array[$2::text])
      and a.alert_type = any($3::text[]) and a.severity = any($4::text[])
    order by ${sqlIndexOf('a.severity', severestFirst)}, a.created_at desc, a.id desc limit $5 offset $6
  )
  select ${publicColumns}, page.total from page join fraud_alerts a on a.id = page.id ${publicJoins}
  order by ${sqlIndexOf('a.severity', severestFirst)}, a.created_at desc, a.id desc`,
});

/** A provider has so few alerts that they are counted on each request. */
async function listByProvider(
  database: Database,
  { provider, country, types, severity, limit, offset }: Query & Pick<PageFilter, 'country' | 'types'>,
): Promise<{ rows: ListedRow[]; total: number }> {
  const readRange = (rangeLimit: number, rangeOffset: number) =>
    database.read<ListedRow & { total: number }>(ofProviderStatement, [
      provider,
      country,
      types,
      filterKnown(severities, severity),
      rangeLimit,
      rangeOffset,
    ]);
  const rows = await readRange(limit, offset);
  const [counted] = rows.length > 0 || offset === 0 ? rows : await readRange(1, 0);
  return { rows, total: counted?.total ?? 0 };
}
