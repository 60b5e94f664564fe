import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { openUnstableDatabase } from '../../../test/support/unstable-connection.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { makeProvider } from '../../../test/support/factories.ts';
import { AppError } from '../app-error.ts';
import { createLog } from '../log/log.ts';
import { openDatabase } from './database.ts';
import { isOutage, isTransient, withRetries } from './retry.ts';

const test = useDatabase();

const terminateOthers = () =>
  test.sql(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'hakiki'`);

describe('a lost connection', () => {
  it('a lost connection is not noticed by a running read', async () => {
    const slow = test.database.read<{ n: number }>({ text: 'select 7 as n from pg_sleep(0.4)' }, []);
    await sleep(100);
    await terminateOthers();
    expect(await slow).toEqual([{ n: 7 }]);
  });

  it('a lost connection makes a transaction run again as a whole, with one effect', async () => {
    let runs = 0;
    await test.database.transaction(async (tx) => {
      runs += 1;
      await makeProvider(tx, { name: 'Once' });
      if (runs === 1) {
        await terminateOthers();
        await tx.execute(sql`select 1`);
      }
    });
    expect(runs).toBe(2);
    expect(await test.sql(`select count(*)::int as n from providers where name = 'Once'`)).toEqual([{ n: 1 }]);
  });

  it('a lost connection becomes UNAVAILABLE when the database stays down', async () => {
    const unreachable = openDatabase(
      { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', databasePoolSize: 1, statementTimeoutMs: 1000 },
      createLog('silent'),
    );
    await expect(unreachable.read({ text: 'select 1' }, [])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await unreachable.close();
  });
});

describe('a connection lost during a commit', () => {
  it.each([
    ['after it arrived', 1],
    ['before it arrives', 2],
  ] as const)(
    'commits the acknowledged change once when the connection is lost %s [SAFE-08]',
    async (when, expectedRuns) => {
      const database = await openUnstableDatabase(test, { statementPart: 'commit', when });
      const name = `Committed ${when}`;
      let runs = 0;
      const result = await database.transaction(async (tx) => {
        runs += 1;
        await makeProvider(tx, { name });
        return 'acknowledged';
      });
      expect([result, runs]).toEqual(['acknowledged', expectedRuns]);
      expect(await test.sql('select count(*)::int as n from providers where name = $1', [name])).toEqual([{ n: 1 }]);
    },
  );
});

describe('a connection lost at the start of a transaction', () => {
  it('a connection lost at the start of a transaction returns its slot to the pool [SAFE-08]', async () => {
    const small = await openUnstableDatabase(test, { statementPart: 'begin', when: 'before it arrives', times: 2 }, 1);
    expect(await small.transaction(() => Promise.resolve('done'))).toBe('done');
  });
});

describe('retrying', () => {
  const failing = (code: string) => Object.assign(new Error('failed'), { code });

  it.each(['40001', '40P01', '25006', '57P01', '57P02', '57P03', '08P01', '08006', '53300', 'ECONNRESET'])(
    'retries after %s',
    async (code) => {
      let runs = 0;
      const result = await withRetries(async () => {
        runs += 1;
        if (runs < 3) throw new Error('wrapped', { cause: failing(code) });
        return 'done';
      });
      expect([result, runs]).toEqual(['done', 3]);
    },
  );

  it('gives up after a bounded number of attempts', async () => {
    let runs = 0;
    const work = () => {
      runs += 1;
      return Promise.reject(failing('40001'));
    };
    await expect(withRetries(work)).rejects.toBeInstanceOf(AppError);
    expect(runs).toBe(4);
  });

  it('does not retry an error that would occur again', async () => {
    let runs = 0;
    const work = () => {
      runs += 1;
      return Promise.reject(failing('23505'));
    };
    await expect(withRetries(work)).rejects.toMatchObject({ code: '23505' });
    expect(runs).toBe(1);
    expect(isTransient('no error at all')).toBe(false);
  });
});

describe('detecting an outage', () => {
  const failing = (code: string) => new Error('wrapped', { cause: Object.assign(new Error('failed'), { code }) });

  it.each(['57014', '53100', '53200', '53300', '53400', '55P03', '58030', '25P03', 'ENOSPC', 'EMFILE', 'ECONNREFUSED'])(
    'treats %s as an outage [SAFE-08]',
    (code) => expect(isOutage(failing(code))).toBe(true),
  );

  it('does not retry during an outage of resources [SAFE-08]', async () => {
    let runs = 0;
    const work = () => {
      runs += 1;
      return Promise.reject(failing('53100'));
    };
    await expect(withRetries(work)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(runs).toBe(1);
  });

  it.each(['23505', '42P01', '22P02', 'ENOENT', ''])('does not treat %j as an outage', (code) =>
    expect(isOutage(failing(code))).toBe(false),
  );
});

describe('statement timeout', () => {
  it('ends a statement that takes too long', async () => {
    const withShortTimeout = openDatabase(
      { databaseUrl: test.url, databasePoolSize: 1, statementTimeoutMs: 100 },
      createLog('silent'),
    );
    await expect(withShortTimeout.read({ text: 'select pg_sleep(5)' }, [])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      cause: { code: '57014' },
    });
    await withShortTimeout.close();
  });
});
