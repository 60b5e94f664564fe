/**
 * Whether a plan is open is computed when it is read, from its end and the days of grace after it: no job has to run for it to be
 * over. One that is over reads as free and expired. A request that waits for its money stays pending, whatever was before it.
 */
import { type Entitlement, entitlements, type Tier, tiers } from '@hakiki/contract/entitlements';
import { sql } from 'drizzle-orm';
import { isOver, openTier, type users } from './tables.ts';

export { isOver, openTier };

export function openStatus(name?: string): string {
  const status = name ? `${name}.subscription_status` : 'subscription_status';
  return `case when ${isOver(name)} and ${status} <> 'pending' then 'expired' else ${status} end`;
}

/** Whether the open plan includes it, as SQL: for what is done while nobody asks. */
export const planIncludes = (wanted: Entitlement, name?: string): string =>
  `${openTier(name)} in (${tiers
    .filter((tier) => entitlements[tier][wanted])
    .map((tier) => `'${tier}'`)
    .join(', ')})`;

/** For a query that names the table by its own name. */
export const openColumns = {
  subscriptionTier: sql<Tier>`${sql.raw(openTier('users'))}`,
  subscriptionStatus: sql<(typeof users.$inferSelect)['subscriptionStatus']>`${sql.raw(openStatus('users'))}`,
} as const;
