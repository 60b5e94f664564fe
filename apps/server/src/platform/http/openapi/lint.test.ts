/** The OpenAPI documents pass a standard linter. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ApiAudience, apiDocuments } from '@hakiki/contract/api-documents';
import { endpoints } from '@hakiki/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenApiDocument } from './openapi-document.ts';

const root = join(import.meta.dirname, '../../../../../..');
const require = createRequire(import.meta.url);
const linter = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hakiki-openapi-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Complaint {
  ruleId: string;
  message: string;
  location: { pointer: string }[];
}

/** No telemetry and no update check. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

async function lint(document: object): Promise<string[]> {
  const path = join(folder, 'openapi.json');
  await writeFile(path, JSON.stringify(document));
  const output = await new Promise<string>((resolve) => {
    const settings = ['--format=json', `--config=${join(root, 'redocly.yaml')}`];
    // The linter exits with an error when it finds something.
    execFile(process.execPath, [linter, 'lint', path, ...settings], { env }, (_, stdout) => resolve(stdout));
  });
  const { problems } = JSON.parse(output) as { problems: Complaint[] };
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
}

const documentOptions = { version: '1.0.0', publicUrl: 'https://hakiki.africa' };

describe('linting the OpenAPI documents', () => {
  it.each(Object.keys(apiDocuments) as ApiAudience[])(
    'finds no problem in the document for %s [API-12]',
    async (audience) => {
      expect(await lint(createOpenApiDocument(endpoints, audience, documentOptions))).toEqual([]);
    },
  );

  it('detects a missing server and a missing operation id', async () => {
    const { servers: _, ...document } = createOpenApiDocument(endpoints, 'public', documentOptions);
    const { operationId: __, ...nameless } = document.paths['/api/stats']!['get']!;
    document.paths['/api/stats'] = { get: nameless };
    expect(await lint(document)).toEqual([
      'no-empty-servers: Servers must be present. (#/openapi)',
      'operation-operationId: Operation object should contain `operationId` field. (#/paths/~1api~1stats/get/operationId)',
    ]);
  });
});
