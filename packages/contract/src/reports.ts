/** Reports of an issue with a provider, and the statistics of the public reports page. */
import * as z from 'zod/mini';
import { severities } from './alert-values.ts';
import { reportStatuses, reportTypes } from './report-values.ts';
import { AlertId, severityInput } from './alerts.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { filedFields } from './filed.ts';
import { paging, textLimits } from './limits.ts';
import { submissionFields } from './public-form.ts';
import { PublicReply } from './public-reply.ts';
import {
  commaList,
  id,
  IsoTime,
  list,
  optionalEmail,
  optionalText,
  listOffset,
  queryInteger,
  required,
  text,
} from './schema.ts';
import { fieldError } from './field-error.ts';
import { languages } from './site.ts';

export const ReportId = id<'ReportId'>();
export type ReportId = z.infer<typeof ReportId>;

export const Report = z.object({
  id: ReportId,
  reportType: z.enum(reportTypes),
  severity: z.enum(severities),
  description: text(textLimits.text),
  /** The description is shortened; visitors see only its beginning. */
  descriptionCut: z.optional(z.literal(true)),
  /** Not sent to visitors. */
  reporterLocation: z.optional(z.nullable(text(textLimits.title))),
  /** The language of the page on which it was written. */
  language: z.enum(languages),
  createdAt: IsoTime,
  providerId: z.nullable(ProviderId),
  fraudAlertId: z.nullable(AlertId),
  status: z.enum(reportStatuses),
  appealSince: z.nullable(IsoTime),
  reply: z.nullable(PublicReply),
});
export type Report = z.infer<typeof Report>;

export const NewReport = z.object({
  reportType: z.enum(reportTypes, fieldError('ALL_REQUIRED')),
  description: required('ALL_REQUIRED', textLimits.text),
  severity: severityInput('ALL_REQUIRED'),
  reporterLocation: optionalText(textLimits.title),
  providerId: z.optional(ProviderId),
  /** Only without a proof of work: the sender then has to confirm by email. */
  email: optionalEmail(),
  ...submissionFields,
});
export type NewReport = z.infer<typeof NewReport>;

export const submitReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  summary: 'Reports an issue with a provider. It is public once our team looks into it.',
  access: 'public',
  body: NewReport,
  reply: z.extend(Report, filedFields),
  status: 201,
  errors: ['INVALID_INPUT', 'PROOF_MISSING', 'PROVIDER_NOT_FOUND', 'KEY_REUSED', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'report',
  idempotencyKey: true,
});

export const listReports = endpoint({
  method: 'GET',
  path: '/api/reports',
  summary:
    'Reports that are looked into or resolved, newest first; for signed-in callers also their own pending ones. The total counts the public ones.',
  access: 'public',
  query: z.object({
    severity: z.optional(commaList()),
    limit: queryInteger(1, paging.maxLimit, paging.defaultLimit),
    offset: listOffset(paging.maxOffset),
  }),
  reply: list(Report, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT'],
  cache: 'sharedWhenSignedOut',
  rateLimit: 'read',
});

/** The same for every viewer: private items are not counted. */
export const ReportFigures = z.object({ activeAlerts: z.int(), totalReports: z.int(), criticalIssues: z.int() });
export type ReportFigures = z.infer<typeof ReportFigures>;

export const getReportFigures = endpoint({
  method: 'GET',
  path: '/api/reports/figures',
  summary: 'How many alerts and reports are public, and how many of both are critical.',
  access: 'public',
  reply: ReportFigures,
  errors: [],
  cache: 'shared',
  rateLimit: 'read',
});

export const reportEndpoints = [submitReport, listReports, getReportFigures] as const;
