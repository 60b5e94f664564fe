/** What the public may learn about providers, and how a provider's standing changes. */
import {
  type AdminProvider,
  type listAdminProviders,
  type PublicDecision,
  takesWarningAway,
  updateProvider,
} from '@hakiki/contract/admin';
import {
  isWarnedOf,
  providerTypes,
  verificationStatuses,
  type ProviderDetails,
  type ProviderId,
  type ProviderType,
  type listProviders,
  type ReviewState,
  type VerificationStatus,
} from '@hakiki/contract/directory';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import { normaliseCountry } from '@hakiki/contract/countries';
import { listLimits } from '@hakiki/contract/limits';
import type { Lookup } from '@hakiki/contract/lookup';
import { riskLevels, type RiskLevel } from '@hakiki/contract/risk';
import { notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { LastRow } from '../../platform/db/newest-list.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Accepted, Deciders, Grounds } from '../decisions/service.ts';
import { listAllProviders, readStateCounts } from './admin-lists.ts';
import { presentAdminProvider } from './admin-present.ts';
import { hostsIn } from './searched-hosts.ts';
import * as store from './store.ts';
import {
  acceptSubmission,
  type Intake,
  previewSubmission,
  type SubmissionContent,
  type SubmittedBy,
} from './submissions.ts';
import { cellOf, EVERYWHERE } from './tables.ts';

export type Profile = store.Profile;

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

const everyCell = cellsOf(providerTypes, verificationStatuses, riskLevels);
const similarNames = {
  country: EVERYWHERE,
  cells: everyCell,
  isFiltered: false,
  sort: 'relevance',
  limit: listLimits.lookup,
  offset: 0,
} as const satisfies store.ListFilter;

const tidied = (search: string): string => search.trim().replaceAll(/\s+/g, ' ');

/** Of an address, what stands before its ending is the name: whoever copies a site takes another ending. */
const nameIn = ({ text, sites: [site] }: store.Search): string => (site ? site.slice(0, site.indexOf('.')) : text);

/** A moderator's word on a status also decides whether the provider is listed at all. */
const reviewStateAfter = (status: VerificationStatus, before: ReviewState): ReviewState => {
  if (status === 'Pending') return before;
  if (status === 'Suspended') return before === 'pending' ? 'rejected' : before;
  return 'approved';
};

type Edit = Omit<BodyOf<typeof updateProvider>, keyof Grounds>;

/** What an edit would really change, with what follows for the listing. */
function differing(before: store.Verdict, edit: Edit): store.VerdictEdit {
  const status = edit.verificationStatus;
  const wanted = { ...edit, ...(status && { reviewState: reviewStateAfter(status, before.reviewState) }) };
  const isChange = ([name, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof store.Verdict]);
  return Object.fromEntries(Object.entries(wanted).filter(isChange));
}

interface Needs {
  database: Database;
  /** Where submissions arrive and are decided on; who only reads the directory does without. */
  intake?: Intake;
}

export function createDirectoryService({ database, intake }: Needs) {
  const rooms = (): Intake => {
    if (!intake) throw new Error('Nothing can be submitted or decided here.');
    return intake;
  };

  async function findWithPage(id: ProviderId): Promise<store.ProviderRow> {
    const provider = await store.findProviderWithPage(database, id);
    if (!provider) throw notFound('PROVIDER_NOT_FOUND');
    return provider;
  }

  /** The decision that stands: what was decided before it and taken back again says nothing about today. */
  async function findSuspension({ id, verificationStatus }: store.ProviderRow): Promise<ProviderDetails['suspension']> {
    if (verificationStatus !== 'Suspended') return null;
    const changes = await rooms().decisions.listPublic('provider', id);
    const decided = changes.find(({ to }) => to === 'Suspended');
    return { since: decided?.createdAt ?? null, reason: decided?.reason ?? null };
  }

  const readSearch = (words: string) => store.readSearch(database, words, hostsIn(words));

  async function listSimilarlyNamed(asked: store.Search) {
    const name = nameIn(asked);
    const list = async (search: store.Search | undefined) =>
      search ? (await store.searchProviders(database, similarNames, search)).rows : [];
    const named = asked.sites.length > 0 ? await list(await store.readSearch(database, name, [])) : [];
    return named.length > 0 ? named : list(await store.correctSearch(database, name));
  }

  async function lockVerdict(tx: Db, id: string): Promise<store.Verdict> {
    const verdict = await store.lockVerdict(tx, id);
    if (!verdict) throw notFound('PROVIDER_NOT_FOUND');
    return verdict;
  }

  async function showToAdmin(db: Db, id: string): Promise<AdminProvider> {
    const row = await store.findForAdmin(db, id);
    if (!row) throw notFound('PROVIDER_NOT_FOUND');
    return presentAdminProvider(row);
  }

  /** The only way in which a verdict changes. */
  async function change(tx: Db, before: store.Verdict, edit: Edit, by: Deciders & Grounds): Promise<void> {
    const { cases, decisions, filings } = rooms();
    const changed = differing(before, edit);
    if (Object.keys(changed).length === 0) return;
    const { id, verificationStatus: from, reviewState } = before;
    const isFirst = reviewState === 'pending' && changed.reviewState !== undefined;
    await store.setVerdict(tx, id, changed);
    const decisionId = await decisions.record(tx, {
      ...by,
      subject: 'provider',
      subjectId: id,
      from,
      to: changed.verificationStatus ?? from,
      ...(isFirst && { arrivedAt: before.createdAt }),
      detail: {
        fields: Object.keys(changed).toSorted().join(', '),
        ...(changed.riskScore && { riskBefore: before.riskScore, riskAfter: changed.riskScore }),
        ...(changed.reviewState && { listingBefore: reviewState, listingAfter: changed.reviewState }),
      },
    });
    if (isFirst) await cases.settle(tx, id, true);
    if (changed.reviewState) await filings.tellOfDecision(tx, id, changed.reviewState, decisionId);
  }

  return {
    getStats: () => store.readStats(database),
    /** How many public providers there are of each risk and status. */
    readStandingCounts: () => store.readStandingCounts(database),
    listCountryWarnings: () => store.listCountryWarnings(database),

    async list({ search, within, country, type, verificationStatus, riskScore, sort, limit, offset }: ListQuery) {
      const words = tidied(search ?? '');
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
      const asked = await readSearch(words);
      return store.searchProviders(database, filter, within === 'names' ? { ...asked, query: '' } : asked);
    },

    /** What the register knows under a name or a web address, and what merely looks like it. */
    async lookUp(search: string): Promise<Pick<Lookup, 'matches' | 'warned' | 'similar'> & { name: string }> {
      const words = tidied(search);
      const asked = await readSearch(words);
      const [matches, warned] = words
        ? await Promise.all([store.countMatches(database, asked, everyCell), store.listWarned(database, asked)])
        : [0, []];
      const isUnknown = words !== '' && matches === 0 && warned.length === 0;
      return {
        name: nameIn(asked),
        matches,
        warned: isUnknown ? await store.listSuspendedNamed(database, words) : warned,
        similar: words && matches === 0 ? await listSimilarlyNamed(asked) : [],
      };
    },

    async get(id: ProviderId): Promise<ProviderDetails> {
      const provider = await findWithPage(id);
      return { ...provider, suspension: await findSuspension(provider) };
    },

    /** Of whatever has a page. */
    async getStanding(id: ProviderId) {
      const standing = await store.findStandingWithPage(database, id);
      if (!standing) throw notFound('PROVIDER_NOT_FOUND');
      return standing;
    },

    /** Refuses what has left the lists, too: nobody writes a review of a suspended provider. */
    async requireListed(id: ProviderId) {
      const { isListed } = await this.getStanding(id);
      if (!isListed) throw notFound('PROVIDER_NOT_FOUND');
    },

    /** Refuses, in the caller's own transaction, what the public does not know. */
    async requirePage(tx: Db, id: ProviderId) {
      if (!(await store.hasPage(tx, id))) throw notFound('PROVIDER_NOT_FOUND');
    },

    /** Nobody is meant where two bear the name: which of them is for a moderator to say. */
    async findByName(tx: Db, name: string): Promise<ProviderId | undefined> {
      const [id, another] = await store.listIdsByNameWithPage(tx, name.trim());
      return another ? undefined : id;
    },

    async listSimilar(id: ProviderId) {
      const provider = await findWithPage(id);
      const harmless = verificationStatuses.filter((status) => !isWarnedOf(status));
      return store.listSimilar(database, provider, cellsOf([provider.type], harmless, riskLevels));
    },

    async listEvidence(id: ProviderId) {
      await this.getStanding(id);
      return store.listEvidence(database, id);
    },

    /** Until the end of the transaction, nobody else changes this provider, public or not. */
    async lock(tx: Db, id: ProviderId) {
      if (!(await store.lockProvider(tx, id))) throw notFound('PROVIDER_NOT_FOUND');
    },

    /** For the business area, under the provider's lock. */
    setProfile: (tx: Db, id: ProviderId, profile: Partial<Profile>) => store.setProfile(tx, id, profile),

    /** For the reviews area, which keeps both. */
    setRating: (tx: Db, id: ProviderId, standing: { rating: string; reviewCount: number }) =>
      store.setRating(tx, id, standing),

    /** An edit that would end a flag or a suspension changes nothing yet: all of it waits for a second administrator. */
    update: (
      actor: UserActor,
      id: ProviderId,
      { reason, evidence, ...edit }: BodyOf<typeof updateProvider>,
    ): Promise<AdminProvider> =>
      database.transaction(async (tx) => {
        const before = await lockVerdict(tx, id);
        const from = before.verificationStatus;
        const to = edit.verificationStatus ?? from;
        if (takesWarningAway({ kind: 'provider', from, to })) {
          const waiting = {
            actor,
            subject: 'provider',
            subjectId: id,
            from,
            to,
            changes: edit,
            reason,
            evidence,
          } as const;
          const proposal = await rooms().decisions.propose(tx, waiting);
          return { ...(await showToAdmin(tx, id)), proposal };
        }
        await change(tx, before, edit, { actor, reason, evidence });
        return showToAdmin(tx, id);
      }),

    /** All providers, public or not. */
    async listForAdmin(
      query: QueryOf<typeof listAdminProviders>,
      after?: LastRow,
    ): Promise<{ rows: AdminProvider[]; total: number }> {
      const { rows, total } = await listAllProviders(database, query, after);
      return { rows: rows.map(presentAdminProvider), total };
    },

    /** How many there are, public or not, by listing and verdict. */
    readStateCounts: () => readStateCounts(database),

    /** How the verdict came about. */
    async getHistory(id: ProviderId): Promise<PublicDecision[]> {
      await this.getStanding(id);
      return rooms().decisions.listPublic('provider', id);
    },

    /** For the desk. */
    decided: {
      lockStatus: (tx: Db, id: string) => store.lockVerdict(tx, id).then((verdict) => verdict?.verificationStatus),
      async carryOut(tx: Db, { subjectId, changes, grounds, deciders }: Accepted) {
        const { reason: _, evidence: __, ...edit } = updateProvider.body.parse(changes);
        await change(tx, await lockVerdict(tx, subjectId), edit, { ...grounds, ...deciders });
      },
    },

    previewSubmission,

    /** Takes a proposed provider in, to be decided on. */
    submit: (tx: Db, content: SubmissionContent, by: SubmittedBy) => acceptSubmission(rooms(), tx, content, by),

    listStretches: (size: number) => store.listStretches(database, size),
    listStretch: (firstId: string, size: number) => store.listStretch(database, firstId, size),

    /** Compares what is kept with what is true and corrects it; answers the number of corrections. */
    async reconcile(tx: Db) {
      const counts = (await store.repairCounts(tx)) + (await store.repairStateCounts(tx));
      const listings = await store.repairListings(tx);
      const words = await store.repairWords(tx);
      return { counts, listings, words };
    },
  };
}
