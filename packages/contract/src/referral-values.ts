/** A referral is pending until the address of the invited person is verified, and credited once its reward lowered a charge. */
export const referralStatuses = ['pending', 'completed', 'credited'] as const;
export type ReferralStatus = (typeof referralStatuses)[number];

/** In credits, for each completed referral. */
export const referralReward = 50;
