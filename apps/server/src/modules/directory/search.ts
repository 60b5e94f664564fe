/** Searches and filters the public list, and looks up what a text names. */
import {
  isFlaggedOrSuspended,
  providerTypes,
  verificationStatuses,
  type ProviderType,
  type listProviders,
  type VerificationStatus,
} from '@hakiki/contract/directory';
import { filterKnown } from '@hakiki/contract/schema';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { normaliseCountry } from '@hakiki/contract/countries';
import { listLimits } from '@hakiki/contract/limits';
import type { Lookup } from '@hakiki/contract/lookup';
import { riskFilters, type RiskFilter } from '@hakiki/contract/risk';
import type { Database } from '../../platform/db/database.ts';
import { toSiteName } from '../../platform/web-address/web-address.ts';
import { extractSites } from './searched-sites.ts';
import * as store from './store.ts';
import { toCell, ALL_COUNTRIES } from './tables.ts';

type ListQuery = QueryOf<typeof listProviders>;

/** Filters by the risk that readers see. */
export const toCells = (
  types: readonly ProviderType[],
  statuses: readonly VerificationStatus[],
  risks: readonly RiskFilter[],
) => types.flatMap((type) => statuses.flatMap((status) => risks.map((risk) => toCell(type, status, risk))));

const allCells = toCells(providerTypes, verificationStatuses, riskFilters);

type DirectoryLookup = Pick<Lookup, 'matches' | 'similar'> & {
  warned: store.FoundProvider[];
  named: store.FoundProvider[];
} & Pick<store.Search, 'phrases'> & {
    /** Words for the titles of alerts; empty for a message. */
    name: string;
    /** Words for the descriptions of alerts; empty for a message, a web address and whatever matches a provider. */
    mentioned: string;
  };

/** A web or email address, or a part of one such as "co.ke": the words of an address say nothing about its owner. */
const ADDRESS = /\S[.@/]\S/;

const collapseWhitespace = (search: string): string => search.trim().replaceAll(/\s+/g, ' ');

/** The name of a site without its suffix: copies of a site use another suffix. */
const toSearchName = ({ text, sites: [site] }: store.Search): string => (site ? toSiteName(site) : text);

export function createSearch(database: Database) {
  const readSearch = (searchText: string) => store.parseSearch(database, searchText, extractSites(searchText));

  /** Looks up the names and web addresses in a text: matches, named providers, and similar names. */
  async function lookUp(search: string): Promise<DirectoryLookup> {
    const searchText = collapseWhitespace(search);
    if (!searchText) return { ...emptyLookup, matches: 0 };
    const searches = [{ text: searchText, sites: extractSites(searchText) }];
    const [asked] = (await store.readNamedForEach(database, searches, { needsQuery: true })) as [store.NamedSearch];
    const counted = store.isMessage(asked) ? 0 : await store.countMatches(database, asked, allCells);
    const listed = asked.found.filter(({ verificationStatus }) => verificationStatus !== 'Suspended');
    const matches = counted || listed.length;
    const isSearchable = asked.found.length === 0 && matches === 0 && !store.isMessage(asked);
    const [similar] = isSearchable ? await store.listSimilarlyNamedForEach(database, [toSearchName(asked)]) : [];
    return { ...toLookup(asked, similar), matches };
  }

  return {
    async list({ search, within, country, type, verificationStatus, riskScore, sort, limit, offset }: ListQuery) {
      const searchText = collapseWhitespace(search ?? '');
      const filter = {
        country: (country && normaliseCountry(country)) || ALL_COUNTRIES,
        cells: toCells(
          filterKnown(providerTypes, type),
          filterKnown(verificationStatuses, verificationStatus),
          filterKnown(riskFilters, riskScore),
        ),
        isFiltered: [type, verificationStatus, riskScore].some((asked) => asked?.length),
        sort,
        limit,
        offset,
      };
      if (!searchText) return store.listProviders(database, filter);
      const asked = await readSearch(searchText);
      if (within === 'names') return store.searchProviders(database, filter, { ...asked, query: '' });
      const found = store.isMessage(asked) ? undefined : await store.searchProviders(database, filter, asked);
      return found?.total ? found : store.listNamedPage(database, filter, asked);
    },

    lookUp,

    /** The same for several texts, without the number of matches, and with a few statements for all of them. */
    async lookUpForEach(searches: readonly string[]): Promise<Omit<DirectoryLookup, 'matches'>[]> {
      const texts = searches.map(collapseWhitespace);
      const named = texts.filter(Boolean).map((text) => ({ text, sites: extractSites(text) }));
      const asked = await store.readNamedForEach(database, named);
      const unnamed = asked.filter((one) => one.found.length === 0 && !store.isMessage(one));
      const have = await store.haveMatches(database, unnamed);
      const searchable = unnamed.filter((_, place) => !have[place]);
      const similar = await store.listSimilarlyNamedForEach(database, searchable.map(toSearchName));
      const similarBySearch = new Map(searchable.map((one, place) => [one, similar[place]!]));
      const lookups = asked.map((one) => toLookup(one, similarBySearch.get(one))).values();
      return texts.map((text) => (text ? lookups.next().value! : emptyLookup));
    },
  };
}

const emptyLookup = { name: '', mentioned: '', phrases: [], warned: [], named: [], similar: [] };

/** `similar` is what a name is close to that nothing else was found for. */
function toLookup(
  { found, suspended, ...asked }: store.NamedSearch,
  similar: DirectoryLookup['similar'] | undefined,
): Omit<DirectoryLookup, 'matches'> {
  const limit = (providers: store.FoundProvider[]) => providers.slice(0, listLimits.lookup);
  return {
    name: store.isMessage(asked) ? '' : toSearchName(asked),
    // Most words that match a provider, such as "wallet", are in many descriptions, too.
    mentioned: similar && !ADDRESS.test(asked.text) ? asked.text : '',
    phrases: asked.phrases,
    warned: similar
      ? suspended
      : limit(found.filter(({ verificationStatus }) => isFlaggedOrSuspended(verificationStatus))),
    named: limit(found.filter(({ verificationStatus }) => !isFlaggedOrSuspended(verificationStatus))),
    similar: similar ?? [],
  };
}
