/**
 * The public API, version 1: the site's public data for programs, with an API key. Fields may be added to a response;
 * nothing is removed or redefined before it was announced for a year by the headers Deprecation and Sunset.
 */
import * as z from 'zod/mini';
import { alertTypes, severities } from './alert-values.ts';
import { CheckAnswer, checkLimits, numberMeanings } from './check.ts';
import { Alert, AlertDetail, AlertId, PublishedAlert, severityInput } from './alerts.ts';
import { normaliseCountry } from './countries.ts';
import { isAfricanCountry } from './country-codes.ts';
import { fieldError } from './field-error.ts';
import { listProviders, Provider, ProviderId } from './directory.ts';
import { filterableStatuses, providerTypes } from './directory-values.ts';
import { endpoint } from './endpoint.ts';
import { ErrorReply } from './errors.ts';
import { Evidence, MAX_EVIDENCE } from './evidence.ts';
import { listLimits, paging, textLimits } from './limits.ts';
import { reportTypes } from './report-values.ts';
import { NewReport, Report } from './reports.ts';
import { listProviderReviews, Review } from './reviews.ts';
import { riskFilters } from './risk.ts';
import { commaListOf, id, list, listAllowed, listOffset, queryInteger, text } from './schema.ts';

/** The errors of every call. */
export const v1CommonErrors = [
  'API_KEY_INVALID',
  'API_KEY_ENDED',
  'PERMISSION_MISSING',
  'ADDRESS_REFUSED',
  'API_PLAN_ENDED',
  'LIVE_KEY_IN_BROWSER',
  'RATE_LIMITED',
  'QUOTA_EXCEEDED',
] as const;

/** An error response as defined by RFC 9457, plus the fields of our other error responses. */
export const Problem = z.extend(ErrorReply, {
  type: text(200),
  title: text(100),
  status: z.int(),
  detail: text(500),
  /** Which limits of `RateLimit-Policy` were exceeded. */
  'violated-policies': z.optional(list(text(20), 2)),
});
export type Problem = z.infer<typeof Problem>;

const countryFilter = z.optional(
  text(60).check(
    z.refine((name) => isAfricanCountry(normaliseCountry(name)), {
      error: 'Must be the English name of an African country, such as Kenya or South Africa.',
    }),
  ),
);

export const listV1Providers = endpoint({
  method: 'GET',
  path: '/api/v1/providers',
  summary:
    'Lists public providers. Values of one parameter are alternatives; different parameters must all match. With updated_since, lists everything that changed since then, oldest first, including suspended providers, and ignores all parameters except limit. The Link header contains the next page.',
  access: 'key:read:providers',
  query: z.extend(listProviders.query, {
    search: z.optional(text(textLimits.search)),
    country: countryFilter,
    type: z.optional(commaListOf(providerTypes)),
    verificationStatus: z.optional(commaListOf(filterableStatuses)),
    riskScore: z.optional(commaListOf(riskFilters)),
    updated_since: z.optional(z.iso.datetime({ offset: true, error: fieldError('INVALID_TIME') })),
    /** The last provider of the previous page, as in the Link header. */
    after: z.optional(id<'ProviderId'>()),
  }),
  reply: list(Provider, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...v1CommonErrors],
  cache: 'personal',
  rateLimit: 'v1Providers',
});

export const getV1Provider = endpoint({
  method: 'GET',
  path: '/api/v1/providers/:id',
  summary: 'One public provider, or one that was public until it was suspended.',
  access: 'key:read:providers',
  params: z.object({ id: ProviderId }),
  reply: Provider,
  errors: ['PROVIDER_NOT_FOUND', ...v1CommonErrors],
  cache: 'personal',
  rateLimit: 'v1Provider',
});

export const Compliance = z.object({
  providerId: ProviderId,
  verificationStatus: Provider.shape.verificationStatus,
  riskScore: Provider.shape.riskScore,
  licenseInfo: Provider.shape.licenseInfo,
  regulatoryCompliance: Provider.shape.regulatoryCompliance,
  userSatisfaction: Provider.shape.userSatisfaction,
  securityMeasures: Provider.shape.securityMeasures,
  certifications: Provider.shape.certifications,
  evidence: list(Evidence, MAX_EVIDENCE),
});
export type Compliance = z.infer<typeof Compliance>;

export const getV1Compliance = endpoint({
  method: 'GET',
  path: '/api/v1/providers/:id/compliance',
  summary: 'The regulatory status of a public provider, with the regulators that we checked, the days and the sources.',
  access: 'key:read:compliance',
  params: z.object({ id: ProviderId }),
  reply: Compliance,
  errors: ['PROVIDER_NOT_FOUND', ...v1CommonErrors],
  cache: 'personal',
  rateLimit: 'v1Compliance',
});

export const listV1Reviews = endpoint({
  method: 'GET',
  path: '/api/v1/providers/:id/reviews',
  summary: 'Approved reviews of a public provider. The Link header contains the next page.',
  access: 'key:read:reviews',
  params: z.object({ id: ProviderId }),
  query: listProviderReviews.query,
  reply: list(Review, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', 'PROVIDER_NOT_FOUND', ...v1CommonErrors],
  cache: 'personal',
  rateLimit: 'v1Reviews',
});

/** A public alert. */
export const FraudAlert = z.extend(
  z.pick(Alert, {
    id: true,
    title: true,
    description: true,
    advice: true,
    language: true,
    alertType: true,
    severity: true,
    reportCount: true,
    affectedCountries: true,
    createdAt: true,
  }),
  { providerId: z.nullable(ProviderId) },
);
export type FraudAlert = z.infer<typeof FraudAlert>;

const { checkedAt, provider, indicators, lostRand, reply } = AlertDetail.shape;

/** An alert keeps its id after it was withdrawn, but not its content. */
export const FraudAlertDetail = z.extend(PublishedAlert, {
  alert: z.nullable(z.extend(FraudAlert, { checkedAt, provider, indicators, lostRand, reply })),
});
export type FraudAlertDetail = z.infer<typeof FraudAlertDetail>;

export const listV1Alerts = endpoint({
  method: 'GET',
  path: '/api/v1/alerts',
  summary:
    'Lists public fraud alerts with their full texts, most severe first, then newest first. Different parameters must all match. The Link header contains the next page.',
  access: 'key:read:providers',
  query: z.object({
    providerId: z.optional(ProviderId),
    country: countryFilter,
    alertType: z.optional(commaListOf(alertTypes)),
    severity: z.optional(commaListOf(severities)),
    limit: queryInteger(1, listLimits.alertsPageMax, listLimits.alertsPage),
    offset: listOffset(paging.maxOffset),
  }),
  reply: list(FraudAlert, listLimits.alertsPageMax),
  totalCount: true,
  errors: ['INVALID_INPUT', ...v1CommonErrors],
  cache: 'personal',
  rateLimit: 'v1Alerts',
});

export const getV1Alert = endpoint({
  method: 'GET',
  path: '/api/v1/alerts/:id',
  summary:
    'One fraud alert with the provider it is about and the links, numbers and wallets to avoid. A withdrawn alert has no content any more.',
  access: 'key:read:providers',
  params: z.object({ id: AlertId }),
  reply: FraudAlertDetail,
  errors: ['ALERT_NOT_FOUND', ...v1CommonErrors],
  cache: 'personal',
  rateLimit: 'v1Alert',
});

/** Strict: a misspelt `country` would read every national number as nothing. */
export const NewV1Check = z.strictObject({
  inputs: list(text(textLimits.message), checkLimits.bulk).check(z.minLength(1)),
  country: countryFilter,
  numberIs: z.optional(z.enum(numberMeanings)),
});

export const checkV1Inputs = endpoint({
  method: 'POST',
  path: '/api/v1/check',
  summary: `What is known about each of up to ${checkLimits.bulk} links, wallets, phone numbers, tills, chat names, email addresses, apps, names or whole messages. One answer for each, in the order in which they were sent. It counts as one call. The inputs are stored nowhere and are in no log.`,
  access: 'key:read:providers',
  body: NewV1Check,
  reply: list(CheckAnswer, checkLimits.bulk),
  errors: ['INVALID_INPUT', ...v1CommonErrors],
  cache: 'never',
  rateLimit: 'v1Check',
});

const { description, reporterLocation, providerId } = NewReport.shape;

/** Strict: a misspelt field would be lost without an error. */
export const NewV1Report = z.strictObject({
  reportType: z.enum(reportTypes),
  description,
  severity: severityInput(listAllowed(severities)),
  reporterLocation,
  providerId,
});

export const submitV1Report = endpoint({
  method: 'POST',
  path: '/api/v1/reports',
  summary: 'Reports an issue with a provider. It is public once our team looks into it.',
  access: 'key:write:reports',
  body: NewV1Report,
  reply: Report,
  status: 201,
  errors: ['INVALID_INPUT', 'PROVIDER_NOT_FOUND', 'KEY_REUSED', ...v1CommonErrors],
  cache: 'never',
  rateLimit: 'v1Reports',
  idempotencyKey: true,
});

export const v1Endpoints = [
  listV1Providers,
  getV1Provider,
  getV1Compliance,
  listV1Reviews,
  listV1Alerts,
  getV1Alert,
  checkV1Inputs,
  submitV1Report,
] as const;
