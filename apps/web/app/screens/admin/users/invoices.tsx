/** Invoices, newest first: found by number, recipient and status, and marked as paid. */
import type { listInvoices } from '@hakiki/contract/billing-admin';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import { listLimits } from '@hakiki/contract/limits';
import { invoiceStates } from '@hakiki/contract/payment-values';
import { Form, Link } from 'react-router';
import { InvoiceStanding } from '../../../components/payments/invoice-standing.tsx';
import { invoiceKindLabel, invoiceStandingLabel } from '../../../components/payments/invoice-words.ts';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { controlClass } from '../../../components/ui/field.tsx';
import { formatDate, formatNumber, formatRand } from '../../../lib/language/format.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { to } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { pagesOf, parsePage, useConsoleAddress } from '../parts/address.ts';
import { AdminSection, useAct } from '../parts/section.tsx';
import { AdminTable, RowActions, rowButtonClass, TableSkeleton, Whole, type Column } from '../parts/table.tsx';
import { invoiceParameters, invoicesRead, payInvoice } from './reads.ts';

type Row = ReplyOf<typeof listInvoices>[number];

export const Invoices = () => (
  <AdminSection title={m.users_invoices()}>
    <p className="text-muted">{m.users_invoices_hint()}</p>
    <FindInvoices />
    <InvoiceList />
  </AdminSection>
);

/** A plain form whose fields become the URL, beside the filters of the users. */
function FindInvoices() {
  const { params } = useConsoleAddress();
  const { search, standing, page } = invoiceParameters;
  const kept = [...params].filter(([name]) => name !== search && name !== standing && name !== page);
  return (
    <Form
      // Resets the fields with another URL.
      key={`${params.get(search)} ${params.get(standing)}`}
      role="search"
      aria-label={m.users_invoices_find()}
      action={to('/admin')}
      replace
      preventScrollReset
      className="flex min-w-0 flex-wrap items-end gap-3"
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex min-w-0 flex-col gap-1 max-md:w-full md:w-72">
        <label htmlFor="invoices-search" className="text-sm font-semibold">
          {m.users_invoices_search()}
        </label>
        <input
          id="invoices-search"
          type="search"
          name={search}
          defaultValue={params.get(search) ?? ''}
          className={controlClass(undefined)}
        />
      </div>
      <div className="flex flex-col gap-1 max-md:grow">
        <label htmlFor="invoices-standing" className="text-sm font-semibold">
          {m.users_invoices_standing()}
        </label>
        <select
          id="invoices-standing"
          name={standing}
          defaultValue={params.get(standing) ?? ''}
          className={controlClass(undefined)}
        >
          <option value="">{m.admin_all()}</option>
          {invoiceStates.map((state) => (
            <option key={state} value={state}>
              {invoiceStandingLabel(state)}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className={buttonClass('secondary')}>
        {m.users_invoices_find()}
      </button>
    </Form>
  );
}

function InvoiceList() {
  const { params } = useConsoleAddress();
  const invoices = useRead(invoicesRead(params));
  if (invoices.status === 'loading') return <TableSkeleton label={m.users_invoices_loading()} rows={3} />;
  if (invoices.status === 'failed') return <ReadFailure sentence={m.users_invoices_failed()} read={invoices} />;
  const { items, total } = invoices.data;
  if (items.length === 0) return <p role="status">{m.users_invoices_none()}</p>;
  return (
    <>
      <AdminTable label={m.users_invoices()} columns={columns()} rows={items} />
      <Steps total={total} />
    </>
  );
}

const columns = (): Column<Row>[] => [
  {
    heading: m.users_invoice_number(),
    cell: ({ number, kind }) => (
      <span className="flex flex-col">
        <Whole>{number}</Whole>
        <span className="text-muted">{invoiceKindLabel(kind)}</span>
      </span>
    ),
  },
  { heading: m.users_invoice_to(), cell: ({ billedTo }) => <span className="wrap-anywhere">{billedTo}</span> },
  {
    heading: m.users_invoice_amount(),
    cell: ({ totalCents }) => <Whole>{formatRand(totalCents / 100, { cents: true })}</Whole>,
  },
  { heading: m.users_invoice_date(), cell: ({ issuedOn }) => formatDate(issuedOn) },
  { heading: m.users_invoice_due(), cell: ({ dueOn }) => dueOn && formatDate(dueOn) },
  { heading: m.users_invoices_standing(), cell: ({ status }) => <InvoiceStanding state={status} /> },
  { heading: m.users_column_actions(), cell: (row) => isOpen(row) && <PayButton invoice={row} />, isActions: true },
];

const isOpen = ({ status }: Row): boolean => status === 'issued' || status === 'overdue';

function PayButton({ invoice: { id, number } }: { invoice: Row }) {
  const { decide, isRunning } = useAct({
    id,
    act: { label: m.users_invoice_pay(), write: payInvoice },
    done: m.users_invoice_was_paid(),
  });
  return (
    <RowActions>
      <button type="button" disabled={isRunning} onClick={() => void decide()} className={rowButtonClass()}>
        {m.users_invoice_pay()} <span className="sr-only">{number}</span>
      </button>
    </RowActions>
  );
}

/** Pagination that does not scroll to the top of the tab. */
function Steps({ total }: { total: number }) {
  const { params, withChanges } = useConsoleAddress();
  const pages = pagesOf(total);
  if (pages === 1) return null;
  const page = Math.min(parsePage(params, invoiceParameters.page), pages);
  const first = (page - 1) * listLimits.adminPage;
  const figures = {
    from: formatNumber(first + 1),
    to: formatNumber(Math.min(first + listLimits.adminPage, total)),
    total: formatNumber(total),
  };
  const addressOf = (other: number) => withChanges({ [invoiceParameters.page]: other === 1 ? undefined : other });
  return (
    <nav aria-label={m.users_invoices()} className="flex flex-wrap items-center gap-3">
      {page > 1 && (
        <Link to={addressOf(page - 1)} rel="prev" preventScrollReset className={buttonClass('secondary')}>
          {m.previous()}
        </Link>
      )}
      {page < pages && (
        <Link to={addressOf(page + 1)} rel="next" preventScrollReset className={buttonClass('secondary')}>
          {m.next()}
        </Link>
      )}
      <span className="text-sm text-muted">{m.users_invoices_showing(figures)}</span>
    </nav>
  );
}
