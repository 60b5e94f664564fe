/** Writes rows with COPY, the fastest way that still runs all constraints, generated columns and triggers. */
import { once } from 'node:events';
import { type Column, getTableColumns, getTableName, type Table } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A table to fill. */
export interface Stage {
  table: Table;
  label: string;
  /** The number of rows, if known in advance. */
  total?: number;
  rows: Iterable<object>;
}

const bufferedCharacters = 64 * 1024;

/** One statement, so that statement triggers run once. Rows are generated lazily, never all in memory. */
export async function copyRows(
  client: ClientBase,
  table: Table,
  rows: Iterable<object>,
  onRows: (copied: number) => void,
): Promise<void> {
  let columns: Field[] | undefined;
  let copy: ReturnType<typeof startCopy> | undefined;
  let text = '';
  let copied = 0;
  for (const row of rows) {
    columns ??= toFields(table, row);
    copy ??= startCopy(client, table, columns);
    text += toCopyLine(columns, row);
    copied += 1;
    if (text.length < bufferedCharacters) continue;
    if (!copy.stream.write(text)) await Promise.race([once(copy.stream, 'drain'), copy.finished]);
    text = '';
    onRows(copied);
  }
  if (!copy) return;
  copy.stream.end(text);
  onRows(copied);
  await copy.finished;
}

function startCopy(client: ClientBase, table: Table, columns: Field[]) {
  const names = columns.map(({ key }) => `"${toSnakeCase(key)}"`).join(', ');
  const stream = client.query(copyFrom(`copy "${getTableName(table)}" (${names}) from stdin`));
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  stream.on('finish', resolve);
  stream.on('error', reject);
  // An error arrives while rows are still being written; it is thrown where `finished` is awaited.
  finished.catch(() => undefined);
  return { stream, finished };
}

type Field = { key: string; write: (value: unknown) => string };

/** The columns of the row, each with a function that formats its values. */
export function toFields(table: Table, row: object): Field[] {
  const columnsByKey: Record<string, Column> = getTableColumns(table);
  return Object.keys(row).map((key) => {
    const column = columnsByKey[key];
    if (!column) throw new Error(`${getTableName(table)} has no column for ${key}`);
    return { key, write: writers[column.columnType] ?? writeScalar };
  });
}

export function toCopyLine(columns: Field[], row: object): string {
  const values = row as Record<string, unknown>;
  return `${columns.map(({ key, write }) => (values[key] === null ? '\\N' : write(values[key]))).join('\t')}\n`;
}

function writeScalar(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return escape(`\\x${value.toString('hex')}`);
  return typeof value === 'string' ? escape(value) : String(value);
}

const writers: Record<string, Field['write']> = {
  PgJsonb: (value) => escape(JSON.stringify(value)),
  PgArray: (value) => escape(`{${(value as string[]).map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`),
};

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escape = (text: string): string => text.replace(/[\\\t\n\r]/g, (character) => escapes[character]!);
