import { describe, expect, it } from 'vitest';
import { cacheControl, type CachePolicy, cachePolicies, isShared, getEffectivePolicy } from './cache.ts';

describe('cache policies', () => {
  it('public responses can be cached by the edge, and served stale while the origin is down', () => {
    expect(cacheControl('shared')).toBe(
      'public, max-age=0, s-maxage=30, stale-while-revalidate=300, stale-if-error=86400',
    );
  });

  it('personal responses are never shared', () => {
    const sharedPolicies = (Object.keys(cachePolicies) as CachePolicy[]).filter((policy) =>
      cacheControl(policy).includes('public'),
    );
    expect(sharedPolicies).toEqual(['shared', 'brief', 'sharedWhenSignedOut', 'daily', 'immutable']);
    expect(sharedPolicies.every(isShared)).toBe(true);
    expect(isShared('personal') || isShared('never')).toBe(false);
  });

  it('signed-in users get no shared response where theirs differs', () => {
    expect(getEffectivePolicy('sharedWhenSignedOut', true)).toBe('personal');
    expect(getEffectivePolicy('sharedWhenSignedOut', false)).toBe('sharedWhenSignedOut');
    expect(getEffectivePolicy('shared', true)).toBe('shared');
    expect(getEffectivePolicy('never', true)).toBe('never');
  });
});
