/** Runs the probe against the real pages. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from './support/product-test.ts';

test('hakiki probe finds that everything a visitor does works [OPS-07]', async ({ baseURL }) => {
  const command = join(import.meta.dirname, '../ops/bin/hakiki');
  const probed = await new Promise<string>((resolve) =>
    execFile(command, ['probe', baseURL!, '--slow', '20'], (_error, stdout, stderr) => resolve(stdout + stderr)),
  );
  expect(probed.replaceAll(/ +\d+ ms/g, '')).toContain('Everything a visitor does works');
});
