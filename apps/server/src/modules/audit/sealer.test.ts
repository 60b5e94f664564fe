import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { createLog } from '../../platform/log/log.ts';
import { deriveChainKey } from './chain.ts';
import { sealBatch, startSealing } from './sealer.ts';
import { createAuditService } from './service.ts';
import * as store from './store.ts';
import { verifyAudit } from './verify.ts';

const test = useDatabase();
const audit = createAuditService();
const log = createLog('silent');
const secret = 'a secret of the tests, long enough for them';
const key = deriveChainKey(secret);
const folder = mkdtempSync(join(tmpdir(), 'hakiki-audit-'));
let database: Database;

beforeAll(() => {
  database = openDatabase({ databaseUrl: test.url, databasePoolSize: 16, statementTimeoutMs: 5000 }, log);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const system = { kind: 'system' } as const;
const recordEntry = (subject: string) =>
  database.transaction((tx) => audit.record(tx, { actor: system, action: 'account.signed-in', subject }));
const sealAll = async () => {
  while (await sealBatch(database, key));
};
const isSealed = async (subject: string) => {
  const found = await test.sql(
    'select from audit_entries e join audit_seals s on s.entry_id = e.id where e.subject = $1',
    [subject],
  );
  return found.length === 1;
};

describe('sealing', () => {
  it('seals the entries of eight writers with two sealers, without gaps and duplicates', async () => {
    let isWriting = true;
    const writer = async () => {
      for (let n = 0; n < 200; n += 1) await recordEntry(uuidv7());
    };
    let batches = 0;
    const sealer = async () => {
      while (isWriting) {
        if (await sealBatch(database, key)) batches += 1;
        await pause(2);
      }
    };
    const sealers = [sealer(), sealer()];
    await Promise.all(Array.from({ length: 8 }, writer));
    isWriting = false;
    await Promise.all(sealers);
    await sealAll();

    expect(batches).toBeGreaterThan(2);
    expect(
      await test.sql(`select count(*)::int as n, count(distinct entry_id)::int as entries, min(position)::int as first,
        max(position)::int as last from audit_seals`),
    ).toEqual([{ n: 1600, entries: 1600, first: 1, last: 1600 }]);
    expect(await test.sql('select from audit_unsealed')).toEqual([]);
    expect(await verifyAudit(database.db, { key })).toMatchObject({ sealed: 1600, unsealed: 0 });
  });

  it('sealing does not wait for an open transaction, and blocks none', async () => {
    const [slow, quick] = [uuidv7(), uuidv7()];
    let allowCommit = () => {};
    const isAllowedToCommit = new Promise<void>((resolve) => (allowCommit = resolve));
    let markRecorded = () => {};
    const isRecorded = new Promise<void>((resolve) => (markRecorded = resolve));
    const open = database.transaction(async (tx) => {
      await audit.record(tx, { actor: system, action: 'account.signed-in', subject: slow });
      markRecorded();
      await isAllowedToCommit;
    });
    await isRecorded;
    await recordEntry(quick);
    await sealAll();
    expect([await isSealed(quick), await isSealed(slow)]).toEqual([true, false]);

    allowCommit();
    await open;
    await sealAll();
    expect(await isSealed(slow)).toBe(true);
    await verifyAudit(database.db, { key });
  });

  it('a blocked sealer does not block writers, and a second sealer returns at once', async () => {
    const subject = uuidv7();
    await database.transaction(async (tx) => {
      await tx.execute('select pg_advisory_xact_lock(4715002)');
      await recordEntry(subject);
      expect(await sealBatch(database, key)).toBeUndefined();
    });
    expect(await isSealed(subject)).toBe(false);
    await sealAll();
    expect(await isSealed(subject)).toBe(true);
  });

  it('a sealed entry that is inserted into the queue again does not stop the sealing', async () => {
    await test.sql('insert into audit_unsealed select entry_id from audit_seals where position in (1, 2)');
    const subject = uuidv7();
    await recordEntry(subject);
    await sealAll();
    expect(await isSealed(subject)).toBe(true);
    expect(await test.sql('select from audit_unsealed')).toEqual([]);
    await verifyAudit(database.db, { key });
  });
});

describe('reading the queue', () => {
  it('reads only the queued rows, however many are sealed and whatever the planner estimates', async () => {
    // Statistics from a moment when all entries were queued.
    await test.sql('insert into audit_unsealed select entry_id from audit_seals');
    await test.sql('analyze audit_unsealed, audit_entries, audit_seals');
    await test.sql('delete from audit_unsealed');
    for (let n = 0; n < 5; n += 1) await recordEntry(uuidv7());

    const rowsRead = await database.transaction(async (tx) => {
      const count = async () => {
        const counted = await tx.execute<{ n: number }>(sql`
          select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as n from pg_stat_xact_user_tables
          where relname in ('audit_entries', 'audit_seals')`);
        return counted.rows[0]?.n ?? 0;
      };
      const before = await count();
      expect(await store.listQueued(tx, 500)).toHaveLength(5);
      return (await count()) - before;
    });
    expect(rowsRead).toBe(5);
    await sealAll();
  });
});

describe('the sealing worker', () => {
  it('seals an entry within seconds and records the head outside the database', async () => {
    const headFile = join(folder, 'new folder', 'head');
    const sealing = startSealing({ database, secret, headFile, log });
    const waitTimes: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const subject = uuidv7();
      await recordEntry(subject);
      const recordedAt = performance.now();
      await vi.waitFor(async () => expect(await isSealed(subject)).toBe(true), { timeout: 5000, interval: 10 });
      waitTimes.push(performance.now() - recordedAt);
      await pause(130);
    }
    await sealing.stop();
    expect(Math.max(...waitTimes)).toBeLessThan(3000);

    const [head] = await test.sql(
      `select position::int, encode(hash, 'hex') as hash from audit_seals order by position desc limit 1`,
    );
    const lines = readFileSync(headFile, 'utf8').trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ ...head, at: expect.any(String) });
  });

  it('records at its start the head that a crashed worker did not record', async () => {
    await recordEntry(uuidv7());
    await sealAll();
    const headFile = join(folder, 'after a crash');
    const sealing = startSealing({ database, secret, headFile, log });
    await vi.waitFor(() => expect(readFileSync(headFile, 'utf8')).toContain('"position"'), 3000);
    await sealing.stop();
  });

  it('sealing continues after an error', async () => {
    await test.sql('alter table audit_seals rename to audit_seals_away');
    const subject = uuidv7();
    await recordEntry(subject);
    const errorLog = vi.spyOn(log, 'error');
    const sealing = startSealing({ database, secret, headFile: undefined, log });
    await vi.waitFor(() => expect(errorLog).toHaveBeenCalled(), 3000);
    await test.sql('alter table audit_seals_away rename to audit_seals');
    await vi.waitFor(async () => expect(await isSealed(subject)).toBe(true), 5000);
    await sealing.stop();
  });
});
