/** The numbers of the product, each in this one place. Screens, server and documentation read the same rows. */

/** Lists over the wire: plain arrays, bounded by `limit`, with the total in X-Total-Count. */
export const paging = { defaultLimit: 500, maxLimit: 1000, maxOffset: 2_000_000 } as const;
/** A search answers with at most this many matches, the first in the asked order: more is a reason to search closer. */
export const searchMatchLimit = 1000;
export const TOTAL_COUNT_HEADER = 'X-Total-Count';

/** How many items each screen shows. */
export const listLimits = {
  reportsPageAlerts: 6,
  reportsPageHighRiskReports: 6,
  dashboardAlerts: 5,
  dashboardReports: 5,
  dashboardProviders: 3,
  homeProviders: 3,
  badges: 3,
  similarProviders: 3,
  directoryPage: 20,
} as const;

export const compareLimits = { providers: 4, searchResults: 10 } as const;

export const textLimits = { text: 5000, title: 200, search: 100 } as const;

/** What people are told about waiting; each promise is read from here wherever it is printed. */
export const waitingTimes = {
  scamReportHours: { from: 24, to: 48 },
  providerSubmissionBusinessDays: { from: 3, to: 5 },
} as const;
export const premiumMoneyBackDays = 30;

/** Toasts and tooltips, in milliseconds and pixels. */
export const toastTiming = {
  visibleAtOnce: 1,
  durationMs: 5000,
  removeDelayMs: 1_000_000,
  swipeThresholdPx: 50,
  swipeDirection: 'right',
  hotkey: 'F8',
  maxWidthPx: 420,
} as const;
export const tooltipTiming = { openDelayMs: 700, skipDelayMs: 300 } as const;

/**
 * Rate-limit classes. `read` is left to the edge cache and its per-address limit: a shared answer costs the origin nothing,
 * and a counter per read would cost more than the read.
 */
export const rateLimits = {
  read: { enforcedBy: 'edge' },
} as const;
export type RateLimitClass = keyof typeof rateLimits;
