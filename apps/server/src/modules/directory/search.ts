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

/** Filters by the risk that pages show. */
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
    const asked = await readSearch(searchText);
    const [counted, found] = await Promise.all([
      store.isMessage(asked) ? 0 : store.countMatches(database, asked, allCells),
      store.listNamed(database, asked),
    ]);
    const listed = found.filter(({ verificationStatus }) => verificationStatus !== 'Suspended');
    const matches = counted || listed.length;
    const isSearchable = found.length === 0 && matches === 0 && !store.isMessage(asked);
    const near = isSearchable
      ? {
          suspended: await store.listSuspendedNamed(database, searchText),
          similar: await store.listSimilarlyNamed(database, toSearchName(asked)),
        }
      : undefined;
    return { ...toLookup(asked, found, near), matches };
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

    /** The same for several texts, with a few statements for all of them. A single one is planned for its values. */
    async lookUpForEach(searches: readonly string[]): Promise<Omit<DirectoryLookup, 'matches'>[]> {
      if (searches.length === 1) return [await lookUp(searches[0]!)];
      const texts = searches.map(collapseWhitespace);
      const asked = await store.parseSearches(
        database,
        texts.map((text) => ({ text, sites: extractSites(text) })),
      );
      const found = await store.listNamedForEach(database, asked);
      const unnamed = asked.filter((one, place) => one.text && found[place]!.length === 0 && !store.isMessage(one));
      const have = await store.haveMatches(database, unnamed, allCells);
      const searchable = unnamed.filter((_, place) => !have[place]);
      const [suspended, similar] = await Promise.all([
        store.listSuspendedNamedForEach(
          database,
          searchable.map(({ text }) => text),
        ),
        store.listSimilarlyNamedForEach(database, searchable.map(toSearchName)),
      ]);
      const near = new Map(
        searchable.map((one, place) => [one, { suspended: suspended[place]!, similar: similar[place]! }]),
      );
      return asked.map((one, place) => (one.text ? toLookup(one, found[place]!, near.get(one)) : emptyLookup));
    },
  };
}

const emptyLookup = { name: '', mentioned: '', phrases: [], warned: [], named: [], similar: [] };

/** `near` is what a name is close to that nothing else was found for. */
function toLookup(
  asked: store.Search,
  found: readonly store.FoundProvider[],
  near: { suspended: store.FoundProvider[]; similar: DirectoryLookup['similar'] } | undefined,
): Omit<DirectoryLookup, 'matches'> {
  const limit = (providers: store.FoundProvider[]) => providers.slice(0, listLimits.lookup);
  return {
    name: store.isMessage(asked) ? '' : toSearchName(asked),
    // Most words that match a provider, such as "wallet", are in many descriptions, too.
    mentioned: near && !ADDRESS.test(asked.text) ? asked.text : '',
    phrases: asked.phrases,
    warned:
      near?.suspended ?? limit(found.filter(({ verificationStatus }) => isFlaggedOrSuspended(verificationStatus))),
    named: limit(found.filter(({ verificationStatus }) => !isFlaggedOrSuspended(verificationStatus))),
    similar: near?.similar ?? [],
  };
}
