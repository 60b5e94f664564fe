import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { processEnvironment } from '../../../test/support/process-environment.ts';
import type { Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { Random } from '../../seed/random.ts';
import { AuditIntegrityError, deriveChainKey, type Head, computeSealHash } from './chain.ts';
import { createClearing } from './clearing.ts';
import { recordHead, readHeads } from './head-file.ts';
import { sealBatch } from './sealer.ts';
import { type AuditActor, createAuditService, type NewAuditEntry } from './service.ts';
import * as store from './store.ts';
import { verifyAudit } from './verify.ts';

const test = useDatabase();
const audit = createAuditService();
const secret = 'a secret of the tests, long enough for them';
const key = deriveChainKey(secret);
const folder = mkdtempSync(join(tmpdir(), 'hakiki-audit-'));
const headFile = join(folder, 'head');
const ENTRIES = 60;

const actors: AuditActor[] = [
  { kind: 'user', id: uuidv7() },
  { kind: 'visitor' },
  { kind: 'operator', name: 'root' },
  { kind: 'system' },
];

/** With and without each optional part, and with texts that a careless serialisation would confuse. */
function createEntry(n: number): NewAuditEntry {
  return {
    actor: actors[n % actors.length] ?? { kind: 'system' },
    action: n % 2 ? 'account.signed-in' : 'account.password-changed',
    ...(n % 3 && { subject: uuidv7() }),
    ...(n % 5 && { reason: n % 2 ? '","' : 'Ĩ said \\ "so"\n' }),
    ...(n % 4 && { detail: { n, isFirst: n === 0, word: `x${n}`, none: null } }),
  };
}

beforeAll(async () => {
  for (let n = 0; n < ENTRIES; n += 1) {
    await audit.record(test.database.db, createEntry(n));
    if (n % 10 !== 9) continue;
    const batch = await sealBatch(test.database, key);
    if (batch) await recordHead(headFile, batch.head);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const verify = (db: Db, pageSize?: number) =>
  verifyAudit(db, { key, heads: readHeads(headFile), ...(pageSize && { pageSize }) });

class RollbackError extends Error {}

/** Returns the integrity error after the change, and rolls the change back. */
async function readErrorAfter(change: (tx: Db) => Promise<unknown>, pageSize?: number): Promise<string | undefined> {
  let errorMessage: string | undefined;
  const transaction = test.database.transaction(async (tx) => {
    for (const table of ['audit_entries', 'audit_seals']) {
      await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    }
    await change(tx);
    errorMessage = await verify(tx, pageSize).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof AuditIntegrityError) return error.message;
        throw error;
      },
    );
    throw new RollbackError();
  });
  await transaction.catch((error: unknown) => {
    if (!(error instanceof RollbackError)) throw error;
  });
  return errorMessage;
}

type Manipulation = (tx: Db, at: number, other: number) => Promise<unknown>;

const run = (tx: Db, statement: string) => tx.execute(sql.raw(statement));
const entryAt = (position: number) => `(select entry_id from audit_seals where position = ${position})`;
const edit =
  (assignment: string): Manipulation =>
  (tx, at) =>
    run(tx, `update audit_entries set ${assignment} where id = ${entryAt(at)}`);

/** Seals all entries from this position again, as an attacker with the database and another key would. */
async function resealFrom(tx: Db, from: number, otherKey: Buffer): Promise<void> {
  const chain = await store.listChain(tx, String(from - 1), ENTRIES);
  let hash = (await store.listHashes(tx, [from - 1]))[0]?.hash ?? Buffer.alloc(32);
  for (const seal of chain) {
    if (seal.id === null) continue;
    hash = computeSealHash(otherKey, hash, Number(seal.position), seal);
    await tx.execute(sql`update audit_seals set hash = ${hash} where position = ${seal.position}::bigint`);
  }
}

const moveSeals = (tx: Db, condition: string, by: number) =>
  // In two steps, because positions must be unique.
  run(tx, `update audit_seals set position = -position where ${condition}`).then(() =>
    run(tx, `update audit_seals set position = -position + ${by} where position < 0`),
  );

const manipulations: Record<string, Manipulation> = {
  'another id': edit('id = gen_random_uuid()'),
  'a microsecond later': edit(`at = at + interval '1 microsecond'`),
  'a year earlier': edit(`at = at - interval '1 year'`),
  'the same year before our era': edit(
    `at = make_timestamptz(-extract(year from at)::int, 1, 2, 3, 4, 5.678901, 'UTC')`,
  ),
  'a time without end': edit(`at = 'infinity'`),
  'another kind of actor': edit(`actor_kind = case actor_kind when 'system' then 'visitor' else 'system' end`),
  'another actor': edit('actor_id = gen_random_uuid()'),
  'an empty actor instead of none, or none': edit(`actor_id = case when actor_id is null then '' end`),
  'another action': edit(`action = 'account.signed-out'`),
  'a letter more in the action': edit(`action = action || ' '`),
  'another subject': edit('subject = gen_random_uuid()'),
  'an empty subject instead of none, or none': edit(`subject = case when subject is null then '' end`),
  'another reason': edit(`reason = coalesce(reason, '') || '.'`),
  'an empty reason instead of none, or none': edit(`reason = case when reason is null then '' end`),
  'a reason moved into the subject': edit(`subject = coalesce(reason, 'x'), reason = subject`),
  'one more detail': edit(`detail = coalesce(detail, '{}') || '{"more": 1}'`),
  'no detail, or an empty one': edit(`detail = case when detail is null then '{}'::jsonb end`),
  'a null of JSON instead of none': edit(`detail = 'null'`),
  'a deleted entry': (tx, at) => run(tx, `delete from audit_entries where id = ${entryAt(at)}`),
  'a deleted seal': (tx, at) => run(tx, `delete from audit_seals where position = ${at}`),
  'an entry deleted with its seal': async (tx, at) => {
    await run(tx, `delete from audit_entries where id = ${entryAt(at)}`);
    await run(tx, `delete from audit_seals where position = ${at}`);
  },
  'an entry deleted with its seal, and the gap closed': async (tx, at) => {
    await run(tx, `delete from audit_entries where id = ${entryAt(at)}`);
    await run(tx, `delete from audit_seals where position = ${at}`);
    await moveSeals(tx, `position > ${at}`, -1);
  },
  'two seals in each other’s place': async (tx, at, other) => {
    await run(tx, `update audit_seals set position = -1 where position = ${at}`);
    await run(tx, `update audit_seals set position = ${at} where position = ${other}`);
    await run(tx, `update audit_seals set position = ${other} where position = -1`);
  },
  'two entries under each other’s seal': async (tx, at, other) => {
    const ids = await tx.execute<{ entry_id: string }>(
      sql`select entry_id from audit_seals where position in (${at}, ${other}) order by position = ${at} desc`,
    );
    const [first, second] = ids.rows.map((row) => row.entry_id);
    await tx.execute(sql`update audit_seals set entry_id = gen_random_uuid() where position = ${at}`);
    await tx.execute(sql`update audit_seals set entry_id = ${first}::uuid where position = ${other}`);
    await tx.execute(sql`update audit_seals set entry_id = ${second}::uuid where position = ${at}`);
  },
  'two times exchanged': (tx, at, other) =>
    run(
      tx,
      `update audit_entries e set at = o.at from audit_entries o
       where (e.id, o.id) in ((${entryAt(at)}, ${entryAt(other)}), (${entryAt(other)}, ${entryAt(at)}))`,
    ),
  'a cut-off end': async (tx, at) => {
    await run(tx, `delete from audit_entries where id in (select entry_id from audit_seals where position >= ${at})`);
    await run(tx, `delete from audit_seals where position >= ${at}`);
  },
  'a cut-off end of the seals': (tx, at) => run(tx, `delete from audit_seals where position >= ${at}`),
  'everything gone': (tx) => run(tx, 'truncate audit_entries, audit_seals, audit_unsealed'),
  'a cut-off beginning, counted again': async (tx, at) => {
    await run(tx, `delete from audit_entries where id in (select entry_id from audit_seals where position <= ${at})`);
    await run(tx, `delete from audit_seals where position <= ${at}`);
    await moveSeals(tx, `position > ${at}`, -at);
  },
  'another hash': (tx, at) =>
    run(tx, `update audit_seals set hash = set_bit(hash, ${at}, 1 - get_bit(hash, ${at})) where position = ${at}`),
  'a shorter hash': (tx, at) => run(tx, `update audit_seals set hash = substr(hash, 1, 31) where position = ${at}`),
  'a forged entry with a forged seal at the end': async (tx) => {
    const forged = await tx.execute<{ id: string }>(sql`
      insert into audit_entries (id, actor_kind, action) values (${uuidv7()}, 'system', 'account.role-granted') returning id`);
    await tx.execute(sql`
      insert into audit_seals select max(position) + 1, ${forged.rows[0]?.id}::uuid, sha256('forged') from audit_seals`);
  },
  'a forged entry in the middle, the later ones moved on': async (tx, at) => {
    const id = uuidv7();
    await tx.execute(
      sql`insert into audit_entries (id, actor_kind, action) values (${id}, 'system', 'account.role-granted')`,
    );
    await moveSeals(tx, `position >= ${at}`, 1);
    await tx.execute(sql`insert into audit_seals values (${at}, ${id}, sha256('forged'))`);
  },
  'a forged entry without a seal': (tx) =>
    run(
      tx,
      `insert into audit_entries (id, at, actor_kind, action)
       values (gen_random_uuid(), now() - interval '1 hour', 'system', 'account.role-granted')`,
    ),
  'a forged entry of tomorrow without a seal': (tx) =>
    run(
      tx,
      `insert into audit_entries (id, at, actor_kind, action)
       values (gen_random_uuid(), now() + interval '1 day', 'system', 'account.role-granted')`,
    ),
  'an edited entry, and the rest sealed with another key': async (tx, at, other) => {
    await edit(`reason = 'nothing happened'`)(tx, at, other);
    await resealFrom(tx, at, deriveChainKey('a guessed secret that is not the right one'));
  },
  'an edited entry, and the rest sealed with the stolen key': async (tx, at, other) => {
    await edit(`reason = 'nothing happened'`)(tx, at, other);
    await resealFrom(tx, at, key);
  },
  'an entry taken out before it was sealed': async (tx) => {
    await run(tx, 'insert into audit_unsealed values (gen_random_uuid())');
  },
  'positions beyond what we count': (tx, at) =>
    run(tx, `update audit_seals set position = 9007199254740993 + ${at} where position = ${at}`),
  'a position before the first': (tx, at) =>
    run(tx, `update audit_seals set position = -9223372036854775808 where position = ${at}`),
};

describe('the unchanged audit log', () => {
  it('an unchanged audit log is valid, in pages of any size', async () => {
    for (const pageSize of [1, 2, 7, ENTRIES - 1, ENTRIES, ENTRIES + 1, 5000]) {
      expect(await verify(test.database.db, pageSize)).toEqual({
        sealed: ENTRIES,
        unsealed: 0,
        oldestUnsealedSeconds: 0,
        notedHeads: ENTRIES / 10,
      });
    }
    expect(await readErrorAfter(() => Promise.resolve())).toBeUndefined();
  });

  it('an audit log is valid with recent entries that are not sealed yet', async () => {
    await test.database
      .transaction(async (tx) => {
        await audit.record(tx, createEntry(1));
        expect(await verify(tx)).toMatchObject({ sealed: ENTRIES, unsealed: 1 });
        throw new RollbackError();
      })
      .catch((error: unknown) => expect(error).toBeInstanceOf(RollbackError));
  });

  it('an audit log is valid only with the right secret', async () => {
    const other = verifyAudit(test.database.db, { key: deriveChainKey('another secret') });
    await expect(other).rejects.toThrow('the secret may also be another');
  });
});

describe('200 random manipulations', () => {
  const kinds = Object.entries(manipulations);
  const seed = Date.now() % 1_000_000;

  it('detects all 200 manipulations with the secret and the recorded heads', { timeout: 60_000 }, async () => {
    const missed: string[] = [];
    for (let n = 0; n < 200; n += 1) {
      const random = new Random(seed, 'tampering', n);
      const [name, tamper] = kinds[n % kinds.length] ?? expect.unreachable();
      const at = random.between(1, ENTRIES);
      const other = ((at - 1 + random.between(1, ENTRIES - 1)) % ENTRIES) + 1;
      const errorMessage = await readErrorAfter((tx) => tamper(tx, at, other), random.between(1, ENTRIES + 1));
      if (errorMessage === undefined) missed.push(`${name} at ${at} and ${other} (seed ${seed})`);
    }
    expect(missed).toEqual([]);
    expect(await verify(test.database.db)).toMatchObject({ sealed: ENTRIES });
  });
});

describe('integrity errors', () => {
  const verifyAfter = (name: string, at: number, other = 1) => {
    const tamper = manipulations[name] ?? expect.unreachable();
    return readErrorAfter((tx) => tamper(tx, at, other));
  };

  it('an integrity error describes the problem and its position', async () => {
    expect(await verifyAfter('another reason', 17)).toMatch(
      /^Entry [0-9a-f-]{36} at position 17 is not what was sealed/,
    );
    expect(await verifyAfter('a deleted entry', 17)).toMatch(/^Entry [0-9a-f-]{36}, sealed at position 17, is gone\.$/);
    expect(await verifyAfter('a deleted seal', 17)).toBe(
      'Position 17 of the chain is missing: the next one found is 18.',
    );
    expect(await verifyAfter('a cut-off end', 36)).toBe(
      `The chain ends at position 35, but it had reached 40 (line 4 of ${headFile}): its end was cut off.`,
    );
    expect(await verifyAfter('an edited entry, and the rest sealed with the stolen key', 45)).toBe(
      `Position 50 has another hash than was noted (line 5 of ${headFile}): the chain was remade.`,
    );
    expect(await verifyAfter('a forged entry without a seal', 1)).toMatch(/has no seal, 3600 s from its time/);
    expect(await verifyAfter('an entry taken out before it was sealed', 1)).toMatch(
      /taken out before it was sealed\.$/,
    );
  });
});

describe('an entry with cleared parts', () => {
  const clearing = createClearing(secret);
  const idAt = async (tx: Db, position: number) =>
    String((await run(tx, `select entry_id from audit_seals where position = ${position}`)).rows[0]?.['entry_id']);
  const clear = async (tx: Db, position: number) =>
    clearing.clear(tx, [await idAt(tx, position)], ['actorId', 'subject', 'detail']);
  /** Keeps the triggers enabled and rolls back. */
  const inRolledBackTransaction = async (work: (tx: Db) => Promise<unknown>) => {
    const transaction = test.database.transaction(async (tx) => {
      await work(tx);
      throw new RollbackError();
    });
    await expect(transaction).rejects.toThrow(RollbackError);
  };

  it('clearing keeps the chain valid, and keeps action, time, kind of actor and reason [SAFE-05]', async () => {
    await inRolledBackTransaction(async (tx) => {
      expect(await clear(tx, 18)).toBe(0);
      expect(await clear(tx, 60)).toBe(0);
      expect((await verify(tx)).sealed).toBe(ENTRIES);
      const { rows } = await run(
        tx,
        `select actor_kind, actor_id, action, subject, reason, detail from audit_entries where id = ${entryAt(18)}`,
      );
      const { action, reason } = createEntry(17);
      expect(rows).toEqual([{ actor_kind: 'visitor', actor_id: null, action, subject: null, reason, detail: null }]);
      // Clearing is idempotent.
      expect(await clear(tx, 18)).toBe(0);
      expect((await verify(tx)).sealed).toBe(ENTRIES);
    });
  });

  it.each([
    ['cleared by somebody without the key', `update audit_seals set cleared = '\\x00' where position = 9`],
    [
      'cleared without a second hash in its seal',
      `update audit_entries set actor_id = null, detail = '{}' where id = ${entryAt(5)}`,
    ],
    ['given another reason afterwards', `update audit_entries set reason = 'nothing' where id = ${entryAt(18)}`],
    ['given another actor afterwards', `update audit_entries set actor_id = 'me' where id = ${entryAt(18)}`],
    [
      'moved to another seal',
      `update audit_seals s set cleared = o.cleared from audit_seals o where o.position = 18 and s.position = 17`,
    ],
    ['marked as not cleared', 'update audit_seals set cleared = null where position = 18'],
  ])('detects when an entry was %s', async (_, statement) => {
    const errorMessage = await readErrorAfter(async (tx) => {
      await clear(tx, 18);
      await run(tx, statement);
    });
    expect(errorMessage).toMatch(/is not what was sealed/);
  });

  it.each([
    `update audit_entries set actor_id = null where id = ${entryAt(7)}`,
    `update audit_entries set actor_id = 'other' where id = ${entryAt(18)}`,
    `update audit_entries set at = now() where id = ${entryAt(18)}`,
    `update audit_seals set cleared = '' where position = 18`,
    `update audit_seals set hash = '' where position = 18`,
  ])('the triggers allow no other change than clearing: %s', async (statement) => {
    const transaction = test.database.transaction(async (tx) => {
      await clear(tx, 18);
      await run(tx, statement);
    });
    await expect(transaction).rejects.toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: '42501' }) }),
    );
  });
});

describe('npm run audit:verify', { timeout: 60_000 }, () => {
  const tool = fileURLToPath(new URL('../../../../../tools/operator/audit-verify.ts', import.meta.url));
  const runCommand = (settings: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [tool, ...args], {
      env: { ...processEnvironment, NODE_ENV: 'test', DATABASE_URL: test.url, APP_SECRET: secret, ...settings },
    }).then(
      ({ stdout }) => ({ code: 0, verifyAfter: stdout.trim() }),
      (error: { code: number; stderr: string }) => ({ code: error.code, verifyAfter: error.stderr.trim() }),
    );
  const formatHead = ({ position, hash }: Head) => `${position}:${hash.toString('hex')}`;

  it('the command reports that the audit log is valid', async () => {
    expect(await runCommand({ AUDIT_HEAD_FILE: headFile })).toEqual({
      code: 0,
      verifyAfter:
        'The audit is intact: 60 entries sealed, 0 waiting (the oldest for 0 s), 6 noted heads found in the chain.\nThe public log is intact: 0 lines, 0 decisions not entered yet.\nIt has no signed heads (docs/runbooks/log-key.md).',
    });
  });

  it('the command accepts a head from the log instead of a file, and does not report success without one', async () => {
    const head = (await store.findHead(test.database.db)) ?? expect.unreachable();
    const nowhere = { AUDIT_HEAD_FILE: join(folder, 'nowhere') };
    expect(await runCommand(nowhere, '--head', formatHead(head))).toMatchObject({ code: 0 });
    expect(await runCommand(nowhere)).toMatchObject({
      code: 1,
      verifyAfter: expect.stringContaining('may have been cut off'),
    });
    const later = await runCommand(nowhere, '--head', formatHead({ ...head, position: 61 }));
    expect(later).toMatchObject({ code: 1, verifyAfter: expect.stringContaining('had reached 61 (--head)') });
  });

  it('the command exits with 1 and an explanation when something is wrong', async () => {
    const broken = join(folder, 'broken');
    writeFileSync(broken, '{"position":1}\n');
    expect(await runCommand({ AUDIT_HEAD_FILE: broken })).toEqual({
      code: 1,
      verifyAfter: `Not the head of a chain: line 1 of ${broken}.`,
    });
    expect(await runCommand({ APP_SECRET: '' })).toEqual({
      code: 1,
      verifyAfter:
        'The settings have a problem:\n  APP_SECRET or AUDIT_SECRET of the worker is required: without it the chain cannot be computed again',
    });
    expect(await runCommand({ AUDIT_SECRET: 'y'.repeat(32) })).toMatchObject({
      code: 1,
      verifyAfter: expect.stringContaining('at position 1 is not what was sealed'),
    });
  });
});
