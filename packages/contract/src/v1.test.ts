import { describe, expect, it } from 'vitest';
import { monthlyQuota, v1Calls } from './api-key-values.ts';
import { rateLimits } from './limits.ts';
import { v1Endpoints } from './v1.ts';

describe('the calls of the public API', () => {
  it('the documented permission and rate limit of each call are those of its endpoint [CONST-09] [API-06]', () => {
    expect(v1Calls).toEqual(
      v1Endpoints.map(({ method, path, access, rateLimit }) => ({
        call: `${method} ${path}`,
        scope: access.slice('key:'.length),
        limit: rateLimit,
      })),
    );
  });

  it('the calls have these rate limits [CONST-09] [API-14] [API-15] [API-16] [API-17] [API-18] [API-19]', () => {
    expect(v1Endpoints.map(({ rateLimit }) => rateLimits[rateLimit])).toEqual(
      [1000, 5000, 500, 1000, 1000, 5000, 200, 100].map((points) => ({
        enforcedBy: 'origin',
        per: 'key',
        points,
        seconds: 3600,
      })),
    );
    expect(monthlyQuota).toBe(50_000);
  });
});
