import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from '@hakiki/contract/site';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { migrate } from './migrate.ts';

const test = useDatabase();

function createMigrationsFolder(...migrations: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'hakiki-migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'meta'));
  // After all of our own migrations, which have already run.
  const entries = migrations.map((_, idx) => ({
    idx,
    when: 4_000_000_000_000 + idx,
    tag: `000${idx}`,
    breakpoints: true,
  }));
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
  for (const [idx, sql] of migrations.entries()) writeFileSync(join(folder, `000${idx}.sql`), sql);
  return folder;
}

it('builds an index concurrently, makes other migrating processes wait, and runs each migration once', async () => {
  const folder = createMigrationsFolder(
    'create table busy (n int);\n--> statement-breakpoint\ninsert into busy values (1);',
    '-- outside a transaction\ndrop index concurrently if exists busy_n;\n--> statement-breakpoint\ncreate index concurrently busy_n on busy (n);',
  );
  const reader = new pg.Client({ connectionString: test.url });
  reader.on('error', () => undefined);
  await reader.connect();
  await reader.query('begin isolation level repeatable read');
  await reader.query('select 1 from providers');
  const migrating = Promise.all([1, 2, 3].map(() => migrate(test.url, undefined, folder)));
  await expect
    .poll(() =>
      test.sql(
        `select from pg_stat_activity where query like '%create index concurrently%' and pid <> pg_backend_pid() and state = 'active'`,
      ),
    )
    .toHaveLength(1);
  // The index build waits for the reader and does not block writers.
  await test.sql('insert into busy values (2)');
  await reader.query('commit');
  await reader.end();
  await migrating;
  expect(await test.sql('select n from busy order by n')).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await test.sql(`select indisvalid from pg_index where indexrelid = 'busy_n'::regclass`)).toEqual([
    { indisvalid: true },
  ]);
});

it('rolls back a migration that fails half-way', async () => {
  const broken = createMigrationsFolder('', '', 'create table half (n int);\n--> statement-breakpoint\nselect 1/0;');
  await expect(migrate(test.url, undefined, broken)).rejects.toThrow('division by zero');
  expect(await test.sql(`select to_regclass('half') as found`)).toEqual([{ found: null }]);
});

it('adds the languages of the site that the database does not have', async () => {
  await test.sql(`delete from languages where code = 'fr'`);
  await migrate(test.url);
  expect(await test.sql('select code from languages order by code')).toEqual(
    languages.toSorted().map((code) => ({ code })),
  );
});

it('leaves no constraint that existing rows were not checked against', async () => {
  const unchecked = `select conrelid::regclass::text || '.' || conname as name from pg_constraint where not convalidated`;
  expect(await test.sql(unchecked)).toEqual([]);
});
