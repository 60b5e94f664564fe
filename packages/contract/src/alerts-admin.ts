/** Alerts in the admin console. */
import * as z from 'zod/mini';
import { alertStatuses, editableAlertStatuses } from './alert-values.ts';
import { Alert, AlertId, severityInput } from './alerts.ts';
import { CaseId, claim, caseErrors } from './cases.ts';
import { outcomeFields } from './decisions-admin.ts';
import { endpoint } from './endpoint.ts';
import { paging, textLimits } from './limits.ts';
import { commaList, list, publishedText, requiredPublished, text } from './schema.ts';
import { pagedQueryFields, staffReadDefaults, reason, staffCommonErrors, staffWriteDefaults } from './staff.ts';

/** Everything that a reporter wrote, except the contact data. */
export const AdminAlert = z.extend(Alert, {
  affectedProviderName: z.nullable(text(textLimits.title)),
  amountLost: z.nullable(text(100)),
  evidenceDescription: z.nullable(text(textLimits.text)),
  additionalDetails: z.nullable(text(textLimits.text)),
  hasContact: z.boolean(),
  /** Sent by a signed-in user. Their identity is opened like contact data. */
  hasAccount: z.boolean(),
  caseId: z.nullable(CaseId),
  claim,
  ...outcomeFields,
});
export type AdminAlert = z.infer<typeof AdminAlert>;

export const listAdminAlerts = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/fraud-alerts',
  summary: 'All alerts in all states, newest first.',
  query: z.object({
    ...pagedQueryFields,
    status: z.optional(z.enum(alertStatuses)),
    severity: z.optional(commaList()),
    country: z.optional(text(60)),
  }),
  reply: list(AdminAlert, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const getAlertStatusCounts = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/fraud-alerts/counts',
  summary: 'How many alerts are in each state.',
  reply: z.object({ pending: z.int(), approved: z.int(), rejected: z.int(), merged: z.int() }),
  errors: [...staffCommonErrors],
});

const alertDecisionDefaults = {
  ...staffWriteDefaults,
  method: 'PUT',
  params: z.object({ id: AlertId }),
  /** Public on an approved alert; shown to the reporter of a rejected one. An empty body uses a default. */
  body: z.object({ reason }),
  mayBeEmpty: true,
  reply: AdminAlert,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'ALERT_NOT_FOUND', 'ALREADY_DECIDED', ...caseErrors, 'RATE_LIMITED'],
} as const;

export const approveAlert = endpoint({
  ...alertDecisionDefaults,
  path: '/api/admin/fraud-alerts/:id/approve',
  summary: 'Publishes a pending alert, or adds it to the public alert of its case.',
  errors: [...alertDecisionDefaults.errors, 'PRIVATE_DATA_FOUND'],
});

export const rejectAlert = endpoint({
  ...alertDecisionDefaults,
  path: '/api/admin/fraud-alerts/:id/reject',
  summary: 'Rejects a pending alert. Only its creator still sees it.',
});

export const updateAlert = endpoint({
  ...staffWriteDefaults,
  method: 'PUT',
  path: '/api/admin/fraud-alerts/:alertId',
  summary: 'Edits an alert. Changes that weaken a public one need a second administrator.',
  params: z.object({ alertId: AlertId }),
  body: z.object({
    severity: z.optional(severityInput('SEVERITY_REQUIRED')),
    status: z.optional(z.enum(editableAlertStatuses)),
    title: z.optional(requiredPublished('TITLE_REQUIRED', textLimits.title)),
    description: z.optional(requiredPublished('DESCRIPTION_REQUIRED', textLimits.text)),
    /** An empty text restores the default advice for the alert type. */
    advice: z.optional(publishedText(textLimits.advice)),
    reason,
    evidence: reason,
  }),
  reply: AdminAlert,
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'ALERT_NOT_FOUND',
    'ALREADY_DECIDED',
    'ALREADY_PROPOSED',
    'PRIVATE_DATA_FOUND',
    ...caseErrors,
    'RATE_LIMITED',
  ],
});

export const alertAdminEndpoints = [
  listAdminAlerts,
  getAlertStatusCounts,
  approveAlert,
  rejectAlert,
  updateAlert,
] as const;
