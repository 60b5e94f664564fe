/**
 * SQL of the provider list. A cell is a combination of type, status and shown risk, encoded as a number; the table of
 * counts has a row per country and cell. There is one statement per order and access path, not per combination of
 * filters: filters are sent as the list of matching cells, and no filter as all cells. Each statement returns page and
 * total in one round trip. A page merges index scans that are already sorted: one or a few when only the country
 * filters the list, one per matching cell when type, status or risk do. So its cost depends on the page size, not on
 * the size of the directory. A search for common words scans in order and filters; for rare words it fetches all
 * matches by the GIN index and sorts them.
 */
import { providerSorts, type ProviderSort } from '@hakiki/contract/directory';
import type { Statement } from '../../platform/db/database.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { givenBadges } from './badges.ts';

interface Order {
  by: string;
  /** Streams that together are the full list: a column of the listing and its values. */
  streams: { column: 'verified_rank' | 'risk_rank'; values: string; by: string } | undefined;
  /** The order of the providers that share a cell. */
  insideCell: string;
}

const byRating = 'rating desc, name_key, provider_id';
const byName = 'name_key, provider_id';

const orders: Record<Exclude<ProviderSort, 'newest'>, Order> = {
  relevance: { by: `verified_rank, ${byRating}`, streams: undefined, insideCell: byRating },
  rating: {
    by: byRating,
    streams: { column: 'verified_rank', values: '(0), (1)', by: byRating },
    insideCell: byRating,
  },
  risk: { by: `risk_rank, ${byName}`, streams: undefined, insideCell: byName },
  name: { by: byName, streams: { column: 'risk_rank', values: '(0), (1), (2), (3)', by: byName }, insideCell: byName },
};
const newestBy = 'created_at desc, provider_id desc';

/** The maximum of the contract. */
const MAX_CERTIFICATIONS = 30;

/**
 * Used by every query for providers, so that a provider looks the same everywhere. Badges are hidden while there is a
 * warning, whatever the documents say.
 */
export const providerColumns = `
  p.id, p.name, p.other_names as "otherNames", p.type, p.description, p.logo_url as "logoUrl", p.website,
  p.verification_status as "verificationStatus", p.flagged_reasons as "flaggedReasons", p.risk_score as "riskScore",
  p.rating, p.review_count as "reviewCount", p.countries, p.established, p.user_count as "userCount",
  p.license_info as "licenseInfo", p.regulatory_compliance as "regulatoryCompliance",
  p.user_satisfaction as "userSatisfaction", p.security_measures as "securityMeasures",
  p.security_features as "securityFeatures", p.insurance,
  (select coalesce(json_agg(json_build_object('certification', json_build_object('id', c.id, 'name', c.name,
      'description', c.description, 'icon', c.icon, 'color', c.color, 'isActive', c.is_active, 'priority', c.priority))
      order by c.priority desc, c.name, c.id), '[]')
    from (
      select c.* from provider_certifications held join certifications c on c.id = held.certification_id
      where held.provider_id = p.id
        and p.verification_status not in ('Flagged', 'Suspended') and p.risk_score <> 'High'
      order by c.priority desc, c.name, c.id
      limit ${MAX_CERTIFICATIONS}
    ) c
  ) as certifications`;

const givenBadgeIds = Object.values(givenBadges).map(({ id }) => `'${id}'`);

/** Staff see the given badges also while they are hidden. */
export const adminProviderColumns = `${providerColumns}, p.review_state as "reviewState", p.created_at as "createdAt",
  array(select c.name from provider_certifications held join certifications c on c.id = held.certification_id
    where held.provider_id = p.id and c.id in (${givenBadgeIds.join(', ')}) order by c.priority desc) as badges`;

const qualifyColumns = (alias: string, by: string) => by.replaceAll(/(\w+)( desc)?/g, `${alias}.$1$2`);

/** Only the columns of the order, to allow an index-only scan. */
const stripDirections = (by: string) => by.replaceAll(' desc', '');

const selectPage = (by: string) => `
  select total.n as total, ${providerColumns}
  from total left join (page join providers p on p.id = page.provider_id) on true
  order by ${qualifyColumns('page', by)}`;

const totalOfCountry = `total as (select coalesce(sum(n), 0)::int as n from provider_counts where country = $3)`;

/** Values: limit, offset, country. */
function scanSql({ by, streams }: Order): string {
  const page = streams
    ? `select heads.* from (values ${streams.values}) as stream (rank) cross join lateral (
        select ${stripDirections(by)} from provider_listings
        where country = $3 and ${streams.column} = stream.rank
        order by ${streams.by} limit $1::int + $2::int
      ) heads`
    : `select ${stripDirections(by)} from provider_listings where country = $3`;
  return `with ${totalOfCountry}, page as materialized (${page} order by ${by} limit $1 offset $2) ${selectPage(by)}`;
}

/** Values: limit, offset, country, cells. */
const cellsSql = ({ by, insideCell }: Order) => `
  with cells as materialized (
    select cell, n from provider_counts where country = $3 and cell = any($4::smallint[]) and n > 0
  ),
  total as (select coalesce(sum(n), 0)::int as n from cells),
  page as materialized (
    select heads.*, case when cells.cell / 10 % 10 = 0 then 0 else 1 end as verified_rank, cells.cell % 10 as risk_rank
    from cells cross join lateral (
      select ${stripDirections(insideCell)} from provider_listings
      where country = $3 and provider_listings.cell = cells.cell
      order by ${insideCell} limit $1::int + $2::int
    ) heads
    order by ${by} limit $1 offset $2
  )
  ${selectPage(by)}`;

/** Values: limit, offset, country, cells. Time is independent of type and country, so a scan finds matches soon. */
const newestSql = `
  with total as (
    select coalesce(sum(n), 0)::int as n from provider_counts where country = $3 and cell = any($4::smallint[])
  ),
  page as materialized (
    select id as provider_id, created_at from providers
    where is_public and cell = any($4::smallint[]) and ($3 = '' or countries @> array[$3::text])
    order by created_at desc, id desc limit $1 offset $2
  )
  ${selectPage(newestBy)}`;

const nameOrWordsMatch = (sites: string): string =>
  `(contains_text(names_key, fold($1)) or search @@ $2::tsquery or website_site = any(${sites}::text[]))`;

/**
 * Values: text, its words as a tsquery, country, cells, sites in the text, types of the cells. The types are redundant
 * and only for the index; null for all types.
 */
const matchingSql = `
  is_public and cell = any($4::smallint[]) and ($3 = '' or countries @> array[$3::text])
  and ($6::text[] is null or array[type] && $6::text[])
  and ${nameOrWordsMatch('$5')}`;

/** The planner's row estimate, from statistics only. */
const estimateSql = `explain (format json) select from providers where ${matchingSql}`;

const sortKeys = 'id as provider_id, verified_rank, risk_rank, rating, name_key, created_at';

/**
 * Fetches matches by the word index, up to a maximum, and sorts them. A total of maximum + 1 means that there are more.
 * Values: as above, limit, offset, maximum of matches.
 */
const sortAllSql = (by: string) => `
  with found as materialized (select ${sortKeys} from providers where ${matchingSql} limit $9::int + 1),
  total as (select count(*)::int as n from found),
  page as materialized (select * from found order by ${by} limit $7 offset $8)
  ${selectPage(by)}`;

/**
 * Scans in order until the page is full or the maximum of steps is reached: the listings of the country if they have
 * this order, otherwise all providers. The scan starts at the lowest requested ranks, so that a search for flagged
 * providers does not pass all verified ones first. Values: as above, limit, offset, maximum of steps, lowest verified
 * rank, lowest risk.
 */
const scanUntilFullSql = (sort: ProviderSort) => {
  const by = toOrderBy(sort);
  const steps =
    sort === 'relevance' || sort === 'risk'
      ? `select p.* from (
          select ${stripDirections(by)} from provider_listings where country = $3 and verified_rank >= $10 and risk_rank >= $11
          order by ${by} limit $9
        ) listed join providers p on p.id = listed.provider_id`
      : `select * from providers where is_public and verified_rank >= $10 and risk_rank >= $11
        order by ${by.replace('provider_id', 'id')} limit $9`;
  return `
  with page as materialized (
    select ${sortKeys} from (${steps}) steps where ${matchingSql}
    order by ${by} limit $7 offset $8
  )
  select ${providerColumns} from page join providers p on p.id = page.provider_id order by ${qualifyColumns('page', by)}`;
};

const toOrderBy = (sort: ProviderSort) => (sort === 'newest' ? newestBy : orders[sort].by);

const newestStatement = prepareStatement({ name: 'providers-newest', text: newestSql });

const bySort = (write: (sort: ProviderSort) => Statement): Record<ProviderSort, Statement> =>
  Object.fromEntries(providerSorts.map((sort) => [sort, write(sort)])) as Record<ProviderSort, Statement>;

export const listStatements = {
  /** Filtered by country only. */
  scan: bySort((sort) =>
    sort === 'newest'
      ? newestStatement
      : prepareStatement({ name: `providers-walk-${sort}`, text: scanSql(orders[sort]) }),
  ),
  /**
   * Filtered by type, status or risk. Prepared although cells differ in size by a factor of a thousand: the index of
   * the order returns the first rows of a cell of any size, which is what the generic plan uses. A plan for known
   * values may read whole cells by the other index and sort them.
   */
  cells: bySort((sort) =>
    sort === 'newest'
      ? newestStatement
      : prepareStatement({ name: `providers-cells-${sort}`, text: cellsSql(orders[sort]) }),
  ),
};

// Not prepared: the best plan depends on how common the words are.
export const searchStatements = {
  estimate: { text: estimateSql },
  /** Number of matches up to a limit. Values: as above, limit. */
  count: { text: `select count(*)::int as n from (select from providers where ${matchingSql} limit $7) found` },
  /** In the whole list. Values: text, its words as a tsquery, sites. */
  hasMatch: { text: `select exists (select from providers where is_public and ${nameOrWordsMatch('$3')}) as has` },
  scanUntilFull: bySort((sort) => ({ text: scanUntilFullSql(sort) })),
  sortAll: bySort((sort) => ({ text: sortAllSql(toOrderBy(sort)) })),
};
