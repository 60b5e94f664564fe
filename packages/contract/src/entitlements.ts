/** The entitlements of each plan, for screens and server. Nothing compares tier names. */
export const tiers = ['free', 'premium', 'api', 'enterprise'] as const;
export type Tier = (typeof tiers)[number];

/** Plans by written contract, which are not charged by card. */
export const isContractPlan = (tier: Tier): boolean => tier === 'api' || tier === 'enterprise';

/** Default and maximum duration of a contract plan, and how many days before its end the owner is notified. */
export const contractTerms = { months: 12, maxMonths: 60, noticeDays: 30 } as const;

export const userTypes = ['user', 'business', 'regtech'] as const;
export type UserType = (typeof userTypes)[number];

export const entitlements = {
  free: { reviews: false, regtech: false, apiKeys: false, apiLink: false, analysis: false },
  premium: { reviews: true, regtech: true, apiKeys: false, apiLink: true, analysis: true },
  api: { reviews: false, regtech: false, apiKeys: true, apiLink: true, analysis: false },
  enterprise: { reviews: false, regtech: false, apiKeys: true, apiLink: true, analysis: false },
} as const satisfies Record<Tier, Record<string, boolean>>;

export type Entitlement = keyof (typeof entitlements)[Tier];

interface EntitledAccount {
  subscriptionTier: Tier;
  userType: UserType;
}

/** RegTech data is also available to business and regtech accounts on any plan. */
export const isEntitled = ({ subscriptionTier, userType }: EntitledAccount, entitlement: Entitlement): boolean =>
  entitlements[subscriptionTier][entitlement] || (entitlement === 'regtech' && userType !== 'user');
