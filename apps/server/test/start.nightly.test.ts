/** Runs the commands of a fresh checkout before its PostgreSQL can be used: not running, not migrated, misnamed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFreePort, startPostgres, stopPostgres } from '../../../tools/pg.ts';
import { useCheckout } from './support/checkout.ts';
import { useDatabase } from './support/database.ts';

const test = useDatabase();
const { folder, privateKey, createSettings, writeSettings, start, runNpmScript } = useCheckout();
const PASSWORD_OF_DATABASE = 'never-to-be-printed';

describe('a database that is not ready', { timeout: 180_000 }, () => {
  it('server and worker wait for a database that is unreachable and then not migrated, report why without its password, and start when it is migrated [SAFE-01]', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'hakiki-late-'));
    rmSync(dataDir, { recursive: true });
    const [databasePort, port] = [await findFreePort(), await findFreePort()];
    const databaseUrl = `postgres://postgres:${PASSWORD_OF_DATABASE}@127.0.0.1:${databasePort}/postgres`;
    writeSettings('.env', { ...createSettings(databaseUrl), PORT: String(port), DATABASE_WAIT_SECONDS: '170' });
    writeSettings('.env.worker', { REPORTER_PRIVATE_KEYS: privateKey });
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
      rmSync(join(folder, '.env.worker'));
    }
  });

  it('server, worker, npm run migrate and npm run audit:verify exit with a message when the database is not reachable in time', async () => {
    const port = await findFreePort();
    const databaseUrl = `postgres://hakiki:${PASSWORD_OF_DATABASE}@127.0.0.1:${port}/hakiki`;
    writeSettings('.env', { ...createSettings(databaseUrl), PORT: '0', DATABASE_WAIT_SECONDS: '1' });
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
