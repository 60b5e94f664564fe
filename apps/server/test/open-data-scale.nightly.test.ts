/** The range files of ten million indicators, written by a process of its own, whose memory is measured. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'hakiki-scale-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const build = (...changes: string[]) =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--conditions',
        'development',
        fileURLToPath(new URL('support/build-ranges.ts', import.meta.url)),
        folder,
        '10000000',
        ...changes,
      ],
      { encoding: 'utf8' },
    ),
  ) as { keys: number; written: number; seconds: number; megabytes: number };

it('builds 65,536 files of 10 million keys in 60 seconds and 500 MB, and 1,000 changes in 2 seconds more than reading the keys [CHECK-09]', () => {
  const all = build();
  expect([all.keys, all.written]).toEqual([10_027_008, 65_536]);
  expect(all.seconds).toBeLessThan(60);
  expect(all.megabytes).toBeLessThan(500);
  const unchanged = build('1');
  const changed = build('1000');
  expect(changed.written).toBe(1000);
  expect(changed.seconds - unchanged.seconds).toBeLessThan(2);
  const names = readdirSync(join(folder, 'ranges'));
  expect(names).toHaveLength(65_536);
  expect(new Set(names.map((name) => statSync(join(folder, 'ranges', name)).size)).size).toBe(1);
  console.log({ all, unchanged, changed });
}, 300_000);
