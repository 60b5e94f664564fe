/** A new report that is entered by hand. */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import { createReport as createReportCall } from '@hakiki/contract/reports-admin';
import { describeForm, type Values } from '../../../lib/forms/forms.ts';
import { underKey } from '../../../lib/api/writes.ts';
import { m } from '../../../paraglide/messages.js';
import { consolePath } from '../parts/address.ts';
import { createReport } from './reads.ts';

/** The value for no provider or no alert. */
export const NONE = 'none';

/** A linked alert or provider, with its name for the display. */
export interface Linked {
  id: string;
  name: string;
}
export const notLinked: Linked = { id: NONE, name: '' };

export interface Links {
  alert: Linked;
  provider: Linked;
}

export const linkToAlert = ({ id, title }: AdminAlert): Linked => ({ id, name: title });

/** Takes the provider from the alert; a name without a listed provider is no link. */
export const chooseAlert = (alert: AdminAlert): Links => ({
  alert: linkToAlert(alert),
  provider: alert.affectedProvider
    ? { id: alert.affectedProvider, name: alert.affectedProviderName ?? alert.affectedProvider }
    : notLinked,
});

const neededFields = ['reportType', 'description', 'severity'] as const;

export const isComplete = (given: Values): boolean => neededFields.every((name) => given[name]?.trim());

/** Omits empty links and blank values. */
const payloadOf = (given: Values): Values =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== NONE && value.trim() !== ''));

export const createReportForm = (key: string) =>
  describeForm({
    name: 'create-report',
    write: underKey(createReport, key),
    schema: { safeParse: (given) => createReportCall.body.safeParse(payloadOf(given as Values)) },
    failure: { title: m.admin_reports_create_failed, fallback: m.admin_reports_create_failed_text },
    next: () => consolePath('reports'),
  });
