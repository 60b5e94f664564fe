import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generate, generatedPath } from './generate.ts';

it('the generated types match the contract; if not, run: npm run generate -w @hakiki/client [API-12]', async () => {
  expect(await readFile(generatedPath, 'utf8')).toBe(await generate());
});
