/** What each plan opens. Screens read this table to show a control, the server to allow the act; nobody compares tier names. */
export const tiers = ['free', 'premium', 'api', 'enterprise'] as const;
export type Tier = (typeof tiers)[number];

/** Agreed on in writing for a time, and renewed in writing; no card charges for them. */
export const isByContract = (tier: Tier): boolean => tier === 'api' || tier === 'enterprise';

/** How long such a plan lasts where nobody says otherwise, at most, and when its owner is told that it ends. */
export const contractTerms = { months: 12, longestMonths: 60, noticeDays: 30 } as const;

export const userTypes = ['user', 'business', 'regtech'] as const;
export type UserType = (typeof userTypes)[number];

export const entitlements = {
  free: { reviews: false, regtech: false, apiKeys: false, apiLink: false, analysis: false },
  premium: { reviews: true, regtech: true, apiKeys: false, apiLink: true, analysis: true },
  api: { reviews: false, regtech: false, apiKeys: true, apiLink: true, analysis: false },
  enterprise: { reviews: false, regtech: false, apiKeys: true, apiLink: true, analysis: false },
} as const satisfies Record<Tier, Record<string, boolean>>;

export type Entitlement = keyof (typeof entitlements)[Tier];

interface Holder {
  subscriptionTier: Tier;
  userType: UserType;
}

/** RegTech data is also open to its own audience, whatever their plan. */
export const isEntitled = ({ subscriptionTier, userType }: Holder, wanted: Entitlement): boolean =>
  entitlements[subscriptionTier][wanted] || (wanted === 'regtech' && userType !== 'user');
