/** A referral is pending until the address of the invited person is verified, and credited once its reward lowered a charge. */
export const referralStatuses = ['pending', 'completed', 'credited'] as const;
export type ReferralStatus = (typeof referralStatuses)[number];

/** In credits, for each completed referral. */
export const referralReward = 50;

/** So many count by themselves. What comes beyond waits until an administrator has looked: many friends, or one person's many addresses. */
export const referralsUnlooked = { perDay: 5, perWeek: 10 } as const;
