/**
 * Lists as text that spreadsheets open. What reporters wrote stands in the cells, so nothing in them may become a formula, and
 * that also where a spreadsheet divides cells at semicolons, as French ones do, and reads quotation marks another way than we do.
 */
export type Cell = string | number | boolean | null | undefined | readonly string[];

/** Without it Excel takes UTF-8 for something older. */
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
