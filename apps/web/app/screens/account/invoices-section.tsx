import type { Invoice } from '@hakiki/contract/billing';
import { InvoiceItem } from '../../components/payments/invoice-item.tsx';
import { QueryFailure } from '../../components/query-failure.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { INVOICES_PAGE_SIZE, invoicesQuery } from './account-queries.ts';
import { Section } from './account-section.tsx';

export function InvoicesSection() {
  const invoices = useQuery(invoicesQuery);
  return (
    <Section id="invoices" heading={m.invoices_heading()}>
      <p className="text-muted">{m.invoices_intro()}</p>
      {invoices.status === 'loading' && <Spinner label={m.invoices_loading()} />}
      {invoices.status === 'failed' && <QueryFailure message={m.invoices_failed()} query={invoices} />}
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
      {invoices.length === INVOICES_PAGE_SIZE && (
        <p>{m.invoices_newest({ count: formatNumber(INVOICES_PAGE_SIZE) })}</p>
      )}
    </>
  );
}
