/** Reports in the admin console. */
import * as z from 'zod/mini';
import { AlertId, severityInput } from './alerts.ts';
import { CaseId, claim, ofCases } from './cases.ts';
import { outcome } from './decisions-admin.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { editedReportStatuses, enteredReportStatuses, reportStatuses, reportTypes } from './report-values.ts';
import { Report, ReportId } from './reports.ts';
import { commaList, list, optionalText, requiredPublished, text } from './schema.ts';
import { paged, reading, reason, refusals, writing } from './staff.ts';

export const AdminReport = z.extend(Report, {
  providerName: z.nullable(text(textLimits.title)),
  /** Sent by a signed-in user. Their identity is opened like contact data. */
  hasAccount: z.boolean(),
  caseId: z.nullable(CaseId),
  claim,
  ...outcome,
});
export type AdminReport = z.infer<typeof AdminReport>;

export const listAdminReports = endpoint({
  ...reading,
  path: '/api/admin/reports',
  summary: 'All reports in all states, newest first.',
  query: z.object({
    ...paged,
    status: z.optional(z.enum(reportStatuses)),
    severity: z.optional(commaList()),
    reportType: z.optional(z.enum(reportTypes)),
  }),
  reply: list(AdminReport, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...refusals],
});

export const createReport = endpoint({
  ...writing,
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
    status: z._default(z.enum(enteredReportStatuses), 'pending'),
  }),
  reply: AdminReport,
  status: 201,
  errors: [
    'INVALID_INPUT',
    ...refusals,
    'PROVIDER_NOT_FOUND',
    'ALERT_NOT_FOUND',
    'PRIVATE_DATA_FOUND',
    'KEY_REUSED',
    'RATE_LIMITED',
  ],
  idempotencyKey: true,
});

export const updateReport = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/admin/reports/:reportId',
  summary: 'Edits a report. What weakens a public one waits for a second administrator.',
  params: z.object({ reportId: ReportId }),
  body: z.object({
    reportType: z.optional(z.enum(reportTypes)),
    severity: z.optional(severityInput('SEVERITY_REQUIRED')),
    status: z.optional(z.enum(editedReportStatuses)),
    description: z.optional(requiredPublished('DESCRIPTION_REQUIRED', textLimits.text)),
    reason,
    evidence: reason,
  }),
  reply: AdminReport,
  errors: [
    'INVALID_INPUT',
    ...refusals,
    'REPORT_NOT_FOUND',
    'ALREADY_PROPOSED',
    'PRIVATE_DATA_FOUND',
    ...ofCases,
    'RATE_LIMITED',
  ],
});

export const reportAdminEndpoints = [listAdminReports, createReport, updateReport] as const;
