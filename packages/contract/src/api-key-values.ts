/** What a page needs to know about API keys without their schemas. */

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
