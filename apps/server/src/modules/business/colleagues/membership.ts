/** Membership and roles of businesses. Never cached: a removed colleague loses access with the next call. */
import { type BusinessRole, businessRoles } from '@hakiki/contract/business-values';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import * as store from '../portal/portal-store.ts';

export type Membership = store.Membership;

const isAtLeast = (role: BusinessRole, minimumRole: BusinessRole): boolean =>
  businessRoles.indexOf(role) >= businessRoles.indexOf(minimumRole);

/** Returns undefined for a user without a business. */
export const findMembershipOf = (db: Db, { user }: UserActor): Promise<Membership | undefined> =>
  store.findMembership(db, user.id);

/** Rejects a user without a business or with a lower role. */
export async function requireMembership(db: Db, actor: UserActor, minimumRole: BusinessRole): Promise<Membership> {
  const membership = await findMembershipOf(db, actor);
  if (!membership || !isAtLeast(membership.role, minimumRole)) throw new AppError('FORBIDDEN');
  return membership;
}

/** For the first save of an account: a user without a business becomes the owner of a new one. */
export async function findOrCreateMembership(
  tx: Db,
  audit: AuditService,
  actor: UserActor,
  defaults: store.BusinessDefaults = {},
): Promise<Membership> {
  if (!(await findMembershipOf(tx, actor))) {
    // Two concurrent first saves create one business.
    await store.lockBusinessCreation(tx, actor.user.id);
    if (!(await findMembershipOf(tx, actor))) {
      const businessId = await store.insertBusiness(tx, actor.user, defaults);
      await store.insertMember(tx, { businessId, userId: actor.user.id, role: 'owner' });
      await audit.record(tx, { actor: toAuditActor(actor), action: 'business.founded', subject: businessId });
    }
  }
  return requireMembership(tx, actor, 'editor');
}
