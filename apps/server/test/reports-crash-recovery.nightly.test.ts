/**
 * Reporters send while the web processes are killed repeatedly and PostgreSQL once. Each acknowledged report is stored
 * exactly once, however often it was sent: a report is acknowledged after its commit, and sent again with its
 * idempotency key.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, findFreePort, startPostgres } from '../../../tools/pg.ts';
import { killPostgres, supervise } from '../../../tools/supervised.ts';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createLog } from '../src/platform/log/log.ts';
import { makeSession, makeUser } from './support/factories.ts';
import { processEnvironment } from './support/process-environment.ts';

/** Must be even. `KILLS=20` for a longer run. */
const KILLS = Number(process.env['KILLS'] ?? 6);
const REPORTERS = 8;
const entry = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const dataDir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hakiki-survive-'));
/** Compile cache for the many starts of the same code. */
const compileCacheFolder = mkdtempSync(join(tmpdir(), 'hakiki-compiled-'));

let cluster: Cluster | undefined;
let port = 0;
let database: Database | undefined;
let cookie = '';
const webs: Web[] = [];

/** Acknowledged data must be on disk: unlike in other tests, PostgreSQL runs with production durability. */
const startDatabase = async () => {
  cluster = await startPostgres({ dataDir, port, durable: true });
};

interface Web {
  url: string;
  /** Reports acknowledged since its start. */
  acknowledged: number;
  kill: () => Promise<void>;
  /** Kills it and does not restart it. */
  end: () => Promise<void>;
  isAnswering: () => Promise<boolean>;
}

async function startWeb(databaseUrl: string): Promise<Web> {
  const webPort = await findFreePort();
  const url = `http://127.0.0.1:${webPort}`;
  const web: Web = {
    url,
    acknowledged: 0,
    kill: () => Promise.resolve(),
    end: () => Promise.resolve(),
    isAnswering: () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
  };
  const server = supervise(
    entry,
    {
      ...processEnvironment,
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: compileCacheFolder,
      DATABASE_URL: databaseUrl,
      APP_SECRET: 'a secret that outlives each of the processes',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'silent',
      PORT: String(webPort),
    },
    { onStart: () => (web.acknowledged = 0) },
  );
  Object.assign(web, { kill: server.kill, end: server.stop });
  webs.push(web);
  return web;
}

beforeAll(async () => {
  port = await findFreePort();
  await startDatabase();
  const url = cluster!.url();
  await migrate(url);
  database = openDatabase({ databaseUrl: url, databasePoolSize: 2, statementTimeoutMs: 5000 }, createLog('silent'));
  const { id: userId } = await makeUser(database.db);
  ({ cookie } = await makeSession(database.db, { userId }));
  await Promise.all([startWeb(url), startWeb(url)]);
});
afterAll(async () => {
  await Promise.all(webs.map((web) => web.end()));
  await database?.close();
  await cluster?.stop();
  for (const folder of [dataDir, compileCacheFolder]) rmSync(folder, { recursive: true, force: true });
});

interface AcknowledgedReport {
  id: string;
  receipt: { code: string };
}
const acknowledgedReports = new Map<string, AcknowledgedReport>();
const outcomes = new Map<number | 'no answer', number>();
let isFinished = false;

const post = (web: Web, key: string) =>
  fetch(`${web.url}/api/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, cookie },
    body: JSON.stringify({ reportType: 'scam', severity: 'High', description: `Report of ${key}` }),
    signal: AbortSignal.timeout(20_000),
  });

/** Sends the report until it is acknowledged, as the outbox does. */
async function reportOnce(key: string): Promise<void> {
  for (let attempt = Math.round(Math.random()); ; attempt += 1) {
    const web = webs[attempt % webs.length]!;
    const answer = await post(web, key)
      .then(async (response) => ({ status: response.status, body: (await response.json()) as AcknowledgedReport }))
      .catch(() => ({ status: 'no answer' as const, body: undefined }));
    outcomes.set(answer.status, (outcomes.get(answer.status) ?? 0) + 1);
    if (answer.status === 201) {
      web.acknowledged += 1;
      acknowledgedReports.set(key, answer.body);
      return;
    }
    await pause(100 + Math.random() * 300);
  }
}

async function keepReporting(): Promise<void> {
  while (!isFinished) await reportOnce(randomUUID());
}

const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await pause(10);
};

/** Kills all processes of PostgreSQL at once, like a power failure, and starts it again. */
async function killDatabase(): Promise<void> {
  await killPostgres(dataDir);
  await startDatabase();
}

const countRows = async (statement: string) => {
  const [row] = await database!.read<{ n: number }>({ text: `select count(*)::int as n from ${statement}` }, []);
  return row?.n;
};

it(
  'no acknowledged report is lost or stored twice when web processes are killed repeatedly and PostgreSQL once',
  // The starts of the server take time, above all beside other tests.
  { timeout: 300_000 },
  async () => {
    await until(async () => (await Promise.all(webs.map((web) => web.isAnswering()))).every(Boolean));
    const reporters = Array.from({ length: REPORTERS }, keepReporting);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const web = webs[kill % webs.length]!;
      await until(() => web.acknowledged >= 3);
      await pause(Math.random() * 60);
      await web.kill();
      if (kill === KILLS / 2) {
        await until(() => webs.some(({ acknowledged }) => acknowledged >= 3));
        await killDatabase();
      }
    }
    isFinished = true;
    await Promise.all(reporters);

    expect(acknowledgedReports.size).toBeGreaterThan(KILLS * 3);
    // Control: the kills had an effect, and clients only saw errors that ask for a retry.
    expect(outcomes.get('no answer')).toBeGreaterThan(0);
    expect([...outcomes.keys()].filter((status) => ![201, 503, 'no answer'].includes(status))).toEqual([]);

    const rows = await database!.read<{ id: string; description: string }>(
      { text: 'select id, description from reports order by id' },
      [],
    );
    const expected = [...acknowledgedReports].map(([key, { id }]) => ({ id, description: `Report of ${key}` }));
    expect(rows).toEqual(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
    expect(await countRows('filings')).toBe(acknowledgedReports.size);
    expect(await countRows('idempotency_keys where sealed_reply is not null')).toBe(acknowledgedReports.size);
    expect(await countRows(`audit_entries where action = 'report.submitted'`)).toBe(acknowledgedReports.size);
    expect(await countRows(`pgboss.job where name = 'filings.examine'`)).toBe(acknowledgedReports.size);

    // The process may have been killed a moment ago.
    await until(() => webs[0]!.isAnswering());
    for (const [key, first] of [...acknowledgedReports].slice(-20)) {
      expect(await (await post(webs[0]!, key)).json()).toEqual(first);
    }
    expect(await countRows('reports')).toBe(acknowledgedReports.size);
  },
);
