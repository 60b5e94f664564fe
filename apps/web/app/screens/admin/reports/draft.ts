/** A report that is being entered by hand, before it is sent. */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import { createReport as createReportCall } from '@hakiki/contract/reports-admin';
import { describeForm, type Values } from '../../../lib/forms/forms.ts';
import { underKey } from '../../../lib/api/writes.ts';
import { m } from '../../../paraglide/messages.js';
import { consolePath } from '../parts/address.ts';
import { createReport } from './reads.ts';

/** Stands for no provider, or no alert. */
export const NONE = 'none';

/** What a report is linked with: the name tells people what the id stands for. */
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

/** The provider comes from the alert; a name that nobody in the register has is no link. */
export const chooseAlert = (alert: AdminAlert): Links => ({
  alert: linkToAlert(alert),
  provider: alert.affectedProvider
    ? { id: alert.affectedProvider, name: alert.affectedProviderName ?? alert.affectedProvider }
    : notLinked,
});

const neededFields = ['reportType', 'description', 'severity'] as const;

export const isComplete = (given: Values): boolean => neededFields.every((name) => given[name]?.trim());

/** Links to nothing and a place left blank are not sent at all. */
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
