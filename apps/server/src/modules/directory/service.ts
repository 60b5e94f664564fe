/** Public data of providers, and decisions on their status. */
import type { PublicDecision } from '@hakiki/contract/decisions';
import { type AdminProvider, type listAdminProviders } from '@hakiki/contract/directory-admin';
import {
  isFlaggedOrSuspended,
  providerTypes,
  verificationStatuses,
  type ProviderDetails,
  type ProviderId,
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
import { notFound } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { LastRow } from '../../platform/db/newest-list.ts';
import { toSiteName } from '../../platform/web-address/web-address.ts';
import type { NoticeSql } from '../moderation/workflow/service.ts';
import { listAllProviders, readStateCounts } from './admin-lists.ts';
import { presentAdminProvider } from './admin-present.ts';
import { extractSites } from './searched-sites.ts';
import * as store from './store.ts';
import { acceptSubmission, previewSubmission, type SubmissionContent, type SubmissionContext } from './submissions.ts';
import { toCell, ALL_COUNTRIES } from './tables.ts';
import { createVerdicts, findSuspension, maskAdapter, toDetails, type VerdictDeps } from './verdicts.ts';

export type Profile = store.Profile;

export type DirectoryService = ReturnType<typeof createDirectoryService>;

type ListQuery = QueryOf<typeof listProviders>;

/** Filters by the risk that readers see. */
const toCells = (
  types: readonly ProviderType[],
  statuses: readonly VerificationStatus[],
  risks: readonly RiskFilter[],
) => types.flatMap((type) => statuses.flatMap((status) => risks.map((risk) => toCell(type, status, risk))));

const allCells = toCells(providerTypes, verificationStatuses, riskFilters);

type DirectoryLookup = Pick<Lookup, 'matches' | 'warned' | 'named' | 'similar'> &
  Pick<store.Search, 'phrases'> & {
    /** Words for the titles of alerts; empty for a message. */
    name: string;
  };

/** Sorts before every other id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const collapseWhitespace = (search: string): string => search.trim().replaceAll(/\s+/g, ' ');

/** The name of a site without its suffix: copies of a site use another suffix. */
const toSearchName = ({ text, sites: [site] }: store.Search): string => (site ? toSiteName(site) : text);

interface Deps extends VerdictDeps {
  noticeSql: NoticeSql;
}

export function createDirectoryService(deps: Deps) {
  const { database, history } = deps;
  const pages = store.createProviderPages(database, deps.noticeSql);

  async function findWithPage(id: ProviderId): Promise<store.ProviderPageRow> {
    const provider = await pages.find(id);
    if (!provider) throw notFound('PROVIDER_NOT_FOUND');
    return provider;
  }

  const readSearch = (searchText: string) => store.parseSearch(database, searchText, extractSites(searchText));

  return {
    getStats: () => store.readStats(database),
    /** Number of public providers by risk and status. */
    readStatusCounts: () => store.readStatusCounts(database),
    listCountryWarnings: () => store.listCountryWarnings(database),

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

    /** Looks up the names and web addresses in a text: matches, named providers, and similar names. */
    async lookUp(search: string): Promise<DirectoryLookup> {
      const searchText = collapseWhitespace(search);
      if (!searchText) return { name: '', phrases: [], matches: 0, warned: [], named: [], similar: [] };
      const asked = await readSearch(searchText);
      const [counted, found] = await Promise.all([
        store.isMessage(asked) ? 0 : store.countMatches(database, asked, allCells),
        store.listNamed(database, asked),
      ]);
      const listed = found.filter(({ verificationStatus }) => verificationStatus !== 'Suspended');
      const matches = counted || listed.length;
      const isSearchable = found.length === 0 && matches === 0 && !store.isMessage(asked);
      const limit = (providers: typeof found) => providers.slice(0, listLimits.lookup);
      return {
        name: store.isMessage(asked) ? '' : toSearchName(asked),
        phrases: asked.phrases,
        matches,
        warned: isSearchable
          ? await store.listSuspendedNamed(database, searchText)
          : limit(found.filter(({ verificationStatus }) => isFlaggedOrSuspended(verificationStatus))),
        named: limit(found.filter(({ verificationStatus }) => !isFlaggedOrSuspended(verificationStatus))),
        similar: isSearchable ? await store.listSimilarlyNamed(database, toSearchName(asked)) : [],
      };
    },

    async get(id: ProviderId): Promise<ProviderDetails> {
      const provider = await findWithPage(id);
      return toDetails(provider, await findSuspension(history, provider));
    },

    /** Providers with a page that changed since then, oldest change first, and the cursor of the next page. */
    async listChanged(since: string, after: ProviderId | undefined, limit: number) {
      const rows = await store.listChanged(database, since, after ?? FIRST_ID, limit + 1);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const next = rows.length > limit && last ? { since: last.updatedAt, after: last.id } : undefined;
      return { rows: page.map(({ updatedAt: _, ...provider }) => provider), next };
    },

    /** For providers with a page. */
    async getListingStatus(id: ProviderId) {
      const listingStatus = await store.findListingStatus(database, id);
      if (!listingStatus) throw notFound('PROVIDER_NOT_FOUND');
      return listingStatus;
    },

    /** Rejects suspended providers too: they cannot be reviewed. */
    async assertListed(id: ProviderId) {
      const { isListed } = await this.getListingStatus(id);
      if (!isListed) throw notFound('PROVIDER_NOT_FOUND');
    },

    /** Runs in the caller's transaction; rejects a provider without a page. */
    async assertHasPage(tx: Db, id: ProviderId) {
      if (!(await store.hasPage(tx, id))) throw notFound('PROVIDER_NOT_FOUND');
    },

    /** Returns the name of a provider with a page. */
    async getNameOrThrow(db: Db, id: ProviderId): Promise<string> {
      const name = await store.findNameWithPage(db, id);
      if (name === undefined) throw notFound('PROVIDER_NOT_FOUND');
      return name;
    },

    /** Undefined when two providers have the name: a moderator decides which one is meant. */
    async findByName(tx: Db, name: string): Promise<ProviderId | undefined> {
      const [id, another] = await store.listIdsByNameWithPage(tx, name.trim());
      return another ? undefined : id;
    },

    async listSimilar(id: ProviderId) {
      const provider = await findWithPage(id);
      const harmless = verificationStatuses.filter((status) => !isFlaggedOrSuspended(status));
      return store.listSimilar(database, provider, toCells([provider.type], harmless, riskFilters));
    },

    async listEvidence(id: ProviderId) {
      await this.getListingStatus(id);
      return store.listEvidence(database, id);
    },

    /** Locks the provider, public or not, until the end of the transaction. */
    async lock(tx: Db, id: ProviderId) {
      if (!(await store.lockProvider(tx, id))) throw notFound('PROVIDER_NOT_FOUND');
    },

    /** For the business module, under the provider's lock. */
    setProfile: (tx: Db, id: ProviderId, profile: Partial<Profile>) => store.setProfile(tx, id, profile),

    /** For the business module, which knows whether all documents are approved. */
    setCompliance: async (tx: Db, id: ProviderId, isApproved: boolean): Promise<void> => {
      await (isApproved ? store.addComplianceBadge(tx, id) : store.removeComplianceBadge(tx, id));
    },

    /** For the reviews module. */
    setRating: (tx: Db, id: ProviderId, ratingValues: { rating: string; reviewCount: number }) =>
      store.setRating(tx, id, ratingValues),

    /** For each entry of a list: is it known already, and is it a duplicate within the list? */
    compareList: (list: readonly store.NamedProvider[]) => store.compareList(database, list),

    async listForAdmin(
      query: QueryOf<typeof listAdminProviders>,
      after?: LastRow,
    ): Promise<{ rows: AdminProvider[]; total: number }> {
      const { rows, total } = await listAllProviders(database, query, after);
      return { rows: rows.map(presentAdminProvider), total };
    },

    /** Number of providers by review state and verification status. */
    readStateCounts: () => readStateCounts(database),

    /** The public decisions on the provider. */
    async getHistory(id: ProviderId): Promise<PublicDecision[]> {
      await this.getListingStatus(id);
      return history.listPublic('provider', id);
    },

    /** Locks the public snapshot: a change of the listing may weaken a warning. */
    lockForDecision: (tx: Db, id: ProviderId) => store.lockProviderForDecision(tx, id),

    ...createVerdicts(deps, pages),
    maskAdapter,

    previewSubmission,

    /** Creates a submission, to be decided by a moderator. */
    submit: (tx: Db, content: SubmissionContent, by: SubmissionContext) => acceptSubmission(deps, tx, content, by),

    listSitemapRanges: (size: number) => store.listSitemapRanges(database, size),
    listSitemapRange: (firstId: string, size: number) => store.listSitemapRange(database, firstId, size),

    refreshSites: () => store.refreshSites(database),

    /** Compares the maintained counts with a recount and corrects them; returns the number of corrections. */
    async reconcile(tx: Db) {
      const counts = (await store.repairCounts(tx)) + (await store.repairStateCounts(tx));
      const listings = await store.repairListings(tx);
      const words = await store.repairWords(tx);
      return { counts, listings, words };
    },
  };
}
