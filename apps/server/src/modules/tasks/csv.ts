/**
 * Writes CSV for spreadsheets. Cells contain text of reporters, so it prevents formulas (CSV injection), also in
 * spreadsheets that split at semicolons (French locale) or parse quotes differently.
 */
export type Cell = string | number | boolean | null | undefined | readonly string[];

/** Excel needs it to read the file as UTF-8. */
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

/** RFC 4180. */
export const lineOf = (cells: readonly Cell[]): string =>
  cells.map((cell) => quoted(unformulated(textOf(cell)))).join(',') + LINE_END;
