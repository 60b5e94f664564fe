import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findStablePort, readStoredPort } from './stable-port.ts';
import { type Cluster, findFreePort, startStoredPostgres } from './pg.ts';

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hakiki-kept-'));
const portFile = join(folder, 'postgres-port');
const dataDir = join(folder, 'cluster', 'postgres');
let cluster: Cluster;
let usual = 0;

const start = async () => {
  cluster = await startStoredPostgres(dataDir, portFile, usual);
};

async function ask<Row>(text: string): Promise<Row> {
  const client = new pg.Client({ connectionString: cluster.url() });
  await client.connect();
  try {
    return (await client.query(text)).rows[0] as Row;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  // The server's account must be able to enter it.
  chmodSync(folder, 0o755);
  usual = await findFreePort();
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('starts a cluster, and reuses it while it runs', async () => {
  await start();
  await ask('create table kept ()');
  await start();
  expect(await ask(`select to_regclass('kept')::text as found`)).toEqual({ found: 'kept' });
});

it('stops the server of a deleted folder, and creates a new one in the same place', async () => {
  const before = cluster.url();
  rmSync(join(folder, 'cluster'), { recursive: true });
  await start();
  expect(cluster.url()).toBe(before);
  expect(await ask(`select to_regclass('kept')::text as found`)).toEqual({ found: null });
});

it.each(['process.exit()', `throw new Error('a fault')`])('stops with the process that ends by %s', async (end) => {
  await cluster.stop();
  const script = `
    import { startStoredPostgres, stopPostgresOnExit } from '${join(import.meta.dirname, 'pg.ts')}';
    stopPostgresOnExit('${dataDir}');
    const { wasRunning } = await startStoredPostgres('${dataDir}', '${portFile}', ${usual});
    console.log(wasRunning ? 'found' : 'started');
    ${end};`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stdout).toBe('started\n');
  await start();
  expect(cluster.wasRunning).toBe(false);
});

it('keeps the port of a checkout, and uses the next one while another process has the default port', async () => {
  const other = createServer().listen(await findFreePort(), '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const taken = typeof address === 'object' && address ? address.port : 0;
  const file = join(folder, 'web-port');
  const port = await findStablePort(file, taken);
  other.close();
  expect(port).toBeGreaterThan(taken);
  expect(readStoredPort(file)).toBe(port);
  expect(await findStablePort(file, taken)).toBe(port);
});
