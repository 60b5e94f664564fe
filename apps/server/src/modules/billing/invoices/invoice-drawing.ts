/** Creates the PDF of an invoice from its row, with the English titles of the revenue service. */
import type { InvoiceKind } from '@hakiki/contract/payment-values';
import { drawPdf, colours, pageLayout } from '../../../platform/pdf/pdf-page.ts';
import type { InvoiceParty, InvoiceSupplier } from '../tables.ts';
import { requiresFullInvoice } from './vat.ts';

export interface InvoiceContent {
  number: string;
  kind: InvoiceKind;
  supplier: InvoiceSupplier;
  recipient: InvoiceParty;
  description: string;
  totalCents: number;
  vatCents: number | null;
  periodFrom: string | null;
  periodTo: string | null;
  issuedOn: string;
  dueOn: string | null;
  paidOn: string | null;
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

/** Bank details only while there is something to pay. */
function listPaymentLines({ number, supplier: { bankAccount } }: InvoiceContent): string[] {
  const reference = `Payment reference ${number}`;
  if (!bankAccount) return [reference];
  const { bank, accountHolder, accountNumber, branchCode } = bankAccount;
  return [
    reference,
    bank,
    `Account holder ${accountHolder}`,
    `Account number ${accountNumber}`,
    `Branch code ${branchCode}`,
  ];
}

function getTotalLabel({ kind, paidOn }: InvoiceContent): string {
  if (kind === 'credit_note') return 'Total credited';
  return paidOn ? 'Total paid' : 'Total due';
}

export function drawInvoice(invoice: InvoiceContent): Promise<Buffer> {
  const { number, kind, supplier, recipient, description, totalCents, vatCents } = invoice;
  const { periodFrom, periodTo, issuedOn, dueOn, paidOn } = invoice;
  const isCreditNote = kind === 'credit_note';
  const title = getTitle(invoice);
  const metadata = { title: `${title} ${number}`, author: supplier.name, at: new Date(paidOn ?? issuedOn) };
  return drawPdf(metadata, ({ write, drawLine }) => {
    const block = (heading: string, lines: readonly string[], x: number, top: number): number => {
      let y = write(heading, x, top, { size: 8, colour: colours.faint });
      for (const line of lines) y = write(line, x, y);
      return y;
    };

    const { left, middle, top, width } = pageLayout;
    let y = write(title, left, top, { size: 22 });
    if (paidOn && !isCreditNote) {
      write(`Paid on ${formatDate(paidOn)}`, middle, top + 6, { size: 14, colour: colours.positive });
    }
    y = write(number, left, y, { size: 11, colour: colours.faint }) + 24;
    const dates = [`Issued ${formatDate(issuedOn)}`, ...(dueOn ? [`Due ${formatDate(dueOn)}`] : [])];
    y = Math.max(block('From', formatParty(supplier), left, y), block('Date', dates, middle, y)) + 18;
    y = block('To', formatParty(recipient), left, y) + 24;
    drawLine(y);

    const isFull = vatCents !== null && requiresFullInvoice(totalCents);
    y = write(description, left, y + 12, { width });
    if (periodFrom && periodTo) {
      y = write(`Period ${formatDate(periodFrom)} to ${formatDate(periodTo)}`, left, y, { width });
    }
    if (isFull) y = write('Quantity 1', left, y, { colour: colours.faint });
    drawLine(y + 12);
    y += 24;

    const writeRow = (label: string, value: string, size = 10) => {
      write(label, left, y, { size });
      write(value, middle, y, { size, width: width / 2, align: 'right' });
      y += size * 1.9;
    };
    if (vatCents === null) {
      writeRow('VAT', 'Not charged');
    } else {
      const { vatPercent } = supplier;
      writeRow('Value without VAT', formatRand(totalCents - vatCents));
      writeRow(vatPercent === undefined ? 'VAT' : `VAT at ${vatPercent} %`, formatRand(vatCents));
    }
    writeRow(getTotalLabel(invoice), formatRand(totalCents), 13);
    if (vatCents === null) {
      y = write(`${supplier.name} is not registered for VAT.`, left, y + 6, { size: 8, colour: colours.faint, width });
    }
    if (!paidOn) {
      drawLine(y + 12);
      block('Pay by bank transfer', listPaymentLines(invoice), left, y + 24);
    }
  });
}
