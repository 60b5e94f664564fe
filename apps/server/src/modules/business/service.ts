/** Requested changes and documents of businesses. Nothing takes effect before a moderator approves it. */
import type {
  approveDocument,
  approveProfileChange,
  listDocuments,
  listProfileChanges,
} from '@hakiki/contract/business-admin';
import { type AccountData, accountListLimits } from '@hakiki/contract/account';
import { documentLimits } from '@hakiki/contract/business-values';
import type { BusinessInvoice, DocumentId } from '@hakiki/contract/business';
import type { QueryOf, ReplyOf } from '@hakiki/contract/endpoint';
import * as z from 'zod';
import type { UserId } from '@hakiki/contract/accounts';
import type { Invoice } from '@hakiki/contract/billing';
import { AppError } from '../../platform/app-error.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts';
import type { AuditService } from '../audit/service.ts';
import type { DecisionsService, PublicSnapshot } from '../moderation/workflow/service.ts';
import { type DirectoryService, type Profile, toLogoId } from '../directory/service.ts';
import type { EvidenceService } from '../evidence/service.ts';
import { type Billing, createAccount } from './portal/account.ts';
import { createAnalytics } from './portal/analytics.ts';
import { listClaims } from './claims/claims-store.ts';
import { createClaims } from './claims/claims.ts';
import { createColleagues } from './colleagues/colleagues.ts';
import { listOwn } from './documents/documents-store.ts';
import { createDocuments } from './documents/documents.ts';
import { findMembershipOf } from './colleagues/membership.ts';
import { findBusiness, findMembership, listOwners, lockBusiness } from './portal/portal-store.ts';
import { describeChanges, toEffectiveChanges } from './portal/profile.ts';
import * as store from './store.ts';

/** Used by other modules to check membership. */
export { findMembershipOf as membershipOf, requireMembership } from './colleagues/membership.ts';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: Pick<RateLimiter, 'consume'>;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'createWorkflow'>;
  directory: Pick<DirectoryService, 'preview' | 'setCompliance' | 'setProfile'> &
    Parameters<typeof createAccount>[0]['directory'];
  evidence: Pick<EvidenceService, 'clean'>;
  /** Only displayed; no decision depends on it. */
  billing: Billing & { listAnnual: (userIds: readonly UserId[]) => Promise<(Invoice & { userId: UserId | null })[]> };
  settings: Pick<Settings, 'appSecret' | 'evidence' | 'publicUrl'>;
}

type ExportedBusiness = NonNullable<AccountData['business']>;
type ProfileChange = ReplyOf<typeof approveProfileChange>;
type BusinessDocument = ReplyOf<typeof approveDocument>;

const presentChange = (row: store.ChangeRow): ProfileChange => ({
  id: row.id,
  providerId: row.providerId,
  providerName: row.providerName,
  changes: describeChanges(toEffectiveChanges(row.changes, row), row).map(({ field, from, to }) => ({
    field,
    from,
    to: field === 'logoUrl' ? `/api/admin/proposed-logos/${toLogoId(to)}` : to,
  })),
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

const presentDocument = (row: store.DocumentRow): BusinessDocument => ({
  id: row.id,
  providerId: row.providerId,
  providerName: row.providerName,
  name: row.name,
  kind: row.kind,
  type: row.type,
  version: row.version,
  bytes: row.bytes,
  validUntil: row.validUntil,
  reason: row.reason,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

export type BusinessService = ReturnType<typeof createBusinessService>;

const statusEditSchema = z.object({ status: z.enum(['approved', 'rejected']) });
type StatusEdit = z.infer<typeof statusEditSchema>;
type DocumentEdit = store.DocumentVerdict;

type LockedChange = store.ChangeRow & { publicSnapshot: PublicSnapshot };

/** A logo is no part of the public statement. */
const statementIfApproved = (change: store.ChangeRow, edit: StatusEdit): Partial<Profile> => {
  const { logoUrl: _, ...statement } = changesIfApproved(change, edit);
  return statement;
};

const changesIfApproved = (change: store.ChangeRow, { status }: StatusEdit): Partial<Profile> =>
  status === 'approved' ? toEffectiveChanges(change.changes, change) : {};

/**
 * Changing the name or address of a provider with a public warning would hide the warning, so it needs two people.
 */
const createChangeWorkflow = ({ decisions, directory }: Deps) =>
  decisions.createWorkflow<LockedChange, StatusEdit, StatusEdit>({
    subject: 'change',
    notFoundCode: 'CHANGE_NOT_FOUND',
    undecidedStatus: 'pending',
    /** Locks the provider first, as everywhere, to avoid deadlocks. */
    async lockForUpdate(tx, id) {
      const providerId = await store.findProviderOfChange(tx, id);
      const provider = providerId ? await directory.lockForDecision(tx, providerId) : undefined;
      const change = provider && (await store.lockChange(tx, id));
      return change && { ...change, publicSnapshot: provider.publicSnapshot };
    },
    computeChanges: (_, edit) => edit,
    publishedTexts: 'statement',
    async saveChanges(tx, change, verdict) {
      await directory.setProfile(tx, change.providerId, changesIfApproved(change, verdict));
      await directory.deleteUnusedLogos(tx, change.providerId, undefined);
      await store.setChangeStatus(tx, change.id, verdict.status);
    },
    auditDetail: (change) => ({
      provider: change.providerId,
      fields: Object.keys(toEffectiveChanges(change.changes, change)).join(', '),
    }),
    proposalOptions: {
      getTitle: ({ providerName }) => providerName,
      parseEdit: (changes) => statusEditSchema.parse(changes),
      statementChanges: statementIfApproved,
      preview: async (_, change, verdict) => ({
        provider: await directory.preview(change.providerId, changesIfApproved(change, verdict)),
      }),
    },
  });

const createDocumentWorkflow = (
  { decisions }: Deps,
  { updateBadge }: Pick<ReturnType<typeof createDocuments>, 'updateBadge'>,
) =>
  decisions.createWorkflow<store.DocumentRow, DocumentEdit, DocumentEdit>({
    subject: 'document',
    notFoundCode: 'DOCUMENT_NOT_FOUND',
    undecidedStatus: 'pending',
    /** Locks the business first, as the upload of documents does. */
    async lockForUpdate(tx, id) {
      const businessId = await store.findBusinessOfDocument(tx, id);
      if (businessId) await lockBusiness(tx, businessId);
      return store.lockDocument(tx, id);
    },
    computeChanges: (_, edit) => edit,
    publishedTexts: 'nothing',
    saveChanges: (tx, { id }, verdict) => store.setDocumentVerdict(tx, id, verdict),
    async afterChange(tx, { businessId, providerId }) {
      if (businessId) await updateBadge(tx, businessId, providerId);
    },
  });

/** For the export of a user's data. Another module provides the replies. */
async function exportUserData(
  { database: { db } }: Deps,
  actor: UserActor,
  listReplies: () => Promise<ExportedBusiness['replies']>,
): Promise<AccountData['business']> {
  const membership = await findMembership(db, actor.user.id);
  const row = membership && (await findBusiness(db, membership.businessId));
  if (!row) return null;
  const claims = await listClaims(db, row.id, accountListLimits.claims);
  const ownDocuments = await listOwn(db, row.id, documentLimits.filesPerBusiness);
  return {
    companyName: row.companyName,
    contactEmail: row.contactEmail,
    role: membership.role,
    since: membership.since.toISOString(),
    claims: claims.map(({ providerId, domain, method, status, createdAt }) => ({
      providerId,
      domain,
      method,
      status,
      createdAt: createdAt.toISOString(),
    })),
    replies: await listReplies(),
    documents: ownDocuments.map(({ name, version, status, createdAt }) => ({
      name,
      version,
      status,
      createdAt: createdAt.toISOString(),
    })),
  };
}

export function createBusinessService(deps: Deps) {
  const { database, billing } = deps;
  const account = createAccount(deps);
  const documents = createDocuments(deps);
  const changeWorkflow = createChangeWorkflow(deps);
  const documentWorkflow = createDocumentWorkflow(deps, documents);

  return {
    account,
    claims: createClaims(deps),
    colleagues: createColleagues(deps),
    documents,
    analytics: createAnalytics(deps),
    ...bindDeps(deps, { exportUserData }),

    async listInvoices(actor: UserActor): Promise<BusinessInvoice[]> {
      const membership = await findMembershipOf(database.db, actor);
      const userIds = membership ? await listOwners(database.db, membership.businessId) : [actor.user.id];
      const rows = await billing.listAnnual(userIds);
      return rows.map(({ userId, ...invoice }) => ({ ...invoice, isOwn: userId === actor.user.id }));
    },

    async listPendingChanges(query: QueryOf<typeof listProfileChanges>) {
      const { rows, total } = await store.listPendingChanges(database.db, query);
      return { rows: rows.map(presentChange), total };
    },

    /** Returns the change as it was requested. */
    decideChange: (actor: UserActor, id: string, status: 'approved' | 'rejected'): Promise<ProfileChange> =>
      database.transaction(async (tx) => {
        const { row, ...outcome } = await changeWorkflow.decideFirst(tx, id, { status }, { actor });
        return { ...presentChange(row), ...(outcome.decisionId && { status }), ...outcome };
      }),

    async listDocuments(query: QueryOf<typeof listDocuments>) {
      const { rows, total } = await store.listDocuments(database.db, query);
      return { rows: rows.map(presentDocument), total };
    },

    /** An approved document can still be rejected; a rejected one must be sent again. */
    decideDocument: (actor: UserActor, id: string, verdict: DocumentEdit): Promise<BusinessDocument> =>
      database.transaction(async (tx) => {
        const row = await documentWorkflow.lockForUpdate(tx, id as DocumentId);
        const isOpen = row.status === 'pending' || (row.status === 'approved' && verdict.status === 'rejected');
        if (!isOpen) throw new AppError('ALREADY_DECIDED');
        const { reason } = verdict;
        const outcome = await documentWorkflow.applyOrPropose(tx, row.id, verdict, {
          actor,
          ...(reason && { reason }),
        });
        return { ...presentDocument((await store.lockDocument(tx, row.id))!), ...outcome };
      }),

    moderationAdapter: changeWorkflow.adapter,
  };
}
