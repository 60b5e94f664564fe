/** Membership and roles of businesses. Never cached: a removed colleague loses access with the next call. */
import { type BusinessRole, businessRoles } from '@hakiki/contract/business-values';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import * as store from './portal-store.ts';

export type Membership = store.Membership;

const may = (role: BusinessRole, least: BusinessRole): boolean =>
  businessRoles.indexOf(role) >= businessRoles.indexOf(least);

/** Returns undefined for a user without a business. */
export const membershipOf = (db: Db, { user }: UserActor): Promise<Membership | undefined> =>
  store.findMembership(db, user.id);

/** Rejects a user without a business or with a lower role. */
export async function requireMembership(db: Db, actor: UserActor, least: BusinessRole): Promise<Membership> {
  const membership = await membershipOf(db, actor);
  if (!membership || !may(membership.role, least)) throw new AppError('FORBIDDEN');
  return membership;
}

/** For the first save of an account: a user without a business becomes the owner of a new one. */
export async function membershipOrOwn(
  tx: Db,
  audit: AuditService,
  actor: UserActor,
  founding: store.Founding = {},
): Promise<Membership> {
  if (!(await membershipOf(tx, actor))) {
    // Two concurrent first saves create one business.
    await store.lockFounding(tx, actor.user.id);
    if (!(await membershipOf(tx, actor))) {
      const businessId = await store.insertBusiness(tx, actor.user, founding);
      await store.insertMember(tx, { businessId, userId: actor.user.id, role: 'owner' });
      await audit.record(tx, { actor: actorOf(actor), action: 'business.founded', subject: businessId });
    }
  }
  return requireMembership(tx, actor, 'editor');
}
