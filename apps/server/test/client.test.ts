/** The client package as a user gets it: packed, unpacked in a folder outside the workspace, type-checked and run. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sampleProviders } from '@hakiki/contract/v1-samples';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from './support/database.ts';
import { makeApiKey } from './support/factories.ts';
import { useServer } from './support/server.ts';

const root = join(import.meta.dirname, '../../..');
const test = useDatabase();
const server = useServer(test);
const run = promisify(execFile);

let folder: string;
let files: string[];
const getPackageFolder = () => join(folder, 'node_modules/@hakiki/client');

/** Installs as npm would, but from the local node_modules: this test calls no registry. */
async function install(): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--json', `--pack-destination=${folder}`, '-w', '@hakiki/client'], {
    cwd: root,
  });
  // The compiler's output precedes the JSON of `npm pack`.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }];
  await mkdir(getPackageFolder(), { recursive: true });
  await run('tar', ['-xzf', join(folder, packed.filename), '-C', getPackageFolder(), '--strip-components=1']);
  const packageJson = JSON.parse(await readFile(join(getPackageFolder(), 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(packageJson.dependencies).toEqual({ 'openapi-fetch': '0.17.0' });
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    await cp(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hakiki-client-'));
  await install();
  files = (await readdir(getPackageFolder(), { recursive: true })).toSorted();
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const settings = { strict: true, module: 'nodenext', target: 'es2024', noEmit: true, skipLibCheck: false };
  const types = { typeRoots: [join(root, 'node_modules/@types')], types: ['node'] };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...settings, ...types }, include: ['*.ts'] }),
  );
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const writeProjectFile = (name: string, text: string) => writeFile(join(folder, name), text);
const typeCheck = () => run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);

describe('the client package', () => {
  it('the client package contains its licence, README, package.json and compiled files, and nothing else', () => {
    expect(files).toEqual(
      [
        'LICENSE',
        'README.md',
        'dist',
        'package.json',
        ...['index', 'v1'].flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
      ].toSorted(),
    );
  });

  it('the README example of the client package type-checks and runs against the real server [API-12]', async () => {
    const [, example] = /```ts\n(.+?)```/s.exec(await readFile(join(getPackageFolder(), 'README.md'), 'utf8')) ?? [];
    await writeProjectFile('first-page.ts', example!);
    await typeCheck();
    const { key } = await makeApiKey(test.database.db, { isTest: true });
    const env = {
      PATH: process.env['PATH'],
      HAKIKI_URL: `http://127.0.0.1:${server.running.port}`,
      HAKIKI_API_KEY: key,
    };
    const { stdout } = await run(process.execPath, ['first-page.ts'], { cwd: folder, env });
    expect(stdout.trim().split('\n')).toEqual([
      ...sampleProviders.map(({ name, verificationStatus }) => `${name}: ${verificationStatus}`),
      expect.stringMatching(/^[\da-f-]{36}: pending$/),
    ]);
  });

  it('the types of the client package reject an unknown path and an unknown query parameter', async () => {
    await rm(join(folder, 'first-page.ts'), { force: true });
    await writeProjectFile(
      'wrong.ts',
      "import { createHakikiClient } from '@hakiki/client';\n" +
        "const hakiki = createHakikiClient({ baseUrl: '', key: '' });\n" +
        "await hakiki.GET('/api/v1/people');\n" +
        "await hakiki.GET('/api/v1/providers', { params: { query: { colour: 'red' } } });\n",
    );
    await expect(typeCheck()).rejects.toMatchObject({
      stdout: expect.stringMatching(/wrong\.ts\(3,.+wrong\.ts\(4,/s) as string,
    });
  });
});
