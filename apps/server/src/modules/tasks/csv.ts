/**
 * Lists as text that spreadsheets open. The cells hold what reporters wrote, so nothing in them may become a formula (CSV
 * injection), also where a spreadsheet separates cells by semicolons, as French ones do, and reads quotation marks another way than
 * we do.
 */
export type Cell = string | number | boolean | null | undefined | readonly string[];

/** The byte order mark: without it Excel reads UTF-8 as an older encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

const FIRST = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]';
const formulaAtStart = new RegExp(`^(?:[\\t\\r\\n]|${FIRST})`);
const formulaInside = new RegExp(`(?<=[;\\t\\r\\n])(?= *${FIRST})`, 'g');

function unformulated(text: string): string {
  const inside = text.replaceAll(formulaInside, "'");
  return formulaAtStart.test(text) ? `'${inside}` : inside;
}

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return cell.join(' | ');
  return String(cell);
}

/** As RFC 4180 has it. */
export const lineOf = (cells: readonly Cell[]): string =>
  cells.map((cell) => quoted(unformulated(textOf(cell)))).join(',') + LINE_END;
