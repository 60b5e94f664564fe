import { describe, expect, it } from 'vitest';
import { entitlementNames, isEntitled, type tiers, type userTypes } from './entitlements.ts';

describe('what each plan opens', () => {
  const opened = (subscriptionTier: (typeof tiers)[number], userType: (typeof userTypes)[number] = 'user') =>
    entitlementNames.filter((wanted) => isEntitled({ subscriptionTier, userType }, wanted)).toSorted();

  it('gives a free account nothing beyond reading', () => {
    expect(opened('free')).toEqual([]);
  });

  it('gives premium reviews, RegTech data and analysis', () => {
    expect(opened('premium')).toEqual(['analysis', 'apiLink', 'regtech', 'reviews']);
  });

  it.each(['api', 'enterprise'] as const)('gives %s its keys', (tier) => {
    expect(opened(tier)).toEqual(['apiKeys', 'apiLink']);
  });

  it.each(['business', 'regtech'] as const)('opens RegTech data to a %s account on any plan', (userType) => {
    expect(opened('free', userType)).toEqual(['regtech']);
  });
});
