/** Changes a plan from the list of users. */
import type { AdminUser } from '@hakiki/contract/accounts-admin';
import { contractTerms, isContractPlan, type Tier } from '@hakiki/contract/entitlements';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { m } from '../../../paraglide/messages.js';
import { changeFailure } from '../parts/proposal-labels.ts';
import { useOutcomeToast } from '../parts/undo.ts';
import { updateUser } from './queries.ts';

/** The row's button: premium becomes free, everything else becomes premium. */
export const toggleTier = (tier: Tier): Tier => (tier === 'premium' ? 'free' : 'premium');

/** A contract plan must not end by an accidental click. */
export const needsConfirmation = (from: Tier, to: Tier): boolean => from !== to && isContractPlan(from);

/** The day in the company's time zone that is the given number of months after a time. */
function getDayAfterMonths(months: number, time: number): string {
  const date = new Date(time);
  date.setUTCMonth(date.getUTCMonth() + months);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' }).format(date);
}

/** The possible last days of a contract plan. For an extension the suggested day is a year after the current end. */
export function getContractDays({ user, tier }: TierChange, now = Date.now()) {
  const isSamePlan = user.subscriptionTier === tier;
  const startMs = isSamePlan && user.subscriptionEndsAt ? Date.parse(user.subscriptionEndsAt) : now;
  const last = getDayAfterMonths(contractTerms.maxMonths, now);
  const suggested = getDayAfterMonths(contractTerms.months, startMs);
  return { first: getDayAfterMonths(0, now), last, suggested: suggested < last ? suggested : last };
}

export interface TierChange {
  user: AdminUser;
  tier: Tier;
  /** The last day of a contract plan, as YYYY-MM-DD. */
  endsOn?: string | undefined;
  reason?: string | undefined;
}

export function useTierChange() {
  const outcomeToast = useOutcomeToast(updateUser);
  const update = useMutation(updateUser, {
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
