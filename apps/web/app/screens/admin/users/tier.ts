/** How a plan is changed from the list of users. */
import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { contractTerms, isByContract, type Tier } from '@hakiki/contract/entitlements';
import { useWrite } from '../../../lib/api/use-write.ts';
import { m } from '../../../paraglide/messages.js';
import { changeFailure } from '../parts/proposal-words.ts';
import { useOutcomeToast } from '../parts/undo.ts';
import { updateUser } from './reads.ts';

/** The button of a row: premium goes back to free, everything else becomes premium. */
export const toggledTier = (tier: Tier): Tier => (tier === 'premium' ? 'free' : 'premium');

/** A plan that somebody built upon does not end by a slip of the hand. */
export const needsConfirmation = (from: Tier, to: Tier): boolean => from !== to && isByContract(from);

/** So many months after a time, as the day where the company is. */
function dayAfterMonths(months: number, time: number): string {
  const date = new Date(time);
  date.setUTCMonth(date.getUTCMonth() + months);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' }).format(date);
}

/** The days on which a plan by contract can end. One that goes on is offered the day a year after its present end. */
export function contractDays({ user, tier }: TierChange, now = Date.now()) {
  const isSamePlan = user.subscriptionTier === tier;
  const from = isSamePlan && user.subscriptionEndsAt ? Date.parse(user.subscriptionEndsAt) : now;
  const last = dayAfterMonths(contractTerms.longestMonths, now);
  const suggested = dayAfterMonths(contractTerms.months, from);
  return { first: dayAfterMonths(0, now), last, suggested: suggested < last ? suggested : last };
}

export interface TierChange {
  user: AdminUser;
  tier: Tier;
  /** Of a plan by contract, as YYYY-MM-DD. */
  endsOn?: string | undefined;
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
    change: ({ user, tier, endsOn, reason }: TierChange) =>
      update.run({
        params: { userId: user.id },
        body: { subscriptionTier: tier, ...(endsOn && { endsOn }), ...(reason && { reason }) },
      }),
  };
}
