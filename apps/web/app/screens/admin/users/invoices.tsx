/** Invoices, newest first: found by number, recipient and status, and marked as paid. */
import type { listInvoices } from '@hakiki/contract/billing-admin';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import { listLimits } from '@hakiki/contract/limits';
import { invoiceStates } from '@hakiki/contract/payment-values';
import { Form, Link } from 'react-router';
import { InvoiceStatus } from '../../../components/payments/invoice-status.tsx';
import { invoiceKindLabel, invoiceStatusLabel } from '../../../components/payments/invoice-labels.ts';
import { QueryFailure } from '../../../components/query-states.tsx';
import { buttonClass, textLinkClass } from '../../../components/ui/button.ts';
import { controlClass, Options } from '../../../components/ui/field.tsx';
import { formatDate, formatNumber, formatRand } from '../../../lib/language/format.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { toOptions } from '../../../lib/forms/options.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { createReferenceField } from '../parts/confirm-dialog.tsx';
import { countPages, parsePage, useConsoleUrl } from '../parts/console-url.ts';
import { ConfirmedButton, AdminSection } from '../parts/section.tsx';
import { AdminTable, RowActions, rowButtonClass, TableSkeleton, NoWrap, type Column } from '../parts/table.tsx';
import { invoiceParams, invoicesQuery, payInvoice } from './queries.ts';

type InvoiceRow = ReplyOf<typeof listInvoices>[number];

export const Invoices = () => (
  <AdminSection title={m.users_invoices()}>
    <p className="text-muted">{m.users_invoices_hint()}</p>
    <InvoiceSearch />
    <InvoiceList />
  </AdminSection>
);

/** A plain form whose fields become the URL, beside the filters of the users. */
function InvoiceSearch() {
  const { params } = useConsoleUrl();
  const { search, status, page } = invoiceParams;
  const otherParams = [...params].filter(([name]) => name !== search && name !== status && name !== page);
  return (
    <Form
      // Resets the fields with another URL.
      key={`${params.get(search)} ${params.get(status)}`}
      role="search"
      aria-label={m.users_invoices_find()}
      action={pathTo('/admin')}
      replace
      preventScrollReset
      className="flex min-w-0 flex-wrap items-end gap-3"
    >
      {otherParams.map(([name, value]) => (
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
        <label htmlFor="invoices-status" className="text-sm font-semibold">
          {m.users_invoices_status()}
        </label>
        <select
          id="invoices-status"
          name={status}
          defaultValue={params.get(status) ?? ''}
          className={controlClass(undefined)}
        >
          <option value="">{m.admin_all()}</option>
          <Options options={toOptions(invoiceStates, invoiceStatusLabel)} />
        </select>
      </div>
      <button type="submit" className={buttonClass('secondary')}>
        {m.users_invoices_find()}
      </button>
    </Form>
  );
}

function InvoiceList() {
  const { params } = useConsoleUrl();
  const invoices = useQuery(invoicesQuery(params));
  if (invoices.status === 'loading') return <TableSkeleton label={m.users_invoices_loading()} rows={3} />;
  if (invoices.status === 'failed') return <QueryFailure message={m.users_invoices_failed()} query={invoices} />;
  const { items, total } = invoices.data;
  if (items.length === 0) return <p role="status">{m.users_invoices_none()}</p>;
  return (
    <>
      <AdminTable label={m.users_invoices()} columns={createColumns()} rows={items} />
      <InvoicePages total={total} />
    </>
  );
}

const createColumns = (): Column<InvoiceRow>[] => [
  {
    heading: m.users_invoice_number(),
    cell: ({ id, number, kind }) => (
      <span className="flex flex-col">
        <a href={`/api/admin/invoices/${id}/file`} download className={textLinkClass()}>
          <NoWrap>{number}</NoWrap>
          <span className="sr-only"> {m.invoices_file()}</span>
        </a>
        <span className="text-muted">{invoiceKindLabel(kind)}</span>
      </span>
    ),
  },
  { heading: m.users_invoice_to(), cell: ({ billedTo }) => <span className="wrap-anywhere">{billedTo}</span> },
  {
    heading: m.users_invoice_amount(),
    cell: ({ totalCents }) => <NoWrap>{formatRand(totalCents / 100, { cents: true })}</NoWrap>,
  },
  { heading: m.users_invoice_date(), cell: ({ issuedOn }) => formatDate(issuedOn) },
  { heading: m.users_invoice_due(), cell: ({ dueOn }) => dueOn && formatDate(dueOn) },
  {
    heading: m.users_invoices_status(),
    cell: ({ status, paidOn }) => (
      <span className="flex flex-col">
        <InvoiceStatus state={status} />
        {paidOn && <span className="text-muted">{formatDate(paidOn)}</span>}
      </span>
    ),
  },
  { heading: m.users_column_actions(), cell: (row) => isOpen(row) && <PayButton invoice={row} />, isActions: true },
];

const isOpen = ({ status }: InvoiceRow): boolean => status === 'issued' || status === 'overdue';

const PayButton = ({ invoice: { id, number, billedTo, totalCents } }: { invoice: InvoiceRow }) => (
  <RowActions>
    <ConfirmedButton
      id={id}
      mutation={payInvoice}
      successTitle={m.users_invoice_was_paid()}
      label={m.users_invoice_pay()}
      subject={number}
      className={rowButtonClass()}
      confirmation={{
        title: m.users_invoice_pay_title(),
        facts: [
          [m.confirm_amount(), formatRand(totalCents / 100, { cents: true })],
          [m.confirm_from(), billedTo],
          [m.users_invoice_number(), number],
        ],
        effect: m.users_invoice_pay_effect(),
        field: createReferenceField(m.users_payment_reference_hint()),
      }}
    />
  </RowActions>
);

/** Pagination that does not scroll to the top of the tab. */
function InvoicePages({ total }: { total: number }) {
  const { params, withChanges } = useConsoleUrl();
  const pages = countPages(total);
  if (pages === 1) return null;
  const page = Math.min(parsePage(params, invoiceParams.page), pages);
  const offset = (page - 1) * listLimits.adminPage;
  const range = {
    from: formatNumber(offset + 1),
    to: formatNumber(Math.min(offset + listLimits.adminPage, total)),
    total: formatNumber(total),
  };
  const toPath = (other: number) => withChanges({ [invoiceParams.page]: other === 1 ? undefined : other });
  return (
    <nav aria-label={m.users_invoices()} className="flex flex-wrap items-center gap-3">
      {page > 1 && (
        <Link to={toPath(page - 1)} rel="prev" preventScrollReset className={buttonClass('secondary')}>
          {m.previous()}
        </Link>
      )}
      {page < pages && (
        <Link to={toPath(page + 1)} rel="next" preventScrollReset className={buttonClass('secondary')}>
          {m.next()}
        </Link>
      )}
      <span className="text-sm text-muted">{m.users_invoices_showing(range)}</span>
    </nav>
  );
}
