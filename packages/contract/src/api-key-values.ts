/** Constants of API keys without their schemas. */
import type { ApiScope } from './endpoint.ts';
import type { RateLimitClass } from './limits.ts';

/** Requests per account and calendar month. The hourly limits are in `rateLimits`, as v1… */
export const monthlyQuota = 50_000;
/** Percentages of the quota at which an email is sent. */
export const quotaEmailPercents = [80, 100] as const;

/** A test key for everybody, printed in the documentation. */
export const publishedTestKey = 'hk_test_TryHakikiNowPublicTestKeyForAnyone0UoviZ';

/** A rotated key works until it expires. */
export const apiKeyStatuses = ['active', 'rotated', 'expired', 'revoked'] as const;
export type ApiKeyStatus = (typeof apiKeyStatuses)[number];

export const apiKeyLimits = {
  /** Keys that work at the same time. */
  perAccount: 10,
  listed: 100,
  name: 100,
  days: 1095,
  addresses: 20,
  addressLength: 50,
  overlapHours: 168,
  defaultOverlapHours: 24,
} as const;

/** Outcome of a call: success, not modified (304), client error, or server error. */
export const apiOutcomes = ['done', 'unchanged', 'wrong', 'failed'] as const;
export type ApiOutcome = (typeof apiOutcomes)[number];

export const usageDays = { default: 30, max: 366 } as const;

/** Summary of the v1 calls for pages, which must not load the schemas. A test compares it with the endpoints. */
export const v1Calls = [
  { call: 'GET /api/v1/providers', scope: 'read:providers', limit: 'v1Providers' },
  { call: 'GET /api/v1/providers/:id', scope: 'read:providers', limit: 'v1Provider' },
  { call: 'GET /api/v1/providers/:id/compliance', scope: 'read:compliance', limit: 'v1Compliance' },
  { call: 'GET /api/v1/providers/:id/reviews', scope: 'read:reviews', limit: 'v1Reviews' },
  { call: 'GET /api/v1/alerts', scope: 'read:providers', limit: 'v1Alerts' },
  { call: 'GET /api/v1/alerts/:id', scope: 'read:providers', limit: 'v1Alert' },
  { call: 'POST /api/v1/check', scope: 'read:providers', limit: 'v1Check' },
  { call: 'POST /api/v1/reports', scope: 'write:reports', limit: 'v1Reports' },
] as const satisfies readonly { call: string; scope: ApiScope; limit: RateLimitClass }[];
