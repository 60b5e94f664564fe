/**
 * Writes CSV for spreadsheets. Cells contain text of reporters, so it prevents formulas (CSV injection), also in
 * spreadsheets that split at semicolons (French locale) or parse quotes differently.
 */
export type Cell = string | number | boolean | null | undefined | readonly string[];

/** Excel needs it to read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

const FORMULA_START = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]';
const formulaAtStart = new RegExp(`^(?:[\\t\\r\\n]|${FORMULA_START})`);
const formulaInside = new RegExp(`(?<=[;\\t\\r\\n])(?= *${FORMULA_START})`, 'g');

function escapeFormulas(text: string): string {
  const inside = text.replaceAll(formulaInside, "'");
  return formulaAtStart.test(text) ? `'${inside}` : inside;
}

const quote = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function toText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return cell.join(' | ');
  return String(cell);
}

/** RFC 4180. */
export const toCsvLine = (cells: readonly Cell[]): string =>
  cells.map((cell) => quote(escapeFormulas(toText(cell)))).join(',') + LINE_END;
