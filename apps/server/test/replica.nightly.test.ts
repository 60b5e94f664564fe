/** Reads public data from a real streaming replica, whose replay is paused and which is then stopped. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Cluster, startTemporaryPostgres } from '../../../tools/pg.ts';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { openWithReplica, allowReplicaReads } from '../src/platform/db/replica.ts';
import { createLog } from '../src/platform/log/log.ts';
import { prepareTemplate, TEMPLATE } from './global.ts';
import { makeProvider } from './support/factories.ts';
import { parseSamples } from './support/prometheus-text.ts';
import { useServer } from './support/server.ts';

const MAX_LAG_SECONDS = 6;
const TIMEOUT_MS = 60_000;
/** The server checks the replica once a second. */
const SEVERAL_CHECKS_MS = 2500;
const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), 'hakiki-replica-'));
let primary: Cluster;
let replica: Cluster;
let onPrimary: Database;
let onReplica: Database;

/** Copies the cluster and adds the given files. */
function copyWith(original: string, name: string, files: Record<string, string>): string {
  const copy = join(folder, name);
  const { status } = spawnSync('cp', ['-Rp', original, copy]);
  if (status !== 0) throw new Error(`Could not copy ${original}.`);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(copy, file), text, { flag: 'a' });
  return copy;
}

const openCluster = (cluster: Cluster) =>
  openDatabase({ databaseUrl: cluster.url(TEMPLATE), databasePoolSize: 2, statementTimeoutMs: 5000 }, log);

beforeAll(async () => {
  const original = await prepareTemplate();
  primary = await startTemporaryPostgres(
    'primary',
    copyWith(original, 'primary', { 'pg_hba.conf': 'host replication all 127.0.0.1/32 trust\n' }),
  );
  const { port } = new URL(primary.url());
  replica = await startTemporaryPostgres(
    'replica',
    copyWith(original, 'replica', {
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`,
    }),
  );
  onPrimary = openCluster(primary);
  onReplica = openCluster(replica);
}, TIMEOUT_MS);
afterAll(async () => {
  await onPrimary.close();
  await primary.stop();
  rmSync(folder, { recursive: true });
});

const server = useServer(
  {
    get url() {
      return primary.url(TEMPLATE);
    },
  },
  {
    get settings() {
      return { readDatabaseUrl: replica.url(TEMPLATE), readMaxLagSeconds: MAX_LAG_SECONDS };
    },
  },
);

const readPublicCount = async () => (await server.json<{ totalProviders: number }>('/api/stats')).totalProviders;
/** A read that is not marked as public. */
const readPrivateCount = async () => (await server.running.services.directory.getStats()).totalProviders;
const lag = async () =>
  parseSamples(await (await server.get('/metrics')).text()).find(({ name }) => name === 'hakiki_replica_lag_seconds')
    ?.value;
/** So far that the replica is still read for some seconds after its replay is paused. */
const waitUntilCaughtUp = () =>
  vi.waitFor(async () => expect(await lag()).toBeLessThan(MAX_LAG_SECONDS / 3), { timeout: TIMEOUT_MS, interval: 50 });
const waitForPublicCount = (count: number) =>
  vi.waitFor(async () => expect(await readPublicCount()).toBe(count), { timeout: TIMEOUT_MS, interval: 50 });
const insertProvider = () => makeProvider(onPrimary.db, { name: 'One more' });
const setReplay = (call: 'pause' | 'resume') => onReplica.query({ text: `select pg_wal_replay_${call}()` }, []);

it(
  'the server reads nothing from a replica that is ahead of the primary, as can happen after a failover [OPS-05] [OPS-06]',
  async () => {
    // A copy of the same start, without what the replica received from another primary since.
    const promoted = await startTemporaryPostgres('promoted', join(folder, 'primary'));
    onTestFinished(() => promoted.stop());
    await onPrimary.query({ text: 'select pg_switch_wal()' }, []);
    await onPrimary.query({ text: 'create table only_there ()' }, []);
    await vi.waitFor(() => onReplica.query({ text: 'table only_there' }, []), { timeout: TIMEOUT_MS });

    const settings = { databasePoolSize: 2, statementTimeoutMs: 5000, readMaxLagSeconds: MAX_LAG_SECONDS };
    const both = openWithReplica(
      { ...settings, databaseUrl: promoted.url(TEMPLATE), readDatabaseUrl: replica.url(TEMPLATE) },
      log,
    );
    onTestFinished(() => both.close());
    const isThere = { text: `select to_regclass('only_there') is not null as "isThere"` };
    for (const until = Date.now() + SEVERAL_CHECKS_MS; Date.now() < until; await pause(100)) {
      expect(await allowReplicaReads(() => both.read(isThere, []))).toEqual([{ isThere: false }]);
    }
    expect(both.lagSeconds()).toBe(Infinity);
  },
  TIMEOUT_MS,
);

it(
  'public data is read from a replica, never older than the limit, and from the primary when the replica lags or is gone [OPS-06]',
  async () => {
    await waitUntilCaughtUp();
    expect(await readPublicCount()).toBe(0);
    await insertProvider();
    await waitForPublicCount(1);

    // With paused replay the replica is read until it may exceed the limit; then the primary is read.
    await waitUntilCaughtUp();
    await setReplay('pause');
    await insertProvider();
    expect(await readPublicCount()).toBe(1);
    await waitForPublicCount(2);
    expect(await lag()).toBeGreaterThan(MAX_LAG_SECONDS);
    // Private reads never use the replica.
    expect(await readPrivateCount()).toBe(2);

    await setReplay('resume');
    await waitUntilCaughtUp();
    await setReplay('pause');
    await insertProvider();
    expect(await readPublicCount()).toBe(2);
    expect(await readPrivateCount()).toBe(3);

    await onReplica.close();
    await replica.stop();
    expect(await readPublicCount()).toBe(3);
  },
  TIMEOUT_MS,
);
