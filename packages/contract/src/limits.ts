/** All limits of the product, defined once. Screens, server and documentation use the same values. */

import { appealRules } from './appeal-values.ts';
import { disputeRules } from './dispute-values.ts';

/** Lists are plain arrays, limited by `limit`, with the total in X-Total-Count. */
export const paging = {
  defaultLimit: 100,
  maxLimit: 200,
  /** Offset pagination reads a list from its start, so a deep page is slow. Use narrower filters instead. */
  maxOffset: 10_000,
} as const;
/** Maximum number of matches of a search, in the requested order. */
export const searchMatchLimit = 1000;
export const TOTAL_COUNT_HEADER = 'X-Total-Count';

export const listLimits = {
  reportsPageAlerts: 6,
  reportsPageHighRiskReports: 6,
  dashboardAlerts: 5,
  dashboardReports: 5,
  dashboardProviders: 3,
  watchedProviders: 50,
  homeProviders: 3,
  homeExperiences: 3,
  badges: 3,
  similarProviders: 3,
  lookup: 5,
  joinedDisputes: disputeRules.openPerThing,
  lookupLicences: 3,
  officialHosts: 5,
  protectedOtherNames: 5,
  protectedNames: 500,
  directoryPage: 20,
  reviewsPage: 10,
  ownFilings: 20,
  activeAlerts: 50,
  alertsPage: 20,
  alertsPageMax: 100,
  /** This week and the ones before it. */
  alertWeeks: 12,
  newsPage: 20,
  newsFeed: 50,
  providerNews: 3,
  alertIndicators: 100,
  providerAlerts: 3,
  adminPage: 10,
  adminPendingPage: 20,
} as const;

export const compareLimits = { providers: 4, searchResults: 10 } as const;

export const textLimits = {
  text: 5000,
  title: 200,
  search: 100,
  /** A pasted message whose names, addresses and numbers are looked up. It is part of a URL. */
  message: 3000,
  advice: 500,
  /** A disputed link, wallet or number. */
  dispute: 300,
} as const;

/** Promised waiting times, used wherever they are printed. */
export const waitingTimes = {
  scamReportHours: { from: 24, to: 48 },
  providerSubmissionBusinessDays: { from: 3, to: 5 },
  /** Reviews and experiences, which are moderated before publication. */
  moderationBusinessDays: { from: 3, to: 5 },
  bankDepositBusinessDays: { from: 1, to: 2 },
  salesReplyHours: 24,
  appealDays: appealRules.days,
  disputeHours: disputeRules.hours,
} as const;
export const premiumMoneyBackDays = 30;

/** Toasts and tooltips, in milliseconds and pixels. */
export const toastTiming = {
  maxVisible: 1,
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
/** Length of a description for visitors. */
export const teaserLengths = { alert: 100, report: 80 } as const;

export const evidenceLimits = { files: 10, fileBytes: 10 * 1024 * 1024, linkMinutes: 10 } as const;

export const evidencePictureLimits = { fileBytes: 5 * 1024 * 1024 } as const;

export const logoLimits = { fileBytes: 2 * 1024 * 1024 } as const;

export const tooltipTiming = { openDelayMs: 700, skipDelayMs: 300 } as const;

/** Minimum lengths of texts, the same in forms and server. */
export const minimums = {
  scamTitle: 10,
  scamDescription: 50,
  appeal: 20,
  dispute: 20,
  providerDescription: 100,
  providerName: 2,
  providerYear: 1990,
  password: 8,
  phone: 10,
  submitterName: 2,
} as const;

/** How long tokens and sessions are valid. */
export const lifetimes = {
  emailTokenHours: 24,
  /** How long the owner can cancel the reset of a second factor. */
  factorResetHours: 24,
  /** How long a new authenticator app or passkey waits before it can open contact data of reporters. */
  newFactorHours: 24,
  sessionDays: 30,
  /** Of administrators and moderators, regardless of activity. */
  staffSessionHours: 12,
  staffIdleMinutes: 30,
  /** How long a second factor is valid for actions that require it again. */
  stepUpMinutes: 10,
  /** Between the password and the second factor. */
  unfinishedSignInMinutes: 10,
  passkeyChallengeMinutes: 5,
  /** Between the first input in a public form and its submission. */
  proofOfWorkMinutes: 20,
} as const;

/** Delay before the page of a verified address redirects to the login. */
export const verifiedRedirectMs = 3000;

/** Maximum number of attempts per number of seconds. */
interface RateLimitRule {
  points: number;
  seconds: number;
}

/**
 * Rate-limit classes of the endpoints. `read` is left to the edge cache and its limit per IP address: a shared response
 * costs the origin nothing, and a counter per read would cost more than the read. Writes are counted per IP address,
 * generously, since a whole town can share one at a mobile operator. Requests with a session are counted per user.
 */
export const rateLimits = {
  read: { enforcedBy: 'edge' },
  signUp: { enforcedBy: 'origin', per: 'address', points: 60, seconds: 3600 },
  signIn: { enforcedBy: 'origin', per: 'address', points: 120, seconds: 300 },
  mailedLink: { enforcedBy: 'origin', per: 'address', points: 60, seconds: 300 },
  mailRequest: { enforcedBy: 'origin', per: 'address', points: 30, seconds: 3600 },
  /** Answers are not shared, so each one costs a few queries. */
  check: { enforcedBy: 'origin', per: 'address', points: 600, seconds: 300 },
  /** The people who ask one assistant share its addresses. */
  mcp: { enforcedBy: 'origin', per: 'address', points: 3000, seconds: 300 },
  /** Deliveries of Telegram, WhatsApp and USSD: all people share the few addresses of the channel. */
  chat: { enforcedBy: 'origin', per: 'address', points: 60_000, seconds: 300 },
  /** Low, because trying out numbers needs one call for each. */
  blindCheck: { enforcedBy: 'origin', per: 'address', points: 60, seconds: 300 },
  challenge: { enforcedBy: 'origin', per: 'address', points: 600, seconds: 300 },
  publicForm: { enforcedBy: 'origin', per: 'address', points: 60, seconds: 3600 },
  /** Generous, since after a collapse a whole town may report at once; the proof of work slows floods. */
  report: { enforcedBy: 'origin', per: 'address', points: 600, seconds: 3600 },
  /** Low, because each call marks a rescue contact as not working for everybody. */
  deadContact: { enforcedBy: 'origin', per: 'address', points: 20, seconds: 3600 },
  receipt: { enforcedBy: 'origin', per: 'address', points: 60, seconds: 300 },
  evidence: { enforcedBy: 'origin', per: 'address', points: 300, seconds: 3600 },
  /** The gateway repeats rejected notices. A forged one fails its signature check before anything is stored. */
  paymentNotice: { enforcedBy: 'origin', per: 'address', points: 3000, seconds: 300 },
  moderation: { enforcedBy: 'origin', per: 'person', points: 1200, seconds: 300 },
  visit: { enforcedBy: 'origin', per: 'person', points: 300, seconds: 3600 },
  account: { enforcedBy: 'origin', per: 'person', points: 60, seconds: 300 },
  /** The public API: per key and endpoint. The documentation prints these values. */
  v1Providers: { enforcedBy: 'origin', per: 'key', points: 1000, seconds: 3600 },
  v1Provider: { enforcedBy: 'origin', per: 'key', points: 5000, seconds: 3600 },
  v1Compliance: { enforcedBy: 'origin', per: 'key', points: 500, seconds: 3600 },
  v1Reviews: { enforcedBy: 'origin', per: 'key', points: 1000, seconds: 3600 },
  v1Alerts: { enforcedBy: 'origin', per: 'key', points: 1000, seconds: 3600 },
  v1Alert: { enforcedBy: 'origin', per: 'key', points: 5000, seconds: 3600 },
  /** Each with up to 500 inputs. */
  v1Check: { enforcedBy: 'origin', per: 'key', points: 200, seconds: 3600 },
  v1Reports: { enforcedBy: 'origin', per: 'key', points: 100, seconds: 3600 },
  // Each PDF is rendered on request, which takes a tenth of a second.
  paper: { enforcedBy: 'origin', per: 'person', points: 30, seconds: 300 },
} as const satisfies Record<
  string,
  { enforcedBy: 'edge' } | ({ enforcedBy: 'origin'; per: 'address' | 'person' | 'key' } & RateLimitRule)
>;
export type RateLimitClass = keyof typeof rateLimits;

/** Maximum body without files: 28,000 letters of three bytes each, URL-encoded by a form without scripts. */
export const maxBodyBytes = 262_144;

/**
 * Limits per account, regardless of the sender. Attempts from browsers that the owner has used before are counted
 * separately, so that an attacker cannot lock the owner out.
 */
export const accountLimits = {
  guessesByStrangers: { points: 20, seconds: 900 },
  guessesByKnownBrowser: { points: 10, seconds: 300 },
  codes: { points: 8, seconds: 300 },
  mails: { points: 5, seconds: 3600 },
  newBrowserMails: { points: 5, seconds: 3600 },
  /** To the owner of an address with which somebody tries to sign up. */
  signUpTriedMails: { points: 1, seconds: 86_400 },
} as const satisfies Record<string, RateLimitRule>;

/**
 * Sign-ups from one IP address that hit an existing account. The response reveals that (DEC-35), so this limits
 * enumeration: after it, every sign-up from the address is delayed, whether or not it has an account.
 */
export const existingAccountSignUps = { points: 20, seconds: 3600 } as const satisfies RateLimitRule;

/**
 * Wrong codes per account and day, after which codes of its app are rejected. They are counted in the database,
 * independently of the limits above: a code has only a million values.
 */
export const wrongCodesPerDay = 10;

/** Limits per target, regardless of the sender, against floods of texts about one provider. */
export const targetLimits = {
  experiencesAboutProvider: { points: 30, seconds: 3600 },
  /** Withdrawn invitations count too, so that nobody can send mass email in our name. */
  invitationsOfBusiness: { points: 40, seconds: 86_400 },
  messagesFromSender: { points: 10, seconds: 3600 },
} as const satisfies Record<string, RateLimitRule>;

/**
 * Payment notices per day that have a valid signature but come from outside the gateway's published addresses. Generous
 * enough for a day on which the gateway uses new addresses; rejected ones come again.
 */
export const heldNoticeLimits = {
  ofAddress: { points: 50, seconds: 86_400 },
  ofAgreement: { points: 5, seconds: 86_400 },
  inAll: { points: 200, seconds: 86_400 },
} as const satisfies Record<string, RateLimitRule>;
