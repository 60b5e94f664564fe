import type { Currency } from '@hakiki/contract/payment-values';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { createLedger, type Line, type Posting } from './ledger.ts';

const test = useDatabase();
const ledger = createLedger();
const eventAt = new Date('2026-11-16T10:00:00Z');

let sourceCount = 0;
const newSourceId = () => `case-${(sourceCount += 1)}`;

const zar = (account: string, amount: number): Line => ({ account, currency: 'ZAR', amount });
const credit = (account: string, amount: number): Line => ({ account, currency: 'CREDIT', amount });
const toPosting = (lines: Line[], sourceId = newSourceId()): Posting => ({
  source: 'payment',
  sourceId,
  eventAt,
  lines,
});
const post = (posting: Posting) => test.database.transaction((tx) => ledger.post(tx, posting));
const balanceOf = (account: string, currency: Currency = 'ZAR') =>
  ledger.balanceOf(test.database.db, account, currency);
const entriesOf = (account: string) =>
  test.sql(
    `select amount::int, balance_before::int as before, balance_after::int as after, account_version as version
     from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.name = $1 order by account_version`,
    [account],
  );

describe('posting to the ledger', () => {
  it('opens missing accounts and stores entries with the balance before and after', async () => {
    expect(await balanceOf('bank')).toBe(0);
    const lines = [
      zar('bank', 20_000),
      zar('income:premium', -20_000),
      credit('credits:amina', -50),
      credit('credits:used', 50),
    ];
    expect(await post(toPosting(lines))).toBe(true);
    expect(await post(toPosting([zar('bank', 25_000), zar('income:premium', -25_000)]))).toBe(true);
    expect(await entriesOf('bank')).toEqual([
      { amount: 20_000, before: 0, after: 20_000, version: 1 },
      { amount: 25_000, before: 20_000, after: 45_000, version: 2 },
    ]);
    expect(await balanceOf('bank')).toBe(45_000);
    expect(await balanceOf('income:premium')).toBe(-45_000);
    expect(await balanceOf('credits:amina', 'CREDIT')).toBe(-50);
    expect(await balanceOf('credits:amina')).toBe(0);
    expect(await test.sql(`select name, currency, version from ledger_accounts order by name`)).toEqual([
      { name: 'bank', currency: 'ZAR', version: 2 },
      { name: 'credits:amina', currency: 'CREDIT', version: 1 },
      { name: 'credits:used', currency: 'CREDIT', version: 1 },
      { name: 'income:premium', currency: 'ZAR', version: 2 },
    ]);
    expect(
      await test.sql(
        `select source, event_at from ledger_transfers where id = (select transfer_id from ledger_entries limit 1)`,
      ),
    ).toEqual([{ source: 'payment', event_at: eventAt }]);
  });

  it('applies two lines on one account one after the other', async () => {
    await post(toPosting([zar('twice', 300), zar('twice', -100), zar('other', -200)]));
    expect(await entriesOf('twice')).toEqual([
      { amount: 300, before: 0, after: 300, version: 1 },
      { amount: -100, before: 300, after: 200, version: 2 },
    ]);
  });

  it.each([
    ['is a cent too much', [zar('bank', 20_001), zar('income:premium', -20_000)]],
    ['adds up across currencies only', [zar('bank', 50), credit('credits:used', -50)]],
    ['moves nothing', [zar('bank', 0), zar('income:premium', 0)]],
    ['has parts of a cent', [zar('bank', 0.5), zar('income:premium', -0.5)]],
    ['is empty', []],
  ])('rejects a posting that %s', async (_, lines) => {
    const before = await test.sql('select count(*)::int from ledger_transfers');
    await expect(post(toPosting(lines))).rejects.toThrow(/posted|posting/);
    expect(await test.sql('select count(*)::int from ledger_transfers')).toEqual(before);
  });

  it('posts a source once and changes nothing the second time', async () => {
    const sourceId = newSourceId();
    const lines = [zar('once', 700), zar('income:once', -700)];
    expect(await post(toPosting(lines, sourceId))).toBe(true);
    expect(await post(toPosting(lines, sourceId))).toBe(false);
    expect(await post(toPosting([zar('once', 9), zar('income:once', -9)], sourceId))).toBe(false);
    expect(await post({ ...toPosting(lines, sourceId), source: 'refund' })).toBe(true);
    expect(await entriesOf('once')).toHaveLength(2);
  });

  it('posts a source once when 20 transactions post it at the same time', async () => {
    const posting = toPosting([zar('burst', 700), zar('income:burst', -700)]);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => post(posting)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await balanceOf('burst')).toBe(700);
    expect(await entriesOf('burst')).toHaveLength(1);
  });

  it('removes the posting when its transaction fails', async () => {
    const failing = test.database.transaction(async (tx) => {
      await ledger.post(tx, toPosting([zar('undone', 5), zar('income:undone', -5)]));
      throw new Error('no more');
    });
    await expect(failing).rejects.toThrow('no more');
    expect(await balanceOf('undone')).toBe(0);
  });

  it('never deadlocks with postings in the opposite direction', async () => {
    // A deadlock is retried automatically, so it only shows in the number of attempts.
    let attempts = 0;
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => {
        const [from, to] = turn % 2 ? ['left', 'right'] : ['right', 'left'];
        const posting = toPosting([zar(to, turn + 1), zar(from, -turn - 1)]);
        return test.database.transaction((tx) => {
          attempts += 1;
          return ledger.post(tx, posting);
        });
      }),
    );
    expect(attempts).toBe(50);
    expect(outcomes).toEqual(Array.from({ length: 50 }, () => true));
    expect(await balanceOf('left')).toBe(-(await balanceOf('right')));
    expect(await balanceOf('left')).toBe(-25);
    const entries = await entriesOf('left');
    expect(entries.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, turn) => turn + 1));
    for (const [turn, entry] of entries.entries()) expect(entry['before']).toBe(entries[turn - 1]?.['after'] ?? 0);
  });
});

describe('append-only tables', () => {
  it.each(['ledger_transfers', 'ledger_entries', 'ledger_proofs', 'invoices'])(
    'rejects updates and deletes even by the owner of %s',
    async (table) => {
      for (const statement of [`update ${table} set id = id`, `delete from ${table}`, `truncate ${table} cascade`]) {
        await expect(test.sql(statement), statement).rejects.toThrow('append-only');
      }
    },
  );
});
