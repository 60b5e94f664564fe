import type { Invoice } from '@hakiki/contract/billing';
import { InvoiceStanding } from '../../components/payments/invoice-standing.tsx';
import { invoiceKindLabel } from '../../components/payments/invoice-words.ts';
import { ReadFailure } from '../../components/read-failure.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Spinner } from '../../components/ui/spinner.tsx';
import { formatDate, formatNumber, formatRand } from '../../lib/language/format.ts';
import { useRead } from '../../lib/api/use-read.ts';
import { m } from '../../paraglide/messages.js';
import { INVOICES_SHOWN, invoicesRead } from './account-reads.ts';
import { Section } from './account-section.tsx';

export function InvoicesSection() {
  const invoices = useRead(invoicesRead);
  return (
    <Section id="invoices" heading={m.invoices_heading()}>
      <p className="text-muted">{m.invoices_intro()}</p>
      {invoices.status === 'loading' && <Spinner label={m.invoices_loading()} />}
      {invoices.status === 'failed' && <ReadFailure sentence={m.invoices_failed()} read={invoices} />}
      {invoices.status === 'ready' && <InvoiceList invoices={invoices.data} />}
    </Section>
  );
}

function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
  if (invoices.length === 0) return <p>{m.invoices_none()}</p>;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {invoices.map((invoice) => (
          <InvoiceItem key={invoice.id} invoice={invoice} />
        ))}
      </ul>
      {invoices.length === INVOICES_SHOWN && <p>{m.invoices_newest({ count: formatNumber(INVOICES_SHOWN) })}</p>}
    </>
  );
}

const inRand = (cents: number): string => formatRand(cents / 100, { cents: true });

function InvoiceItem({ invoice }: { invoice: Invoice }) {
  const { id, number, kind, status, totalCents, vatCents, issuedOn, dueOn } = invoice;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold">
          {number} <span className="font-normal">{invoiceKindLabel(kind)}</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-3">
          <span>{inRand(totalCents)}</span>
          {vatCents !== null && <span className="text-muted">{m.invoices_vat({ amount: inRand(vatCents) })}</span>}
          <InvoiceStanding state={status} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{m.invoices_issued({ date: formatDate(issuedOn) })}</span>
          {dueOn && <span>{m.invoices_due({ date: formatDate(dueOn) })}</span>}
        </p>
      </div>
      <a href={`/api/account/invoices/${id}/file`} download className={buttonClass('secondary')}>
        {m.invoices_file()}
        <span className="sr-only">{number}</span>
      </a>
    </li>
  );
}
