/** Lets PostgreSQL check each prepared statement against the tables, which no type does. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareStatement, namedStatements } from '../src/platform/db/statement.ts';
import { useDatabase } from './support/database.ts';

const test = useDatabase();
const source = join(import.meta.dirname, '../src');

/** Statements are registered when their file is loaded. */
beforeAll(async () => {
  const files = globSync('modules/**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  for (const file of files) await import(join(source, file));
}, 60_000);

describe('prepared statements', () => {
  it('PostgreSQL prepares each statement under its name', async () => {
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

  it('the names of prepared statements are two or more lower-case words joined by hyphens', () => {
    for (const name of namedStatements.keys()) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
  });

  it('two prepared statements with different texts cannot have the same name', () => {
    const one = { name: 'test-two-of-a-name', text: 'select 1' };
    expect(prepareStatement(one)).toEqual(one);
    expect(prepareStatement({ ...one })).toEqual(one);
    expect(() => prepareStatement({ ...one, text: 'select 2' })).toThrow(
      'Two statements have the name test-two-of-a-name.',
    );
    namedStatements.delete(one.name);
  });
});
