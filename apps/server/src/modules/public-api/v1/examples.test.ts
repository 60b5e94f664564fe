/** Runs the examples of the documentation verbatim, in an empty folder with only a key. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { v1Endpoints } from '@hakiki/contract/v1';
import { type ExampleLanguage, listExamples } from '@hakiki/contract/v1-examples';
import { sampleCalls } from '@hakiki/contract/v1-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getEndpointName } from '../../../../test/support/contract-rules.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeApiKey } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test);
const run = promisify(execFile);

let folder: string;
let key: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hakiki-quick-start-'));
  ({ key } = await makeApiKey(test.database.db, { isTest: true }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const programs: Record<ExampleLanguage, { command: string; file: string }> = {
  curl: { command: 'sh', file: 'quick-start.sh' },
  TypeScript: { command: process.execPath, file: 'quick-start.mts' },
  Python: { command: 'python3', file: 'quick-start.py' },
};

/** Returns the output of the program. */
async function runExample(language: ExampleLanguage, text: string, apiKey: string): Promise<string> {
  const { command, file } = programs[language];
  await writeFile(join(folder, file), `${text}\n`);
  const env = { PATH: process.env['PATH'], HAKIKI_API_KEY: apiKey };
  const { stdout } = await run(command, [file], { cwd: folder, env });
  return stdout;
}

const origin = () => `http://127.0.0.1:${server.running.port}`;
const examples = v1Endpoints.flatMap((endpoint) =>
  (Object.keys(programs) as ExampleLanguage[]).map(
    (language) => [language, getEndpointName(endpoint), endpoint] as const,
  ),
);
const renderExample = (language: ExampleLanguage, endpoint: (typeof v1Endpoints)[number]) =>
  new Map(listExamples(endpoint, origin())).get(language)!;

describe('the examples of the documentation', () => {
  it.each(examples)(
    'runs the example in %s for %s and prints the documented output [API-12]',
    async (language, name, endpoint) => {
      const output = await runExample(language, renderExample(language, endpoint), key);
      expect(JSON.parse(output)).toEqual(sampleCalls[name]?.reply);
    },
  );

  it('documents an example for every call [API-12]', () => {
    expect(Object.keys(sampleCalls)).toEqual(v1Endpoints.map(getEndpointName));
  });

  it.each(['TypeScript', 'Python'] as const)('exits with an error in %s when the key is invalid', async (language) => {
    await expect(runExample(language, renderExample(language, v1Endpoints[0]), 'hk_test_none')).rejects.toThrow(
      /401|API_KEY_INVALID/,
    );
  });
});
