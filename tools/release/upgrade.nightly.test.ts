/**
 * Tests an upgrade and a rollback under load: real processes behind a real edge, with a migration between the releases.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProvider } from '../../apps/server/test/support/factories.ts';
import { type Nginx, startEdge } from '../../ops/nginx/edge.ts';
import { type Machine, replaceRelease } from '../operator/replace-release.ts';
import { type Cluster, findFreePort, startTemporaryPostgres } from '../pg.ts';
import { createEnvironments, makeRoles, createPeople, waitUntilReady } from '../product.ts';

const root = join(import.meta.dirname, '../..');
mkdirSync(join(root, '.local'), { recursive: true });
const testFolder = mkdtempSync(join(root, '.local/upgrade-'));
const at = (name: string) => join(testFolder, name);
const CHUNKS = 400;
/** Processes start slowly on a busy machine. */
const TIMEOUT_MS = 300_000;

/** Creates a release folder with hard links; changed files must be written as new files. */
function createRelease(name: string): string {
  const folder = at(name);
  mkdirSync(folder);
  for (const part of ['apps', 'packages', 'ops', 'tools', 'node_modules', 'package.json']) {
    execFileSync('cp', ['-al', join(root, part), folder]);
  }
  for (let n = 0; n < CHUNKS; n += 1) {
    writeFileSync(join(folder, 'apps/web/build/client/assets', `${name}-${n}.js`), `export const of = '${name}';\n`);
  }
  return folder;
}

function addMigration(folder: string): void {
  const migrations = join(folder, 'apps/server/migrations');
  const journalFile = join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1)!;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next_release' } as typeof last);
  rmSync(journalFile);
  writeFileSync(journalFile, JSON.stringify(journal));
  writeFileSync(join(migrations, '9999_next_release.sql'), 'alter table providers add column of_next_release text;');
}

/** The server then starts only on this port. */
function breakServer(folder: string, but: number | undefined): void {
  const entry = join(folder, 'apps/server/src/main.ts');
  rmSync(entry);
  copyFileSync(join(root, 'apps/server/src/main.ts'), join(folder, 'apps/server/src/whole.ts'));
  writeFileSync(
    entry,
    `if (process.env['PORT'] !== '${but}') throw new Error('A release that does not start.');\nawait import('./whole.ts');\n`,
  );
}

let cluster: Cluster;
let edge: Nginx;
let url: string;
let client: pg.Client;
let cookie: string;
let machine: Machine;
let removeFolders: () => void;
const processes = new Map<string, ChildProcess>();

async function stop(name: string): Promise<void> {
  const child = processes.get(name);
  if (!child || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

beforeAll(async () => {
  createRelease('before');
  addMigration(createRelease('after'));
  // A relative link, as an operator writes it.
  symlinkSync('before', at('hakiki'));
  cluster = await startTemporaryPostgres('upgrade');
  const roles = await makeRoles(cluster.url());
  client = new pg.Client({ connectionString: cluster.url() });
  await client.connect();
  const ports = [await findFreePort(), await findFreePort()];
  breakServer(createRelease('broken'), undefined);
  breakServer(createRelease('half'), ports[0]);
  edge = await startEdge({ origins: ports.map((port) => `127.0.0.1:${port}`) });
  url = edge.url.replace('127.0.0.1', 'localhost');
  const { web, worker, remove } = createEnvironments(roles, {
    PUBLIC_URL: url,
    DRAIN_SECONDS: '2',
    RATE_LIMIT_SCALE: '1000',
  });
  removeFolders = remove;
  const start = (name: string, file: string, env: NodeJS.ProcessEnv) => {
    const entry = join(realpathSync(at('hakiki')), 'apps/server/src', file);
    processes.set(name, spawn(process.execPath, [entry], { env, cwd: testFolder, stdio: 'ignore' }));
  };
  const restart = async (...given: Parameters<typeof start>) => {
    await stop(given[0]);
    start(...given);
  };
  machine = {
    link: at('hakiki'),
    ports,
    migrate: async (folder) => {
      const env = { ...worker, DATABASE_URL: cluster.url(), NODE_OPTIONS: '' };
      execFileSync(process.execPath, [join(folder, 'apps/server/src/migrate.ts')], { env, stdio: 'pipe' });
      await Promise.resolve();
    },
    restartServer: (port) => restart(`server ${port}`, 'main.ts', { ...web, PORT: String(port) }),
    hasCrashed: (port) => Promise.resolve(processes.get(`server ${port}`)?.exitCode !== null),
    restartWorker: () => restart('worker', 'worker.ts', worker),
    applyEdgeConfig: async () => {
      process.kill(edge.pid, 'SIGHUP');
      await pause(500);
    },
    timeoutMs: 150_000,
    say: () => {},
  };
  await machine.restartWorker();
  for (const port of ports) await machine.restartServer(port);
  for (const port of ports) await waitUntilReady(`http://127.0.0.1:${port}`);
  const people = createPeople(cluster.url());
  await makeProvider(people.db, { name: 'Demo Exchange' });
  const { value, name } = await people.signIn((await people.make()).id);
  cookie = `${name}=${value}`;
  await people.close();
}, TIMEOUT_MS);

afterAll(async () => {
  await Promise.all([...processes.keys()].map(stop));
  await edge.stop();
  await client.end();
  await cluster.stop();
  removeFolders();
  rmSync(testFolder, { recursive: true });
});

/**
 * Like a browser, requests once more when a kept connection closes before a response: the edge closes idle ones when it
 * loads its configuration. Reports carry an idempotency key.
 */
async function request(path: string, init: RequestInit): Promise<Response> {
  const send = () => fetch(url + path, { ...init, signal: AbortSignal.timeout(60_000) });
  return await send().catch((error: unknown) => {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') return send();
    throw error;
  });
}

/** Sends load until the work is done: uncached searches, scripts of each release that has started, reports. */
async function runUnderLoad(chunks: readonly string[], task: (begin: (release: string) => void) => Promise<void>) {
  const failed: string[] = [];
  const acknowledged: string[] = [];
  let [asked, isOver] = [0, false];
  const begun = new Set(chunks);
  const ask = async (path: string, init: RequestInit = {}): Promise<string | undefined> => {
    asked += 1;
    try {
      const answer = await request(path, init);
      if (!answer.ok) throw new Error(String(answer.status));
      return await answer.text();
    } catch (error) {
      failed.push(`${init.method ?? 'GET'} ${path}: ${String(error)} ${String((error as Error).cause)}`);
      return undefined;
    }
  };
  const read = async () => {
    for (let n = 0; !isOver; n += 1) {
      await ask(`/directory?search=${randomUUID()}`);
      await ask(`/api/providers?search=${randomUUID()}`);
      for (const release of begun) await ask(`/assets/${release}-${n % CHUNKS}.js`);
      await pause(100);
    }
  };
  const report = async () => {
    while (!isOver) {
      const answer = await ask('/api/reports', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          origin: url,
          cookie,
        },
        body: JSON.stringify({ reportType: 'scam', severity: 'High', description: 'They took it.' }),
      });
      if (answer !== undefined) acknowledged.push((JSON.parse(answer) as { id: string }).id);
      await pause(50);
    }
  };
  const traffic = [read(), report(), report()];
  await pause(500);
  try {
    await task((release) => begun.add(release));
    await pause(500);
  } finally {
    isOver = true;
    await Promise.all(traffic);
  }
  const { rows } = await client.query<{ id: string }>('select id from reports where id = any($1)', [acknowledged]);
  return { failed, asked, reports: { acknowledged: acknowledged.length, kept: rows.length } };
}

it('an upgrade and a rollback fail no request and lose no report [OPS-04]', { timeout: TIMEOUT_MS }, async () => {
  const up = await runUnderLoad(['before'], (begin) => {
    const say = (words: string) => words === `the server on ${machine.ports[1]}` && begin('after');
    return replaceRelease(at('after'), {}, { ...machine, say });
  });
  expect(realpathSync(at('hakiki'))).toBe(at('after'));
  const columns = await client.query(`select from information_schema.columns where column_name = 'of_next_release'`);
  expect(columns.rowCount).toBe(1);
  const back = await runUnderLoad(['before', 'after'], () => replaceRelease(at('before'), { isBack: true }, machine));
  expect(realpathSync(at('hakiki'))).toBe(at('before'));
  for (const { failed, asked, reports } of [up, back]) {
    expect(failed).toEqual([]);
    expect(asked).toBeGreaterThan(100);
    expect(reports.acknowledged).toBeGreaterThan(20);
    expect(reports.kept).toBe(reports.acknowledged);
  }
});

it.each([
  ['broken', 0],
  ['half', 1],
])(
  'restores the previous release without a failed request when a server of a %s release does not start [OPS-04]',
  { timeout: TIMEOUT_MS },
  async (release, place) => {
    const started: string[] = [];
    const restartServer = async (port: number) => {
      await machine.restartServer(port);
      started.push(`${basename(realpathSync(at('hakiki')))} on server ${machine.ports.indexOf(port)}`);
    };
    const { failed } = await runUnderLoad(['before'], () =>
      expect(replaceRelease(at(release), {}, { ...machine, restartServer, timeoutMs: TIMEOUT_MS })).rejects.toThrow(
        `The new server on ${machine.ports[place]} did not respond. ${at('before')} is running again. Run hakiki doctor.`,
      ),
    );
    expect(failed).toEqual([]);
    expect(realpathSync(at('hakiki'))).toBe(at('before'));
    const ofEach = Map.groupBy(started, (words) => words.split(' ').at(-1));
    for (const [server, starts] of ofEach) expect(starts.at(-1)).toBe(`before on server ${server}`);
    expect(ofEach.size).toBe(place + 1);
  },
);
