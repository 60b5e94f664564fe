/** Public data of providers, and decisions on their status. */
import type { PublicDecision } from '@hakiki/contract/decisions';
import {
  type AdminProvider,
  type createProvider,
  type listAdminProviders,
  updateProvider,
} from '@hakiki/contract/directory-admin';
import {
  isFlaggedOrSuspended,
  providerTypes,
  verificationStatuses,
  type ProviderDetails,
  type ProviderId,
  type ProviderType,
  type listProviders,
  type ReviewState,
  type VerificationStatus,
} from '@hakiki/contract/directory';
import { filterKnown } from '@hakiki/contract/schema';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import { normaliseCountry } from '@hakiki/contract/countries';
import { listLimits } from '@hakiki/contract/limits';
import type { Lookup } from '@hakiki/contract/lookup';
import { findChanges, type ProviderStatement } from '@hakiki/contract/public-statements';
import { riskLevels, type RiskLevel } from '@hakiki/contract/risk';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { LastRow } from '../../platform/db/newest-list.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { runIdempotent, type IdempotencyContext } from '../../platform/idempotency/idempotency.ts';
import { toSiteName } from '../../platform/web-address/web-address.ts';
import { toAuditActor, type AuditActor } from '../audit/service.ts';
import type {
  CaseHooks,
  DecisionActors,
  DecisionsService,
  Grounds,
  MaskableEntity,
  NoticeSql,
  PublicHistory,
} from '../moderation/workflow/service.ts';
import { listAllProviders, readStateCounts } from './admin-lists.ts';
import { presentAdminProvider } from './admin-present.ts';
import { extractSites } from './searched-sites.ts';
import * as store from './store.ts';
import {
  acceptSubmission,
  type SubmissionDeps,
  previewSubmission,
  initialState,
  type SubmissionContent,
  type SubmissionContext,
} from './submissions.ts';
import { toCell, ALL_COUNTRIES } from './tables.ts';

export type Profile = store.Profile;

export type DirectoryService = ReturnType<typeof createDirectoryService>;

type ListQuery = QueryOf<typeof listProviders>;

const toCells = (
  types: readonly ProviderType[],
  statuses: readonly VerificationStatus[],
  risks: readonly RiskLevel[],
) => types.flatMap((type) => statuses.flatMap((status) => risks.map((risk) => toCell(type, status, risk))));

const allCells = toCells(providerTypes, verificationStatuses, riskLevels);
const similarNamesFilter = {
  country: ALL_COUNTRIES,
  cells: allCells,
  isFiltered: false,
  sort: 'relevance',
  limit: listLimits.lookup,
  offset: 0,
} as const satisfies store.ListFilter;

/** Sorts before every other id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const collapseWhitespace = (search: string): string => search.trim().replaceAll(/\s+/g, ' ');

/** The name of a site without its suffix: copies of a site use another suffix. */
const toSearchName = ({ text, sites: [site] }: store.Search): string => (site ? toSiteName(site) : text);

/** The status that a moderator sets also decides whether the provider is listed. */
const reviewStateAfter = (status: VerificationStatus, before: ReviewState): ReviewState => {
  if (status === 'Pending') return before;
  if (status === 'Suspended') return before === 'pending' ? 'rejected' : before;
  return 'approved';
};

const toDetails = (
  { appealSince, withdrawalWatch, reply, ...provider }: store.ProviderPageRow,
  suspension: ProviderDetails['suspension'],
): ProviderDetails => ({
  ...provider,
  suspension,
  appealSince: appealSince?.toISOString() ?? null,
  withdrawalWatch,
  reply,
});

type Edit = Omit<BodyOf<typeof updateProvider>, keyof Grounds> & { reviewState?: 'approved' };

/** Whether the submitter is now notified of the first decision. */
const isFirstDecision = ({ reviewState }: ProviderStatement, changed: store.VerdictEdit): boolean =>
  reviewState === 'pending' && changed.reviewState !== undefined;

interface Deps extends SubmissionDeps {
  database: Database;
  cases: Pick<CaseHooks, 'updateUndecidedCount'>;
  decisions: DecisionsService;
  history: PublicHistory;
  noticeSql: NoticeSql;
}

export function createDirectoryService(deps: Deps) {
  const { database, audit, cases, decisions, intake, history } = deps;
  const pages = store.createProviderPages(database, deps.noticeSql);

  async function findWithPage(id: ProviderId): Promise<store.ProviderPageRow> {
    const provider = await pages.find(id);
    if (!provider) throw notFound('PROVIDER_NOT_FOUND');
    return provider;
  }

  /** Uses the latest suspension; earlier ones were lifted. */
  async function findSuspension({ id, verificationStatus }: store.ProviderRow): Promise<ProviderDetails['suspension']> {
    if (verificationStatus !== 'Suspended') return null;
    const changes = await history.listPublic('provider', id);
    const suspensionDecision = changes.find(({ from, to }) => from !== to && to === 'Suspended');
    return { since: suspensionDecision?.createdAt ?? null, reason: suspensionDecision?.reason ?? null };
  }

  const readSearch = (searchText: string) => store.parseSearch(database, searchText, extractSites(searchText));

  async function listSimilarlyNamed(parsedSearch: store.Search) {
    const name = toSearchName(parsedSearch);
    const list = async (search: store.Search | undefined) =>
      search ? (await store.searchProviders(database, similarNamesFilter, search)).rows : [];
    const named = parsedSearch.sites.length > 0 ? await list(await store.parseSearch(database, name, [])) : [];
    return named.length > 0 ? named : list(await store.correctSearch(database, name));
  }

  async function readForAdmin(db: Db, id: ProviderId): Promise<AdminProvider> {
    const row = await store.findForAdmin(db, id);
    if (!row) throw notFound('PROVIDER_NOT_FOUND');
    return presentAdminProvider(row);
  }

  /** A submission has no page yet, so it has no reply and no appeal. */
  async function findUnlisted(id: ProviderId): Promise<store.ProviderPageRow> {
    const row = await store.findForAdmin(database.db, id);
    if (!row) throw notFound('PROVIDER_NOT_FOUND');
    const { reviewState: _, createdAt: __, ...provider } = row;
    return { ...provider, appealSince: null, withdrawalWatch: null, reply: null };
  }

  const previewProvider = async (
    id: ProviderId,
    { reviewState: _, ...changed }: Partial<ProviderStatement>,
  ): Promise<ProviderDetails> => {
    const provider = { ...((await pages.find(id)) ?? (await findUnlisted(id))), ...changed };
    const isSuspended = provider.verificationStatus === 'Suspended';
    return toDetails(provider, isSuspended ? await findSuspension(provider) : null);
  };

  const workflow = decisions.createWorkflow<store.LockedProvider, Edit, store.VerdictEdit>({
    subject: 'provider',
    notFoundCode: 'PROVIDER_NOT_FOUND',
    undecidedStatus: null,
    requiresReason: true,
    publishedTexts: 'statement',
    lockForUpdate: store.lockProviderForDecision,
    /** Includes the resulting change of the listing. */
    computeChanges({ publicSnapshot: { statement } }, edit) {
      const status = edit.verificationStatus;
      const listing = status && { reviewState: reviewStateAfter(status, statement.reviewState) };
      const { website, licenseInfo } = edit;
      const clearedFields = {
        ...(website !== undefined && { website: website || null }),
        ...(licenseInfo !== undefined && { licenseInfo: licenseInfo || null }),
      };
      return findChanges<ProviderStatement>(statement, { ...edit, ...clearedFields, ...listing });
    },
    statusAfter: ({ status }, changed) => changed.verificationStatus ?? status,
    saveChanges: (tx, { id }, changed) => store.setVerdict(tx, id, changed),
    arrivedAt: ({ createdAt, publicSnapshot: { statement } }, changed) =>
      isFirstDecision(statement, changed) ? createdAt : undefined,
    auditDetail: ({ publicSnapshot: { statement } }, changed) => ({
      fields: Object.keys(changed).toSorted().join(', '),
      ...(changed.riskScore && { riskBefore: statement.riskScore, riskAfter: changed.riskScore }),
      ...(changed.reviewState && { listingBefore: statement.reviewState, listingAfter: changed.reviewState }),
    }),
    async afterChange(tx, { id, publicSnapshot: { statement } }, { changed, decisionId }) {
      if (isFirstDecision(statement, changed)) await cases.updateUndecidedCount(tx, id, true);
      if (changed.reviewState) await intake.enqueueDecisionEmail(tx, id, changed.reviewState, decisionId);
    },
    proposalOptions: {
      getTitle: ({ publicSnapshot: { statement } }) => statement.name,
      parseEdit: (changes) => updateProvider.body.parse(changes),
      preview: async (_, { id }, changed) => ({ provider: await previewProvider(id, changed) }),
    },
  });

  async function insertListed(
    tx: Db,
    body: BodyOf<typeof createProvider>,
    auditActor: AuditActor,
    deciders: DecisionActors,
  ) {
    const { name, type, description, countries, isAnother } = body;
    const website = body.website || null;
    if (!isAnother && (await store.isKnown(tx, name, website))) throw new AppError('PROVIDER_KNOWN');
    const id = uuidv7<ProviderId>();
    const licenseInfo = body.licenseInfo || null;
    await store.insertProvider(tx, { id, name, type, description, website, countries, licenseInfo, ...initialState });
    await audit.record(tx, { actor: auditActor, action: 'provider.entered', subject: id });
    const decisionId = await workflow.applyDirectly(tx, id, { reviewState: 'approved' }, deciders);
    return { id, decisionId };
  }

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
          filterKnown(riskLevels, riskScore),
        ),
        isFiltered: [type, verificationStatus, riskScore].some((asked) => asked?.length),
        sort,
        limit,
        offset,
      };
      if (!searchText) return store.listProviders(database, filter);
      const asked = await readSearch(searchText);
      return store.searchProviders(database, filter, within === 'names' ? { ...asked, query: '' } : asked);
    },

    /** Looks up a name or web address: matches, warned providers, and similar names. */
    async lookUp(search: string): Promise<Pick<Lookup, 'matches' | 'warned' | 'similar'> & { name: string }> {
      const searchText = collapseWhitespace(search);
      const parsedSearch = await readSearch(searchText);
      const [matches, warned] = searchText
        ? await Promise.all([
            store.countMatches(database, parsedSearch, allCells),
            store.listWarned(database, parsedSearch),
          ])
        : [0, []];
      const isUnknown = searchText !== '' && matches === 0 && warned.length === 0;
      return {
        name: toSearchName(parsedSearch),
        matches,
        warned: isUnknown ? await store.listSuspendedNamed(database, searchText) : warned,
        similar: searchText && matches === 0 ? await listSimilarlyNamed(parsedSearch) : [],
      };
    },

    async get(id: ProviderId): Promise<ProviderDetails> {
      const provider = await findWithPage(id);
      return toDetails(provider, await findSuspension(provider));
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
      return store.listSimilar(database, provider, toCells([provider.type], harmless, riskLevels));
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

    /** An edit that would weaken a warning changes nothing yet: it waits for a second administrator. */
    update: (
      actor: UserActor,
      id: ProviderId,
      { reason, evidence, ...edit }: BodyOf<typeof updateProvider>,
    ): Promise<AdminProvider> =>
      database.transaction(async (tx) => {
        const outcome = await workflow.applyOrPropose(tx, id, edit, { actor, reason, evidence });
        return { ...(await readForAdmin(tx, id)), ...outcome };
      }),

    /** Adds a provider by hand and lists it immediately, verification pending. Idempotent. */
    add: (
      actor: UserActor,
      body: BodyOf<typeof createProvider>,
      repeat: IdempotencyContext | undefined,
    ): Promise<AdminProvider> =>
      database.transaction((tx) =>
        runIdempotent(tx, repeat, async () => {
          const { id, decisionId } = await insertListed(tx, body, toAuditActor(actor), { actor });
          return { ...(await readForAdmin(tx, id)), ...(decisionId && { decisionId, canUndo: false }) };
        }),
      ),

    /** For each entry of a list: is it known already, and is it a duplicate within the list? */
    compareList: (list: readonly store.NamedProvider[]) => store.compareList(database, list),

    /** Adds a provider from an operator's list, as `add` does. Returns undefined if it is known. */
    addFromList: (
      body: BodyOf<typeof createProvider>,
      { operator, acknowledged }: { operator: string; acknowledged: readonly string[] },
    ): Promise<ProviderId | undefined> =>
      database.transaction(async (tx) => {
        try {
          return (await insertListed(tx, body, { kind: 'operator', name: operator }, { actor: null, acknowledged })).id;
        } catch (error) {
          if (error instanceof AppError && error.code === 'PROVIDER_KNOWN') return undefined;
          throw error;
        }
      }),

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

    moderationAdapter: workflow.adapter,

    /** Runs in the caller's transaction: applies the change, or proposes it. */
    applyOrPropose: (tx: Db, id: ProviderId, edit: Edit, context: Grounds & { actor: UserActor }) =>
      workflow.applyOrPropose(tx, id, edit, context),

    /** For masking private data: the name and the website are never masked. */
    maskAdapter: {
      async lock(tx: Db, id: string): Promise<MaskableEntity | undefined> {
        const locked = await store.lockProviderForDecision(tx, id as ProviderId);
        if (locked?.publicSnapshot.statement.reviewState !== 'approved') return undefined;
        const { name, otherNames, website, description, flaggedReasons } = locked.publicSnapshot.statement;
        const reasons = Object.fromEntries(flaggedReasons.map((text, place) => [`flaggedReasons.${place}`, text]));
        const host = website && URL.canParse(website) ? [new URL(website).hostname.replace(/^www\./, '')] : [];
        const names = [name, ...otherNames, ...host];
        return {
          status: locked.status,
          title: name,
          publicSnapshot: locked.publicSnapshot,
          names,
          texts: { description, ...reasons },
        };
      },
      async write(tx: Db, id: string, { description, ...reasons }: Readonly<Record<string, string>>): Promise<void> {
        const locked = await store.lockProviderForDecision(tx, id as ProviderId);
        const flaggedReasons = locked!.publicSnapshot.statement.flaggedReasons.map(
          (text, place) => reasons[`flaggedReasons.${place}`] ?? text,
        );
        await store.setVerdict(tx, id as ProviderId, { ...(description && { description }), flaggedReasons });
      },
    },

    /** Locks the public snapshot: a change of the listing may weaken a warning. */
    lockForDecision: (tx: Db, id: ProviderId) => store.lockProviderForDecision(tx, id),
    preview: previewProvider,

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
