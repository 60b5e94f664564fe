/** What the public may learn about providers, and how a provider's standing changes. */
import {
  providerTypes,
  verificationStatuses,
  type ProviderId,
  type ProviderType,
  type listProviders,
  type ReviewState,
  type VerificationStatus,
} from '@hakiki/contract/directory';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { normaliseCountry } from '@hakiki/contract/countries';
import { riskLevels, type RiskLevel } from '@hakiki/contract/risk';
import { notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import * as store from './store.ts';
import {
  acceptSubmission,
  type Intake,
  previewSubmission,
  type SubmissionContent,
  type SubmittedBy,
} from './submissions.ts';
import { cellOf, EVERYWHERE } from './tables.ts';

export type DirectoryService = ReturnType<typeof createDirectoryService>;

type ListQuery = QueryOf<typeof listProviders>;

/** The known values among those asked for, in any spelling of case; all of them when nothing was asked. */
const chosen = <Value extends string>(
  known: readonly Value[],
  asked: readonly string[] | undefined,
): readonly Value[] => (asked?.length ? known.filter((value) => asked.includes(value.toLowerCase())) : known);

const cellsOf = (
  types: readonly ProviderType[],
  statuses: readonly VerificationStatus[],
  risks: readonly RiskLevel[],
) => types.flatMap((type) => statuses.flatMap((status) => risks.map((risk) => cellOf(type, status, risk))));

/** A moderator's word on a status also decides whether the provider is listed at all. */
const reviewStateAfter = (status: VerificationStatus, before: ReviewState): ReviewState => {
  if (status === 'Pending') return before;
  if (status === 'Suspended') return before === 'pending' ? 'rejected' : before;
  return 'approved';
};

interface Needs {
  database: Database;
  /** Where submissions arrive; who only reads the directory does without. */
  intake?: Intake;
}

export function createDirectoryService({ database, intake }: Needs) {
  return {
    getStats: () => store.readStats(database),
    /** How many public providers there are of each risk and status. */
    readStandingCounts: () => store.readStandingCounts(database),
    listCountryWarnings: () => store.listCountryWarnings(database),

    async list({ search, country, type, verificationStatus, riskScore, sort, limit, offset }: ListQuery) {
      const words = search?.trim().replaceAll(/\s+/g, ' ') ?? '';
      const filter = {
        country: (country && normaliseCountry(country)) || EVERYWHERE,
        cells: cellsOf(
          chosen(providerTypes, type),
          chosen(verificationStatuses, verificationStatus),
          chosen(riskLevels, riskScore),
        ),
        isFiltered: [type, verificationStatus, riskScore].some((asked) => asked?.length),
        sort,
        limit,
        offset,
      };
      if (!words) return store.listProviders(database, filter);
      const exact = await store.searchProviders(database, filter, words, await store.expandWords(database, words));
      if (exact.total > 0) return exact;
      const meant = await store.correctWords(database, words);
      return meant ? store.searchProviders(database, filter, words, meant) : exact;
    },

    async get(id: ProviderId) {
      const provider = await store.findPublicProvider(database, id);
      if (!provider) throw notFound('PROVIDER_NOT_FOUND');
      return provider;
    },

    async getStanding(id: ProviderId) {
      const standing = await store.findPublicStanding(database, id);
      if (!standing) throw notFound('PROVIDER_NOT_FOUND');
      return standing;
    },

    /** Refuses, in the caller's own transaction, what the public does not know. */
    async requirePublic(tx: Db, id: ProviderId) {
      if (!(await store.isPublic(tx, id))) throw notFound('PROVIDER_NOT_FOUND');
    },

    /** Nobody is meant where two bear the name: which of them is for a moderator to say. */
    async findPublicByName(tx: Db, name: string): Promise<ProviderId | undefined> {
      const [id, another] = await store.listPublicIdsByName(tx, name.trim());
      return another ? undefined : id;
    },

    async listSimilar(id: ProviderId) {
      const provider = await this.get(id);
      const unflagged = verificationStatuses.filter((status) => status !== 'Flagged' && status !== 'Suspended');
      return store.listSimilar(database, provider, cellsOf([provider.type], unflagged, riskLevels));
    },

    async listEvidence(id: ProviderId) {
      await this.getStanding(id);
      return store.listEvidence(database, id);
    },

    /** Until the end of the transaction, nobody else changes this provider, public or not. */
    async lock(tx: Db, id: ProviderId) {
      if (!(await store.lockProvider(tx, id))) throw notFound('PROVIDER_NOT_FOUND');
    },

    /** For the reviews area, which keeps both. */
    setRating: (tx: Db, id: ProviderId, standing: { rating: string; reviewCount: number }) =>
      store.setRating(tx, id, standing),

    async setVerificationStatus(tx: Db, id: ProviderId, status: VerificationStatus, flaggedReasons?: string[]) {
      const before = await store.lockReviewState(tx, id);
      if (!before) throw notFound('PROVIDER_NOT_FOUND');
      const reviewState = reviewStateAfter(status, before.reviewState);
      await store.setStatus(tx, id, {
        verificationStatus: status,
        reviewState,
        ...(flaggedReasons && { flaggedReasons }),
      });
      if (!intake || reviewState === before.reviewState) return;
      if (before.reviewState === 'pending') await intake.cases.settle(tx, id, true);
      await intake.filings.tellOfDecision(tx, id, reviewState);
    },

    previewSubmission,

    /** Takes a proposed provider in, to be decided on. */
    async submit(tx: Db, content: SubmissionContent, by: SubmittedBy) {
      if (!intake) throw new Error('Nothing can be submitted here.');
      return acceptSubmission(intake, tx, content, by);
    },

    listStretches: (size: number) => store.listStretches(database, size),
    listStretch: (firstId: string, size: number) => store.listStretch(database, firstId, size),

    /** Compares what is kept with what is true and corrects it; answers the number of corrections. */
    async reconcile(tx: Db) {
      const counts = await store.repairCounts(tx);
      const listings = await store.repairListings(tx);
      const words = await store.repairWords(tx);
      return { counts, listings, words };
    },
  };
}
