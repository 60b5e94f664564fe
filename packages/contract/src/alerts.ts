/** Fraud alerts: scam reports, and after verification public warnings. */
import * as z from 'zod/mini';
import { UserId } from './accounts.ts';
import { announcedSeverities } from './alert-announcing.ts';
import { alertStatuses, alertTypes, severities, type Severity, toSeverity } from './alert-values.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { filedFields } from './filed.ts';
import { indicatorKinds } from './indicator-values.ts';
import { listLimits, minimums, paging, textLimits } from './limits.ts';
import { submissionFields } from './public-form.ts';
import { PublicReply } from './public-reply.ts';
import {
  commaList,
  countryList,
  id,
  IsoTime,
  limitLength,
  list,
  type listAllowed,
  listOffset,
  optionalEmail,
  optionalText,
  queryInteger,
  readable,
  text,
} from './schema.ts';
import { languages } from './site.ts';
import { fieldError } from './field-error.ts';
import type { PlainFieldCode } from './field-errors.ts';

export const AlertId = id<'AlertId'>();
export type AlertId = z.infer<typeof AlertId>;

/** A severity in any letter case. */
/* @__NO_SIDE_EFFECTS__ */
export function severityInput(error: PlainFieldCode | ReturnType<typeof listAllowed>) {
  return z.pipe(
    z.string(error).check(z.refine((value) => toSeverity(value) !== undefined, { error })),
    z.transform((value: string) => toSeverity(value) as Severity),
  );
}

export const Alert = z.object({
  id: AlertId,
  title: text(textLimits.title),
  description: text(textLimits.text),
  /** The description is shortened: visitors get only its beginning from the list of active alerts. */
  descriptionCut: z.optional(z.literal(true)),
  /** What to do, written by a moderator; public. */
  advice: z.nullable(text(textLimits.advice)),
  language: z.enum(languages),
  alertType: z.enum(alertTypes),
  severity: z.enum(severities),
  isActive: z.boolean(),
  isVerified: z.boolean(),
  reportCount: z.int(),
  affectedCountries: list(text(60), 30),
  /** Not sent to visitors. */
  affectedProvider: z.optional(z.nullable(ProviderId)),
  createdAt: IsoTime,
  /** Sent to its creator only. */
  createdBy: z.optional(UserId),
  status: z.enum(alertStatuses),
});
export type Alert = z.infer<typeof Alert>;

export const listActiveAlerts = endpoint({
  method: 'GET',
  path: '/api/fraud-alerts/active',
  isPolled: true,
  summary: 'Verified alerts, newest first. Visitors get the beginning of each description.',
  access: 'public',
  reply: list(Alert, listLimits.activeAlerts),
  totalCount: true,
  errors: [],
  cache: 'sharedWhenSignedOut',
  rateLimit: 'read',
});

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/fraud-alerts',
  summary: 'All verified alerts in pages, with their full texts, most severe first, then newest first.',
  access: 'public',
  query: z.object({
    country: z.optional(text(60)),
    type: z.optional(commaList()),
    severity: z.optional(commaList()),
    provider: z.optional(ProviderId),
    limit: queryInteger(1, listLimits.alertsPageMax, listLimits.alertsPage),
    offset: listOffset(paging.maxOffset),
  }),
  reply: list(Alert, listLimits.alertsPageMax),
  totalCount: true,
  errors: ['INVALID_INPUT'],
  cache: 'shared',
  rateLimit: 'read',
});

const AlertWeek = z.object({
  /** The Monday, in UTC. */
  week: z.iso.date(),
  counts: z.object({ Low: z.int(), Medium: z.int(), High: z.int(), Critical: z.int() }),
});
export type AlertWeek = z.infer<typeof AlertWeek>;

export const listAlertWeeks = endpoint({
  method: 'GET',
  path: '/api/alert-weeks',
  summary: 'How many of the public alerts were published in each of the last 12 weeks, by severity, oldest week first.',
  access: 'public',
  query: z.object({ country: z.optional(text(60)) }),
  reply: list(AlertWeek, listLimits.alertWeeks),
  errors: ['INVALID_INPUT'],
  cache: 'shared',
  rateLimit: 'read',
});

/** An indicator of a scam, such as a wallet or phone number to avoid. */
export const PublicIndicator = z.object({ kind: z.enum(indicatorKinds), value: text(500) });
export type PublicIndicator = z.infer<typeof PublicIndicator>;

export const AlertDetail = z.extend(Alert, {
  /** When our team verified it. */
  checkedAt: IsoTime,
  /** Without an id, the provider has no page. */
  provider: z.nullable(z.object({ id: z.nullable(ProviderId), name: text(textLimits.title) })),
  indicators: list(PublicIndicator, listLimits.alertIndicators),
  /**
   * The losses that its reports state, in rand and rounded to two digits. Null if too few of them give an amount, so
   * that nobody can work out one person's loss.
   */
  lostRand: z.nullable(z.int()),
  reply: z.nullable(PublicReply),
});
export type AlertDetail = z.infer<typeof AlertDetail>;

/** A withdrawn alert keeps its page, without its content. */
export const PublishedAlert = z.object({
  id: AlertId,
  publishedAt: IsoTime,
  withdrawnAt: z.nullable(IsoTime),
  appealSince: z.nullable(IsoTime),
  alert: z.nullable(AlertDetail),
});
export type PublishedAlert = z.infer<typeof PublishedAlert>;

export const getAlert = endpoint({
  method: 'GET',
  path: '/api/fraud-alerts/:id',
  summary: 'One verified alert with its full text and its indicators, or that it was withdrawn.',
  access: 'public',
  params: z.object({ id: AlertId }),
  reply: PublishedAlert,
  errors: ['ALERT_NOT_FOUND'],
  // The same for everyone, but caches tell its path from that of the personal my-reports only by the cookie.
  cache: 'sharedWhenSignedOut',
  rateLimit: 'read',
});

/** In the order of the form, because its error summary follows this order. */
export const NewAlert = z.object({
  title: z
    .string(fieldError('TITLE_TOO_SHORT'))
    .check(readable(), z.minLength(minimums.scamTitle, fieldError('TITLE_TOO_SHORT')), limitLength(textLimits.title)),
  alertType: z.enum(alertTypes, fieldError('ALERT_TYPE_REQUIRED')),
  description: z
    .string(fieldError('SCAM_DESCRIPTION_TOO_SHORT'))
    .check(
      readable(),
      z.minLength(minimums.scamDescription, fieldError('SCAM_DESCRIPTION_TOO_SHORT')),
      limitLength(textLimits.text),
    ),
  affectedCountries: countryList('COUNTRY_REQUIRED'),
  affectedProvider: optionalText(textLimits.title),
  amountLost: optionalText(100),
  severity: severityInput('SEVERITY_REQUIRED'),
  evidenceDescription: optionalText(textLimits.text),
  additionalDetails: optionalText(textLimits.text),
  contactEmail: optionalEmail(),
  contactPhone: optionalText(30),
  ...submissionFields,
});
export type NewAlert = z.infer<typeof NewAlert>;

/** A scam report of the signed-in user. */
export const MyReport = z.object({
  id: AlertId,
  title: text(textLimits.title),
  alertType: z.enum(alertTypes),
  severity: z.enum(severities),
  description: text(textLimits.text),
  /** The name as typed. */
  affectedProvider: z.nullable(text(textLimits.title)),
  affectedCountries: list(text(60), 30),
  status: z.enum(alertStatuses),
  /** The public alert that counts this report. */
  mergedInto: z.nullable(AlertId),
  createdAt: IsoTime,
});
export type MyReport = z.infer<typeof MyReport>;

export const reportScam = endpoint({
  method: 'POST',
  path: '/api/fraud-alerts',
  summary: 'Reports a scam. It becomes a public alert once our team has verified it.',
  access: 'public',
  body: NewAlert,
  reply: z.extend(MyReport, filedFields),
  status: 201,
  errors: ['INVALID_INPUT', 'PROOF_MISSING', 'KEY_REUSED', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'report',
  idempotencyKey: true,
});

export const listMyReports = endpoint({
  method: 'GET',
  path: '/api/fraud-alerts/my-reports',
  summary: "The caller's own scam reports, newest first.",
  access: 'signed-in',
  query: z.object({
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: listOffset(paging.maxOffset),
  }),
  reply: list(MyReport, paging.maxLimit),
  errors: ['INVALID_INPUT', 'NOT_SIGNED_IN'],
  cache: 'personal',
  rateLimit: 'read',
});

export const AlertPreferences = z.object({
  severities: list(z.enum(announcedSeverities), announcedSeverities.length),
  /** An empty list means all countries. */
  countries: list(text(60), 60),
  /** Whether matching new alerts are emailed, at most once a day. */
  getsEmail: z.boolean(),
});
export type AlertPreferences = z.infer<typeof AlertPreferences>;

export const getAlertPreferences = endpoint({
  method: 'GET',
  path: '/api/alert-preferences',
  summary: 'Which alerts the caller wants to get.',
  access: 'entitled:analysis',
  reply: AlertPreferences,
  errors: ['NOT_SIGNED_IN', 'FORBIDDEN'],
  cache: 'personal',
  rateLimit: 'read',
});

export const setAlertPreferences = endpoint({
  method: 'PUT',
  path: '/api/alert-preferences',
  summary: 'Chooses which alerts the caller gets.',
  access: 'entitled:analysis',
  /** Without `getsEmail`, the emails stay as they are. */
  body: z.extend(AlertPreferences, { getsEmail: z.optional(z.boolean()) }),
  reply: AlertPreferences,
  errors: ['INVALID_INPUT', 'NOT_SIGNED_IN', 'FORBIDDEN', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'account',
});

/** By the link in an email or the mail program's one-click button (RFC 8058). Ignores the body. */
export const leaveAlertEmails = endpoint({
  method: 'POST',
  path: '/api/alert-preferences/leave/:key',
  summary: 'Stops the emails about new alerts for the holder of this key.',
  access: 'public',
  cache: 'never',
  rateLimit: 'mailedLink',
  params: z.object({ key: z.uuid() }),
  /** The same for an unknown key, so that it reveals nothing. */
  reply: z.object({ hasLeft: z.literal(true) }),
  errors: ['INVALID_INPUT', 'RATE_LIMITED'],
});

export const alertEndpoints = [
  listActiveAlerts,
  listAlerts,
  reportScam,
  listMyReports,
  getAlert,
  getAlertPreferences,
  setAlertPreferences,
  leaveAlertEmails,
  listAlertWeeks,
] as const;
