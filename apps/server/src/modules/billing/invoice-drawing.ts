/**
 * An invoice as PDF, drawn from what was issued and from nothing else: with the same library the bytes are the same on every run. The
 * font is embedded, since those that every reader brings along write neither the names of Yoruba nor the sign of the naira, and turn
 * them into something else without an error. In English, the language in which the revenue service names such a paper.
 */
import { readFile } from 'node:fs/promises';
import type { InvoiceKind } from '@hakiki/contract/payment-values';
import type { InvoiceParty } from './tables.ts';
import { needsFullInvoice, vatWords } from './vat.ts';

export interface DrawnInvoice {
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

const fontFile = new URL('../../../assets/dejavu-sans.ttf', import.meta.url);

/** Points; the page is A4. */
const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const RIGHT_COLUMN = MARGIN + WIDTH / 2;
/** A ligature is one sign for several letters: copied or searched, words would lose them. The types know only what is turned on. */
const letterByLetter = { liga: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];
const ink = '#1b1a26';
const faint = '#46536a';

/** Amounts of a credit note are below zero in the books; on the paper its title says so. */
const inRand = (cents: number): string =>
  `R${(Math.abs(cents) / 100).toFixed(2).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')}`;
const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const day = (date: string): string => inWords.format(new Date(date));

function titleOf({ kind, vatCents }: Pick<DrawnInvoice, 'kind' | 'vatCents'>): string {
  if (kind === 'credit_note') return 'Credit Note';
  return vatCents === null ? 'Invoice' : 'Tax Invoice';
}

const linesOf = ({ name, address, vatNumber }: InvoiceParty): string[] => [
  name,
  ...(address ? [address] : []),
  ...(vatNumber ? [`VAT number ${vatNumber}`] : []),
];

export async function drawInvoice(invoice: DrawnInvoice): Promise<Buffer> {
  // Loaded when it is first needed: a process that answers requests draws next to nothing.
  const [{ default: PdfDocument }, font] = await Promise.all([import('pdfkit'), readFile(fontFile)]);
  const { number, kind, supplier, recipient, description, totalCents, vatCents, issuedOn, dueOn } = invoice;
  const title = titleOf(invoice);
  const at = new Date(issuedOn);
  const paper = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en',
    info: { Title: `${title} ${number}`, Author: supplier.name, CreationDate: at, ModDate: at },
  });
  const parts: Buffer[] = [];
  paper.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => paper.on('end', resolve));

  paper.registerFont('body', font).font('body');
  const write = (text: string, x: number, y: number, { size = 10, colour = ink, width = WIDTH / 2 - 12 } = {}) =>
    paper.fontSize(size).fillColor(colour).text(text, x, y, { width, lineGap: 3, features: letterByLetter }).y;
  const block = (heading: string, lines: readonly string[], x: number, top: number): number => {
    let y = write(heading, x, top, { size: 8, colour: faint });
    for (const line of lines) y = write(line, x, y);
    return y;
  };
  const rule = (y: number) =>
    paper
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(0.5)
      .strokeColor(faint)
      .stroke();

  let y = write(title, MARGIN, MARGIN, { size: 22, width: WIDTH });
  y = write(number, MARGIN, y, { size: 11, colour: faint, width: WIDTH }) + 24;
  const dates = [`Issued ${day(issuedOn)}`, ...(dueOn ? [`Due ${day(dueOn)}`] : [])];
  y = Math.max(block('From', linesOf(supplier), MARGIN, y), block('Date', dates, RIGHT_COLUMN, y)) + 18;
  y = block('To', linesOf(recipient), MARGIN, y) + 24;
  rule(y);

  const isFull = vatCents !== null && needsFullInvoice(totalCents);
  y = write(description, MARGIN, y + 12, { width: WIDTH });
  if (isFull) y = write('Quantity 1', MARGIN, y, { colour: faint });
  rule(y + 12);
  y += 24;

  const amount = (words: string, cents: number, size = 10) => {
    write(words, MARGIN, y, { size });
    write(inRand(cents), RIGHT_COLUMN, y, { size });
    y += size * 1.9;
  };
  if (vatCents !== null) {
    amount('Value without VAT', totalCents - vatCents);
    amount(vatWords, vatCents);
  }
  const credited = kind === 'credit_note';
  amount(credited ? 'Total credited' : dueOn ? 'Total due' : 'Total paid', totalCents, 13);
  paper.end();
  await ended;
  return Buffer.concat(parts);
}
