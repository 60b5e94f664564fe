/** A new report that is entered by hand. */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import { createReport as createReportCall } from '@hakiki/contract/reports-admin';
import { defineForm, type Values } from '../../../lib/forms/forms.ts';
import { withIdempotencyKey } from '../../../lib/api/mutations.ts';
import { m } from '../../../paraglide/messages.js';
import { consolePath } from '../parts/console-url.ts';
import { createReport } from './queries.ts';

/** The value for no provider or no alert. */
export const NO_LINK = 'none';

/** A linked alert or provider, with its name for the display. */
export interface LinkedItem {
  id: string;
  name: string;
}
export const NOT_LINKED: LinkedItem = { id: NO_LINK, name: '' };

export interface Links {
  alert: LinkedItem;
  provider: LinkedItem;
}

export const toAlertLink = ({ id, title }: AdminAlert): LinkedItem => ({ id, name: title });

/** Takes the provider from the alert; a name without a listed provider is no link. */
export const toLinks = (alert: AdminAlert): Links => ({
  alert: toAlertLink(alert),
  provider: alert.affectedProvider
    ? { id: alert.affectedProvider, name: alert.affectedProviderName ?? alert.affectedProvider }
    : NOT_LINKED,
});

const requiredFields = ['reportType', 'description', 'severity'] as const;

export const isComplete = (values: Values): boolean => requiredFields.every((name) => values[name]?.trim());

/** Omits empty links and blank values. */
const toPayload = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== NO_LINK && value.trim() !== ''));

export const createNewReportForm = (key: string) =>
  defineForm({
    name: 'create-report',
    mutation: withIdempotencyKey(createReport, key),
    schema: { safeParse: (values) => createReportCall.body.safeParse(toPayload(values as Values)) },
    failure: { title: m.admin_reports_create_failed, fallback: m.admin_reports_create_failed_text },
    next: () => consolePath('reports'),
  });
