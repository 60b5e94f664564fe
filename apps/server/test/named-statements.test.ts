/**
 * Every statement with a name, as it is sent. A change of one is seen where it is reviewed, and each is held against the tables:
 * what no type checks, PostgreSQL does.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { named, namedStatements } from '../src/platform/db/statement.ts';
import { useDatabase } from './database.ts';

const test = useDatabase();
const source = join(import.meta.dirname, '../src');

/** Statements are named when their file is loaded. */
beforeAll(async () => {
  const files = globSync('modules/**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  for (const file of files) await import(join(source, file));
}, 60_000);

/** Without the indentation of the file it was written in. */
const shown = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n  ');

describe('the statements with a name', () => {
  it('are these', async () => {
    const all = [...namedStatements].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const text = all.map(([name, statement]) => `-- ${name}\n  ${shown(statement)};\n`).join('\n');
    await expect(text).toMatchFileSnapshot('named-statements.sql');
  });

  it('are each understood by PostgreSQL, and prepared under their names', async () => {
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    try {
      const refused: string[] = [];
      for (const [name, text] of namedStatements) {
        await client
          .query(`prepare ${pg.escapeIdentifier(name)} as ${text}`)
          .catch((error: Error) => refused.push(`${name}: ${error.message}`));
      }
      expect(refused).toEqual([]);
      const { rows } = await client.query<{ name: string }>('select name from pg_prepared_statements');
      expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(namedStatements.keys()));
    } finally {
      await client.end();
    }
  });

  it('are called after their rooms, in small letters', () => {
    for (const name of namedStatements.keys()) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
  });

  it('are one for each name', () => {
    const one = { name: 'test-two-of-a-name', text: 'select 1' };
    expect(named(one)).toEqual(one);
    expect(named({ ...one })).toEqual(one);
    expect(() => named({ ...one, text: 'select 2' })).toThrow('Two statements are called test-two-of-a-name.');
    namedStatements.delete(one.name);
  });
});
