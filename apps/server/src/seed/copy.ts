/** Rows into a table by COPY, the quickest way in that still runs every constraint, generated column and trigger. */
import { once } from 'node:events';
import { type Column, getTableColumns, getTableName, type Table } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const bufferedCharacters = 64 * 1024;

/**
 * Copies up to `most` rows in one statement and says how many there were: triggers that sum up a statement do so once for all
 * of them. Rows are taken one by one, so that they are made while the server works on those before.
 */
export async function copyRows(
  client: ClientBase,
  table: Table,
  rows: Iterator<object>,
  most: number,
): Promise<number> {
  let next = rows.next();
  if (next.done) return 0;
  const columns = columnsOf(table, next.value);
  const names = columns.map(({ key }) => `"${toSnakeCase(key)}"`).join(', ');
  const copy = client.query(copyFrom(`copy "${getTableName(table)}" (${names}) from stdin`));
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  copy.on('finish', resolve);
  copy.on('error', reject);
  // A refused row is reported while we are still writing; the error is thrown where `finished` is awaited.
  finished.catch(() => undefined);

  let text = '';
  let count = 0;
  while (!next.done) {
    text += copyLine(columns, next.value);
    count += 1;
    if (count === most) break;
    if (text.length > bufferedCharacters) {
      if (!copy.write(text)) await Promise.race([once(copy, 'drain'), finished]);
      text = '';
    }
    next = rows.next();
  }
  copy.end(text);
  await finished;
  return count;
}

type Field = { key: string; write: (value: unknown) => string };

/** The columns that the row names, each with its way of writing a value. */
export function columnsOf(table: Table, row: object): Field[] {
  const known: Record<string, Column> = getTableColumns(table);
  return Object.keys(row).map((key) => {
    const column = known[key];
    if (!column) throw new Error(`${getTableName(table)} has no column for ${key}`);
    return { key, write: writers[column.columnType] ?? writeScalar };
  });
}

export function copyLine(columns: Field[], row: object): string {
  const values = row as Record<string, unknown>;
  return `${columns.map(({ key, write }) => (values[key] === null ? '\\N' : write(values[key]))).join('\t')}\n`;
}

const writeScalar = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : typeof value === 'string' ? escape(value) : String(value);

const writers: Record<string, Field['write']> = {
  PgJsonb: (value) => escape(JSON.stringify(value)),
  PgArray: (value) => escape(`{${(value as string[]).map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`),
};

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escape = (text: string): string => text.replace(/[\\\t\n\r]/g, (character) => escapes[character]!);
