/** Reports in the admin console. */
import * as z from 'zod/mini';
import { AlertId, severityInput } from './alerts.ts';
import { CaseId, claim, caseErrors } from './cases.ts';
import { outcomeFields } from './decisions-admin.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { editableReportStatuses, creatableReportStatuses, reportStatuses, reportTypes } from './report-values.ts';
import { Report, ReportId } from './reports.ts';
import { commaList, list, optionalText, requiredPublished, text } from './schema.ts';
import { pagedQueryFields, staffReadDefaults, reason, staffCommonErrors, staffWriteDefaults } from './staff.ts';

export const AdminReport = z.extend(Report, {
  providerName: z.nullable(text(textLimits.title)),
  /** Sent by a signed-in user. Their identity is opened like contact data. */
  hasAccount: z.boolean(),
  caseId: z.nullable(CaseId),
  claim,
  ...outcomeFields,
});
export type AdminReport = z.infer<typeof AdminReport>;

export const listAdminReports = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/reports',
  summary: 'All reports in all states, newest first.',
  query: z.object({
    ...pagedQueryFields,
    status: z.optional(z.enum(reportStatuses)),
    severity: z.optional(commaList()),
    reportType: z.optional(z.enum(reportTypes)),
  }),
  reply: list(AdminReport, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const createReport = endpoint({
  ...staffWriteDefaults,
  method: 'POST',
  path: '/api/admin/reports',
  summary: 'Enters a report by hand.',
  body: z.object({
    providerId: z.optional(ProviderId),
    fraudAlertId: z.optional(AlertId),
    reportType: z.enum(reportTypes),
    description: requiredPublished('DESCRIPTION_REQUIRED', textLimits.text),
    reporterLocation: optionalText(textLimits.title),
    severity: severityInput('SEVERITY_REQUIRED'),
    status: z._default(z.enum(creatableReportStatuses), 'pending'),
  }),
  reply: AdminReport,
  status: 201,
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'PROVIDER_NOT_FOUND',
    'ALERT_NOT_FOUND',
    'PRIVATE_DATA_FOUND',
    'KEY_REUSED',
    'RATE_LIMITED',
  ],
  idempotencyKey: true,
});

export const updateReport = endpoint({
  ...staffWriteDefaults,
  method: 'PUT',
  path: '/api/admin/reports/:reportId',
  summary: 'Edits a report. Changes that weaken a public one need a second administrator.',
  params: z.object({ reportId: ReportId }),
  body: z.object({
    reportType: z.optional(z.enum(reportTypes)),
    severity: z.optional(severityInput('SEVERITY_REQUIRED')),
    status: z.optional(z.enum(editableReportStatuses)),
    description: z.optional(requiredPublished('DESCRIPTION_REQUIRED', textLimits.text)),
    reason,
    evidence: reason,
  }),
  reply: AdminReport,
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'REPORT_NOT_FOUND',
    'ALREADY_PROPOSED',
    'PRIVATE_DATA_FOUND',
    ...caseErrors,
    'RATE_LIMITED',
  ],
});

export const reportAdminEndpoints = [listAdminReports, createReport, updateReport] as const;
