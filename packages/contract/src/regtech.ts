/** Monthly statistics for regulators and compliance teams, derived from public data only. */
import * as z from 'zod/mini';
import { severities } from './alert-values.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { newsLimits } from './news-values.ts';
import {
  regtechMetricTypes,
  regtechPriorities,
  regtechReportStatuses,
  regtechReportTypes,
  regtechSeverities,
  regtechLimits,
} from './regtech-values.ts';
import { id, IsoTime, list, listOffset, queryInteger, text } from './schema.ts';

const Month = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/));
const commonErrors = ['NOT_SIGNED_IN', 'FORBIDDEN', 'INVALID_INPUT'] as const;

export const RegtechMetricId = id<'RegtechMetric'>();
export type RegtechMetricId = z.infer<typeof RegtechMetricId>;
export const RegtechReportId = id<'RegtechReport'>();
export type RegtechReportId = z.infer<typeof RegtechReportId>;

const RegtechMetric = z.object({
  id: RegtechMetricId,
  metricType: z.enum(regtechMetricTypes),
  value: z.number(),
  period: Month,
  /** The night in which it was calculated; that of the current month changes every night. */
  calculatedAt: IsoTime,
});
export type RegtechMetric = z.infer<typeof RegtechMetric>;

/** Null if unknown, or if there are too few complaints to publish it. */
const RegtechFigures = z.object({
  complaints: z.int(),
  /** Number of new alerts; null if the month ended before they were counted. */
  schemes: z.nullable(z.int()),
  lostRand: z.nullable(z.int()),
  medianHours: z.nullable(z.int()),
  providers: z.nullable(z.int()),
  verified: z.nullable(z.int()),
  flagged: z.nullable(z.int()),
});
export type RegtechFigures = z.infer<typeof RegtechFigures>;

const RegtechReport = z.object({
  id: RegtechReportId,
  title: text(textLimits.title),
  reportType: z.enum(regtechReportTypes),
  priority: z.enum(regtechPriorities),
  country: text(60),
  content: text(textLimits.text),
  status: z.enum(regtechReportStatuses),
  period: Month,
  figures: RegtechFigures,
  createdAt: IsoTime,
});
export type RegtechReport = z.infer<typeof RegtechReport>;

const RegtechAlert = z.object({
  id: z.uuid(),
  title: text(textLimits.title),
  description: text(textLimits.text),
  severity: z.enum(regtechSeverities),
  /** The severity as all other pages name it; an urgent announcement of an authority is High. */
  alertSeverity: z.enum(severities),
  /** Several countries are separated by commas. */
  country: text(textLimits.text),
  isActive: z.boolean(),
  createdAt: IsoTime,
  /** The authority that announced it; null for our own alerts. */
  source: z.nullable(z.object({ name: text(newsLimits.sourceName), url: text(newsLimits.url) })),
});
export type RegtechAlert = z.infer<typeof RegtechAlert>;

export const listRegtechMetrics = endpoint({
  method: 'GET',
  path: '/api/regtech/metrics',
  summary: 'The figures of the whole register for each month of the last year, the newest month first.',
  access: 'entitled:regtech',
  reply: list(RegtechMetric, regtechLimits.months * regtechMetricTypes.length),
  errors: commonErrors,
  cache: 'personal',
  rateLimit: 'read',
});

export const listRegtechReports = endpoint({
  method: 'GET',
  path: '/api/regtech/reports',
  summary: 'The summary of each month and country, the newest month first; a month is published when it closes.',
  access: 'entitled:regtech',
  query: z.object({
    country: z.optional(text(60)),
    period: z.optional(Month),
    status: z.optional(z.enum(regtechReportStatuses)),
    limit: queryInteger(1, paging.maxLimit, regtechLimits.reportsPage),
    offset: listOffset(paging.maxOffset),
  }),
  reply: list(RegtechReport, paging.maxLimit),
  totalCount: true,
  errors: commonErrors,
  cache: 'personal',
  rateLimit: 'read',
});

export const getRegtechReportFile = endpoint({
  method: 'GET',
  path: '/api/regtech/reports/:id/file',
  summary: 'A published summary as PDF.',
  access: 'entitled:regtech',
  params: z.object({ id: RegtechReportId }),
  reply: z.instanceof(Uint8Array<ArrayBuffer>),
  isDownload: true,
  errors: [...commonErrors, 'REPORT_NOT_FOUND', 'RATE_LIMITED'],
  cache: 'personal',
  rateLimit: 'paper',
});

const RegtechCountry = z.object({
  /** As stored: 'south africa', or 'other'. */
  country: text(60),
  /** ISO 3166-1 alpha-2; null for 'other'. */
  code: z.nullable(text(2)),
  figures: RegtechFigures,
  /** Of the twelve months that end with this one, oldest first; null for a month without a summary. */
  complaints: list(z.nullable(z.int()), regtechLimits.months),
});
export type RegtechCountry = z.infer<typeof RegtechCountry>;

const RegtechCountries = z.object({
  /** Null if no month has closed yet. */
  period: z.nullable(Month),
  /** When the figures of this month were published; they do not change after that. */
  publishedAt: z.nullable(IsoTime),
  /** The closed months to choose from, newest first. */
  months: list(Month, regtechLimits.months),
  countries: list(RegtechCountry, regtechLimits.countries),
});
export type RegtechCountries = z.infer<typeof RegtechCountries>;

export const listRegtechCountries = endpoint({
  method: 'GET',
  path: '/api/regtech/countries',
  summary: 'The figures of every country in one closed month, the newest by default, with its last twelve months.',
  access: 'entitled:regtech',
  query: z.object({ period: z.optional(Month) }),
  reply: RegtechCountries,
  errors: commonErrors,
  cache: 'personal',
  rateLimit: 'read',
});

export const getRegtechFiguresFile = endpoint({
  method: 'GET',
  path: '/api/regtech/figures/file',
  summary:
    'All published figures of the last year as one CSV file: one row per month, country and figure, with ISO codes. Figures of the whole register have no country.',
  access: 'entitled:regtech',
  reply: z.instanceof(Uint8Array<ArrayBuffer>),
  isDownload: true,
  errors: [...commonErrors, 'RATE_LIMITED'],
  cache: 'personal',
  rateLimit: 'paper',
});

export const listRegtechAlerts = endpoint({
  method: 'GET',
  path: '/api/regtech/alerts',
  summary: 'The newest public warnings of a country and severity, as a regulator reads them.',
  access: 'entitled:regtech',
  query: z.object({ country: z.optional(text(60)), severity: z.optional(z.enum(severities)) }),
  reply: list(RegtechAlert, regtechLimits.alerts),
  errors: commonErrors,
  cache: 'personal',
  rateLimit: 'read',
});

export const regtechEndpoints = [
  listRegtechMetrics,
  listRegtechReports,
  listRegtechCountries,
  getRegtechReportFile,
  getRegtechFiguresFile,
  listRegtechAlerts,
] as const;
