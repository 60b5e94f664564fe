import { describe, expect, it } from 'vitest';
import { type Entitlement, entitlements, isEntitled, tiers, userTypes } from './entitlements.ts';

describe('what each plan opens', () => {
  const entitlementNames = Object.keys(entitlements.free) as Entitlement[];
  const opened = (subscriptionTier: (typeof tiers)[number], userType: (typeof userTypes)[number] = 'user') =>
    entitlementNames.filter((wanted) => isEntitled({ subscriptionTier, userType }, wanted)).toSorted();

  it('gives a free account nothing beyond reading [ROLE-04] [DEC-33]', () => {
    expect(opened('free')).toEqual([]);
  });

  it('gives premium reviews, RegTech data and analysis [ROLE-04] [DEC-30]', () => {
    expect(opened('premium')).toEqual(['analysis', 'apiLink', 'regtech', 'reviews']);
  });

  it.each(['api', 'enterprise'] as const)(
    'gives %s its keys, and none of what premium has [ROLE-11] [DEC-29] [DEC-30]',
    (tier) => {
      expect(opened(tier)).toEqual(['apiKeys', 'apiLink']);
    },
  );

  it.each(['business', 'regtech'] as const)('opens RegTech data to a %s account on any plan [DEC-31]', (userType) => {
    expect(opened('free', userType)).toEqual(['regtech']);
  });

  it('knows four plans, with api in one spelling, and three kinds of account [ENT-03] [ENT-04] [DEC-29] [ROLE-03]', () => {
    expect(tiers).toEqual(['free', 'premium', 'api', 'enterprise']);
    expect(Object.keys(entitlements)).toEqual([...tiers]);
    expect(userTypes).toEqual(['user', 'business', 'regtech']);
  });

  it('gives business and regtech accounts the rights of their plan everywhere else [DEC-33]', () => {
    for (const tier of tiers) {
      for (const userType of ['business', 'regtech'] as const) {
        const beyond = opened(tier, userType).filter((name) => !opened(tier).includes(name));
        expect(beyond).toEqual(opened(tier).includes('regtech') ? [] : ['regtech']);
      }
    }
  });
});
