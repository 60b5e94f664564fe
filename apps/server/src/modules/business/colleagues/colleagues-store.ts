import type { UserId } from '@hakiki/contract/accounts';
import type { BusinessId } from '@hakiki/contract/business';
import type { InvitationId } from '@hakiki/contract/business-members';
import { type BusinessRole, businessRoles, colleagueLimits } from '@hakiki/contract/business-values';
import { and, asc, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { users } from '../../accounts/read-model.ts';
import { providers } from '../../directory/read-model.ts';
import { businesses, businessInvitations, businessMembers } from '../tables.ts';

export const listMembers = (db: Db, businessId: BusinessId) =>
  db
    .select({
      userId: businessMembers.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      role: businessMembers.role,
      createdAt: businessMembers.createdAt,
    })
    .from(businessMembers)
    .innerJoin(users, eq(users.id, businessMembers.userId))
    .where(eq(businessMembers.businessId, businessId))
    .orderBy(asc(businessMembers.createdAt), asc(businessMembers.userId))
    .limit(colleagueLimits.max);

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

const isOpen = and(isNull(businessInvitations.acceptedAt), gt(businessInvitations.expiresAt, sql`now()`));

export const listOpenInvitations = (db: Db, businessId: BusinessId) =>
  db
    .select({
      id: businessInvitations.id,
      email: businessInvitations.email,
      role: businessInvitations.role,
      createdAt: businessInvitations.createdAt,
      expiresAt: businessInvitations.expiresAt,
    })
    .from(businessInvitations)
    .where(and(eq(businessInvitations.businessId, businessId), isOpen))
    .orderBy(asc(businessInvitations.createdAt), asc(businessInvitations.id))
    .limit(colleagueLimits.max);

export type InvitationRow = Awaited<ReturnType<typeof listOpenInvitations>>[number];

export const countMembers = (db: Db, businessId: BusinessId): Promise<number> =>
  db.$count(businessMembers, eq(businessMembers.businessId, businessId));

/** Open invitations of other addresses. */
export const countOtherOpenInvitations = (db: Db, businessId: BusinessId, email: string): Promise<number> =>
  db.$count(
    businessInvitations,
    and(eq(businessInvitations.businessId, businessId), ne(businessInvitations.email, email), isOpen),
  );

export const isMemberAddress = (db: Db, businessId: BusinessId, email: string): Promise<boolean> =>
  db
    .select({ id: users.id })
    .from(businessMembers)
    .innerJoin(users, eq(users.id, businessMembers.userId))
    .where(and(eq(businessMembers.businessId, businessId), eq(users.email, email)))
    .then((rows) => rows.length > 0);

/** Inserts a new row with a new token: the earlier email becomes invalid. */
export async function replaceInvitation(tx: Db, invitation: typeof businessInvitations.$inferInsert): Promise<void> {
  const { businessId, email } = invitation;
  await tx
    .delete(businessInvitations)
    .where(and(eq(businessInvitations.businessId, businessId), eq(businessInvitations.email, email)));
  await tx.insert(businessInvitations).values(invitation);
}

export const deleteOpenInvitation = (tx: Db, businessId: BusinessId, id: InvitationId): Promise<boolean> =>
  tx
    .delete(businessInvitations)
    .where(and(eq(businessInvitations.id, id), eq(businessInvitations.businessId, businessId), isOpen))
    .returning({ id: businessInvitations.id })
    .then((rows) => rows.length > 0);

export const findInvitation = (db: Db, tokenHash: Buffer) =>
  db
    .select({
      id: businessInvitations.id,
      businessId: businessInvitations.businessId,
      email: businessInvitations.email,
      role: businessInvitations.role,
      isAccepted: sql<boolean>`${businessInvitations.acceptedAt} is not null`,
    })
    .from(businessInvitations)
    .where(and(eq(businessInvitations.tokenHash, tokenHash), gt(businessInvitations.expiresAt, sql`now()`)))
    .then((rows) => rows[0]);

/** Succeeds once: a second call gets no row. */
export const markAccepted = (tx: Db, id: InvitationId): Promise<{ role: BusinessRole } | undefined> =>
  tx
    .update(businessInvitations)
    .set({ acceptedAt: sql`now()` })
    .where(and(eq(businessInvitations.id, id), isOpen))
    .returning({ role: businessInvitations.role })
    .then((rows) => rows[0]);

export const findVerifiedAddress = (db: Db, userId: UserId): Promise<string | undefined> =>
  db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
    .then((rows) => rows[0]?.email);

/** Data for the email. The only name of the business is that of a public listing, which a moderator has approved. */
export const findForEmail = (db: Db, id: InvitationId) =>
  db
    .select({
      email: businessInvitations.email,
      role: businessInvitations.role,
      tokenHash: businessInvitations.tokenHash,
      language: businessInvitations.language,
      inviter: users.email,
      listing: providers.name,
    })
    .from(businessInvitations)
    .innerJoin(businesses, eq(businesses.id, businessInvitations.businessId))
    .leftJoin(users, eq(users.id, businessInvitations.invitedBy))
    .leftJoin(providers, and(eq(providers.id, businesses.providerId), eq(providers.reviewState, 'approved')))
    .where(and(eq(businessInvitations.id, id), isOpen))
    .then((rows) => rows[0]);

export const findMember = (db: Db, businessId: BusinessId, userId: UserId): Promise<BusinessRole | undefined> =>
  db
    .select({ role: businessMembers.role })
    .from(businessMembers)
    .where(and(eq(businessMembers.businessId, businessId), eq(businessMembers.userId, userId)))
    .then((rows) => rows[0]?.role);

export const setRole = (tx: Db, businessId: BusinessId, userId: UserId, role: BusinessRole) =>
  tx
    .update(businessMembers)
    .set({ role })
    .where(and(eq(businessMembers.businessId, businessId), eq(businessMembers.userId, userId)));

export const deleteMember = (tx: Db, businessId: BusinessId, userId: UserId) =>
  tx.delete(businessMembers).where(and(eq(businessMembers.businessId, businessId), eq(businessMembers.userId, userId)));

const rank = sql`array_position(array[${sql.join(
  businessRoles.map((role) => sql`${role}`),
  sql`, `,
)}]::text[], ${businessMembers.role}::text)`;

/** The other member with the highest role, then the earliest. */
export const findSuccessor = (db: Db, businessId: BusinessId, excludedUserId: UserId) =>
  db
    .select({ userId: businessMembers.userId, role: businessMembers.role })
    .from(businessMembers)
    .where(and(eq(businessMembers.businessId, businessId), ne(businessMembers.userId, excludedUserId)))
    .orderBy(sql`${rank} desc`, asc(businessMembers.createdAt), asc(businessMembers.userId))
    .limit(1)
    .then((rows) => rows[0]);

export const findNewOwner = (db: Db, userId: UserId) =>
  db
    .select({ email: users.email, language: users.language, companyName: businesses.companyName })
    .from(businessMembers)
    .innerJoin(users, eq(users.id, businessMembers.userId))
    .innerJoin(businesses, eq(businesses.id, businessMembers.businessId))
    .where(and(eq(businessMembers.userId, userId), eq(businessMembers.role, 'owner')))
    .then((rows) => rows[0]);

export const deleteExpired = (db: Db): Promise<number> =>
  db
    .delete(businessInvitations)
    .where(lt(businessInvitations.expiresAt, sql`now()`))
    .returning({ id: businessInvitations.id })
    .then((rows) => rows.length);

const PAGE_SIZE = 500;

/** For key rotation: only the email needs the token, and it is sent within a day; accepting does not. */
export const listTokens = (db: Db, after: string | undefined) =>
  db
    .select({ id: businessInvitations.id, tokenHash: businessInvitations.tokenHash })
    .from(businessInvitations)
    .where(
      and(
        isOpen,
        gt(businessInvitations.createdAt, sql`now() - interval '1 day'`),
        after ? gt(businessInvitations.id, after as InvitationId) : undefined,
      ),
    )
    .orderBy(asc(businessInvitations.id))
    .limit(PAGE_SIZE);
