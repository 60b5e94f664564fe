import { describe, expect, it } from 'vitest';
import { type Entitlement, entitlements, isEntitled, tiers, userTypes } from './entitlements.ts';

describe('the entitlements of each plan', () => {
  const entitlementNames = Object.keys(entitlements.free) as Entitlement[];
  const listEntitlements = (subscriptionTier: (typeof tiers)[number], userType: (typeof userTypes)[number] = 'user') =>
    entitlementNames.filter((entitlement) => isEntitled({ subscriptionTier, userType }, entitlement)).toSorted();

  it('a free account can only read [ROLE-04] [DEC-33]', () => {
    expect(listEntitlements('free')).toEqual([]);
  });

  it('a premium account has reviews, RegTech data and analysis [ROLE-04] [DEC-30]', () => {
    expect(listEntitlements('premium')).toEqual(['analysis', 'apiLink', 'regtech', 'reviews']);
  });

  it.each(['api', 'enterprise'] as const)(
    'an account with the plan %s has API keys, and no premium entitlement [ROLE-11] [DEC-29] [DEC-30]',
    (tier) => {
      expect(listEntitlements(tier)).toEqual(['apiKeys', 'apiLink']);
    },
  );

  it.each(['business', 'regtech'] as const)('a %s account has RegTech data on any plan [DEC-31]', (userType) => {
    expect(listEntitlements('free', userType)).toEqual(['regtech']);
  });

  it('there are four plans, with one name for api, and three account types [ENT-03] [ENT-04] [DEC-29] [ROLE-03]', () => {
    expect(tiers).toEqual(['free', 'premium', 'api', 'enterprise']);
    expect(Object.keys(entitlements)).toEqual([...tiers]);
    expect(userTypes).toEqual(['user', 'business', 'regtech']);
  });

  it('business and regtech accounts have no other entitlements than those of their plan [DEC-33]', () => {
    for (const tier of tiers) {
      for (const userType of ['business', 'regtech'] as const) {
        const additional = listEntitlements(tier, userType).filter((name) => !listEntitlements(tier).includes(name));
        expect(additional).toEqual(listEntitlements(tier).includes('regtech') ? [] : ['regtech']);
      }
    }
  });
});
