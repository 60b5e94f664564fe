/** What a page needs to know about API keys without their schemas. */
import type { ApiScope } from './endpoint.ts';
import type { RateLimitClass } from './limits.ts';

/** Requests of one account in a calendar month. The limits of an hour are in `rateLimits`, as v1… */
export const monthlyQuota = 50_000;
/** A letter goes out when so much of the quota is used. */
export const quotaLetters = [80, 100] as const;

/** A rotated key still works, until it expires. */
export const apiKeyStatuses = ['active', 'rotated', 'expired', 'revoked'] as const;
export type ApiKeyStatus = (typeof apiKeyStatuses)[number];

export const apiKeyLimits = {
  /** That work at the same time. */
  perAccount: 10,
  listed: 100,
  name: 100,
  days: 1095,
  addresses: 20,
  addressLetters: 50,
  overlapHours: 168,
  usualOverlapHours: 24,
} as const;

/** How a call ended: done, unchanged since the caller last asked (304), wrong as it was sent, or failed on our side. */
export const apiOutcomes = ['done', 'unchanged', 'wrong', 'failed'] as const;
export type ApiOutcome = (typeof apiOutcomes)[number];

export const usageDays = { usual: 30, most: 366 } as const;

/** The calls of version 1 in short. A test compares them with the endpoints themselves, whose schemas no page carries. */
export const v1Calls = [
  { call: 'GET /api/v1/providers', scope: 'read:providers', limit: 'v1Providers' },
  { call: 'GET /api/v1/providers/:id', scope: 'read:providers', limit: 'v1Provider' },
  { call: 'GET /api/v1/providers/:id/compliance', scope: 'read:compliance', limit: 'v1Compliance' },
  { call: 'GET /api/v1/providers/:id/reviews', scope: 'read:reviews', limit: 'v1Reviews' },
  { call: 'POST /api/v1/reports', scope: 'write:reports', limit: 'v1Reports' },
] as const satisfies readonly { call: string; scope: ApiScope; limit: RateLimitClass }[];
