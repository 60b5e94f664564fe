/**
 * One statement for many sets of values, in one round trip. The text is that of the single statement, so both give the
 * same rows; only its parameters become columns of the sets.
 */
import type { Database, Statement } from './database.ts';

/** Bounds the time of one statement. */
const SETS_PER_STATEMENT = 100;

/** JSON has no bytes; PostgreSQL reads them in this form. */
const toJson = (_: string, value: unknown): unknown => {
  const bytes = value as { type?: unknown; data?: unknown } | null;
  return bytes?.type === 'Buffer' && Array.isArray(bytes.data)
    ? `\\x${Buffer.from(bytes.data as number[]).toString('hex')}`
    : value;
};

/** `types` are those of the parameters `$1`, `$2` and so on. A single set is read by the statement itself. */
export function createReadForEach<Row extends object>(single: Statement, types: readonly string[]) {
  const columns = types.map((type, index) => `v${index + 1} ${type}`).join(', ');
  // A nested loop keeps the order of the inner rows.
  const statement: Statement = {
    text: `select asked.place, found.*
      from jsonb_to_recordset($1::jsonb) as asked (place int, ${columns})
      cross join lateral (${single.text.replaceAll(/\$(\d+)/g, 'asked.v$1')}) found`,
  };

  /** The rows of each set, in the order of the sets. */
  return async function readForEach(database: Database, sets: readonly (readonly unknown[])[]): Promise<Row[][]> {
    const [only] = sets;
    if (only && sets.length === 1) return [await database.read<Row>(single, only)];
    const rowsBySet: Row[][] = sets.map(() => []);
    for (let start = 0; start < sets.length; start += SETS_PER_STATEMENT) {
      const values = sets.slice(start, start + SETS_PER_STATEMENT).map((set, index) => ({
        place: start + index,
        ...Object.fromEntries(set.map((value, parameter) => [`v${parameter + 1}`, value])),
      }));
      const rows = await database.read<Row & { place: number }>(statement, [JSON.stringify(values, toJson)]);
      for (const { place, ...row } of rows) rowsBySet[place]!.push(row as unknown as Row);
    }
    return rowsBySet;
  };
}
