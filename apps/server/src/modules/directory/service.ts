/** Public data of providers, and decisions on their status. */
import type { PublicDecision } from '@hakiki/contract/decisions';
import { type AdminProvider, type listAdminProviders } from '@hakiki/contract/directory-admin';
import {
  isFlaggedOrSuspended,
  verificationStatuses,
  type ProviderDetails,
  type ProviderId,
} from '@hakiki/contract/directory';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { riskFilters } from '@hakiki/contract/risk';
import { notFound } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { LastRow } from '../../platform/db/newest-list.ts';
import type { NoticeSql } from '../moderation/workflow/service.ts';
import { createEvidenceOfVerdicts, type DrawPicture } from './evidence.ts';
import { listEvidence } from './evidence-store.ts';
import { createListingChecks } from './listing-checks.ts';
import { createLogos, type DrawLogo } from './logos.ts';
import { createSearch, toCells } from './search.ts';
import { listAllProviders, readStateCounts } from './admin-lists.ts';
import { presentAdminProvider } from './admin-present.ts';
import { addComplianceBadge, removeComplianceBadge } from './badges-store.ts';
import * as store from './store.ts';
import { acceptSubmission, previewSubmission, type SubmissionContent, type SubmissionContext } from './submissions.ts';
import { createVerdicts, findSuspension, maskAdapter, toDetails, type VerdictDeps } from './verdicts.ts';

export type Profile = store.Profile;
export { logoHeaders, toLogoId } from './logos.ts';

export type DirectoryService = ReturnType<typeof createDirectoryService>;

/** Sorts before every other id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Deps extends VerdictDeps {
  noticeSql: NoticeSql;
  /** SQL of a table with the page views of each provider in the last 30 days. */
  pageViewsSql: string;
  drawLogo: DrawLogo;
  drawPicture: DrawPicture;
}

export function createDirectoryService(deps: Deps) {
  const { database, history } = deps;
  const pages = store.createProviderPages(database, deps.noticeSql);

  async function findWithPage(id: ProviderId): Promise<store.ProviderPageRow> {
    const provider = await pages.find(id);
    if (!provider) throw notFound('PROVIDER_NOT_FOUND');
    return provider;
  }

  return {
    getStats: () => store.readStats(database),
    /** Number of public providers by risk and status. */
    readStatusCounts: () => store.readStatusCounts(database),
    listCountryWarnings: () => store.listCountryWarnings(database),

    ...createSearch(database),
    ...createListingChecks(database),

    async get(id: ProviderId): Promise<ProviderDetails> {
      const provider = await findWithPage(id);
      return toDetails(provider, await findSuspension(history, provider));
    },

    /** The names and sites of verified providers, which others imitate. */
    listVerifiedNames: () => store.listVerifiedNames(database),
    /** The time of the newest change of an approved provider, as text; empty without any. */
    findNewestChange: () => store.findNewestChange(database),

    /** Providers with a page that changed since then, oldest change first, and the cursor of the next page. */
    async listChanged(since: string, after: ProviderId | undefined, limit: number) {
      const rows = await store.listChanged(database, since, after ?? FIRST_ID, limit + 1);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const next = rows.length > limit && last ? { since: last.updatedAt, after: last.id } : undefined;
      return { rows: page.map(({ updatedAt: _, ...provider }) => provider), next };
    },

    async listSimilar(id: ProviderId) {
      const provider = await store.findSimilarityBasis(database, id);
      if (!provider) throw notFound('PROVIDER_NOT_FOUND');
      const harmless = verificationStatuses.filter((status) => !isFlaggedOrSuspended(status));
      return store.listSimilar(database, provider, toCells([provider.type], harmless, riskFilters));
    },

    async listEvidence(id: ProviderId) {
      const evidence = await listEvidence(database, id);
      if (evidence.length === 0) await this.getListingStatus(id);
      return evidence;
    },

    /** For the business module, under the provider's lock. */
    setProfile: (tx: Db, id: ProviderId, profile: Partial<Profile>) => store.setProfile(tx, id, profile),

    /** For the business module, which knows whether all documents are approved. */
    setCompliance: async (tx: Db, id: ProviderId, isApproved: boolean): Promise<void> => {
      await (isApproved ? addComplianceBadge(tx, id) : removeComplianceBadge(tx, id));
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
    ...createEvidenceOfVerdicts(deps),
    ...createLogos(deps),
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
