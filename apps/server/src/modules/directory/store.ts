/**
 * Queries for providers. Visibility is part of each query: lists contain listed providers (`is_public`), and a provider
 * that was listed once keeps its page, suspended or not.
 */
import type { CheckProvider } from '@hakiki/contract/check';
import {
  type CountryWarnings,
  type Provider,
  type ProviderDetails,
  type ProviderId,
  type ProviderSort,
  type ProviderType,
  providerTypes,
  type VerificationStatus,
} from '@hakiki/contract/directory';
import { listLimits, searchMatchLimit, textLimits } from '@hakiki/contract/limits';

import type { ProviderStatement } from '@hakiki/contract/public-statements';
import { riskFilters, type RiskFilter } from '@hakiki/contract/risk';
import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database, Db, Statement } from '../../platform/db/database.ts';
import { createReadForEach } from '../../platform/db/read-for-each.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { createSitemapRanges } from '../../platform/db/sitemap-ranges.ts';
import { toSiteOrNull } from '../../platform/web-address/web-address.ts';
import type { NoticeSql } from '../moderation/workflow/ports.ts';
import type { AdminProviderRow } from './admin-present.ts';
import { adminProviderColumns, listStatements, providerColumns, searchStatements } from './listing-sql.ts';
import {
  ALL_COUNTRIES,
  hasPageCondition,
  providers,
  cellToRiskRank,
  suspendedWithPage,
  cellToType,
  cellToVerifiedRank,
} from './tables.ts';

export type ProviderRow = Provider;

export interface ListFilter {
  country: string;
  cells: readonly number[];
  /** Whether these are fewer than all cells. */
  isFiltered: boolean;
  sort: ProviderSort;
  limit: number;
  offset: number;
}

export interface ProviderPage {
  rows: ProviderRow[];
  total: number;
}

type PageRow = { total: number } & (ProviderRow | Record<keyof ProviderRow, null>);

/** The total is in every row, and on a single empty row if the page has none. */
async function readPage(database: Database, statement: Statement, values: readonly unknown[]): Promise<ProviderPage> {
  const rows = await database.read<PageRow>(statement, values);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [row])),
  };
}

export function listProviders(database: Database, { country, cells, isFiltered, sort, limit, offset }: ListFilter) {
  // The order by time has one statement, which takes the cells.
  if (isFiltered || sort === 'newest') {
    return readPage(database, listStatements.cells[sort], [limit, offset, country, cells]);
  }
  return readPage(database, listStatements.scan[sort], [limit, offset, country]);
}

/** Above this number of matches, a scan in the requested order fills a page faster than fetching all matches. */
export const SCAN_ABOVE_MATCHES = 5 * searchMatchLimit;
/** Rows that such a scan may read per row of the page; beyond that, a common word is rare in this order. */
const MAX_STEPS_PER_ROW = 150;
/** No limit in practice: needed only for a word that is common but not in the requested order. */
const ALL_MATCHES = 100_000_000;

export interface Search {
  text: string;
  /** Its words as a tsquery that also matches inside longer words; empty for a message. */
  query: string;
  /** What may be the name of a provider in it (see `phrases_in` in migrations). */
  phrases: string[];
  /** The sites of the web addresses in it. */
  sites: string[];
}

/**
 * Words with a dot, underscore or @ inside: web addresses, chat names, email addresses. The names in them are not those
 * of the provider: 'wanjaro-finance.example' may copy Wanjaro Finance.
 */
const ADDRESS = /\S*[\p{L}\d][._@:][\p{L}\d/]\S*|@\S+/gu;

/** A chat name is not the name of a provider. */
const toWholeName = (text: string): string => (/[_@]/.test(text) ? '' : text);

const expandStatement = prepareStatement({
  name: 'search-expand',
  text: `select case when length($1) <= ${textLimits.search} then expanded_query($1)::text else '' end as query,
    phrases_in($2) || folded_words($3) as phrases`,
});
const toExpandValues = (text: string) => [text, text.replaceAll(ADDRESS, ' '), toWholeName(text)];
export const parseSearch = (database: Database, text: string, sites: string[]): Promise<Search> =>
  database
    .read<Pick<Search, 'query' | 'phrases'>>(expandStatement, toExpandValues(text))
    .then(([read]) => ({ text, sites, ...read! }));

/** Whether this is a message: only the names and web addresses in it are searched, not all of its words. */
export const isMessage = ({ text }: Pick<Search, 'text'>): boolean => text.length > textLimits.search;

/**
 * The least similarity of a misspelt name to a name that is suggested for it, or to the first words of that name. In
 * trigrams, 'savanah' and 'savannah exchange' have 0.7; 'binance' and 'wanjaro finance' have 0.26.
 */
const MIN_NAME_SIMILARITY = 0.4;

/** More verified providers than there will be. */
const MAX_VERIFIED = 10_000;

export interface VerifiedName {
  id: ProviderId;
  name: string;
  otherNames: string[];
  /** The registrable domain of its website. */
  site: string | null;
}

const verifiedNamesStatement = prepareStatement({
  name: 'provider-verified-names',
  text: `
  select id, name, other_names as "otherNames", website_site as site from providers
  where is_public and verification_status = 'Verified' order by id limit ${MAX_VERIFIED}`,
});
export const listVerifiedNames = (database: Database) => database.read<VerifiedName>(verifiedNamesStatement, []);

const newestChangeStatement = prepareStatement({
  name: 'provider-newest-change',
  text: `select max(updated_at)::text as at from providers where review_state = 'approved'`,
});
export const findNewestChange = (database: Database) =>
  database.read<{ at: string | null }>(newestChangeStatement, []).then(([row]) => row?.at ?? '');

/**
 * Values: text. Used in the first part only, so that the plan is the same for any text. Of a name with several misspelt
 * words, the first one finds the candidates.
 */
const similarNamesStatement = prepareStatement({
  name: 'providers-similarly-named',
  text: `
  with typed as materialized (
    select
      name,
      cardinality(string_to_array(name, ' ')) as words,
      coalesce(corrected_query($1), corrected_query(split_part($1, ' ', 1)), expanded_query($1)) as query
    from (select folded_words($1) as name) folded
  ),
  alike as materialized (
    select p.id, (
      select max(greatest(
        similarity(called.name, typed.name),
        similarity(array_to_string((string_to_array(called.name, ' '))[1:typed.words], ' '), typed.name)
      ))
      from unnest(called(p.name, p.other_names)) as called (name) cross join typed
    ) as similarity
    from providers p
    where p.is_public and p.search @@ (select query from typed)
    limit ${searchMatchLimit}
  )
  select ${providerColumns} from alike join providers p on p.id = alike.id
  where alike.similarity >= ${MIN_NAME_SIMILARITY}
  order by alike.similarity desc, p.verified_rank, p.name_key, p.id limit ${listLimits.lookup}`,
});

const similarNamesForEach = createReadForEach<ProviderRow>(similarNamesStatement, ['text']);
/** Providers with a name similar to each text, most similar first. */
export const listSimilarlyNamedForEach = (database: Database, texts: readonly string[]) =>
  similarNamesForEach(
    database,
    texts.map((text) => [text]),
  );

/** The types of the cells, for the index; null for all types. */
function toTypes(cells: readonly number[]): ProviderType[] | null {
  const types = [...new Set(cells.map(cellToType))];
  return types.length < providerTypes.length ? types : null;
}

/** Matches names that contain the text, names and descriptions with its words, and websites in it. */
export async function searchProviders(
  database: Database,
  { country, cells, sort, limit, offset }: ListFilter,
  { text, query, sites }: Search,
): Promise<ProviderPage> {
  const params = [text, query, country, cells, sites];
  const matchParams = [...params, toTypes(cells)];
  // The part of the page within the maximum number of matches.
  const rows = Math.max(0, Math.min(limit, searchMatchLimit - offset));
  const sortAllMatches = (maxMatches: number) =>
    readPage(database, searchStatements.sortAll[sort], [...matchParams, rows, offset, maxMatches]);
  const capTotal = ({ rows: shown, total }: ProviderPage) => ({
    rows: shown,
    total: Math.min(total, searchMatchLimit),
  });

  // The planner's estimate avoids fetching all matches of a common word; it is often too low, so fetching stops at the
  // number from which a scan in order is cheaper.
  const [plan] = await database.read<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    searchStatements.estimate,
    // Without the types: the planner would treat types and cells as independent and estimate too few rows.
    [...params, null],
  );
  if (!plan || plan['QUERY PLAN'][0].Plan['Plan Rows'] < SCAN_ABOVE_MATCHES) {
    const found = await sortAllMatches(SCAN_ABOVE_MATCHES);
    if (found.total <= SCAN_ABOVE_MATCHES) return capTotal(found);
  }
  if (rows > 0) {
    const scanned = await database.read<ProviderRow>(searchStatements.scanUntilFull[sort], [
      ...matchParams,
      rows,
      offset,
      MAX_STEPS_PER_ROW * (rows + offset),
      Math.min(...cells.map(cellToVerifiedRank)),
      Math.min(...cells.map(cellToRiskRank)),
    ]);
    // A full page of such common words means more matches than the maximum.
    if (scanned.length === rows) return { rows: scanned, total: searchMatchLimit };
  }
  return capTotal(await sortAllMatches(ALL_MATCHES));
}

const toMatchValues = ({ text, query, sites }: Search, cells: readonly number[]) => [
  text,
  query,
  ALL_COUNTRIES,
  cells,
  sites,
  toTypes(cells),
];

/** Counts up to the maximum of a search. */
export const countMatches = (database: Database, search: Search, cells: readonly number[]) =>
  database
    .read<{ n: number }>(searchStatements.count, [...toMatchValues(search, cells), searchMatchLimit])
    .then(([counted]) => counted!.n);

const matchForEach = createReadForEach<{ has: boolean }>(searchStatements.hasMatch, ['text', 'text', 'text[]']);
/** Whether each search matches any listed provider. */
export async function haveMatches(database: Database, searches: readonly Search[]): Promise<boolean[]> {
  const rowsBySearch = await matchForEach(
    database,
    searches.map(({ text, query, sites }) => [text, query, sites]),
  );
  return rowsBySearch.map(([row]) => row!.has);
}

const namedColumns = `
  p.id, p.name, p.other_names as "otherNames", p.type, p.website, p.verification_status as "verificationStatus",
  p.flagged_reasons as "flaggedReasons", p.countries,
  to_char(coalesce(
    (select max(e.checked_on) from provider_evidence e where e.provider_id = p.id and e.withdrawn_at is null),
    p.updated_at
  ), 'YYYY-MM-DD') as "checkedOn"`;

const hasWarning = `p.verification_status in ('Flagged', 'Suspended')`;
/**
 * Arrays as SQL, each in a subquery: the planner would expect so many phrases to match nearly every provider and would
 * not use the index. The first word of a name is enough for a warning; a harmless provider needs its full name, because
 * a scheme with the same first word must not get its verdict.
 */
function writeNamedConditions(phrases: string, sites: string) {
  const hasSite = `p.website_site = any(${sites}::text[])`;
  const isCalledSo = `(called(p.name, p.other_names) && ${phrases} or ${hasSite})`;
  const isNamed = `
  ${hasPageCondition} and p.id in (
    select id from providers p
    where ${hasPageCondition} and name_keys(p.name, p.other_names) && ${phrases}
    union all
    select id from providers p where ${hasSite}
  )
  and (${hasWarning} or ${isCalledSo})`;
  return { hasSite, isCalledSo, isNamed };
}

export type FoundProvider = Omit<CheckProvider, 'licences'>;

/** Suspended providers whose names contain the first value. */
const suspendedSql = `
  select ${namedColumns}, 'part' as match from providers p
  where ${hasPageCondition} and p.verification_status = 'Suspended' and p.names_key like (select contains_pattern($1))
  order by p.name_key, p.id limit ${listLimits.lookup}`;

const inSpoken = writeNamedConditions('(select phrases from spoken)', '(select sites from spoken)');
/**
 * Parses a search and finds what it names, warned providers first. The words as a tsquery and suspended names take
 * longer than the rest, so they are looked up only if it names nobody. Values: text, text without addresses, text that
 * may be a whole name, sites, whether the text is one word, whether the words are needed in any case.
 */
export const namedStatement = prepareStatement({
  name: 'providers-named',
  text: `
  with spoken as materialized (
    select phrases_in($2) || folded_words($3) as phrases, folded_words($3) as name, $4::text[] as sites
  ),
  found as materialized (
    select ${namedColumns}, match
    from providers p cross join lateral (
      select case
        when called(p.name, p.other_names) @> array[(select name from spoken)] then 'whole'
        when $5::boolean and ${inSpoken.hasSite} then 'whole'
        when ${inSpoken.isCalledSo} then 'part'
        else 'firstWord'
      end
    ) as matched (match)
    where ${inSpoken.isNamed}
    order by ${hasWarning} desc, array_position(array['whole', 'part', 'firstWord'], match), p.name_key, p.id
    limit ${2 * listLimits.lookup}
  ),
  words as (select length($1) <= ${textLimits.search} as are_searched, exists (select from found) as are_named)
  select spoken.phrases, coalesce((select json_agg(found) from found), '[]') as found,
    case when are_searched and ($6::boolean or not are_named) then expanded_query($1)::text else '' end as query,
    case when are_searched and not are_named
      then (select coalesce(json_agg(suspended), '[]') from (${suspendedSql}) suspended)
      else '[]'
    end as suspended
  from spoken cross join words`,
});

/** A search with the providers with a page that it names, and the suspended ones whose names contain it. */
export interface NamedSearch extends Search {
  found: FoundProvider[];
  /** Empty if it names any provider. */
  suspended: FoundProvider[];
}

const namedForEach = createReadForEach<Omit<NamedSearch, 'text' | 'sites'>>(namedStatement, [
  'text',
  'text',
  'text',
  'text[]',
  'boolean',
  'boolean',
]);
/** The `query` is empty for a search that names a provider, unless it is needed in any case. */
export async function readNamedForEach(
  database: Database,
  searches: readonly Pick<Search, 'text' | 'sites'>[],
  { needsQuery = false }: { needsQuery?: boolean } = {},
): Promise<NamedSearch[]> {
  const read = await namedForEach(
    database,
    searches.map(({ text, sites }) => [...toExpandValues(text), sites, !text.includes(' '), needsQuery]),
  );
  return searches.map((search, place) => ({ ...search, ...read[place]![0]! }));
}

const { isNamed } = writeNamedConditions('(select $1::text[])', '(select $2::text[])');
/** Values: phrases, sites, country, cells, limit, offset. */
const namedPageStatement: Statement = {
  text: `
  select count(*) over ()::int as total, ${providerColumns} from providers p
  where p.is_public and ${isNamed} and p.cell = any($4::smallint[]) and ($3 = '' or p.countries @> array[$3::text])
  order by ${hasWarning} desc, p.verified_rank, p.rating desc, p.name_key, p.id limit $5 offset $6`,
};

/** A page of the listed providers that the search names. */
export const listNamedPage = (
  database: Database,
  { country, cells, limit, offset }: ListFilter,
  { phrases, sites }: Search,
) => readPage(database, namedPageStatement, [phrases, sites, country, cells, limit, offset]);

/** A provider with the additional data of its page. */
export type ProviderPageRow = ProviderRow &
  Pick<ProviderDetails, 'reply' | 'withdrawalWatch'> & { appealSince: Date | null };

export function createProviderPages(database: Database, notices: NoticeSql) {
  const statement = prepareStatement({
    name: 'provider-find',
    text: `
    select ${providerColumns}, ${notices.appealSince('p.id')} as "appealSince",
      ${notices.withdrawalWatch('p')} as "withdrawalWatch", ${notices.reply('p.id', 'p.id')} as reply
    from providers p where p.id = $1 and ${hasPageCondition}`,
  });
  return { find: (id: ProviderId) => database.read<ProviderPageRow>(statement, [id]).then((rows) => rows[0]) };
}

/** Values: since, last id of the previous page, limit. Includes suspended providers, so that copies learn of it. */
const changedStatement = prepareStatement({
  name: 'providers-changed',
  text: `
  select ${providerColumns}, to_json(p.updated_at) #>> '{}' as "updatedAt" from providers p
  where ${hasPageCondition} and (p.updated_at, p.id) > ($1::timestamptz, $2::uuid)
  order by p.updated_at, p.id limit $3`,
});

export const listChanged = (database: Database, since: string, after: string, limit: number) =>
  database.read<ProviderRow & { updatedAt: string }>(changedStatement, [since, after, limit]);

const listingStatusStatement = prepareStatement({
  name: 'provider-listing-status',
  text: `select review_count as "reviewCount", is_public as "isListed" from providers p where id = $1 and ${hasPageCondition}`,
});

/** Listing data that other modules need. */
export const findListingStatus = (database: Database, id: ProviderId) =>
  database.read<{ reviewCount: number; isListed: boolean }>(listingStatusStatement, [id]).then((rows) => rows[0]);

/** Takes no lock: the foreign key of the referring row protects the provider. */
export const hasPage = (tx: Db, id: ProviderId) =>
  tx
    .select({ reviewState: providers.reviewState })
    .from(providers)
    .where(eq(providers.id, id))
    .then((rows) => rows[0]?.reviewState === 'approved');

export const findNameWithPage = (db: Db, id: ProviderId): Promise<string | undefined> =>
  db
    .select({ name: providers.name })
    .from(providers)
    .where(and(eq(providers.id, id), eq(providers.reviewState, 'approved')))
    .then((rows) => rows[0]?.name);

/** The key finds similar names, with or without accents; then only the letter case may differ. */
export async function listIdsByNameWithPage(tx: Db, name: string): Promise<ProviderId[]> {
  const selectByName = (condition: SQL) =>
    tx
      .select({ id: providers.id })
      .from(providers)
      .where(
        and(
          condition,
          eq(providers.nameKey, sql`public.fold(${name}::text)`),
          eq(sql`lower(${providers.name})`, sql`lower(${name}::text)`),
        ),
      );
  // Each half has its own index.
  const found = await unionAll(selectByName(sql`${providers.isPublic}`), selectByName(suspendedWithPage)).limit(2);
  return found.map((row) => row.id);
}

const similarSelect = `
  select ${providerColumns} from chosen join providers p on p.id = chosen.provider_id
  order by chosen.shared desc, chosen.rating desc, chosen.name_key, chosen.provider_id`;

/**
 * Providers in all of its countries are the most similar, so the best rated of them are returned if there are enough.
 * They are found by scanning the cells of its rarest country by rating. Values: id, countries, cells.
 */
const similarEverywhereStatement = prepareStatement({
  name: 'provider-similar-everywhere',
  text: `
  with rarest as materialized (
    select country from provider_counts where country = any($2::text[]) and cell = any($3::smallint[])
    group by country order by sum(n) limit 1
  ),
  chosen as materialized (
    select heads.provider_id, heads.rating, heads.name_key, cardinality($2::text[]) as shared
    from unnest($3::smallint[]) as cells (cell) cross join lateral (
      select l.provider_id, l.rating, l.name_key
      from provider_listings l join providers other on other.id = l.provider_id
      where l.country = (select country from rarest) and l.cell = cells.cell and l.provider_id <> $1 and other.countries @> $2::text[]
      order by l.rating desc, l.name_key, l.provider_id
      limit ${listLimits.similarProviders}
    ) heads
    order by heads.rating desc, heads.name_key, heads.provider_id
    limit ${listLimits.similarProviders}
  )
  ${similarSelect}`,
});

/** Values: id, countries, cells. */
const similarStatement = prepareStatement({
  name: 'provider-similar',
  text: `
  with sharing as materialized (
    select l.provider_id, l.rating, l.name_key, count(*) as shared
    from provider_listings l
    where l.country = any($2::text[]) and l.cell = any($3::smallint[]) and l.provider_id <> $1
    group by l.provider_id, l.rating, l.name_key
    order by shared desc, l.rating desc, l.name_key, l.provider_id
    limit ${listLimits.similarProviders}
  ),
  others as (
    select heads.provider_id, heads.rating, heads.name_key, 0::bigint as shared
    from unnest($3::smallint[]) as cells (cell) cross join lateral (
      select l.provider_id, l.rating, l.name_key from provider_listings l
      where l.country = '' and l.cell = cells.cell and l.provider_id <> $1
        and l.provider_id not in (select provider_id from sharing)
      order by l.rating desc, l.name_key, l.provider_id
      limit ${listLimits.similarProviders}
    ) heads
    where (select count(*) from sharing) < ${listLimits.similarProviders}
  ),
  chosen as materialized (
    select * from (select * from sharing union all select * from others) candidates
    order by shared desc, rating desc, name_key, provider_id
    limit ${listLimits.similarProviders}
  )
  ${similarSelect}`,
});

const similarityBasisStatement = prepareStatement({
  name: 'provider-similarity-basis',
  text: `select p.id, p.type, p.countries from providers p where p.id = $1 and ${hasPageCondition}`,
});

/** What similar providers have in common with this one; undefined if it has no page. */
export const findSimilarityBasis = (database: Database, id: ProviderId) =>
  database.read<Pick<Provider, 'id' | 'type' | 'countries'>>(similarityBasisStatement, [id]).then((rows) => rows[0]);

export async function listSimilar(
  database: Database,
  provider: Pick<Provider, 'id' | 'countries'>,
  cells: readonly number[],
) {
  const values = [provider.id, provider.countries, cells];
  const everywhere = await database.read<ProviderRow>(similarEverywhereStatement, values);
  if (everywhere.length === listLimits.similarProviders) return everywhere;
  return database.read<ProviderRow>(similarStatement, values);
}

interface StatsRow {
  totalProviders: number;
  verifiedProviders: number;
  flaggedProviders: number;
  countries: number;
}

/** Condition on a count: warned providers. */
const isFlagged = `verification_status = 'Flagged' or type = 'Network Marketing'`;

const statsStatement = prepareStatement({
  name: 'provider-stats',
  text: `
  select
    coalesce(sum(n) filter (where country = ''), 0)::int as "totalProviders",
    coalesce(sum(n) filter (where country = '' and verification_status = 'Verified'), 0)::int as "verifiedProviders",
    coalesce(sum(n) filter (where country = '' and (${isFlagged})), 0)::int as "flaggedProviders",
    (count(distinct country) filter (where country not in ('', 'other')))::int as countries
  from provider_counts where n > 0`,
});

export const readStats = (database: Database) =>
  database.read<StatsRow>(statsStatement, []).then(([stats]) => stats as StatsRow);

export interface StatusCount {
  shownRisk: RiskFilter;
  verificationStatus: VerificationStatus;
  n: number;
}

const statusCountsStatement = prepareStatement({
  name: 'provider-status-counts',
  text: `
  select shown_risk as "shownRisk", verification_status as "verificationStatus", sum(n)::int as n
  from provider_counts where country = '' and n > 0 group by 1, 2`,
});

export const readStatusCounts = (database: Database) => database.read<StatusCount>(statusCountsStatement, []);

/** The maximum of the contract's reply; there are fewer countries. */
const MAX_COUNTRIES = 100;

const countryWarningsStatement = prepareStatement({
  name: 'provider-country-warnings',
  text: `
  select country, sum(n)::int as providers, coalesce(sum(n) filter (where ${isFlagged}), 0)::int as "flaggedProviders"
  from provider_counts where country <> '' and n > 0
  group by country order by "flaggedProviders" desc, providers desc, country limit ${MAX_COUNTRIES}`,
});

export const listCountryWarnings = (database: Database) => database.read<CountryWarnings>(countryWarningsStatement, []);

/** Whether a provider, listed or not, has this name or site. */
export async function isKnown(tx: Db, name: string, website: string | null): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${providers} where name_key = public.fold(${name}::text)
    union all
    select from ${providers} where website_site = ${toSiteOrNull(website)}::text
    limit 1`);
  return rows.length > 0;
}

export interface NamedProvider {
  name: string;
  website: string | null;
}

/** For each entry: is there a provider with its name or site, and which earlier entry is the same? */
export async function compareList(
  { db }: Pick<Database, 'db'>,
  list: readonly NamedProvider[],
): Promise<{ isKnown: boolean; sameAs: number | null }[]> {
  const given = list.map(({ name, website }, place) => ({ place, name, site: toSiteOrNull(website) }));
  const { rows } = await db.execute<{ isKnown: boolean; sameAs: number | null }>(sql`
    with given as materialized (
      select place, public.fold(name) as name_key, site
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as listed(place int, name text, site text)
    ), firsts as (
      select place, least(min(place) over (partition by name_key),
        case when site is not null then min(place) over (partition by site) end) as first
      from given
    )
    select exists (select from ${providers} where name_key = given.name_key)
        or exists (select from ${providers} where website_site = given.site) as "isKnown",
      nullif(first, place) as "sameAs"
    from given join firsts using (place) order by place`);
  return rows;
}

/** Stores the site with the website, so that both are parsed by the same code as in a search. */
const withSite = <Edit extends { website?: string | null | undefined }>(edit: Edit) =>
  edit.website === undefined ? edit : { ...edit, websiteSite: toSiteOrNull(edit.website) };

export const insertProvider = (tx: Db, provider: typeof providers.$inferInsert) =>
  tx.insert(providers).values(withSite(provider));

/** `for no key update` does not block inserts that reference the provider, so a review can be written meanwhile. */
export const lockProvider = (tx: Db, id: ProviderId) =>
  tx
    .select({ id: providers.id })
    .from(providers)
    .where(eq(providers.id, id))
    .for('no key update')
    .then((rows) => rows[0]);

export const setRating = (tx: Db, id: ProviderId, ratingValues: { rating: string; reviewCount: number }) =>
  tx.update(providers).set(ratingValues).where(eq(providers.id, id));

/** The fields that a business may change. */
export type Profile = Pick<
  typeof providers.$inferSelect,
  | 'name'
  | 'description'
  | 'website'
  | 'countries'
  | 'licenseInfo'
  | 'established'
  | 'userCount'
  | 'securityFeatures'
  | 'insurance'
  | 'logoUrl'
>;

export async function setProfile(tx: Db, id: ProviderId, profile: Partial<Profile>): Promise<void> {
  if (Object.keys(profile).length > 0) await tx.update(providers).set(withSite(profile)).where(eq(providers.id, id));
}

const statement = sql`provider_statement(${providers})`;

/** Locks the row with its public snapshot until the end of the transaction. */
export const lockProviderForDecision = (tx: Db, id: ProviderId) =>
  tx
    .select({
      id: providers.id,
      status: providers.verificationStatus,
      createdAt: providers.createdAt,
      publicSnapshot: {
        statement: sql<ProviderStatement>`${statement}`,
        hash: sql<string>`statement_hash(${statement})`,
      },
    })
    .from(providers)
    .where(eq(providers.id, id))
    .for('update')
    .then((rows) => rows[0]);

export type LockedProvider = NonNullable<Awaited<ReturnType<typeof lockProviderForDecision>>>;

/** The fields that moderators may change. */
export type VerdictEdit = Partial<Omit<ProviderStatement, 'kind'>>;

export const setVerdict = (tx: Db, id: ProviderId, edit: VerdictEdit) =>
  tx.update(providers).set(withSite(edit)).where(eq(providers.id, id));

export async function findForAdmin(db: Db, id: ProviderId): Promise<AdminProviderRow | undefined> {
  const { rows } = await db.execute<{ [Key in keyof AdminProviderRow]: AdminProviderRow[Key] }>(
    sql`select ${sql.raw(adminProviderColumns)} from providers p where p.id = ${id}`,
  );
  // A raw statement returns times as text.
  return rows[0] && { ...rows[0], createdAt: new Date(rows[0].createdAt) };
}

export const { listSitemapRanges, listSitemapRange } = createSitemapRanges('provider', 'providers where is_public');

/** As in the trigger list_providers. */
const shownRiskLabels = `array[${riskFilters.map((label) => `'${label}'`).join(', ')}]`;

const expectedCounts = `
  select country, type, verification_status, (${shownRiskLabels})[risk_rank + 1] as shown_risk, count(*)::int as n
  from providers cross join listed_countries(is_public, countries) as country
  group by 1, 2, 3, 4`;

/** Recounts and corrects; returns the number of wrong cells. The table lock blocks writers meanwhile. */
export async function repairCounts(tx: Db): Promise<number> {
  await tx.execute(sql`set local statement_timeout = '10min'`);
  await tx.execute(sql`lock table provider_counts in share row exclusive mode`);
  const { rowCount } = await tx.execute(
    sql.raw(`
    with expected as (${expectedCounts}),
    drift as (
      select country, type, verification_status, shown_risk, coalesce(expected.n, 0) as n
      from expected full join provider_counts kept using (country, type, verification_status, shown_risk)
      where coalesce(expected.n, 0) <> coalesce(kept.n, 0)
    )
    insert into provider_counts (country, type, verification_status, shown_risk, n)
    select country, type, verification_status, shown_risk, n from drift
    on conflict (country, type, verification_status, shown_risk) do update set n = excluded.n`),
  );
  return rowCount ?? 0;
}

/** One statement reads providers and counts in one snapshot, so no table lock is needed. */
export async function repairStateCounts(tx: Db): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with counted as (
      select review_state, verification_status, count(*)::int as n from providers group by 1, 2
    )
    insert into provider_state_counts as kept (review_state, verification_status, n)
    select review_state, verification_status, coalesce(counted.n, 0) - coalesce(known.n, 0)
    from counted full join provider_state_counts known using (review_state, verification_status)
    where coalesce(counted.n, 0) <> coalesce(known.n, 0)
    on conflict (review_state, verification_status) do update set n = kept.n + excluded.n`);
  return rowCount ?? 0;
}

/** Corrects the listings; returns the number of wrong or missing rows. */
export async function repairListings(tx: Db): Promise<number> {
  const expected = `
    select country, id as provider_id, cell, rating, name_key
    from providers cross join listed_countries(is_public, countries) as country`;
  const columns = 'country, provider_id, cell, rating, name_key';
  await tx.execute(sql`lock table provider_listings in share row exclusive mode`);
  const removed = await tx.execute(
    sql.raw(`
    with wrong as (select ${columns} from provider_listings except ${expected})
    delete from provider_listings l using wrong w where l.provider_id = w.provider_id and l.country = w.country`),
  );
  const added = await tx.execute(
    sql.raw(`
    insert into provider_listings (${columns})
    select * from (${expected} except select ${columns} from provider_listings) missing`),
  );
  return (removed.rowCount ?? 0) + (added.rowCount ?? 0);
}

/** Deletes unused words; returns the number of missing or wrong words. */
export async function repairWords(tx: Db): Promise<number> {
  await tx.execute(sql`lock table provider_words in share row exclusive mode`);
  await tx.execute(sql`
    create temporary table used_words on commit drop as
    select used.word, bool_or(used.is_in_text) as is_in_text
    from providers p cross join words_of(p.names_key, p.search) used where p.is_public group by used.word`);
  await tx.execute(sql`
    delete from provider_words known where not exists (select from used_words used where used.word = known.word)`);
  const { rowCount } = await tx.execute(sql`
    insert into provider_words as known (word, is_in_text) select word, is_in_text from used_words
    on conflict (word) do update set is_in_text = true where excluded.is_in_text and not known.is_in_text`);
  return rowCount ?? 0;
}

const SITE_READ_BATCH_SIZE = 5_000;
/** Small, because the triggers compare all old rows of a statement with all new ones. */
const SITE_WRITE_BATCH_SIZE = 250;

/**
 * Parses all websites again and corrects the stored sites; returns their number. Needed after a release with a new list
 * of public suffixes. Each batch commits separately, and skips websites that have changed meanwhile.
 */
export async function refreshSites({ db }: Pick<Database, 'db'>): Promise<number> {
  let corrected = 0;
  for (let after: ProviderId | undefined; ;) {
    const page = await db
      .select({ id: providers.id, website: providers.website, site: providers.websiteSite })
      .from(providers)
      .where(after && gt(providers.id, after))
      .orderBy(asc(providers.id))
      .limit(SITE_READ_BATCH_SIZE);
    const differing = page.flatMap(({ id, website, site }) => {
      const read = toSiteOrNull(website);
      return read === site ? [] : [{ id, website, site: read }];
    });
    for (let from = 0; from < differing.length; from += SITE_WRITE_BATCH_SIZE) {
      const batch = JSON.stringify(differing.slice(from, from + SITE_WRITE_BATCH_SIZE));
      const { rowCount } = await db.execute(sql`
        update ${providers} set website_site = read.site
        from jsonb_to_recordset(${batch}::jsonb) as read(id uuid, website text, site text)
        where providers.id = read.id and providers.website is not distinct from read.website`);
      corrected += rowCount ?? 0;
    }
    after = page.at(-1)?.id;
    if (page.length < SITE_READ_BATCH_SIZE) return corrected;
  }
}
