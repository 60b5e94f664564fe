/** The numbers of the product, each in this one place. Screens, server and documentation read the same rows. */

import { appealRules } from './appeal-values.ts';

/** Lists over the wire: plain arrays, bounded by `limit`, with the total in X-Total-Count. */
export const paging = {
  defaultLimit: 100,
  maxLimit: 200,
  /**
   * Offset pagination reads a list from its head, so a deep page costs as much as everything before it. Narrower filters lead there
   * instead.
   */
  maxOffset: 10_000,
} as const;
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
  homeExperiences: 3,
  badges: 3,
  similarProviders: 3,
  lookup: 5,
  directoryPage: 20,
  reviewsPage: 10,
  ownFilings: 20,
  activeAlerts: 50,
  alertsPage: 20,
  alertsPageMost: 100,
  newsPage: 20,
  newsFeed: 50,
  providerNews: 3,
  alertIndicators: 100,
  providerAlerts: 3,
  adminPage: 10,
  adminWaiting: 20,
} as const;

export const compareLimits = { providers: 4, searchResults: 10 } as const;

export const textLimits = { text: 5000, title: 200, search: 100, advice: 500 } as const;

/** What people are told about waiting; each promise is read from here wherever it is printed. */
export const waitingTimes = {
  scamReportHours: { from: 24, to: 48 },
  providerSubmissionBusinessDays: { from: 3, to: 5 },
  /** Reviews and experiences, read before they are public. */
  moderationBusinessDays: { from: 3, to: 5 },
  bankDepositBusinessDays: { from: 1, to: 2 },
  salesReplyHours: 24,
  appealDays: appealRules.days,
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
/** How alerts reach an open page. */
export const alertTiming = {
  bannerAlerts: 3,
  bannerPollMs: 5 * 60_000,
  notifierPollMs: 30_000,
  toastMs: 8000,
} as const;
/** What of a description is sent to those who are not signed in. */
export const teaserLengths = { alert: 100, report: 80 } as const;

export const evidenceLimits = { files: 10, fileBytes: 10 * 1024 * 1024, linkMinutes: 10 } as const;

export const tooltipTiming = { openDelayMs: 700, skipDelayMs: 300 } as const;

/** The least a person must write. Forms and server hold the same numbers. */
export const minimums = {
  scamTitle: 10,
  scamDescription: 50,
  appeal: 20,
  providerDescription: 100,
  providerName: 2,
  providerYear: 1990,
  password: 8,
  phone: 10,
  submitterName: 2,
} as const;

/** How long things stay open. */
export const lifetimes = {
  emailTokenHours: 24,
  /** How long an owner can stop the reset of a second factor. */
  factorResetHours: 24,
  /** How long a new authenticator app or passkey waits before it opens contact data of reporters. */
  newFactorHours: 24,
  sessionDays: 30,
  /** Of administrators and moderators, whatever they do meanwhile. */
  staffSessionHours: 12,
  staffIdleMinutes: 30,
  /** How long a second factor opens the acts that ask for it again. */
  stepUpMinutes: 10,
  /** Between the password and the second factor. */
  unfinishedSignInMinutes: 10,
  passkeyChallengeMinutes: 5,
  /** Between the first touch of a public form and its sending. */
  proofOfWorkMinutes: 20,
} as const;

/** After a verified address the page goes on to the login by itself. */
export const verifiedRedirectMs = 3000;

/** So many tries in so many seconds. */
interface LimitRule {
  points: number;
  seconds: number;
}

/**
 * Rate-limit classes of the endpoints. `read` is left to the edge cache and its per-address limit: a shared answer costs the origin
 * nothing, and a counter per read would be more expensive than the read. Writes are counted for each address, generously, since a
 * whole town can share one at a mobile operator; what is done signed in is counted for each person.
 */
export const rateLimits = {
  read: { enforcedBy: 'edge' },
  signUp: { enforcedBy: 'origin', per: 'address', points: 60, seconds: 3600 },
  signIn: { enforcedBy: 'origin', per: 'address', points: 120, seconds: 300 },
  mailedLink: { enforcedBy: 'origin', per: 'address', points: 60, seconds: 300 },
  mailRequest: { enforcedBy: 'origin', per: 'address', points: 30, seconds: 3600 },
  challenge: { enforcedBy: 'origin', per: 'address', points: 600, seconds: 300 },
  publicForm: { enforcedBy: 'origin', per: 'address', points: 60, seconds: 3600 },
  /** Wide, since in a collapse a whole town reports at once; the proof of work slows a flood. */
  report: { enforcedBy: 'origin', per: 'address', points: 600, seconds: 3600 },
  receipt: { enforcedBy: 'origin', per: 'address', points: 60, seconds: 300 },
  evidence: { enforcedBy: 'origin', per: 'address', points: 300, seconds: 3600 },
  /** The gateway repeats what was not taken; a forger pays with a signature that fails before anything is stored. */
  paymentNotice: { enforcedBy: 'origin', per: 'address', points: 3000, seconds: 300 },
  moderation: { enforcedBy: 'origin', per: 'person', points: 1200, seconds: 300 },
  visit: { enforcedBy: 'origin', per: 'person', points: 300, seconds: 3600 },
  account: { enforcedBy: 'origin', per: 'person', points: 60, seconds: 300 },
  /** The public API: per key and call. What the documentation prints is read from here. */
  v1Providers: { enforcedBy: 'origin', per: 'key', points: 1000, seconds: 3600 },
  v1Provider: { enforcedBy: 'origin', per: 'key', points: 5000, seconds: 3600 },
  v1Compliance: { enforcedBy: 'origin', per: 'key', points: 500, seconds: 3600 },
  v1Reviews: { enforcedBy: 'origin', per: 'key', points: 1000, seconds: 3600 },
  v1Reports: { enforcedBy: 'origin', per: 'key', points: 100, seconds: 3600 },
  // Each is drawn when it is asked for, which takes a tenth of a second.
  paper: { enforcedBy: 'origin', per: 'person', points: 30, seconds: 300 },
} as const satisfies Record<
  string,
  { enforcedBy: 'edge' } | ({ enforcedBy: 'origin'; per: 'address' | 'person' | 'key' } & LimitRule)
>;
export type RateLimitClass = keyof typeof rateLimits;

/** Largest body of a call or a form without files: 28,000 letters of three bytes each, as a form without scripts encodes them. */
export const maxBodyBytes = 262_144;

/**
 * Limits on one account, whoever tries. Guesses from browsers the owner has used before are counted apart, so that a stranger's
 * guessing slows the stranger and never shuts the owner out.
 */
export const accountLimits = {
  guessesByStrangers: { points: 20, seconds: 900 },
  guessesByKnownBrowser: { points: 10, seconds: 300 },
  codes: { points: 8, seconds: 300 },
  mails: { points: 5, seconds: 3600 },
  newBrowserMails: { points: 5, seconds: 3600 },
  /** To the owner of an address with which somebody tries to sign up. */
  signUpTriedMails: { points: 1, seconds: 86_400 },
} as const satisfies Record<string, LimitRule>;

/**
 * Sign-ups from one network address that met an account. The reply tells who has one (DEC-35), so nobody may collect many of them: once
 * they are used up, every sign-up from there waits, whether or not its address has an account.
 */
export const takenAddresses = { points: 20, seconds: 3600 } as const satisfies LimitRule;

/**
 * Wrong codes of one account within a day, after which those of its app are refused. They are counted in the database, whatever
 * becomes of the limits above: a code has only a million values.
 */
export const wrongCodesPerDay = 10;

/** Limits on one target, whoever writes: a flood against one provider does not become a wall of text about it. */
export const targetLimits = {
  experiencesAboutProvider: { points: 30, seconds: 3600 },
  /** Withdrawn ones count: nobody writes to the whole world in our name. */
  invitationsOfBusiness: { points: 40, seconds: 86_400 },
  messagesFromSender: { points: 10, seconds: 3600 },
} as const satisfies Record<string, LimitRule>;

/**
 * Payment notices that are rightly signed and come from outside the gateway's published addresses, in a day. Generous enough for the
 * first day on which the gateway sends from new addresses; what is refused comes again, or with the nightly list.
 */
export const heldNoticeLimits = {
  ofAddress: { points: 50, seconds: 86_400 },
  ofAgreement: { points: 5, seconds: 86_400 },
  inAll: { points: 200, seconds: 86_400 },
} as const satisfies Record<string, LimitRule>;
