/** Decisions on providers: their status, risk, and whether they are listed. */
import { type AdminProvider, type createProvider, updateProvider } from '@hakiki/contract/directory-admin';
import {
  badgeNames,
  type BadgeName,
  type ProviderDetails,
  type ProviderId,
  type ReviewState,
  type VerificationStatus,
} from '@hakiki/contract/directory';
import type { BodyOf } from '@hakiki/contract/endpoint';
import { findChanges, type ProviderStatement } from '@hakiki/contract/public-statements';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { runIdempotent, type IdempotencyContext } from '../../platform/idempotency/idempotency.ts';
import { toAuditActor, type AuditActor } from '../audit/service.ts';
import type {
  CaseHooks,
  DecisionActors,
  DecisionsService,
  Grounds,
  MaskableEntity,
  PublicHistory,
} from '../moderation/workflow/service.ts';
import { presentAdminProvider } from './admin-present.ts';
import { hasRecentEvidence } from './evidence-store.ts';
import { listBadges, replaceBadges } from './badges-store.ts';
import { type LogoPictures, replaceLogo } from './logos.ts';
import * as store from './store.ts';
import { initialState, type SubmissionDeps } from './submissions.ts';

/** The status that a moderator sets also decides whether the provider is listed. */
const reviewStateAfter = (status: VerificationStatus, before: ReviewState): ReviewState => {
  if (status === 'Pending') return before;
  if (status === 'Suspended') return before === 'pending' ? 'rejected' : before;
  return 'approved';
};

export const toDetails = (
  { appealSince, withdrawalWatch, reply, ...provider }: store.ProviderPageRow,
  suspension: ProviderDetails['suspension'],
): ProviderDetails => ({
  ...provider,
  suspension,
  appealSince: appealSince?.toISOString() ?? null,
  withdrawalWatch,
  reply,
});

type Edit = Omit<BodyOf<typeof updateProvider>, keyof Grounds | 'badges'> & { reviewState?: 'approved' };

/** Whether the submitter is now notified of the first decision. */
const isFirstDecision = ({ reviewState }: ProviderStatement, changed: store.VerdictEdit): boolean =>
  reviewState === 'pending' && changed.reviewState !== undefined;

export interface VerdictDeps extends SubmissionDeps {
  database: Database;
  cases: Pick<CaseHooks, 'updateUndecidedCount'>;
  decisions: DecisionsService;
  history: PublicHistory;
}

type ProviderPages = ReturnType<typeof store.createProviderPages>;

/** Uses the latest suspension; earlier ones were lifted. */
export async function findSuspension(
  history: PublicHistory,
  { id, verificationStatus }: store.ProviderRow,
): Promise<ProviderDetails['suspension']> {
  if (verificationStatus !== 'Suspended') return null;
  const changes = await history.listPublic('provider', id);
  const suspensionDecision = changes.find(({ from, to }) => from !== to && to === 'Suspended');
  return { since: suspensionDecision?.createdAt ?? null, reason: suspensionDecision?.reason ?? null };
}

async function readForAdmin(db: Db, id: ProviderId): Promise<AdminProvider> {
  const row = await store.findForAdmin(db, id);
  if (!row) throw notFound('PROVIDER_NOT_FOUND');
  return presentAdminProvider(row);
}

/** A submission has no page yet, so it has no reply and no appeal. */
async function findUnlisted(db: Db, id: ProviderId): Promise<store.ProviderPageRow> {
  const row = await store.findForAdmin(db, id);
  if (!row) throw notFound('PROVIDER_NOT_FOUND');
  const { reviewState: _, createdAt: __, badges: ___, ...provider } = row;
  return { ...provider, appealSince: null, withdrawalWatch: null, reply: null };
}

async function preview(
  { database, history }: VerdictDeps,
  pages: ProviderPages,
  id: ProviderId,
  { reviewState: _, ...changed }: Partial<ProviderStatement>,
): Promise<ProviderDetails> {
  const provider = { ...((await pages.find(id)) ?? (await findUnlisted(database.db, id))), ...changed };
  const isSuspended = provider.verificationStatus === 'Suspended';
  return toDetails(provider, isSuspended ? await findSuspension(history, provider) : null);
}

const createWorkflow = (deps: VerdictDeps, pages: ProviderPages) =>
  deps.decisions.createWorkflow<store.LockedProvider, Edit, store.VerdictEdit>({
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
      const { website, licenseInfo, insurance } = edit;
      const clearedFields = {
        ...(website !== undefined && { website: website || null }),
        ...(licenseInfo !== undefined && { licenseInfo: licenseInfo || null }),
        ...(insurance !== undefined && { insurance: insurance || null }),
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
      if (isFirstDecision(statement, changed)) await deps.cases.updateUndecidedCount(tx, id, true);
      if (changed.reviewState) await deps.intake.enqueueDecisionEmail(tx, id, changed.reviewState, decisionId);
    },
    proposalOptions: {
      getTitle: ({ publicSnapshot: { statement } }) => statement.name,
      parseEdit: (changes) => updateProvider.body.parse(changes),
      preview: async (_, { id }, changed) => ({ provider: await preview(deps, pages, id, changed) }),
    },
  });

/** For masking private data: the name and the website are never masked. */
export const maskAdapter = {
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
};

export function createVerdicts(deps: VerdictDeps, pages: ProviderPages) {
  const { database, audit } = deps;
  const workflow = createWorkflow(deps, pages);

  /** Badges are no part of the statement: the public sees none while there is a warning, so they cannot weaken one. */
  async function setBadges(tx: Db, id: ProviderId, badges: readonly BadgeName[], actor: AuditActor): Promise<void> {
    const before = await listBadges(tx, id);
    const after = badgeNames.filter((name) => badges.includes(name));
    if (before.join() === after.join()) return;
    await replaceBadges(tx, id, after);
    const detail = { before: before.join(', '), after: after.join(', ') };
    await audit.record(tx, { actor, action: 'provider.badges-changed', subject: id, detail });
  }

  async function insertListed(
    tx: Db,
    body: BodyOf<typeof createProvider>,
    auditActor: AuditActor,
    deciders: DecisionActors,
  ) {
    const { isAnother, badges = [], ...listing } = body;
    const website = body.website || null;
    if (!isAnother && (await store.isKnown(tx, listing.name, website))) throw new AppError('PROVIDER_KNOWN');
    const id = uuidv7<ProviderId>();
    const [licenseInfo, insurance] = [body.licenseInfo || null, body.insurance || null];
    await store.insertProvider(tx, { ...listing, id, website, licenseInfo, insurance, ...initialState });
    await audit.record(tx, { actor: auditActor, action: 'provider.entered', subject: id });
    await setBadges(tx, id, badges, auditActor);
    const decisionId = await workflow.applyDirectly(tx, id, { reviewState: 'approved' }, deciders);
    return { id, decisionId };
  }

  return {
    /** An edit that would weaken a warning changes nothing yet: it waits for a second administrator. */
    update: (
      actor: UserActor,
      id: ProviderId,
      { reason, evidence, badges, ...edit }: BodyOf<typeof updateProvider>,
    ): Promise<AdminProvider> =>
      database.transaction(async (tx) => {
        const { status } = await workflow.lockForUpdate(tx, id);
        const outcome = await workflow.applyOrPropose(tx, id, edit, { actor, reason, evidence });
        const isVerifying = edit.verificationStatus === 'Verified' && status !== 'Verified';
        if (isVerifying && !(await hasRecentEvidence(tx, id))) throw new AppError('EVIDENCE_REQUIRED');
        if (badges) await setBadges(tx, id, badges, toAuditActor(actor));
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

    /** Adds a provider from an operator's list, as `add` does. Returns undefined if it is known. */
    addFromList: (
      body: BodyOf<typeof createProvider>,
      {
        operator,
        acknowledged,
        logo,
      }: { operator: string; acknowledged: readonly string[]; logo?: LogoPictures | undefined },
    ): Promise<ProviderId | undefined> =>
      database.transaction(async (tx) => {
        try {
          const actor = { kind: 'operator', name: operator } as const;
          const { id } = await insertListed(tx, body, actor, { actor: null, acknowledged });
          if (logo) await replaceLogo(deps, tx, actor, id, logo);
          return id;
        } catch (error) {
          if (error instanceof AppError && error.code === 'PROVIDER_KNOWN') return undefined;
          throw error;
        }
      }),

    getForAdmin: (id: ProviderId): Promise<AdminProvider> => readForAdmin(database.db, id),

    moderationAdapter: workflow.adapter,

    /** Runs in the caller's transaction: applies the change, or proposes it. */
    applyOrPropose: (tx: Db, id: ProviderId, edit: Edit, context: Grounds & { actor: UserActor }) =>
      workflow.applyOrPropose(tx, id, edit, context),

    preview: (id: ProviderId, changed: Partial<ProviderStatement>) => preview(deps, pages, id, changed),
  };
}
