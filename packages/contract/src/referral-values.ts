/** A referral is pending until the invited user's address is verified, and credited when it reduced a charge. */
export const referralStatuses = ['pending', 'completed', 'credited'] as const;
export type ReferralStatus = (typeof referralStatuses)[number];

/** In credits, per completed referral. */
export const referralReward = 50;

/** Referrals up to these numbers count automatically; more wait for an administrator, against fake accounts. */
export const automaticReferralLimits = { perDay: 5, perWeek: 10 } as const;
