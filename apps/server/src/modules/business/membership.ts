/**
 * Who belongs to which business, and what they may do there. Asked for with every call and never remembered: a colleague who has left
 * has no access from the next call on.
 */
import { type BusinessRole, businessRoles } from '@hakiki/contract/business-values';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import * as store from './portal-store.ts';

export type Membership = store.Membership;

const may = (role: BusinessRole, least: BusinessRole): boolean =>
  businessRoles.indexOf(role) >= businessRoles.indexOf(least);

/** Nothing for whoever belongs to none. */
export const membershipOf = (db: Db, { user }: UserActor): Promise<Membership | undefined> =>
  store.findMembership(db, user.id);

/** Refuses whoever belongs to no business, or may do less there. */
export async function requireMembership(db: Db, actor: UserActor, least: BusinessRole): Promise<Membership> {
  const membership = await membershipOf(db, actor);
  if (!membership || !may(membership.role, least)) throw new AppError('FORBIDDEN');
  return membership;
}

/** For what can be the first thing an account saves: whoever belongs to no business becomes the owner of their own. */
export async function membershipOrOwn(
  tx: Db,
  audit: AuditService,
  actor: UserActor,
  founding: store.Founding = {},
): Promise<Membership> {
  if (!(await membershipOf(tx, actor))) {
    // Two first saves at the same moment found one business.
    await store.lockFounding(tx, actor.user.id);
    if (!(await membershipOf(tx, actor))) {
      const businessId = await store.insertBusiness(tx, actor.user, founding);
      await store.insertMember(tx, { businessId, userId: actor.user.id, role: 'owner' });
      await audit.record(tx, { actor: actorOf(actor), action: 'business.founded', subject: businessId });
    }
  }
  return requireMembership(tx, actor, 'editor');
}
