/**
 * Locks, slows down, fills or stops the services that the product depends on. Requests meanwhile get 503 with
 * Retry-After, never 500; a rejected request has no effect, and the same report sent again is stored once.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort, startPostgres, stopPostgres } from '../../../tools/pg.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { createLog } from '../src/platform/log/log.ts';
import { type TestDatabase, useDatabase } from './support/database.ts';
import { makeSession, makeUser } from './support/factories.ts';
import { makePhoto } from './support/photo.ts';
import { createReporter, newScamReport } from './support/reporter.ts';
import { type TestServer, useServer } from './support/server.ts';

const unavailable = {
  status: 503,
  retryAfter: '2',
  cacheControl: 'no-store',
  body: { message: 'We are very busy right now. Please try again in a moment.', code: 'UNAVAILABLE' },
};

const toComparable = async (response: Response) => ({
  status: response.status,
  retryAfter: response.headers.get('Retry-After'),
  cacheControl: response.headers.get('Cache-Control'),
  body: await response.json(),
});

interface SentReport {
  key: string;
  title: string;
  cookie: string;
}

const send = (server: TestServer, { key, title, cookie }: SentReport, description?: string) =>
  server.post('/api/fraud-alerts', newScamReport({ title, ...(description && { description }) }), {
    headers: { cookie, 'idempotency-key': key },
  });

const newReport = (cookie: string): SentReport => ({ key: randomUUID(), title: `A broker ${randomUUID()}`, cookie });

/** Sends the report with its idempotency key until it is accepted, as the web pages and their outbox do. */
async function sendUntilAccepted(server: TestServer, report: SentReport, description?: string): Promise<number[]> {
  const statuses: number[] = [];
  do statuses.push((await send(server, report, description)).status);
  while (statuses.at(-1) === 503 && statuses.length < 100 && (await pause(50, true)));
  return statuses;
}

async function signIn(test: Pick<TestDatabase, 'database'>): Promise<string> {
  const { id: userId } = await makeUser(test.database.db);
  return (await makeSession(test.database.db, { userId })).cookie;
}

/** Opens a separate connection to the database. */
async function connectTo(url: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

/** Mounts a small disk that fills up soon, if this process may mount one. */
function mountTinyDisk(megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'hakiki-tiny-'));
  const asRoot = (...command: string[]) => {
    const [program = '', ...rest] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
    return spawnSync(program, rest).status === 0;
  };
  if (!asRoot('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'none', folder)) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  afterAll(() => {
    asRoot('umount', '-l', folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Raises PostgreSQL's error for a full disk, if no disk can be mounted. */
async function failWithDiskFull(
  test: Pick<TestDatabase, 'sql'>,
  table: string,
  act: 'insert' | 'update',
): Promise<void> {
  await test.sql(`create or replace function refuse_room() returns trigger language plpgsql as $$
    begin raise exception 'disk full' using errcode = 'disk_full'; end $$`);
  await test.sql(`create trigger no_room before ${act} on ${table} for each row execute function refuse_room()`);
}

describe('database locks and limits', () => {
  const test = useDatabase();
  const server = useServer(test, { settings: { rateLimitScale: 1000, statementTimeoutMs: 600, databasePoolSize: 3 } });
  let cookie = '';
  beforeAll(async () => {
    cookie = await signIn(test);
  });
  const terminateAll = () =>
    test.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'hakiki%'`);
  const set = async (setting: string) => {
    const [{ name }] = (await test.sql('select current_database() as name')) as [{ name: string }];
    await test.sql(`alter database ${name} ${setting}`);
    // Settings of a database apply to new connections only.
    await terminateAll();
  };

  it.each([
    ['lock_timeout', 'set lock_timeout = 100', '55P03'],
    ['statement_timeout', 'reset lock_timeout', '57014'],
  ])(
    'a visitor who reads and a member who reports into a locked table get 503 after %s, and the report sent again is stored once [SAFE-08]',
    async (_name, setting, state) => {
      await set(setting);
      const holder = await connectTo(test.url);
      await holder.query('begin');
      await holder.query('lock table fraud_alerts, providers in access exclusive mode');
      const report = newReport(cookie);
      server.log.length = 0;
      expect(await toComparable(await server.get('/api/providers'))).toEqual(unavailable);
      expect(await toComparable(await send(server, report))).toEqual(unavailable);
      expect(JSON.stringify(server.log)).toContain(state);

      await holder.query('commit');
      expect((await server.get('/api/providers')).status).toBe(200);
      expect(await sendUntilAccepted(server, report)).toEqual([201]);
      expect(await test.sql('select count(*)::int as n from fraud_alerts where title = $1', [report.title])).toEqual([
        { n: 1 },
      ]);
    },
  );

  it('a report gets 503 when its query exceeds the limit for temporary files [SAFE-08]', async () => {
    await set('set temp_file_limit = 0');
    await test.sql(`create function swell() returns trigger language plpgsql as $$
      begin perform count(*) from (select n, repeat('x', 500) from generate_series(1, 200000) n order by 2, 1 desc) x; return new; end $$`);
    await test.sql('create trigger swell before insert on fraud_alerts for each row execute function swell()');
    server.log.length = 0;
    expect(await toComparable(await send(server, newReport(cookie)))).toEqual(unavailable);
    await test.sql('drop trigger swell on fraud_alerts');
    await set('reset temp_file_limit');
  });

  it('while database connections are cut, each report is accepted or gets 503, and is stored once in the end [SAFE-08]', async () => {
    const reports = Array.from({ length: 24 }, () => newReport(cookie));
    let isCutting = true;
    const cutting = (async () => {
      for (; isCutting; await pause(15)) await terminateAll().catch(() => undefined);
    })();
    setTimeout(() => (isCutting = false), 1500).unref();
    const statuses = await Promise.all(reports.map((report) => sendUntilAccepted(server, report)));
    isCutting = false;
    await cutting;
    expect(new Set(statuses.flat())).toEqual(statuses.flat().includes(503) ? new Set([201, 503]) : new Set([201]));
    expect(statuses.map((all) => all.at(-1))).toEqual(reports.map(() => 201));
    const found = await test.sql(
      'select title, count(*)::int as n from fraud_alerts where title = any($1) group by 1',
      [reports.map(({ title }) => title)],
    );
    expect(found.map(({ n }) => n)).toEqual(reports.map(() => 1));
  });
});

describe('a database without a free connection', () => {
  const test = useDatabase();
  const role = `few_${randomUUID().slice(0, 8)}`;
  const url = () => Object.assign(new URL(test.url), { username: role }).href;
  beforeAll(async () => {
    await test.sql(`create role ${role} login connection limit 4`);
    await migrate(test.url, { web: role, worker: 'nobody', jobs: [] });
  });
  afterAll(async () => {
    await test.sql(`drop owned by ${role} cascade`);
    await test.sql(`drop role ${role}`);
  });
  const server = useServer(test, {
    get settings() {
      return { databaseUrl: url(), databasePoolSize: 2 };
    },
  });

  it('a server without a free database connection responds with 503 until one is free [SAFE-08]', async () => {
    await server.get('/api/providers');
    await test.sql(`select pg_terminate_backend(pid) from pg_stat_activity where usename = $1`, [role]);
    const openConnections: pg.Client[] = [];
    for (;;) {
      const client = new pg.Client({ connectionString: url() });
      client.on('error', () => undefined);
      const isIn = await client.connect().then(
        () => true,
        () => false,
      );
      if (!isIn) break;
      openConnections.push(client);
    }
    server.log.length = 0;
    expect(await toComparable(await server.get('/api/providers'))).toEqual(unavailable);
    expect(JSON.stringify(server.log)).toContain('53300');
    await Promise.all(openConnections.map((client) => client.end()));
    await expect.poll(async () => (await server.get('/api/providers')).status, { timeout: 5000 }).toBe(200);
  });
});

describe('a PostgreSQL that stops, restarts or runs out of disk space', () => {
  const dataDir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hakiki-outage-'));
  const disk = mountTinyDisk(3);
  let port = 0;
  let database: TestDatabase['database'];
  let cookie = '';
  const start = () => startPostgres({ dataDir, port, durable: false });
  const test = {
    get url() {
      return `postgres://postgres@127.0.0.1:${port}/postgres`;
    },
    get database() {
      return database;
    },
    sql: (text: string, values: unknown[] = []) => database.read({ text }, values),
  };
  beforeAll(async () => {
    port = await findFreePort();
    await start();
    await migrate(test.url);
    database = openDatabase(
      { databaseUrl: test.url, databasePoolSize: 2, statementTimeoutMs: 5000 },
      createLog('silent'),
    );
    cookie = await signIn(test);
  });
  afterAll(async () => {
    await database.close();
    await stopPostgres(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const server = useServer(test, { settings: { rateLimitScale: 1000 } });

  it('while PostgreSQL is down, a visitor and a member get 503; afterwards the acknowledged report is still there and the report sent again is stored once [SAFE-08]', async () => {
    const before = newReport(cookie);
    expect(await sendUntilAccepted(server, before)).toEqual([201]);
    await stopPostgres(dataDir);
    const report = newReport(cookie);
    expect(await toComparable(await server.get('/api/stats'))).toEqual(unavailable);
    expect(await toComparable(await server.get('/api/auth/user', { headers: { cookie } }))).toEqual(unavailable);
    expect(await toComparable(await send(server, report))).toEqual(unavailable);
    const xml = await server.get('/sitemap.xml');
    expect([xml.status, xml.headers.get('Retry-After')]).toEqual([503, '2']);
    await start();
    expect((await sendUntilAccepted(server, report)).at(-1)).toBe(201);
    expect(
      await test.sql('select title, count(*)::int as n from fraud_alerts group by 1 order by min(created_at)'),
    ).toEqual([
      { title: before.title, n: 1 },
      { title: report.title, n: 1 },
    ]);
  });

  it('a report gets 503 when the disk is full, and is accepted when there is space [SAFE-08]', async () => {
    const randomText = () => randomBytes(1200).toString('base64');
    if (disk) {
      const { uid, gid } = statSync(dataDir);
      chownSync(disk, uid, gid);
      await test.sql(`create tablespace tiny location '${disk}'`);
      await test.sql('alter table fraud_alerts set tablespace tiny');
      await test.sql('create table filler (bytes text) tablespace tiny');
      const one = `insert into filler select string_agg(md5(random()::text), '') from generate_series(1, 60)`;
      // Inserts until PostgreSQL fails for lack of space.
      for (;;)
        if (
          await test.sql(one).then(
            () => false,
            () => true,
          )
        )
          break;
    } else {
      await failWithDiskFull(test, 'fraud_alerts', 'insert');
    }
    server.log.length = 0;
    const openConnections: SentReport[] = [];
    let rejectedReport: SentReport | undefined;
    let reply: Response | undefined;
    while (!rejectedReport && openConnections.length < 40) {
      const report = newReport(cookie);
      reply = await send(server, report, randomText());
      if (reply.status === 201) openConnections.push(report);
      else rejectedReport = report;
    }
    expect(await toComparable(reply!)).toEqual(unavailable);
    expect(JSON.stringify(server.log)).toContain('53100');
    await test.sql(disk ? 'drop table filler' : 'drop trigger no_room on fraud_alerts');
    expect(await sendUntilAccepted(server, rejectedReport!, randomText())).toEqual([201]);
    const all = [...openConnections, rejectedReport!];
    const found = await test.sql('select count(*)::int as n from fraud_alerts where title = any($1) group by title', [
      all.map(({ title }) => title),
    ]);
    expect(found).toEqual(all.map(() => ({ n: 1 })));
  });
});

describe('a full disk for evidence', () => {
  const test = useDatabase();
  const disk = mountTinyDisk(1);
  const server = useServer(test, {
    settings: { rateLimitScale: 1000, ...(disk && { evidence: { folder: disk, s3: undefined } }) },
  });
  const fill = (folder: string) => writeFile(join(folder, 'filler'), randomBytes(1024 * 1024)).catch(() => undefined);

  it('an upload gets 503 when the evidence disk is full, the report lists no file, and the same link accepts the file when there is space [SAFE-08]', async () => {
    const { receipt } = await createReporter(server).reportScam();
    const announced = await server.post('/api/filings/evidence', { code: receipt.code, name: 'a.jpg', bytes: 1000 });
    const { uploadUrl } = (await announced.json()) as { uploadUrl: string };
    const photo = new Uint8Array(await makePhoto({ width: 300, height: 200 }));
    const upload = () => server.get(uploadUrl, { method: 'PUT', body: photo });
    await (disk ? fill(disk) : failWithDiskFull(test, 'evidence_files', 'update'));
    expect(await toComparable(await upload())).toEqual(unavailable);
    expect((await createReporter(server).lookUpReceipt(receipt.code)).evidence).toEqual([]);
    expect(JSON.stringify(server.log)).toContain(disk ? 'ENOSPC' : '53100');
    await (disk ? rm(join(disk, 'filler')) : test.sql('drop trigger no_room on evidence_files'));
    expect((await upload()).status).toBe(201);
  });
});
