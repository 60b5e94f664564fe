/**
 * Disaster recovery drill: people report, decide and pay while a backup is taken; then the machine is lost, with the
 * files of PostgreSQL and of evidence, and is restored from the backup. Needs pgBackRest and Debian's PostgreSQL
 * (PG_BIN).
 *
 *   npm run drill -- --seconds 20
 */
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { jobsEnqueuedByServer } from '../apps/server/src/app.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { toFilePath } from '../apps/server/src/platform/storage/folder-storage.ts';
import { makeSession, makeUser } from '../apps/server/test/support/factories.ts';
import { renderTemplate } from '../ops/nginx/render.ts';
import { toPostgresCommand } from './operator/pgbackrest.ts';
import { findFreePort } from './pg.ts';
import { waitUntilReady } from './product.ts';
import { killPostgres, supervise, type Supervised } from './supervised.ts';

const root = join(import.meta.dirname, '..');
const binaries = process.env['PG_BIN'] ?? '/usr/lib/postgresql/15/bin';
const USERS = 2000;
const LOOP_DELAY_MS = 20;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });
const SECONDS = Number(values.seconds);

const drillFolder = mkdtempSync(join(tmpdir(), 'hakiki-drill-'));
chmodSync(drillFolder, 0o755);
const at = (name: string) => join(drillFolder, name);
const config = at('pgbackrest.conf');
const port = await findFreePort();
const databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
const webPort = await findFreePort();
const url = `http://127.0.0.1:${webPort}`;
const env: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NODE_OPTIONS: process.env['NODE_OPTIONS'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  PGBACKREST_CONFIG: config,
  PGBACKREST_PG1_PORT: String(port),
  PGBACKREST_PG1_SOCKET_PATH: drillFolder,
  PGBACKREST_LOCK_PATH: at('lock'),
  PGBACKREST_SPOOL_PATH: at('spool'),
  NODE_ENV: 'test',
  ENV_FILE: devNull,
  DATABASE_URL: databaseUrl,
  APP_SECRET: randomBytes(32).toString('hex'),
  RATE_LIMIT_SCALE: '1000',
  LOG_LEVEL: 'silent',
  PORT: String(webPort),
  WORKER_PORT: '0',
  PUBLIC_URL: url,
  EVIDENCE_FOLDER: at('evidence'),
  BACKUP_FOLDER: at('backup'),
  AUDIT_HEAD_FILE: at('audit-head'),
};

function runAsOwner(command: string, ...args: string[]): void {
  // The server would inherit a pipe and keep it open.
  const { status } = spawnSync(...toPostgresCommand(command, ...args), { env, cwd: '/', stdio: 'ignore' });
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${status}`);
}

const start = (data: string) =>
  runAsOwner(join(binaries, 'pg_ctl'), '-w', '-t', '120', 'start', '-D', data, '-l', at('postgres.log'));

function makeCluster(data: string): void {
  for (const name of ['backup', 'lock', 'spool', 'postgres.log']) {
    if (name === 'postgres.log') writeFileSync(at(name), '');
    else mkdirSync(at(name));
    chmodSync(at(name), name === 'backup' ? 0o755 : 0o777);
  }
  mkdirSync(at('backup/pgbackrest'));
  mkdirSync(data);
  if (process.getuid?.() === 0) spawnSync('chown', ['postgres:postgres', data, at('backup/pgbackrest'), drillFolder]);
  const template = readFileSync(join(root, 'ops/backup/pgbackrest.conf'), 'utf8');
  writeFileSync(config, renderTemplate(template, { backupFolder: at('backup'), dataFolder: data }));
  runAsOwner(join(binaries, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
  appendFileSync(
    join(data, 'postgresql.conf'),
    `${readFileSync(join(root, 'ops/backup/postgresql.conf'), 'utf8')}
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${drillFolder}'
max_connections = 100
`,
  );
  start(data);
}

const hakiki = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)(join(root, 'ops/bin/hakiki'), args, { env, cwd: drillFolder })).stdout;

async function withClient<Result>(act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

const query = async (text: string, values: unknown[] = []) =>
  (await withClient((client) => client.query<Record<string, unknown>>(text, values))).rows;

/** Writes that the product acknowledged, in the order of the responses. */
interface Acknowledged {
  kind: 'report' | 'decision' | 'payment' | 'evidence';
  id: string;
  at: number;
}
const acknowledged: Acknowledged[] = [];
const cookies: { id: string; cookie: string }[] = [];
let admin = '';
let reporter = '';
let isOver = false;

async function signUp(): Promise<void> {
  const { db, close } = openDatabase(
    { databaseUrl, databasePoolSize: 4, statementTimeoutMs: 20_000 },
    createLog('silent'),
  );
  for (let n = 0; n < Math.min(USERS, SECONDS * 20 + 20); n += 1) {
    const { id } = await makeUser(db);
    cookies.push({ id, cookie: (await makeSession(db, { userId: id })).cookie });
  }
  reporter = (await makeSession(db, { userId: (await makeUser(db)).id })).cookie;
  const { id } = await makeUser(db, { isAdmin: true });
  admin = (await makeSession(db, { userId: id, hasSecondFactor: true })).cookie;
  await close();
}

async function post(path: string, body: unknown, cookie: string): Promise<Record<string, unknown> | undefined> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!answer?.ok) {
    if (answer && answer.status < 500) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return undefined;
  }
  return (await answer.json().catch(() => undefined)) as Record<string, unknown> | undefined;
}

const recordAcknowledged = (kind: Acknowledged['kind'], id: unknown) =>
  acknowledged.push({ kind, id: String(id), at: Date.now() });

async function report(): Promise<void> {
  const response = await post(
    '/api/reports',
    { reportType: 'scam', severity: 'High', description: 'They took it.' },
    reporter,
  );
  if (!response) return;
  recordAcknowledged('report', response['id']);
  const { code } = response['receipt'] as { code: string };
  const file = Buffer.from(`%PDF-1.7\n${response['id'] as string}\n%%EOF\n`);
  const link = await post('/api/filings/evidence', { code, name: 'proof.pdf', bytes: file.length }, '');
  if (!link) return;
  const sent = await fetch(url + (link['uploadUrl'] as string), {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  }).catch(() => undefined);
  if (sent?.ok) recordAcknowledged('evidence', link['id']);
}

async function decide(): Promise<void> {
  const provider = {
    name: `Provider ${randomUUID()}`,
    type: 'Exchange',
    description: 'Seen.',
    countries: ['kenya'],
  };
  const response = await post('/api/admin/providers', provider, admin);
  if (response) recordAcknowledged('decision', response['id']);
}

async function pay(): Promise<void> {
  const payer = cookies.pop();
  if (!payer) return;
  const response = await post('/api/subscription/upgrade', { method: 'bank_deposit' }, payer.cookie);
  if (response) recordAcknowledged('payment', payer.id);
}

const repeatUntilOver = async (act: () => Promise<void>) => {
  while (!isOver) {
    await act();
    await pause(LOOP_DELAY_MS);
  }
};

/** Archives all WAL so far. Returns how many writes were acknowledged before. */
async function archiveWal(): Promise<number> {
  const count = acknowledged.length;
  copyFileSync(at('audit-head'), at('audit-head.archived'));
  // The last signed head of the public log is stored beside the archive, once it exists.
  if (existsSync(at('audit-head.checkpoint'))) {
    copyFileSync(at('audit-head.checkpoint'), at('audit-head.archived.checkpoint'));
  }
  const [row] = await query('select pg_walfile_name(pg_switch_wal()) as name');
  for (;;) {
    const [now] = await query('select last_archived_wal as name from pg_stat_archiver');
    if (String(now!['name']) >= String(row!['name']) && now!['name'] !== null) return count;
    await pause(50);
  }
}

async function waitUntilWritable(): Promise<void> {
  while ((await query('select pg_is_in_recovery() as is').catch(() => [{ is: true }]))[0]?.['is'] !== false)
    await pause(50);
}

const countQueries: Record<Acknowledged['kind'], string> = {
  report: 'select id from reports',
  decision: `select subject_id as id from decisions where subject = 'provider'`,
  payment: 'select user_id as id from payments',
  evidence: `select id from evidence_files`,
};

/** Lists those that are missing or duplicated. */
async function listMissingOrDuplicate(these: readonly Acknowledged[]): Promise<Acknowledged[]> {
  const wrong: Acknowledged[] = [];
  for (const [kind, statement] of Object.entries(countQueries)) {
    const counts = new Map<string, number>();
    for (const { id } of await query(statement)) counts.set(String(id), (counts.get(String(id)) ?? 0) + 1);
    wrong.push(...these.filter((one) => one.kind === kind && counts.get(one.id) !== 1));
  }
  return wrong;
}

const say = (message: string) => console.log(message);
const formatCounts = (these: readonly Acknowledged[]) =>
  (Object.keys(countQueries) as Acknowledged['kind'][])
    .map((kind) => `${these.filter((one) => one.kind === kind).length} ${kind}`)
    .join(', ');

const running: Supervised[] = [];
const startEntries = async () => {
  for (const entry of ['main.ts', 'worker.ts']) running.push(supervise(join(root, 'apps/server/src', entry), env));
  await waitUntilReady(url);
};
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const data = at('data');
const earlier = at('earlier');
const problems: string[] = [];
let current = data;
try {
  makeCluster(data);
  await migrate(databaseUrl, { web: 'hakiki_app', worker: 'hakiki_worker', jobs: jobsEnqueuedByServer });
  await signUp();
  await startEntries();
  while (!existsSync(at('audit-head'))) {
    await decide();
    await pause(200);
  }
  const load = Promise.all([report, report, decide, pay].map(repeatUntilOver));
  await pause((SECONDS * 1000) / 2);
  let began = performance.now();
  await hakiki('backup');
  say(`backup under load: ${seconds(began)}; acknowledged by then: ${formatCounts(acknowledged)}`);
  await pause((SECONDS * 1000) / 4);
  const [moment] = await query('select clock_timestamp() as now');
  const then = moment!['now'] as Date;
  await pause((SECONDS * 1000) / 4);
  const safe = await archiveWal();
  const files = acknowledged.length;
  await pause(500);

  isOver = true;
  await Promise.all([...running.splice(0).map((one) => one.stop()), killPostgres(data)]);
  await load;
  for (const lost of [data, at('evidence')]) rmSync(lost, { recursive: true });
  say(
    `disaster: everything killed, the files of PostgreSQL and of evidence removed; acknowledged: ${formatCounts(acknowledged)}`,
  );

  began = performance.now();
  await hakiki('restore', '--data', data);
  start(data);
  await waitUntilWritable();
  say(`restored and open for writing: ${seconds(began)}`);
  const wrong = await listMissingOrDuplicate(acknowledged.slice(0, safe));
  say(`acknowledged before the last archived log: ${safe}; lost or doubled of them: ${wrong.length}`);
  if (wrong.length > 0) problems.push(`lost or doubled: ${formatCounts(wrong)}`);
  const after = acknowledged.slice(safe);
  say(`acknowledged after it: ${after.length}; lost of them: ${(await listMissingOrDuplicate(after)).length}`);
  const rows = await query(countQueries.evidence);
  const missing = acknowledged
    .slice(0, files)
    .filter(({ kind, id }) => kind === 'evidence' && !existsSync(toFilePath(at('evidence'), id)));
  say(`files of evidence: ${rows.length} named by the database, acknowledged ones missing: ${missing.length}`);
  if (missing.length > 0 || rows.length === 0) problems.push('files of evidence are missing');
  env['AUDIT_HEAD_FILE'] = at('audit-head.archived');
  say((await hakiki('audit')).trim());
  await startEntries();
  const before = acknowledged.length;
  await report();
  if (acknowledged.length < before + 2) problems.push('the restored server takes no report with a file');
  await Promise.all(running.splice(0).map((one) => one.stop()));
  runAsOwner(join(binaries, 'pg_ctl'), '-w', '-m', 'fast', 'stop', '-D', data);

  began = performance.now();
  await hakiki('restore', '--data', earlier, '--to', then.toISOString());
  current = earlier;
  start(earlier);
  await waitUntilWritable();
  const wrongThen = await listMissingOrDuplicate(acknowledged.filter((one) => one.at < then.getTime()));
  const [late] = await query('select count(*)::int as n from reports where created_at > $1', [then]);
  say(
    `to ${then.toISOString()}: ${seconds(began)}; missing of what was acknowledged by then: ${wrongThen.length}; written later and there: ${String(late?.['n'])}`,
  );
  if (wrongThen.length > 0 || late?.['n'] !== 0) problems.push('the second of choice was missed');
} finally {
  isOver = true;
  for (const one of running) await one.stop();
  spawnSync(...toPostgresCommand(join(binaries, 'pg_ctl'), '-m', 'immediate', 'stop', '-D', current), {
    stdio: 'ignore',
  });
  rmSync(drillFolder, { recursive: true, force: true });
}
say(problems.length === 0 ? 'Nothing that was archived is lost.' : `FAILED: ${problems.join('; ')}`);
process.exitCode = problems.length === 0 ? 0 : 1;
