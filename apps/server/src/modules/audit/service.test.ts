import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { actors } from '../../../test/support/actors.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { auditActions } from './entry.ts';
import { toAuditActor, type AuditAction, createAuditService } from './service.ts';

const test = useDatabase();
const audit = createAuditService();

describe('recording audit entries', () => {
  it('stores actor, action, time, reason and subject, and lists newest first', async () => {
    const subject = uuidv7();
    const adminId = uuidv7();
    await audit.record(test.database.db, { actor: { kind: 'visitor' }, action: 'account.signed-up', subject });
    await audit.record(test.database.db, {
      actor: { kind: 'user', id: adminId },
      action: 'account.tier-changed',
      subject,
      reason: 'Paid by bank transfer',
      detail: { from: 'free', to: 'premium', months: 12, trial: false },
    });
    await audit.record(test.database.db, { actor: { kind: 'system' }, action: 'account.deleted', subject: uuidv7() });

    const entries = await audit.listBySubject(test.database.db, subject, 10);
    expect(entries).toEqual([
      {
        at: expect.any(Date),
        actorKind: 'user',
        actorId: adminId,
        action: 'account.tier-changed',
        reason: 'Paid by bank transfer',
        detail: { from: 'free', to: 'premium', months: 12, trial: false },
      },
      {
        at: expect.any(Date),
        actorKind: 'visitor',
        actorId: null,
        action: 'account.signed-up',
        reason: null,
        detail: null,
      },
    ]);
    expect(await audit.listBySubject(test.database.db, subject, 1)).toHaveLength(1);
  });

  it('accepts every action, in the order of the steps of one transaction', async () => {
    const subject = uuidv7();
    const actions = auditActions.account.map((name): AuditAction => `account.${name}`);
    await test.database.transaction(async (tx) => {
      for (const action of actions) {
        await audit.record(tx, { actor: { kind: 'operator', name: 'root' }, action, subject });
      }
    });
    const entries = await audit.listBySubject(test.database.db, subject, 100);
    expect(entries.map(({ action }) => action)).toEqual(actions.toReversed());
    expect(entries[0]).toEqual(expect.objectContaining({ actorKind: 'operator', actorId: 'root' }));
  });

  it('stores nothing when the transaction is rolled back', async () => {
    const subject = uuidv7();
    const undone = test.database.transaction(async (tx) => {
      await audit.record(tx, { actor: { kind: 'system' }, action: 'account.deleted', subject });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await audit.listBySubject(test.database.db, subject, 10)).toEqual([]);
  });

  it('finds the entries about one account by an index', async () => {
    const plan = await test.database.transaction(async (tx) => {
      // Otherwise the planner scans a table this small.
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_bitmapscan = off`);
      return tx.execute(
        sql`explain (format json) select at from audit_entries where subject = 'x' order by at desc, id desc limit 50`,
      );
    });
    expect(JSON.stringify(plan.rows)).toContain('audit_entries_about');
    expect(JSON.stringify(plan.rows)).not.toContain('Sort');
  });
});

it('identifies every kind of actor by an id only', () => {
  expect(toAuditActor(actors.visitor)).toEqual({ kind: 'visitor' });
  expect(toAuditActor(actors.free)).toEqual({ kind: 'user', id: actors.free.user.id });
  expect(toAuditActor(actors['key read:reviews'])).toEqual({
    kind: 'key',
    id: '01890000-0000-7000-8000-0000000000cc',
  });
});

describe('recorded audit entries', () => {
  it.each([
    `update audit_entries set reason = 'other'`,
    'delete from audit_entries',
    'truncate audit_entries',
    `update audit_seals set hash = ''`,
    'delete from audit_seals',
    'truncate audit_seals',
    `insert into audit_seals values (1, gen_random_uuid(), '') on conflict (position) do update set hash = ''`,
  ])('rejects a change of the audit log: %s', async (statement) => {
    await expect(test.sql(statement)).rejects.toThrow(
      expect.objectContaining({
        code: '42501',
        message: expect.stringContaining('only'),
      }),
    );
  });

  it('rejects a deletion in a session with the replica role', async () => {
    const change = test.database.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`delete from audit_entries`);
    });
    await expect(change).rejects.toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: '42501' }) as unknown }),
    );
  });
});
