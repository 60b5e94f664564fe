/** Creates the PDF of an invoice, from the issued row only, with the English titles of the revenue service. */
import type { InvoiceKind } from '@hakiki/contract/payment-values';
import { drawPdf, colours, pageLayout } from '../../../platform/pdf/pdf-page.ts';
import type { InvoiceParty } from '../tables.ts';
import { requiresFullInvoice, vatLabel } from './vat.ts';

export interface InvoiceContent {
  number: string;
  kind: InvoiceKind;
  supplier: InvoiceParty;
  recipient: InvoiceParty;
  description: string;
  totalCents: number;
  vatCents: number | null;
  issuedOn: string;
  dueOn: string | null;
}

/** Credit notes have negative amounts in the ledger; on the PDF the title says so. */
const formatRand = (cents: number): string =>
  `R${(Math.abs(cents) / 100).toFixed(2).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')}`;
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const formatDate = (date: string): string => dateFormat.format(new Date(date));

function getTitle({ kind, vatCents }: Pick<InvoiceContent, 'kind' | 'vatCents'>): string {
  if (kind === 'credit_note') return 'Credit Note';
  return vatCents === null ? 'Invoice' : 'Tax Invoice';
}

const formatParty = ({ name, address, vatNumber }: InvoiceParty): string[] => [
  name,
  ...(address ? [address] : []),
  ...(vatNumber ? [`VAT number ${vatNumber}`] : []),
];

export function drawInvoice(invoice: InvoiceContent): Promise<Buffer> {
  const { number, kind, supplier, recipient, description, totalCents, vatCents, issuedOn, dueOn } = invoice;
  const title = getTitle(invoice);
  const metadata = { title: `${title} ${number}`, author: supplier.name, at: new Date(issuedOn) };
  return drawPdf(metadata, ({ write, drawLine }) => {
    const block = (heading: string, lines: readonly string[], x: number, top: number): number => {
      let y = write(heading, x, top, { size: 8, colour: colours.faint });
      for (const line of lines) y = write(line, x, y);
      return y;
    };

    let y = write(title, pageLayout.left, pageLayout.top, { size: 22, width: pageLayout.width });
    y = write(number, pageLayout.left, y, { size: 11, colour: colours.faint, width: pageLayout.width }) + 24;
    const dates = [`Issued ${formatDate(issuedOn)}`, ...(dueOn ? [`Due ${formatDate(dueOn)}`] : [])];
    y =
      Math.max(block('From', formatParty(supplier), pageLayout.left, y), block('Date', dates, pageLayout.middle, y)) +
      18;
    y = block('To', formatParty(recipient), pageLayout.left, y) + 24;
    drawLine(y);

    const isFull = vatCents !== null && requiresFullInvoice(totalCents);
    y = write(description, pageLayout.left, y + 12, { width: pageLayout.width });
    if (isFull) y = write('Quantity 1', pageLayout.left, y, { colour: colours.faint });
    drawLine(y + 12);
    y += 24;

    const writeAmount = (label: string, cents: number, size = 10) => {
      write(label, pageLayout.left, y, { size });
      write(formatRand(cents), pageLayout.middle, y, { size });
      y += size * 1.9;
    };
    if (vatCents !== null) {
      writeAmount('Value without VAT', totalCents - vatCents);
      writeAmount(vatLabel, vatCents);
    }
    const isCreditNote = kind === 'credit_note';
    writeAmount(isCreditNote ? 'Total credited' : dueOn ? 'Total due' : 'Total paid', totalCents, 13);
  });
}
