import { buttonClass } from '../../components/ui/button.ts';
import { downloadTextFile } from '../../lib/browser/download-text-file.ts';
import { m } from '../../paraglide/messages.js';

type Cell = string | number | null;

/** Prefixes a cell that a spreadsheet would interpret as a formula with an apostrophe. */
const toCsvCell = (cell: Cell): string => {
  const text = cell === null ? '' : String(cell);
  const escapedText = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${escapedText.replaceAll('"', '""')}"`;
};

export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(toCsvCell).join(',')}\r\n`).join('');

export const CsvButton = ({
  title,
  file,
  rows,
}: {
  title: string;
  file: string;
  rows: readonly (readonly Cell[])[];
}) => (
  <button
    type="button"
    className={buttonClass('secondary', 'needs-scripts self-start')}
    onClick={() => downloadTextFile(`${file}.csv`, toCsv(rows))}
  >
    {m.regtech_csv()}
    <span className="sr-only">: {title}</span>
  </button>
);
