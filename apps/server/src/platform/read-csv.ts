/** Parses CSV (RFC 4180): a quoted cell may contain commas, line breaks and doubled quotes. */
export interface CsvRow {
  /** The line number of its start, as in an editor. */
  line: number;
  cells: string[];
}

export class CsvError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} has a quotation mark that is not closed, or text behind one`);
    this.line = line;
  }
}

const countLineBreaks = (text: string): number => text.split('\n').length - 1;

/** Skips empty rows. */
export function readCsv(text: string): CsvRow[] {
  const input = text.replace(/^\uFEFF/, '');
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let position = 0;
  let line = 1;
  for (const match of input.matchAll(/[ \t]*(?:"((?:[^"]|"")*)"|([^",\r\n]*))[ \t]*(,|\r?\n|$)/g)) {
    const [matched, quoted, unquoted = '', end] = match;
    // Text that does not match would otherwise be skipped silently.
    if (match.index !== position) break;
    position += matched.length;
    line += countLineBreaks(matched);
    row.cells.push(quoted?.replaceAll('""', '"') ?? unquoted.trim());
    if (end === ',') continue;
    if (row.cells.some(Boolean)) rows.push(row);
    row = { line, cells: [] };
    if (position === input.length) return rows;
  }
  throw new CsvError(line);
}
