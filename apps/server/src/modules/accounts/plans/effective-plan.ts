/**
 * SQL that computes, when a plan is read, whether it is in force: from its end and the days of grace. So no job must
 * run for a plan to be over. A plan that is over reads as free and expired; a requested plan that is not paid yet stays
 * pending.
 */
import { type Entitlement, entitlements, type Tier, tiers } from '@hakiki/contract/entitlements';
import { sql } from 'drizzle-orm';
import { isPlanOverSql, effectiveTierSql, type users } from '../tables.ts';

export { isPlanOverSql as isOver, effectiveTierSql as openTier };

export function effectiveStatusSql(alias?: string): string {
  const status = alias ? `${alias}.subscription_status` : 'subscription_status';
  return `case when ${isPlanOverSql(alias)} and ${status} <> 'pending' then 'expired' else ${status} end`;
}

/** SQL: whether the plan in force includes the entitlement. For jobs, which have no actor. */
export const planIncludesSql = (entitlement: Entitlement, alias?: string): string =>
  `${effectiveTierSql(alias)} in (${tiers
    .filter((tier) => entitlements[tier][entitlement])
    .map((tier) => `'${tier}'`)
    .join(', ')})`;

/** For queries that use the table without an alias. */
export const effectivePlanColumns = {
  subscriptionTier: sql<Tier>`${sql.raw(effectiveTierSql('users'))}`,
  subscriptionStatus: sql<(typeof users.$inferSelect)['subscriptionStatus']>`${sql.raw(effectiveStatusSql('users'))}`,
} as const;
