/** How a plan is changed from the list of users. */
import type { AdminUser } from '@hakiki/contract/accounts-admin';
import type { Tier } from '@hakiki/contract/entitlements';
import { useWrite } from '../../../lib/api/use-write.ts';
import { m } from '../../../paraglide/messages.js';
import { changeFailure } from '../parts/proposal-words.ts';
import { useOutcomeToast } from '../parts/undo.ts';
import { updateUser } from './reads.ts';

/** The button of a row: premium goes back to free, everything else becomes premium. */
export const toggledTier = (tier: Tier): Tier => (tier === 'premium' ? 'free' : 'premium');

/** A plan that somebody built upon does not end by a slip of the hand. */
export const needsConfirmation = (from: Tier, to: Tier): boolean =>
  from !== to && (from === 'api' || from === 'enterprise');

export interface TierChange {
  user: AdminUser;
  tier: Tier;
  reason?: string | undefined;
}

export function useTierChange() {
  const outcomeToast = useOutcomeToast(updateUser);
  const update = useWrite(updateUser, {
    success: (reply) => outcomeToast(reply, { title: m.users_updated() }),
    failure: changeFailure,
  });
  return {
    isRunning: update.isRunning,
    change: ({ user, tier, reason }: TierChange) =>
      update.run({ params: { userId: user.id }, body: { subscriptionTier: tier, ...(reason && { reason }) } }),
  };
}
