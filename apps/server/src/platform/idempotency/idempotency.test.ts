import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import {
  purgeOldKeys,
  runIdempotent,
  type IdempotencyContext,
  createIdempotencyContext,
  findEarlierReply,
} from './idempotency.ts';

const test = useDatabase();

let keys = 0;
beforeEach(() => {
  keys += 1;
});
const sent = { call: 'POST /api/things', who: undefined, body: { name: 'Amina', proof: 'one' } };
const createContext = (overrides: Partial<Parameters<typeof createIdempotencyContext>[0]> = {}): IdempotencyContext =>
  createIdempotencyContext({ ...sent, key: `key-of-this-test-${keys}`, ...overrides });

let runs = 0;
const runWork = () => {
  runs += 1;
  return Promise.resolve({ receipt: `secret ${runs}` });
};
const submit = (context: IdempotencyContext | undefined, work: () => Promise<unknown> = runWork) =>
  test.database.transaction((tx) => runIdempotent(tx, context, work));
const replays = async ({ keyHash }: IdempotencyContext) =>
  (await test.sql('select replays from idempotency_keys where key_hash = $1', [keyHash])).map((row) => row['replays']);

describe('a repeated submit', () => {
  it('a repeated submit runs once, returns the same reply each time, and writes to the database each time', async () => {
    const before = runs;
    const replies = [await submit(createContext()), await submit(createContext()), await submit(createContext())];
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(runs).toBe(before + 1);
    expect(await replays(createContext())).toEqual([2]);
  });

  it('a repeated submit is recognised although it brings another proof of work', async () => {
    const first = await submit(createContext());
    expect(await submit(createContext({ body: { name: 'Amina', proof: 'two' } }))).toEqual(first);
    expect(await submit(createContext({ body: { name: 'Amina' } }))).toEqual(first);
  });

  it('a repeated submit waits for the first submit and gets its reply', async () => {
    const before = runs;
    const slow = async () => {
      await sleep(150);
      return runWork();
    };
    const [one, other] = await Promise.all([submit(createContext(), slow), submit(createContext(), slow)]);
    expect(other).toEqual(one);
    expect(runs).toBe(before + 1);
  });

  it('a repeated submit runs again if the first submit failed, also while it was waiting for it', async () => {
    const failing = async () => {
      await sleep(150);
      throw new Error('no luck');
    };
    const failed = submit(createContext(), failing).catch((error: unknown) => error);
    await sleep(50);
    const second = submit(createContext());
    expect(await failed).toBeInstanceOf(Error);
    expect(await second).toHaveProperty('receipt');
    expect(await replays(createContext())).toEqual([0]);
  });

  it('a repeated submit is rejected with other content under the same key', async () => {
    await submit(createContext());
    await expect(submit(createContext({ body: { name: 'Kofi' } }))).rejects.toMatchObject({ code: 'KEY_REUSED' });
    expect(await replays(createContext())).toEqual([0]);
  });

  it.each([
    ['another person', { who: '01890000-0000-7000-8000-00000000aaaa' }],
    ['another call', { call: 'POST /api/others' }],
    ['another key', { key: 'another-key-of-this-test' }],
  ])('a repeated submit counts as a new submit from %s', async (_, given) => {
    const first = await submit(createContext());
    expect(await submit(createContext({ ...given }))).not.toEqual(first);
  });

  it('a repeated submit always runs without a key', async () => {
    expect(await submit(undefined)).not.toEqual(await submit(undefined));
  });

  it('a repeated submit returns the first reply even if the caller may no longer submit', async () => {
    const { db } = test.database;
    expect(await findEarlierReply(db, createContext())).toBeUndefined();
    const first = await submit(createContext());
    expect(await findEarlierReply(db, createContext())).toEqual({ reply: first });
    expect(await replays(createContext())).toEqual([1]);
  });
});

describe('stored idempotency keys', () => {
  it('stored idempotency keys reveal neither key nor content nor reply without the sender’s key', async () => {
    await submit(createContext());
    const stored = await test.sql(
      `select encode(key_hash, 'escape') || encode(request_hash, 'escape') || encode(sealed_reply, 'escape') as text
       from idempotency_keys where key_hash = $1`,
      [createContext().keyHash],
    );
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toMatch(/secret|amina|key-of/i);
    const withGuessedKey = { ...createContext(), replyKey: createContext({ key: 'a-key-that-is-guessed' }).replyKey };
    await expect(submit(withGuessedKey)).rejects.toThrow('cannot be opened');
  });

  it('stored idempotency keys are deleted after 30 days and not before', async () => {
    await submit(createContext());
    const age = (days: number) =>
      test.sql('update idempotency_keys set created_at = now() - make_interval(days => $2) where key_hash = $1', [
        createContext().keyHash,
        days,
      ]);
    await age(29);
    await purgeOldKeys(test.database.db);
    expect(await replays(createContext())).toEqual([0]);
    await age(31);
    await purgeOldKeys(test.database.db);
    expect(await replays(createContext())).toEqual([]);
  });
});

describe('an idempotency key', () => {
  it.each(['short', 'x'.repeat(15), 'x'.repeat(201), '', 'with blanks in between', 'not-only-ascii-é-here'])(
    'an idempotency key is rejected if it is %j',
    (key) => {
      expect(() => createContext({ key })).toThrow('Please check what you entered.');
    },
  );

  it.each(['x'.repeat(16), 'x'.repeat(200), '01890000-0000-7000-8000-00000000dead'])(
    'an idempotency key is accepted if it is %j',
    (key) => {
      expect(createContext({ key }).keyHash).toHaveLength(32);
    },
  );
});
