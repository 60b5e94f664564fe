import type { User, UserId } from '@hakiki/contract/accounts';
import type { BusinessId } from '@hakiki/contract/business';
import type { BusinessRole, BusinessType } from '@hakiki/contract/business-values';
import type { ProviderId } from '@hakiki/contract/directory';
import { and, asc, desc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { users } from '../../accounts/read-model.ts';
import { providers } from '../../directory/read-model.ts';
import { businesses, businessMembers, profileChanges } from '../tables.ts';

export type { RequestedValue } from '../tables.ts';

export interface Membership {
  businessId: BusinessId;
  role: BusinessRole;
  since: Date;
}

/** Initial values of a business, for fields that its first save does not contain. */
export interface BusinessDefaults {
  companyName?: string;
  contactEmail?: string;
  businessType?: BusinessType | undefined;
}

export const findMembership = (db: Db, userId: UserId): Promise<Membership | undefined> =>
  db
    .select({ businessId: businessMembers.businessId, role: businessMembers.role, since: businessMembers.createdAt })
    .from(businessMembers)
    .where(eq(businessMembers.userId, userId))
    .then((rows) => rows[0]);

/** Held until the end of the transaction. */
export const lockBusinessCreation = (tx: Db, userId: UserId) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('business of ' || ${userId}::text, 0))`);

/** The business name from the sign-up. */
export const findDeclaredName = (db: Db, userId: UserId): Promise<string> =>
  db
    .select({ name: users.businessName })
    .from(users)
    .where(eq(users.id, userId))
    .then((rows) => rows[0]?.name ?? '');

export async function insertBusiness(tx: Db, user: User, defaults: BusinessDefaults): Promise<BusinessId> {
  const id = uuidv7<BusinessId>();
  await tx.insert(businesses).values({
    id,
    companyName: defaults.companyName ?? (await findDeclaredName(tx, user.id)),
    contactEmail: defaults.contactEmail ?? user.email,
    ...(defaults.businessType && { businessType: defaults.businessType }),
  });
  return id;
}

export const insertMember = (tx: Db, member: typeof businessMembers.$inferInsert) =>
  tx.insert(businessMembers).values(member);

export const listOwners = (db: Db, businessId: BusinessId): Promise<UserId[]> =>
  db
    .select({ userId: businessMembers.userId })
    .from(businessMembers)
    .where(and(eq(businessMembers.businessId, businessId), eq(businessMembers.role, 'owner')))
    .orderBy(asc(businessMembers.createdAt))
    .then((rows) => rows.map(({ userId }) => userId));

/** Includes the listing, public or not. */
const selectBusinesses = (db: Db) =>
  db
    .select({
      id: businesses.id,
      companyName: businesses.companyName,
      contactEmail: businesses.contactEmail,
      businessType: businesses.businessType,
      providerId: businesses.providerId,
      listing: {
        name: providers.name,
        description: providers.description,
        website: providers.website,
        countries: providers.countries,
        licenseInfo: providers.licenseInfo,
        established: providers.established,
        userCount: providers.userCount,
        securityFeatures: providers.securityFeatures,
        insurance: providers.insurance,
        logoUrl: providers.logoUrl,
        reviewState: providers.reviewState,
        verificationStatus: providers.verificationStatus,
        rating: providers.rating,
        reviewCount: providers.reviewCount,
      },
    })
    .from(businesses)
    .leftJoin(providers, eq(providers.id, businesses.providerId))
    .$dynamic();

export type BusinessRow = Awaited<ReturnType<typeof selectBusinesses>>[number];

export const findBusiness = (db: Db, id: BusinessId): Promise<BusinessRow | undefined> =>
  selectBusinesses(db)
    .where(eq(businesses.id, id))
    .then((rows) => rows[0]);

/** Serialises all changes of a business and its documents: lock it before its listing. */
export const lockBusiness = (tx: Db, id: BusinessId): Promise<BusinessRow | undefined> =>
  selectBusinesses(tx)
    .where(eq(businesses.id, id))
    .for('update', { of: businesses })
    .then((rows) => rows[0]);

export const setBusiness = (tx: Db, id: BusinessId, values: Partial<typeof businesses.$inferInsert>) =>
  tx.update(businesses).set(values).where(eq(businesses.id, id));

export const findPendingChange = (db: Db, providerId: ProviderId) =>
  db
    .select({ id: profileChanges.id, changes: profileChanges.changes, createdAt: profileChanges.createdAt })
    .from(profileChanges)
    .where(and(eq(profileChanges.providerId, providerId), eq(profileChanges.status, 'pending')))
    .orderBy(desc(profileChanges.createdAt), desc(profileChanges.id))
    .limit(1)
    .then((rows) => rows[0]);

export const findLastDecision = (db: Db, providerId: ProviderId) =>
  db
    .select({ status: profileChanges.status, decidedAt: profileChanges.decidedAt })
    .from(profileChanges)
    .where(
      and(
        eq(profileChanges.providerId, providerId),
        ne(profileChanges.status, 'pending'),
        isNotNull(profileChanges.decidedAt),
      ),
    )
    .orderBy(desc(profileChanges.decidedAt))
    .limit(1)
    .then((rows) => rows[0]);

/** Deletes instead of updating, so that a moderator never decides on replaced text. */
export const deletePendingChanges = (tx: Db, providerId: ProviderId) =>
  tx.delete(profileChanges).where(and(eq(profileChanges.providerId, providerId), eq(profileChanges.status, 'pending')));

export const insertChange = (tx: Db, change: typeof profileChanges.$inferInsert) =>
  tx.insert(profileChanges).values(change);
