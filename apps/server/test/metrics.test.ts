/** Compares the metrics of the running server and worker with the documentation, the alarm rules and the dashboard. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useDatabase } from './support/database.ts';
import { type Metric, parseMetrics, parseSamples } from './support/prometheus-text.ts';
import { useServer } from './support/server.ts';
import { useWorkers } from './support/worker-process.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const startWorker = useWorkers();
/** A process starts slowly on a busy machine. */
const TIMEOUT_MS = 120_000;
const MAX_CONCURRENT_REQUESTS = 50;
const folder = mkdtempSync(join(tmpdir(), 'hakiki-metrics-'));
const readRepoFile = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const readServerMetrics = async () => (await server.get('/metrics')).text();

let serverMetrics = '';
let workerMetrics = '';

beforeAll(async () => {
  writeFileSync(join(folder, 'last-backup'), '');
  await test.sql(`insert into alarms (kind, figure) values ('disk-filling', 40)`);
  const worker = await startWorker(test.url, /"msg":"working"/, { BACKUP_FOLDER: folder });
  workerMetrics = await worker.readMetrics();
  await server.get('/api/stats');
  serverMetrics = await readServerMetrics();
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true }));

/** The values of one metric, by labels. */
const listValues = (text: string, name: string) =>
  Object.fromEntries(
    parseSamples(text)
      .filter((one) => one.name === name)
      .map(({ labels, value }) => [Object.values(labels).join(' '), value]),
  );

it('the server and the worker export the metrics of the runbook, with their names, types, labels and meanings [OPS-07]', () => {
  const rows = (part: string): Metric[] =>
    [...part.matchAll(/^\| `(\w+)` +\| (\w+) +\| ([^|]*)\| (.+?) +\|$/gm)].map(
      ([, name = '', type = '', labels = '', help = '']) => ({
        name,
        type,
        help,
        labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
      }),
    );
  const runbook = readRepoFile('docs/runbooks/metrics.md');
  const [, ofBoth = '', server = '', worker = ''] = runbook.split(
    /^## Metrics of (?:both processes|the server|the worker|the probe)$/m,
  );
  // Node's own metrics have labels for current resources, of which there may be none.
  const byName = (all: Metric[]) =>
    all
      .map((one) => (/^(?:nodejs|process)_/.test(one.name) ? { ...one, labels: [] } : one))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  expect(byName(rows(ofBoth + server))).toEqual(byName(parseMetrics(serverMetrics)));
  expect(byName(rows(ofBoth + worker))).toEqual(byName(parseMetrics(workerMetrics)));
});

describe('metrics of the server', () => {
  it('the metrics count used and idle database connections and the transactions that wait for one [OPS-07]', async () => {
    let release = () => undefined as void;
    const lockHeld = new Promise<void>((resolve) => (release = resolve));
    const { database } = server.running;
    const started = Array.from({ length: 12 }, () => database.transaction(() => lockHeld));
    await vi.waitFor(async () =>
      expect(listValues(await readServerMetrics(), 'hakiki_database_connections')).toEqual({ in_use: 10, idle: 0 }),
    );
    expect(listValues(await readServerMetrics(), 'hakiki_database_waiting')).toEqual({ '': 2 });
    release();
    await Promise.all(started);
    expect(listValues(await readServerMetrics(), 'hakiki_database_waiting')).toEqual({ '': 0 });
  });

  /** Sends all requests on one connection, with the concurrency of the server. */
  async function sendAll(lines: readonly string[]) {
    const socket = connect(server.running.port, '127.0.0.1');
    for (let at = 0; at < lines.length; at += MAX_CONCURRENT_REQUESTS) {
      const few = lines.slice(at, at + MAX_CONCURRENT_REQUESTS);
      const allAnswered = new Promise<void>((resolve) => {
        let received = '';
        const listen = (chunk: Buffer) => {
          received += chunk.toString('latin1');
          if (received.split('HTTP/1.1 ').length - 1 < few.length) return;
          socket.off('data', listen);
          resolve();
        };
        socket.on('data', listen);
      });
      socket.write(few.map((line) => `${line} HTTP/1.1\r\nHost: hakiki.test\r\n\r\n`).join(''));
      await allAnswered;
    }
    socket.destroy();
  }

  it('ten thousand requests to random paths with five methods add no metric series [OPS-07]', async () => {
    const methods = ['GET', 'HEAD', 'DELETE', 'PROPFIND', 'LOCK'];
    const folders = ['', 'api/', 'api/providers/', 'api/v1/', 'alerts/', 'fr/', 'admin/', 'api/admin/'];
    const lines = (count: number) =>
      Array.from({ length: count }, (_, index) => {
        const address = `${folders[index % folders.length]}${randomBytes(6).toString('hex')}?${randomBytes(3).toString('hex')}=1`;
        return `${methods[Math.floor(index / folders.length) % methods.length]} /${address}`;
      });
    // Once each, so that every route pattern and status exists.
    await sendAll(lines(methods.length * folders.length));
    const series = async () =>
      parseSamples(await readServerMetrics())
        // Node's currently open resources.
        .filter(({ name }) => !name.startsWith('nodejs_'))
        .map(({ name, labels }) => JSON.stringify([name, labels]));
    const before = await series();
    await sendAll(lines(10_000));
    const after = await series();
    expect(after.filter((one) => !before.includes(one))).toEqual([]);
    expect(
      Object.values(listValues(await readServerMetrics(), 'http_request_duration_seconds_count')).reduce(
        (sum, count) => sum + count,
      ),
    ).toBeGreaterThan(10_000);
  }, 60_000);
});

describe('users of the metrics', () => {
  /** A metric without samples counts as existing, too. */
  const series = (text: string) => [...parseSamples(text), ...parseMetrics(text)].map(({ name }) => name);
  // The probe's own test compares its metrics with the runbook.
  const probed = [...readRepoFile('docs/runbooks/metrics.md').matchAll(/^\| `(hakiki_probe_\w+)`/gm)].map(
    ([, name]) => name!,
  );
  const exported = () => new Set(['up', ...series(serverMetrics), ...series(workerMetrics), ...probed]);
  /** Lists the metric names of an expression, without functions, labels and strings. */
  const listMetricNames = (expression: string): string[] =>
    expression
      .replaceAll(/"[^"]*"/g, '')
      .replaceAll(/\{[^}]*\}| (?:by|without|on|ignoring) \([^)]*\)|\[[^\]]*\]/g, '')
      .match(/\b[a-z_]\w*\b(?! ?\()/g)!
      .filter((word) => !['and', 'or', 'unless', 'bool'].includes(word));

  const unknown = (expressions: readonly string[]) =>
    expressions.flatMap((one) => listMetricNames(one).filter((name) => !exported().has(name)));

  it('every alarm rule names existing metrics [OPS-07]', () => {
    const rules = [...readRepoFile('ops/prometheus/alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(
      ([, one = '']) => one,
    );
    expect(rules.length).toBeGreaterThan(15);
    expect(unknown(rules)).toEqual([]);
    expect(unknown(['rate(hakiki_mistyped_total[5m]) > 0'])).toEqual(['hakiki_mistyped_total']);
  });

  it('every panel of the dashboard names existing metrics [OPS-07]', () => {
    const { panels } = JSON.parse(readRepoFile('ops/prometheus/dashboard.json')) as {
      panels: { title: string; targets?: { expr: string }[] }[];
    };
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(15);
    expect(unknown(expressions)).toEqual([]);
  });
});
