/** Reads the file of a register, uploaded or fetched: CSV, or JSON with the same names. Depends on its bytes only. */
import { entryStates, licenceLimits, type RegisterFormat } from '@hakiki/contract/licence-values';
import { textLimits } from '@hakiki/contract/limits';
import { toReadableText } from '@hakiki/contract/readable-text';
import * as z from 'zod';
import { CsvError, readCsv } from '../../platform/read-csv.ts';

export class UnreadableRegister extends Error {}

const cell = (max: number) => z.string().transform(toReadableText).pipe(z.string().max(max));
const optionalDay = z
  .union([z.literal('').transform(() => null), z.iso.date()])
  .nullish()
  .transform((day) => day ?? null);

const Row = z.object({
  holder: cell(textLimits.title).pipe(z.string().min(1)),
  number: cell(100)
    .nullish()
    .transform((number) => number || null),
  state: z.enum(entryStates),
  scope: z
    .union([z.array(cell(textLimits.title)), z.string()])
    .nullish()
    .transform((scope) => (typeof scope === 'string' ? scope.split(';') : (scope ?? [])))
    .transform((parts) => parts.map((part) => part.trim()).filter(Boolean))
    .pipe(z.array(z.string().max(textLimits.title)).max(licenceLimits.scope)),
  granted: optionalDay,
  ends: optionalDay,
});

/** A file must at least name the holder and the state. */
const requiredColumns = ['holder', 'state'] as const;
const MAX_CELLS = 50;

export interface RegisterRow {
  key: string;
  holder: string;
  number: string | null;
  state: (typeof entryStates)[number];
  scope: string[];
  grantedOn: string | null;
  endsOn: string | null;
}

function decode(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UnreadableRegister('charset');
  }
}

function readCsvRecords(text: string): Record<string, string>[] {
  try {
    const [head, ...rows] = readCsv(text);
    const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
    if (names.length > MAX_CELLS || requiredColumns.some((name) => !names.includes(name)))
      throw new UnreadableRegister('columns');
    return rows.map(({ cells }) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])));
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableRegister(error.message);
    throw error;
  }
}

function readJsonRecords(text: string): unknown[] {
  try {
    const data: unknown = JSON.parse(text);
    if (Array.isArray(data)) return data;
  } catch {
    // A page instead of data.
  }
  throw new UnreadableRegister('format');
}

export function parseRegister(format: RegisterFormat, content: Uint8Array): RegisterRow[] {
  if (content.byteLength > licenceLimits.fileBytes) throw new UnreadableRegister('too large');
  const text = decode(content);
  const records = format === 'csv' ? readCsvRecords(text) : readJsonRecords(text);
  if (records.length === 0) throw new UnreadableRegister('empty');
  if (records.length > licenceLimits.entries) throw new UnreadableRegister('too many entries');
  const rows = records.map((record, index): RegisterRow => {
    const parsed = Row.safeParse(record);
    if (!parsed.success) throw new UnreadableRegister(`entry ${index + 1}: ${parsed.error.issues[0]?.path.join('.')}`);
    const { granted: grantedOn, ends: endsOn, ...row } = parsed.data;
    return { ...row, key: row.number ?? row.holder, grantedOn, endsOn };
  });
  if (new Set(rows.map(({ key }) => key)).size < rows.length)
    throw new UnreadableRegister('two entries with one number');
  return rows;
}
