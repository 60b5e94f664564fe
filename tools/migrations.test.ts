import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findDrift } from './migrations.ts';

describe('tables and migrations', () => {
  it('are seen to differ when a table has no migration', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hakiki-tables-'));
    await mkdir(join(folder, 'tomorrow'));
    await symlink(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
    const tables = join(folder, 'tomorrow/tables.ts');
    await writeFile(
      tables,
      `import { integer, pgTable } from 'drizzle-orm/pg-core';
       export const tomorrow = pgTable('a_table_of_tomorrow', { n: integer() });`,
    );
    const drift = await findDrift(`{./src/modules/*/tables.ts,${tables}}`);
    await rm(folder, { recursive: true });
    expect(drift).toContain('a_table_of_tomorrow');
  });
});
