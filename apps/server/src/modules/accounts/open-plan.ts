/**
 * SQL that computes, when a plan is read, whether it is in force: from its end and the days of grace. So no job must
 * run for a plan to be over. A plan that is over reads as free and expired; a requested plan that is not paid yet stays
 * pending.
 */
import { type Entitlement, entitlements, type Tier, tiers } from '@hakiki/contract/entitlements';
import { sql } from 'drizzle-orm';
import { isOver, openTier, type users } from './tables.ts';

export { isOver, openTier };

export function openStatus(name?: string): string {
  const status = name ? `${name}.subscription_status` : 'subscription_status';
  return `case when ${isOver(name)} and ${status} <> 'pending' then 'expired' else ${status} end`;
}

/** SQL: whether the plan in force includes the entitlement. For jobs, which have no actor. */
export const planIncludes = (wanted: Entitlement, name?: string): string =>
  `${openTier(name)} in (${tiers
    .filter((tier) => entitlements[tier][wanted])
    .map((tier) => `'${tier}'`)
    .join(', ')})`;

/** For queries that use the table without an alias. */
export const openColumns = {
  subscriptionTier: sql<Tier>`${sql.raw(openTier('users'))}`,
  subscriptionStatus: sql<(typeof users.$inferSelect)['subscriptionStatus']>`${sql.raw(openStatus('users'))}`,
} as const;
