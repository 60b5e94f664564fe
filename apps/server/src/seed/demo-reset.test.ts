/** The invented data of `DEMO=on`: entered once a day, and never where real data is. */
import { languages } from '@hakiki/contract/site';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/support/database.ts';
import { makeProvider, makeUser } from '../../test/support/factories.ts';
import { useServer } from '../../test/support/server.ts';
import { readSettings } from '../platform/config/settings.ts';
import { findDemoProblem } from '../demo-marker.ts';
import { createLog } from '../platform/log/log.ts';
import { lastResetTime, msToNextReset, resetDemo } from './demo-reset.ts';

const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), 'hakiki-demo-'));
afterAll(() => rmSync(folder, { recursive: true }));

const createEnvironment = (url: string) => ({
  NODE_ENV: 'test',
  DEMO: 'on',
  DATABASE_URL: url,
  APP_SECRET: 'a secret of forty characters, only here.',
  EVIDENCE_FOLDER: folder,
  AUDIT_HEAD_FILE: join(folder, 'head'),
});
const HOUR_MS = 3_600_000;
const night = Date.parse('2026-11-19T01:00:00Z');

it('a demo is due for its reset at one in the morning, in UTC', () => {
  expect([night - 1, night, night + 23 * HOUR_MS].map((now) => [lastResetTime(now), msToNextReset(now)])).toEqual([
    [night - 24 * HOUR_MS, 1],
    [night, 24 * HOUR_MS],
    [night, HOUR_MS],
  ]);
});

describe('a database with real data', () => {
  const test = useDatabase();

  it('a database with real data is left as it is, and neither server nor worker starts on it with DEMO=on', async () => {
    const provider = await makeProvider(test.database.db);
    const environment = createEnvironment(test.url);
    await expect(resetDemo(readSettings(environment), { environment, log })).rejects.toThrow(
      'DEMO=on would delete what this database holds: name an empty one',
    );
    expect(await test.sql('select id from providers')).toEqual([{ id: provider.id }]);
    const findProblem = (isDemo: boolean) => findDemoProblem(test.database, { isDemo, isProduction: true });
    expect([await findProblem(true), await findProblem(false)]).toEqual([
      'DEMO=on would delete what this database holds: name an empty one',
      undefined,
    ]);
  });
});

describe('a demo', { timeout: 240_000 }, () => {
  const test = useDatabase();
  const server = useServer(test, { settings: { isDemo: true } });
  const environment = createEnvironment(test.url);
  const reset = (now: number) => resetDemo(readSettings(environment), { environment, log, now });
  const readCounts = async () =>
    (
      await test.sql(`select (select count(*)::int from providers) as providers, (select count(*)::int from users) as users,
        (select count(*)::int from fraud_alerts) as alerts, (select count(*)::int from languages) as languages,
        (select count(*)::int from licence_regimes) as laws`)
    )[0]!;

  it('a demo is filled with invented data, and a reset deletes what visitors added, at most once a day', async () => {
    // The installer has made an administrator.
    await makeUser(test.database.db, { isAdmin: true });
    expect(await reset(night)).toBe(true);
    const filled = await readCounts();
    expect(filled).toEqual({ ...filled, languages: languages.length, laws: 39 });
    expect([filled['providers'], filled['users'], filled['alerts']].every((count) => Number(count) > 5)).toBe(true);
    const sites = await test.sql(`select website from providers where website !~ '\\.example' limit 1`);
    expect(sites).toEqual([]);

    await makeProvider(test.database.db, { name: 'A visitor wrote this' });
    await makeUser(test.database.db);
    writeFileSync(join(folder, 'upload'), 'x');
    expect(await reset(night + 23 * HOUR_MS)).toBe(false);
    expect(readdirSync(folder)).toContain('upload');
    expect(await reset(night + 24 * HOUR_MS)).toBe(true);
    expect(await readCounts()).toEqual(filled);
    expect(readdirSync(folder)).not.toContain('upload');
    // The guards of append-only tables hold again.
    await expect(test.sql('truncate licence_changes')).rejects.toThrow();
    await expect(test.sql('delete from audit_entries')).rejects.toThrow();
  });

  it('search engines do not read a demo', async () => {
    expect(await (await server.get('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n');
  });

  it('a production server refuses the database of a demo without DEMO=on, which would show no banner', async () => {
    const findProblem = (isDemo: boolean, isProduction: boolean) =>
      findDemoProblem(test.database, { isDemo, isProduction });
    expect([await findProblem(true, true), await findProblem(false, true), await findProblem(false, false)]).toEqual([
      undefined,
      'this database holds the data of a demo: set DEMO=on, or name another database',
      undefined,
    ]);
  });
});
