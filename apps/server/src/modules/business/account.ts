/** A business's private account data and its profile, which is public after a moderator approves it. */
import type {
  BusinessAccount,
  BusinessProfile,
  NewBusinessAccount,
  NewBusinessProfile,
} from '@hakiki/contract/business';
import { apiAccessOf, type BusinessPayment, type BusinessRole } from '@hakiki/contract/business-values';
import type { UserId } from '@hakiki/contract/accounts';
import type { ProviderId } from '@hakiki/contract/directory';
import type * as z from 'zod/mini';
import type { Database, Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import type { DirectoryService, Profile } from '../directory/service.ts';
import { readStanding } from './documents-store.ts';
import { membershipOf, membershipOrOwn } from './membership.ts';
import * as store from './portal-store.ts';
import { wantedOf } from './profile.ts';

/** The values of billing that are displayed; nothing else depends on them. */
export interface Billing {
  annualFeeCents: number;
  paymentStatusOf: (userIds: readonly UserId[]) => Promise<BusinessPayment>;
}

interface Needs {
  database: Database;
  audit: AuditService;
  directory: Pick<DirectoryService, 'hold' | 'submit'>;
  billing: Billing;
}

const isTurnedDown = ({ listing }: store.BusinessRow): boolean => listing?.reviewState === 'rejected';

/** Converts to the field names of the form. */
const toForm = ({ name, ...rest }: Partial<Profile>) => ({ ...(name !== undefined && { companyName: name }), ...rest });

export function createAccount({ database, audit, directory, billing }: Needs) {
  const accountOf = async (
    { user }: UserActor,
    row: store.BusinessRow | undefined,
    role: BusinessRole | null,
  ): Promise<BusinessAccount> => {
    const { db } = database;
    const owners = row ? await store.listOwners(db, row.id) : [];
    const documents = row ? await readStanding(db, row.id) : 'pending';
    return {
      companyName: row?.companyName ?? (await store.findDeclaredName(db, user.id)),
      contactEmail: row?.contactEmail ?? user.email,
      businessType: row?.businessType ?? 'Other',
      verificationStatus: row && isTurnedDown(row) ? 'rejected' : documents === 'over' ? 'pending' : documents,
      subscriptionType: user.subscriptionTier,
      paymentStatus: await billing.paymentStatusOf(owners.length > 0 ? owners : [user.id]),
      annualFee: billing.annualFeeCents,
      apiAccessLevel: apiAccessOf(user.subscriptionTier),
      providerId: row?.providerId ?? null,
      role,
    };
  };

  async function findOwn(actor: UserActor) {
    const membership = await membershipOf(database.db, actor);
    const row = membership && (await store.findBusiness(database.db, membership.businessId));
    return { row, role: membership?.role ?? null };
  }

  async function getAccount(actor: UserActor): Promise<BusinessAccount> {
    const { row, role } = await findOwn(actor);
    return accountOf(actor, row, role);
  }

  async function getProfile(actor: UserActor): Promise<BusinessProfile> {
    const { db } = database;
    const { row, role } = await findOwn(actor);
    const { providerId = null, listing = null } = row ?? {};
    const pending = providerId ? await store.findPendingChange(db, providerId) : undefined;
    const wanted = pending && listing ? wantedOf(pending.changes, listing) : {};
    const last = providerId ? await store.findLastDecision(db, providerId) : undefined;
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
      waiting:
        pending && Object.keys(wanted).length > 0
          ? { since: pending.createdAt.toISOString(), changes: toForm(wanted) }
          : null,
      lastDecision:
        last?.decidedAt && last.status !== 'pending'
          ? { status: last.status, decidedAt: last.decidedAt.toISOString() }
          : null,
      role,
    };
  }

  /** Submits a new listing, which is pending like any submission and belongs to the account. */
  async function propose(tx: Db, actor: UserActor, business: store.BusinessRow, given: NewBusinessProfile) {
    const { user } = actor;
    const id = uuidv7<ProviderId>();
    await directory.submit(
      tx,
      {
        name: given.companyName,
        type: given.businessType ?? business.businessType,
        description: given.description ?? '',
        website: given.website ?? '',
        countries: given.countries || [],
        licenseInfo: given.licenseInfo ?? '',
        contactEmail: given.contactEmail,
        submitterName: [user.firstName, user.lastName].filter(Boolean).join(' ') || given.companyName,
        submitterEmail: user.email,
        relationship: 'owner',
        agreeToTerms: true,
      },
      { id, actor, language: given.language ?? 'en' },
    );
    await store.setBusiness(tx, business.id, { providerId: id });
    return id;
  }

  /** Fields missing in the request stay unchanged. */
  async function wish(tx: Db, providerId: ProviderId, listing: Profile, given: NewBusinessProfile) {
    const wanted = wantedOf(
      {
        name: given.companyName,
        description: given.description,
        website: given.website === undefined ? undefined : given.website || null,
        countries: given.countries || undefined,
        licenseInfo: given.licenseInfo === undefined ? undefined : given.licenseInfo || null,
      },
      listing,
    );
    const waiting = await store.findPendingChange(tx, providerId);
    if (JSON.stringify(waiting && wantedOf(waiting.changes, listing)) === JSON.stringify(wanted)) return;
    await store.deletePendingChanges(tx, providerId);
    if (Object.keys(wanted).length > 0) await store.insertChange(tx, { providerId, changes: wanted });
  }

  return {
    getAccount,
    getProfile,

    async saveAccount(actor: UserActor, given: z.infer<typeof NewBusinessAccount>): Promise<BusinessAccount> {
      await database.transaction(async (tx) => {
        const { businessId } = await membershipOrOwn(tx, audit, actor, given);
        const { companyName, contactEmail, businessType } = given;
        await store.setBusiness(tx, businessId, { companyName, contactEmail, businessType });
        await audit.record(tx, { actor: actorOf(actor), action: 'business.account-saved', subject: businessId });
      });
      return getAccount(actor);
    },

    async saveProfile(actor: UserActor, given: NewBusinessProfile): Promise<BusinessProfile> {
      await database.transaction(async (tx) => {
        const { businessId } = await membershipOrOwn(tx, audit, actor, given);
        const business = (await store.lockBusiness(tx, businessId))!;
        const { contactEmail, businessType } = given;
        await store.setBusiness(tx, businessId, {
          contactEmail,
          ...(businessType && { businessType }),
          ...(given.website !== undefined && { website: given.website || null }),
        });
        if (!business.providerId || !business.listing || isTurnedDown(business)) {
          await propose(tx, actor, business, given);
        } else {
          const { statement } = (await directory.hold(tx, business.providerId))!.publicSnapshot;
          await wish(tx, business.providerId, statement, given);
        }
        await audit.record(tx, { actor: actorOf(actor), action: 'business.profile-saved', subject: businessId });
      });
      return getProfile(actor);
    },
  };
}
