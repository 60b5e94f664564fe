/** A business's private account data and its profile, which is public after a moderator approves it. */
import type {
  BusinessAccount,
  BusinessProfile,
  NewBusinessAccount,
  NewBusinessProfile,
} from '@hakiki/contract/business';
import type { LogoId } from '@hakiki/contract/logos';
import { getApiAccess, type BusinessPayment, type BusinessRole } from '@hakiki/contract/business-values';
import type { UserId } from '@hakiki/contract/accounts';
import type { ProviderId } from '@hakiki/contract/directory';
import type * as z from 'zod/mini';
import { notFound } from '../../../platform/app-error.ts';
import { bindDeps } from '../../../platform/bind-deps.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import { type DirectoryService, type Profile, toLogoId } from '../../directory/service.ts';
import { readDocumentsStatus } from '../documents/documents-store.ts';
import { findMembershipOf, findOrCreateMembership, requireMembership } from '../colleagues/membership.ts';
import * as store from './portal-store.ts';
import { toEffectiveChanges } from './profile.ts';

/** The values of billing that are displayed; nothing else depends on them. */
export interface Billing {
  annualFeeCents: number;
  getPaymentStatus: (userIds: readonly UserId[]) => Promise<BusinessPayment>;
}

interface Deps {
  database: Database;
  audit: AuditService;
  directory: Pick<
    DirectoryService,
    'deleteUnusedLogos' | 'drawLogo' | 'insertProposedLogo' | 'lockForDecision' | 'readProposedLogo' | 'submit'
  >;
  billing: Billing;
}

const isListingRejected = ({ listing }: store.BusinessRow): boolean => listing?.reviewState === 'rejected';

/** Converts to the field names of the form. A proposed logo has an address that only the business can open. */
const toForm = ({ name, logoUrl, ...rest }: Partial<Profile>) => ({
  ...(name !== undefined && { companyName: name }),
  ...rest,
  ...(logoUrl && { logoUrl: `/api/business/logo/${toLogoId(logoUrl)}` }),
});

const toAccount = async (
  { billing, database }: Deps,
  { user }: UserActor,
  row: store.BusinessRow | undefined,
  role: BusinessRole | null,
): Promise<BusinessAccount> => {
  const { db } = database;
  const owners = row ? await store.listOwners(db, row.id) : [];
  const documents = row ? await readDocumentsStatus(db, row.id) : 'pending';
  return {
    companyName: row?.companyName ?? (await store.findDeclaredName(db, user.id)),
    contactEmail: row?.contactEmail ?? user.email,
    businessType: row?.businessType ?? 'Other',
    verificationStatus: row && isListingRejected(row) ? 'rejected' : documents === 'over' ? 'pending' : documents,
    subscriptionType: user.subscriptionTier,
    paymentStatus: await billing.getPaymentStatus(owners.length > 0 ? owners : [user.id]),
    annualFee: billing.annualFeeCents,
    apiAccessLevel: getApiAccess(user.subscriptionTier),
    providerId: row?.providerId ?? null,
    role,
  };
};

async function findOwn({ database }: Deps, actor: UserActor) {
  const membership = await findMembershipOf(database.db, actor);
  const row = membership && (await store.findBusiness(database.db, membership.businessId));
  return { row, role: membership?.role ?? null };
}

async function getAccount(deps: Deps, actor: UserActor): Promise<BusinessAccount> {
  const { row, role } = await findOwn(deps, actor);
  return toAccount(deps, actor, row, role);
}

async function getProfile(deps: Deps, actor: UserActor): Promise<BusinessProfile> {
  const { db } = deps.database;
  const { row, role } = await findOwn(deps, actor);
  const { providerId = null, listing = null } = row ?? {};
  const pending = providerId ? await store.findPendingChange(db, providerId) : undefined;
  const pendingChanges = pending && listing ? toEffectiveChanges(pending.changes, listing) : {};
  const lastDecision = providerId ? await store.findLastDecision(db, providerId) : undefined;
  return {
    providerId,
    listing: listing?.reviewState ?? null,
    verdict: listing?.verificationStatus ?? null,
    contactEmail: row?.contactEmail ?? actor.user.email,
    businessType: row?.businessType ?? 'Other',
    companyName: listing?.name ?? row?.companyName ?? (await store.findDeclaredName(db, actor.user.id)),
    website: listing?.website ?? null,
    description: listing?.description ?? '',
    countries: listing?.countries ?? [],
    licenseInfo: listing?.licenseInfo ?? null,
    established: listing?.established ?? null,
    userCount: listing?.userCount ?? null,
    securityFeatures: listing?.securityFeatures ?? [],
    insurance: listing?.insurance ?? null,
    logoUrl: listing?.logoUrl ?? null,
    waiting:
      pending && Object.keys(pendingChanges).length > 0
        ? { since: pending.createdAt.toISOString(), changes: toForm(pendingChanges) }
        : null,
    lastDecision:
      lastDecision?.decidedAt && lastDecision.status !== 'pending'
        ? { status: lastDecision.status, decidedAt: lastDecision.decidedAt.toISOString() }
        : null,
    role,
  };
}

/** Submits a new listing, which is pending like any submission and belongs to the account. */
async function submitListing(
  { directory }: Deps,
  tx: Db,
  actor: UserActor,
  business: store.BusinessRow,
  body: NewBusinessProfile,
) {
  const { user } = actor;
  const id = uuidv7<ProviderId>();
  await directory.submit(
    tx,
    {
      name: body.companyName,
      type: body.businessType ?? business.businessType,
      description: body.description ?? '',
      website: body.website ?? '',
      countries: body.countries || [],
      licenseInfo: body.licenseInfo ?? '',
      contactEmail: body.contactEmail,
      submitterName: [user.firstName, user.lastName].filter(Boolean).join(' ') || body.companyName,
      submitterEmail: user.email,
      relationship: 'owner',
      agreeToTerms: true,
    },
    { id, actor, language: body.language ?? 'en' },
  );
  await store.setBusiness(tx, business.id, { providerId: id });
  return id;
}

/** An empty text removes a value. */
const emptyToNull = (value: string | undefined) => (value === undefined ? undefined : value || null);

type Requested = Record<string, store.RequestedValue | undefined>;
type Listing = Profile & { id: ProviderId };

/** Replaces the changes that wait, unless they are the same. Fields missing in the request stay unchanged. */
async function requestChanges(
  { directory }: Deps,
  tx: Db,
  { id, ...listing }: Listing,
  toRequest: (waiting: Requested) => Requested,
) {
  const pending = await store.findPendingChange(tx, id);
  const requested = toRequest(pending?.changes ?? {});
  const changes = toEffectiveChanges(requested, listing);
  if (JSON.stringify(pending && toEffectiveChanges(pending.changes, listing)) === JSON.stringify(changes)) return;
  await store.deletePendingChanges(tx, id);
  const changed = Object.keys(changes).map((name) => [name, requested[name] ?? null] as const);
  if (changed.length > 0) await store.insertChange(tx, { providerId: id, changes: Object.fromEntries(changed) });
  await directory.deleteUnusedLogos(tx, id, changes.logoUrl ?? undefined);
}

const toRequested = (body: NewBusinessProfile, { logoUrl }: Requested): Requested => ({
  name: body.companyName,
  description: body.description,
  website: emptyToNull(body.website),
  countries: body.countries || undefined,
  licenseInfo: emptyToNull(body.licenseInfo),
  established: body.established,
  userCount: body.userCount,
  securityFeatures: body.securityFeatures,
  insurance: emptyToNull(body.insurance),
  // It is proposed on its own; saving the form keeps it.
  logoUrl,
});

/** The listing as it is now, locked. */
async function lockListing({ directory }: Deps, tx: Db, id: ProviderId, logoUrl: string | null): Promise<Listing> {
  const { statement } = (await directory.lockForDecision(tx, id))!.publicSnapshot;
  return { ...statement, id, logoUrl };
}

async function saveAccount(
  deps: Deps,
  actor: UserActor,
  body: z.infer<typeof NewBusinessAccount>,
): Promise<BusinessAccount> {
  await deps.database.transaction(async (tx) => {
    const { businessId } = await findOrCreateMembership(tx, deps.audit, actor, body);
    const { companyName, contactEmail, businessType } = body;
    await store.setBusiness(tx, businessId, { companyName, contactEmail, businessType });
    await deps.audit.record(tx, { actor: toAuditActor(actor), action: 'business.account-saved', subject: businessId });
  });
  return getAccount(deps, actor);
}

async function saveProfile(deps: Deps, actor: UserActor, body: NewBusinessProfile): Promise<BusinessProfile> {
  await deps.database.transaction(async (tx) => {
    const { businessId } = await findOrCreateMembership(tx, deps.audit, actor, body);
    const business = (await store.lockBusiness(tx, businessId))!;
    const { contactEmail, businessType } = body;
    await store.setBusiness(tx, businessId, {
      contactEmail,
      ...(businessType && { businessType }),
      ...(body.website !== undefined && { website: body.website || null }),
    });
    if (!business.providerId || !business.listing || isListingRejected(business)) {
      await submitListing(deps, tx, actor, business, body);
    } else {
      const listing = await lockListing(deps, tx, business.providerId, business.listing.logoUrl);
      await requestChanges(deps, tx, listing, (waiting) => toRequested(body, waiting));
    }
    await deps.audit.record(tx, { actor: toAuditActor(actor), action: 'business.profile-saved', subject: businessId });
  });
  return getProfile(deps, actor);
}

/** The picture waits for a moderator like every other change of the listing. */
async function proposeLogo(deps: Deps, actor: UserActor, upload: Uint8Array): Promise<BusinessProfile> {
  const pictures = await deps.directory.drawLogo(upload, actor.user.id);
  await deps.database.transaction(async (tx) => {
    const { businessId } = await requireMembership(tx, actor, 'editor');
    const { providerId, listing } = (await store.lockBusiness(tx, businessId))!;
    if (!providerId || !listing) throw notFound('PROVIDER_NOT_FOUND');
    const locked = await lockListing(deps, tx, providerId, listing.logoUrl);
    const logoUrl = await deps.directory.insertProposedLogo(tx, providerId, pictures);
    await requestChanges(deps, tx, locked, (waiting) => ({ ...waiting, logoUrl }));
    await deps.audit.record(tx, { actor: toAuditActor(actor), action: 'business.profile-saved', subject: businessId });
  });
  return getProfile(deps, actor);
}

/** Before the upload is read. */
async function assertMayProposeLogo(deps: Deps, actor: UserActor): Promise<void> {
  const { row } = await findOwn(deps, actor);
  if (!row?.providerId) throw notFound('PROVIDER_NOT_FOUND');
  await requireMembership(deps.database.db, actor, 'editor');
}

async function readProposedLogo(deps: Deps, actor: UserActor, id: LogoId): Promise<Uint8Array<ArrayBuffer>> {
  const { row } = await findOwn(deps, actor);
  if (!row?.providerId) throw notFound('NOT_FOUND');
  return deps.directory.readProposedLogo(id, row.providerId);
}

export function createAccount(deps: Deps) {
  return {
    ...bindDeps(deps, {
      getAccount,
      getProfile,
      saveAccount,
      saveProfile,
      proposeLogo,
      assertMayProposeLogo,
      readProposedLogo,
    }),
  };
}
