import { getInvoiceFile, listOwnInvoices } from '@hakiki/contract/billing';
import { handle, withHeaders } from '../../../platform/http/route.ts';
import type { InvoicesService } from './invoices.ts';

export const invoicesRoutes = ({ invoices }: { invoices: InvoicesService }) => [
  handle(listOwnInvoices, ({ actor, query }) => invoices.listOwn(actor, query)),
  handle(getInvoiceFile, async ({ actor, params }) => toDownload(await invoices.getFile(params.id, actor.user.id))),
];

export const toDownload = ({ name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> }) =>
  withHeaders(bytes, [
    ['Content-Type', 'application/pdf'],
    ['Content-Disposition', `attachment; filename="${name}"`],
  ]);
