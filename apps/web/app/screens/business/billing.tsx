import { InvoiceItem } from '../../components/payments/invoice-item.tsx';
import { QueryFailure } from '../../components/query-failure.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { formatRand } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { accountQuery, invoicesQuery } from './business-queries.ts';
import { PaymentBadge } from './status-badges.tsx';
import { LoadingSkeleton } from './loading-skeleton.tsx';

export function Billing() {
  const account = useQuery(accountQuery);
  const invoices = useQuery(invoicesQuery);
  return (
    <div className="flex flex-col gap-6">
      {account.status === 'ready' && (
        <div className="flex max-w-2xl flex-col items-start gap-2 rounded-card border border-line bg-surface p-4">
          <p className="text-lg font-semibold">
            {m.business_fee_line({ fee: formatRand(account.data.annualFee / 100) })}
          </p>
          <PaymentBadge status={account.data.paymentStatus} />
          <p className="text-muted">{m.business_billing_text()}</p>
          <p className="text-sm text-muted">{m.business_money_decides_nothing()}</p>
        </div>
      )}
      {invoices.status === 'loading' && <LoadingSkeleton />}
      {invoices.status === 'failed' && <QueryFailure message={m.business_invoices_failed()} query={invoices} />}
      {invoices.status === 'ready' && invoices.data.length === 0 && (
        <Notice icon="empty" title={m.business_invoices_none()} />
      )}
      {invoices.status === 'ready' && invoices.data.length > 0 && (
        <section aria-labelledby="business-invoices">
          <h3 id="business-invoices" className="text-xl font-bold">
            {m.business_invoices()}
          </h3>
          <ul className="flex flex-col divide-y divide-line">
            {invoices.data.map((invoice) => (
              <InvoiceItem key={invoice.id} invoice={invoice} hasFile={invoice.isOwn} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
