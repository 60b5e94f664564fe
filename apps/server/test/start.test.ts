/** Runs the commands of a fresh checkout, with its `.env` and a PostgreSQL that starts later. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort, startPostgres, stopPostgres } from '../../../tools/pg.ts';
import { testAdmin } from '../src/modules/accounts/profile/administration.ts';
import { createPasswords } from '../src/modules/accounts/auth/passwords.ts';
import { generateKeyPair } from '../src/platform/sealing/sealed-box.ts';
import { openBrowser, summarizeResponse } from './support/browser.ts';
import { useDatabase } from './support/database.ts';
import { useRealHashes } from './support/cheap-hashes.ts';
import { makeUser, PASSWORD } from './support/factories.ts';
import { fastStartEnvironment } from './support/process-environment.ts';

const test = useDatabase();
// The processes under test use real hashes only.
useRealHashes();
const root = fileURLToPath(new URL('../../../', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'hakiki-project-'));
const { publicKey, privateKey } = generateKeyPair();
const PASSWORD_OF_DATABASE = 'never-to-be-printed';

beforeAll(() => {
  for (const path of [
    'apps/server/src',
    'apps/server/migrations',
    'apps/server/package.json',
    'package.json',
    'tools',
  ]) {
    cpSync(join(root, path), join(project, path), { recursive: true });
  }
  for (const path of ['node_modules', 'apps/server/node_modules']) symlinkSync(join(root, path), join(project, path));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const APP_SECRET = randomBytes(32).toString('hex');

const createSettings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  APP_SECRET,
  PUBLIC_URL: 'https://hakiki.example',
  REPORTER_PUBLIC_KEY: publicKey,
  EVIDENCE_FOLDER: join(project, 'evidence'),
  DRAIN_SECONDS: '0',
});

const write = (file: '.env' | '.env.worker', values: Record<string, string>) =>
  writeFileSync(
    join(project, file),
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );

const running: { kill: () => unknown }[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});

const PATH = process.env['PATH'];
const NODE_COMPILE_CACHE = join(project, 'compiled');

function start(name: 'main' | 'worker', environment: Record<string, string> = {}) {
  const env = { PATH, NODE_COMPILE_CACHE, ...fastStartEnvironment, ...environment };
  const child = spawn(process.execPath, [join(project, `apps/server/src/${name}.ts`)], { env });
  running.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  return {
    ended,
    output: () => output,
    messages: () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => (JSON.parse(line) as { msg: string }).msg),
    until: async (pattern: RegExp) => {
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found;
        if (child.exitCode !== null) throw new Error(`ended early: ${output}`);
        await pause(20);
      }
    },
  };
}

/** Runs a script of package.json, as the README says. */
const runNpmScript = (script: string, environment: Record<string, string> = {}) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const options = { cwd: project, env: { PATH, HOME: project, NODE_COMPILE_CACHE, ...environment } };
    execFile('npm', ['run', '--silent', script], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });

describe('the settings in .env', { timeout: 120_000 }, () => {
  it('a server without NODE_ENV runs as in production: it rejects the test administrator, requires a second factor of administrators and sets secure cookies [SAFE-01]', async () => {
    const { db } = test.database;
    const hashOf = (password: string) => createPasswords().hash(password);
    await makeUser(db, { email: testAdmin.email, isAdmin: true, passwordHash: await hashOf(testAdmin.password) });
    const { email } = await makeUser(db, { isAdmin: true, passwordHash: await hashOf(PASSWORD) });
    // Environment variables override the file, whose port is invalid.
    write('.env', { ...createSettings(test.url), PORT: 'high' });
    const server = start('main', { PORT: '0' });
    const [, port] = await server.until(/"port":(\d+),"environment":"production"/);
    const browser = openBrowser({ url: `http://127.0.0.1:${port}` });

    expect(await summarizeResponse(await browser.post('/api/admin/login', testAdmin))).toBe(
      '401 WRONG_ADMIN_CREDENTIALS',
    );
    expect(await summarizeResponse(await browser.post('/api/auth/login', testAdmin))).toBe('401 WRONG_CREDENTIALS');
    const login = await browser.post('/api/auth/login', { email, password: PASSWORD });
    const cookies = login.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-session', '__Host-browser']);
    for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly;.*; Secure$/);
    expect(await summarizeResponse(await browser.get('/api/admin/access'))).toBe('403 ADMIN_SECOND_FACTOR_REQUIRED');
  });

  it('the test administrator can sign in only in development with TEST_ADMINISTRATOR=on, and a production server does not start with it [SAFE-01] [DEC-37]', async () => {
    write('.env', { ...createSettings(test.url), NODE_ENV: 'development' });
    const enters = async (server: ReturnType<typeof start>) => {
      const [, port] = await server.until(/"port":(\d+),"environment":"development"/);
      const browser = openBrowser({ url: `http://127.0.0.1:${port}` });
      const login = await summarizeResponse(await browser.post('/api/admin/login', testAdmin));
      return [login, await summarizeResponse(await browser.get('/api/admin/access'))];
    };
    const open = start('main', { PORT: '0', TEST_ADMINISTRATOR: 'on' });
    expect(await enters(open)).toEqual(['200', '200']);
    expect(await enters(start('main', { PORT: '0' }))).toEqual(['401 WRONG_ADMIN_CREDENTIALS', '401 NOT_SIGNED_IN']);
    const production = start('main', { PORT: '0', NODE_ENV: 'production', TEST_ADMINISTRATOR: 'on' });
    expect(await production.ended).toBe(1);
    expect(production.output()).toBe(
      'The settings have a problem:\n  TEST_ADMINISTRATOR must not be on in production: everybody may know its password\n',
    );
  });

  it('a guessable APP_SECRET and a PUBLIC_URL without https stop the start of the server, each with a message', async () => {
    write('.env', { ...createSettings(test.url), APP_SECRET: 'x'.repeat(40), PUBLIC_URL: 'http://hakiki.example' });
    const server = start('main', { PORT: '0' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      'The settings have 2 problems:\n  APP_SECRET can be guessed: use one made by openssl rand -hex 32\n' +
        '  PUBLIC_URL must start with https:// in production: over http anybody on the way reads what reporters send\n',
    );
  });

  it('server and worker start when the private key of the worker is in .env.worker', async () => {
    write('.env', { ...createSettings(test.url), PORT: '0' });
    write('.env.worker', { REPORTER_PRIVATE_KEYS: privateKey });
    const server = start('main');
    const worker = start('worker');
    const started = await Promise.all([server.until(/"msg":"(listening)"/), worker.until(/"msg":"(working)"/)]);
    expect(started.map(([, word]) => word)).toEqual(['listening', 'working']);
    rmSync(join(project, '.env.worker'));
  });

  it('a missing settings file stops the start of the server with a message', async () => {
    const missing = start('main', { ENV_FILE: 'nowhere.env' });
    expect(await missing.ended).toBe(1);
    expect(missing.output()).toBe(`${join(project, 'nowhere.env')} cannot be read: ENOENT.\n`);
  });
});

describe('a database that is not ready', { timeout: 180_000 }, () => {
  it('server and worker wait for a database that is unreachable and then not migrated, report why without its password, and start when it is migrated [SAFE-01]', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hakiki-late-'));
    rmSync(dataDir, { recursive: true });
    const [databasePort, port] = [await findFreePort(), await findFreePort()];
    const databaseUrl = `postgres://postgres:${PASSWORD_OF_DATABASE}@127.0.0.1:${databasePort}/postgres`;
    write('.env', { ...createSettings(databaseUrl), PORT: String(port), DATABASE_WAIT_SECONDS: '170' });
    write('.env.worker', { REPORTER_PRIVATE_KEYS: privateKey });
    const readyz = async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/readyz`);
      return [reply.status, await reply.json()];
    };
    const server = start('main');
    const worker = start('worker');
    try {
      const unreachable = `waiting for the database: cannot reach PostgreSQL at 127.0.0.1:${databasePort}`;
      await Promise.all([server.until(/cannot reach/), worker.until(/cannot reach/)]);
      expect(await readyz()).toEqual([503, { status: 'database unreachable' }]);

      await startPostgres({ dataDir, port: databasePort, durable: false });
      await Promise.all([server.until(/npm run migrate/), worker.until(/npm run migrate/)]);
      expect(await readyz()).toEqual([503, { status: 'database not migrated' }]);

      expect(await runNpmScript('migrate')).toEqual({ code: 0, output: 'The database is up to date.\n' });
      await Promise.all([server.until(/"msg":"listening"/), worker.until(/"msg":"working"/)]);
      expect(await readyz()).toEqual([200, { status: 'ready' }]);
      expect(await (await fetch(`http://127.0.0.1:${port}/api/providers`)).json()).toEqual([]);

      const unmigrated = /^waiting for the database: the database has \d+ migrations to run: npm run migrate$/;
      for (const { messages, output } of [server, worker]) {
        // On a busy machine a connection attempt can time out before or during the migration: more messages follow.
        const [first, ...others] = messages().filter((message) => message.startsWith('waiting'));
        expect(first).toBe(unreachable);
        expect(others).toContainEqual(expect.stringMatching(unmigrated));
        expect(output()).not.toContain(PASSWORD_OF_DATABASE);
      }
    } finally {
      await stopPostgres(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
      rmSync(join(project, '.env.worker'));
    }
  });

  it('server, worker, npm run migrate and npm run audit:verify exit with a message when the database is not reachable in time', async () => {
    const port = await findFreePort();
    const databaseUrl = `postgres://hakiki:${PASSWORD_OF_DATABASE}@127.0.0.1:${port}/hakiki`;
    write('.env', { ...createSettings(databaseUrl), PORT: '0', DATABASE_WAIT_SECONDS: '1' });
    const expectedMessage = `cannot reach PostgreSQL at 127.0.0.1:${port}`;
    const [server, worker] = [start('main'), start('worker', { REPORTER_PRIVATE_KEYS: privateKey })];
    expect([await server.ended, await worker.ended]).toEqual([1, 1]);
    for (const { messages, output } of [server, worker]) {
      expect(messages().at(-1)).toBe(`stopped: ${expectedMessage}`);
      expect(output()).not.toContain(PASSWORD_OF_DATABASE);
    }
    expect(await runNpmScript('migrate')).toEqual({
      code: 1,
      output: expect.stringContaining(`Stopped: ${expectedMessage}.\n`),
    });
    expect(await runNpmScript('audit:verify')).toEqual({
      code: 1,
      output: `Nothing was checked: ${expectedMessage}.\n`,
    });
  });

  it('npm run migrate distinguishes a missing database and a rejected login in its message', async () => {
    const address = new URL(test.url);
    address.pathname = '/no_such_database';
    const readMigrateOutput = async () =>
      (await runNpmScript('migrate', { DATABASE_URL: address.href, DATABASE_WAIT_SECONDS: '0' })).output;
    const server = `PostgreSQL at 127.0.0.1:${address.port}`;
    expect(await readMigrateOutput()).toBe(`Stopped: ${server} has no database 'no_such_database'.\n`);
    address.username = 'nobody_by_this_name';
    address.password = PASSWORD_OF_DATABASE;
    expect(await readMigrateOutput()).toBe(`Stopped: ${server} refuses the name or the password in DATABASE_URL.\n`);
  });
});

describe('an older Node', { timeout: 60_000 }, () => {
  it('start, worker, dev and five tool scripts exit and name the required version of Node when they run under an older one', async () => {
    const older = join(project, 'older.mjs');
    writeFileSync(older, "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });");
    for (const script of ['start', 'worker', 'migrate', 'admin', 'audit:verify', 'reporter-keys', 'seed', 'dev']) {
      const { code, output } = await runNpmScript(script, { NODE_OPTIONS: `--import=${older}` });
      expect({ script, code, output }).toEqual({
        script,
        code: 1,
        output: expect.stringMatching(/^Hakiki needs Node 24 or newer, and this is 20\.20\.2\. /),
      });
    }
  });
});
