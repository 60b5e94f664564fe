/**
 * Whether a plan is open is computed when it is read, from its end and the days of grace after it: no job has to run for it to be
 * over. One that is over reads as free and expired. A request that waits for its money stays pending, whatever was before it.
 */
import { type Entitlement, entitlements, type Tier, tiers } from '@hakiki/contract/entitlements';
import { sql } from 'drizzle-orm';
import type { users } from './tables.ts';

const columnsOf = (name: string | undefined) => {
  const of = (column: string) => (name ? `${name}.${column}` : column);
  return {
    tier: of('subscription_tier'),
    status: of('subscription_status'),
    endsAt: of('subscription_ends_at'),
    graceUntil: of('grace_until'),
  };
};

/** As SQL, of the row of users that goes by this name. Where there is no end it is false. */
export function isOver(name?: string): string {
  const { endsAt, graceUntil } = columnsOf(name);
  return `(${endsAt} is not null and greatest(${endsAt}, ${graceUntil}) <= now())`;
}

export const openTier = (name?: string): string =>
  `case when ${isOver(name)} then 'free' else ${columnsOf(name).tier} end`;

export function openStatus(name?: string): string {
  const { status } = columnsOf(name);
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
