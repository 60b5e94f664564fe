/** Runs the commands of a fresh checkout with its `.env`. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testAdmin } from '../src/modules/accounts/profile/administration.ts';
import { createPasswords } from '../src/modules/accounts/auth/passwords.ts';
import { openBrowser, summarizeResponse } from './support/browser.ts';
import { useCheckout } from './support/checkout.ts';
import { useDatabase } from './support/database.ts';
import { useRealHashes } from './support/cheap-hashes.ts';
import { makeUser, PASSWORD } from './support/factories.ts';

const test = useDatabase();
// The processes under test use real hashes only.
useRealHashes();
const { folder, privateKey, createSettings, writeSettings, start, runNpmScript } = useCheckout();

describe('the settings in .env', { timeout: 120_000 }, () => {
  it('a server without NODE_ENV runs as in production: it rejects the test administrator, requires a second factor of administrators and sets secure cookies [SAFE-01]', async () => {
    const { db } = test.database;
    const hashOf = (password: string) => createPasswords().hash(password);
    await makeUser(db, { email: testAdmin.email, isAdmin: true, passwordHash: await hashOf(testAdmin.password) });
    const { email } = await makeUser(db, { isAdmin: true, passwordHash: await hashOf(PASSWORD) });
    // Environment variables override the file, whose port is invalid.
    writeSettings('.env', { ...createSettings(test.url), PORT: 'high' });
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
    writeSettings('.env', { ...createSettings(test.url), NODE_ENV: 'development' });
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
    writeSettings('.env', {
      ...createSettings(test.url),
      APP_SECRET: 'x'.repeat(40),
      PUBLIC_URL: 'http://hakiki.example',
    });
    const server = start('main', { PORT: '0' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      'The settings have 2 problems:\n  APP_SECRET can be guessed: use one made by openssl rand -hex 32\n' +
        '  PUBLIC_URL must start with https:// in production: over http anybody on the way reads what reporters send\n',
    );
  });

  it('server and worker start when the private key of the worker is in .env.worker', async () => {
    writeSettings('.env', { ...createSettings(test.url), PORT: '0' });
    writeSettings('.env.worker', { REPORTER_PRIVATE_KEYS: privateKey });
    const server = start('main');
    const worker = start('worker');
    const started = await Promise.all([server.until(/"msg":"(listening)"/), worker.until(/"msg":"(working)"/)]);
    expect(started.map(([, word]) => word)).toEqual(['listening', 'working']);
    rmSync(join(folder, '.env.worker'));
  });

  it('a missing settings file stops the start of the server with a message', async () => {
    const missing = start('main', { ENV_FILE: 'nowhere.env' });
    expect(await missing.ended).toBe(1);
    expect(missing.output()).toBe(`${join(folder, 'nowhere.env')} cannot be read: ENOENT.\n`);
  });
});

describe('an older Node', { timeout: 60_000 }, () => {
  it('npm start and npm run dev exit under an older Node and name the required version, and the other scripts for operators load the same check', async () => {
    const older = join(folder, 'older.mjs');
    writeFileSync(older, "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });");
    for (const script of ['start', 'dev']) {
      const { code, output } = await runNpmScript(script, { NODE_OPTIONS: `--import=${older}` });
      expect({ script, code, output }).toEqual({
        script,
        code: 1,
        output: expect.stringMatching(/^Hakiki needs Node 24 or newer, and this is 20\.20\.2\. /),
      });
    }
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const names = ['worker', 'migrate', 'admin', 'audit:verify', 'keys', 'reporter-keys', 'doctor', 'hakiki', 'seed'];
    for (const name of names) expect(scripts[name]).toMatch(/^node --import \.\/tools\/node-version\.mjs [\w/-]+\.ts$/);
  });
});
