import type { InvoiceKind, InvoiceState } from '@hakiki/contract/payment-values';
import { m } from '../../paraglide/messages.js';

const kindLabels: Record<InvoiceKind, () => string> = {
  premium: m.invoice_premium,
  listing: m.invoice_listing,
  api: m.invoice_api,
  credit_note: m.invoice_credit_note,
};
export const invoiceKindLabel = (kind: InvoiceKind): string => kindLabels[kind]();

const statusLabels: Record<InvoiceState, () => string> = {
  issued: m.invoice_issued,
  paid: m.invoice_paid,
  overdue: m.invoice_overdue,
  credited: m.invoice_credited,
};
export const invoiceStatusLabel = (state: InvoiceState): string => statusLabels[state]();
