import { getAdminInvoiceFile, issueInvoice, listInvoices, payInvoice } from '@hakiki/contract/billing-admin';
import { handle, page } from '../../../platform/http/route.ts';
import { toDownload } from './invoices-routes.ts';
import type { InvoicesService } from './invoices.ts';

export const invoicesAdminRoutes = ({ invoices }: { invoices: InvoicesService }) => [
  handle(listInvoices, async ({ query }) => {
    const { rows, total } = await invoices.listAll(query);
    return page(rows, total);
  }),
  handle(getAdminInvoiceFile, async ({ params }) => toDownload(await invoices.getFile(params.id))),
  handle(issueInvoice, ({ actor, body, idempotency }) => invoices.issueAnnual(actor, body, idempotency)),
  handle(payInvoice, ({ actor, params, body }) => invoices.markPaid(actor, params.id, body.reference)),
];
