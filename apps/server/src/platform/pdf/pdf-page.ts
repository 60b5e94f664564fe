/**
 * Draws an A4 page as PDF. The same text gives the same bytes on every run. The font is embedded, because the standard
 * PDF fonts cannot write Yoruba names or the naira sign and silently replace them.
 */
import { readFile } from 'node:fs/promises';

const fontFile = new URL('../../../assets/dejavu-sans.ttf', import.meta.url);

/** Points; the page is A4. */
const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
export const pageLayout = { left: MARGIN, top: MARGIN, width: WIDTH, middle: MARGIN + WIDTH / 2 } as const;

export const colours = { plain: '#1b1a26', faint: '#46536a', positive: '#14683c' } as const;

/** No ligatures: copied or searched text would lose letters. The types only know features that are turned on. */
const withoutLigatures = { liga: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];

interface TextStyle {
  size?: number;
  colour?: string;
  width?: number;
  align?: 'left' | 'right';
}

export interface PdfPage {
  /** Returns the y position of the next line. */
  write: (text: string, x: number, y: number, style?: TextStyle) => number;
  /** Draws a line from margin to margin. */
  drawLine: (y: number) => void;
}

interface DocumentInfo {
  title: string;
  author: string;
  /** The date of the document's content, not the current date. */
  at: Date;
}

export async function drawPdf({ title, author, at }: DocumentInfo, draw: (page: PdfPage) => void): Promise<Buffer> {
  // Loaded when first needed: a process that serves requests rarely draws PDFs.
  const [{ default: PdfDocument }, font] = await Promise.all([import('pdfkit'), readFile(fontFile)]);
  const document = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en',
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise((resolve) => document.on('end', resolve));
  document.registerFont('body', font).font('body');
  draw({
    write: (text, x, y, { size = 10, colour = colours.plain, width = WIDTH / 2 - 12, align = 'left' } = {}) =>
      document
        .fontSize(size)
        .fillColor(colour)
        .text(text, x, y, { width, align, lineGap: 3, features: withoutLigatures }).y,
    drawLine: (y) =>
      void document
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + WIDTH, y)
        .lineWidth(0.5)
        .strokeColor(colours.faint)
        .stroke(),
  });
  document.end();
  await finished;
  return Buffer.concat(chunks);
}
