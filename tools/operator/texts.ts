/** Texts for a speaker to confirm, as a spreadsheet: `hakiki texts export|import <language>` (docs/how-to.md). */
import { readFileSync } from 'node:fs';
import { defaultLanguage, isLanguage } from '@hakiki/contract/site';
import { importCorrections, listTranslatedTexts } from '../../apps/web/translations.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '../../apps/server/src/platform/csv.ts';
import { readCsv } from '../../apps/server/src/platform/read-csv.ts';

const USAGE = `hakiki texts export <language> > texts.csv   all texts of a language, for a spreadsheet
hakiki texts import <language> <texts.csv>   writes corrected texts into the catalogues, in a checkout

Correct the column 'text', and write 'yes' in the column 'confirmed' where a text is right. Names in braces stay.`;

const columns = ['id', 'place', 'english', 'text', 'confirmed'];

const [act, language, file, ...more] = process.argv.slice(2);

/** A cell that looks like a formula was written with an apostrophe. */
const toWrittenText = (cell: string): string => cell.replace(/^'(?=[=+\-@])/, '');

function readCorrections(path: string): Parameters<typeof importCorrections>[1] {
  const [header, ...rows] = readCsv(readFileSync(path, 'utf8'));
  const missing = columns.filter((column) => !header?.cells.includes(column));
  if (missing.length > 0) throw new Error(`The first line has no ${missing.join(', ')}.`);
  const cellOf = (cells: readonly string[], column: string): string => cells[header!.cells.indexOf(column)] ?? '';
  return rows.map(({ cells }) => ({
    id: cellOf(cells, 'id'),
    text: toWrittenText(cellOf(cells, 'text')),
    isConfirmed: cellOf(cells, 'confirmed').toLowerCase() === 'yes',
  }));
}

if (!isLanguage(language) || language === defaultLanguage || more.length > 0) {
  console.error(USAGE);
  process.exitCode = 2;
} else if (act === 'export' && file === undefined) {
  const rows = listTranslatedTexts(language).map(({ id, place, english, text, isConfirmed }) => [
    id,
    place,
    english,
    text,
    isConfirmed ? 'yes' : '',
  ]);
  process.stdout.write(BYTE_ORDER_MARK + [columns, ...rows].map(toCsvLine).join(''));
} else if (act === 'import' && file !== undefined) {
  try {
    const { changed, confirmed, problems } = importCorrections(language, readCorrections(file));
    if (problems.length > 0) throw new Error(`Nothing was written:\n${problems.join('\n')}`);
    console.log(`${changed} texts changed, ${confirmed} confirmed.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
