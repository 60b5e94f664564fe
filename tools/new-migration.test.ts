import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isMigrationName } from './new-migration.ts';

it('accepts only a descriptive name in lower case', () => {
  const given = [
    undefined,
    '',
    'a',
    'Receipts',
    'receipts-end',
    '--name',
    'receipts end',
    'receipts_end',
    'owner_tags_2',
  ];
  expect(given.filter(isMigrationName)).toEqual(['receipts_end', 'owner_tags_2']);
});

it('generates nothing without a name, and prints the usage', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'new-migration.ts')], {
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stderr).toContain('npm run db:generate -- receipts_end');
});
