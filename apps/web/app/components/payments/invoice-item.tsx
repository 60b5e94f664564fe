import type { Invoice } from '@hakiki/contract/billing';
import { formatDate, formatRand } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { buttonClass } from '../ui/button.ts';
import { InvoiceStatus } from './invoice-status.tsx';
import { invoiceKindLabel } from './invoice-labels.ts';

const formatCents = (cents: number): string => formatRand(cents / 100, { cents: true });

/** Only the recipient of the invoice can download the file. */
export function InvoiceItem({ invoice, hasFile = true }: { invoice: Invoice; hasFile?: boolean }) {
  const { id, number, kind, status, totalCents, vatCents, periodFrom, periodTo, issuedOn, dueOn, paidOn } = invoice;
  const isOpen = status === 'issued' || status === 'overdue';
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold">
          {number} <span className="font-normal">{invoiceKindLabel(kind)}</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-3">
          <span>{formatCents(totalCents)}</span>
          <span className="text-muted">
            {vatCents === null ? m.invoices_no_vat() : m.invoices_vat({ amount: formatCents(vatCents) })}
          </span>
          <InvoiceStatus state={status} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{m.invoices_issued({ date: formatDate(issuedOn) })}</span>
          {dueOn && isOpen && <span>{m.invoices_due({ date: formatDate(dueOn) })}</span>}
          {paidOn && kind !== 'credit_note' && <span>{m.invoices_paid({ date: formatDate(paidOn) })}</span>}
          {periodFrom && periodTo && (
            <span>{m.invoices_period({ from: formatDate(periodFrom), to: formatDate(periodTo) })}</span>
          )}
        </p>
        {isOpen && <p className="text-sm">{m.invoices_reference({ number })}</p>}
      </div>
      {hasFile && (
        <a href={`/api/account/invoices/${id}/file`} download className={buttonClass('secondary')}>
          {m.invoices_file()}
          <span className="sr-only">{number}</span>
        </a>
      )}
    </li>
  );
}
