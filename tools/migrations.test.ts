import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import drizzleConfig from '../apps/server/drizzle.config.ts';
import { findLocks } from './migration-locks.ts';
import { findDrift } from './migrations.ts';

describe('tables and migrations', () => {
  it('finds a table without a migration', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hakiki-tables-'));
    await mkdir(join(folder, 'tomorrow'));
    await symlink(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
    const tables = join(folder, 'tomorrow/tables.ts');
    await writeFile(
      tables,
      `import { integer, pgTable } from 'drizzle-orm/pg-core';
       export const tomorrow = pgTable('a_table_of_tomorrow', { n: integer() });`,
    );
    const drift = await findDrift(`{${String(drizzleConfig.schema)},${tables}}`);
    await rm(folder, { recursive: true });
    expect(drift).toContain('a_table_of_tomorrow');
  });
});

describe('locks of a migration', () => {
  const index = 'CREATE INDEX "reports_age" ON "reports" USING btree ("created_at");';

  it.each([
    [index, ['reports: builds an index and stops all writing meanwhile']],
    [
      'create unique index a on only public.reports (id);',
      ['reports: builds an index and stops all writing meanwhile'],
    ],
    [
      'ALTER TABLE "reports" ADD CONSTRAINT "known" CHECK ("reports"."state" in (1));',
      ['reports: adds a constraint and checks every row meanwhile'],
    ],
    [
      'ALTER TABLE "reports" ALTER COLUMN "state" SET NOT NULL;',
      ['reports: makes a column required and checks every row meanwhile'],
    ],
    [
      'ALTER TABLE "reports" ALTER COLUMN "state" SET DATA TYPE bigint;',
      ['reports: changes the type of a column and may rewrite every row'],
    ],
    [
      'CREATE INDEX CONCURRENTLY a ON reports (id);',
      ['concurrently needs `-- outside a transaction` as the first line'],
    ],
    [`-- may lock: yes\n${index}`, ['reports: builds an index and stops all writing meanwhile']],
  ])('rejects a statement that locks a table in use: %s', (sql, faults) => expect(findLocks(sql)).toEqual(faults));

  it.each([
    '-- outside a transaction\nDROP INDEX CONCURRENTLY IF EXISTS a;\n--> statement-breakpoint\nCREATE INDEX CONCURRENTLY a ON reports (id);',
    'ALTER TABLE "reports" ADD CONSTRAINT "known" CHECK ("state" in (1)) NOT VALID;',
    'ALTER TABLE "reports" VALIDATE CONSTRAINT "known";',
    `-- may lock: the table holds a few dozen rows\n${index}`,
    `CREATE TABLE "reports" ("id" uuid);\n--> statement-breakpoint\n${index}`,
    'ALTER TABLE "reports" ADD COLUMN "state" text;',
    `create function f() returns void language plpgsql as $$ begin ${index} end $$;`,
  ])('accepts a statement that does not lock a table in use: %s', (sql) => expect(findLocks(sql)).toEqual([]));
});
