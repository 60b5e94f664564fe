import { getInvoiceFile, listOwnInvoices } from '@hakiki/contract/billing';
import { handle, withHeaders } from '../../../platform/http/route.ts';
import type { InvoicesService } from './invoices.ts';

export const invoicesRoutes = ({ invoices }: { invoices: InvoicesService }) => [
  handle(listOwnInvoices, ({ actor, query }) => invoices.listOwn(actor, query)),
  handle(getInvoiceFile, async ({ actor, params }) => {
    const { name, bytes } = await invoices.getFile(actor, params.id);
    return withHeaders(bytes, [
      ['Content-Type', 'application/pdf'],
      ['Content-Disposition', `attachment; filename="${name}"`],
    ]);
  }),
];
