import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/database.ts';
import { forgetOldKeys, once, type Repeat, repeatOf, repliedBefore } from './idempotency.ts';

const test = useDatabase();

let keys = 0;
beforeEach(() => {
  keys += 1;
});
const sent = { call: 'POST /api/things', who: undefined, body: { name: 'Amina', proof: 'one' } };
const repeat = (given: Partial<Parameters<typeof repeatOf>[0]> = {}): Repeat =>
  repeatOf({ ...sent, key: `key-of-this-test-${keys}`, ...given });

let deeds = 0;
const deed = () => {
  deeds += 1;
  return Promise.resolve({ receipt: `secret ${deeds}` });
};
const submit = (given: Repeat | undefined, work: () => Promise<unknown> = deed) =>
  test.database.transaction((tx) => once(tx, given, work));
const replays = async ({ keyHash }: Repeat) =>
  (await test.sql('select replays from idempotency_keys where key_hash = $1', [keyHash])).map((row) => row['replays']);

describe('a repeated submit', () => {
  it('is done once and answered the same each time, and each time something is written', async () => {
    const before = deeds;
    const answers = [await submit(repeat()), await submit(repeat()), await submit(repeat())];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(deeds).toBe(before + 1);
    expect(await replays(repeat())).toEqual([2]);
  });

  it('brings another proof of work and is still the same', async () => {
    const first = await submit(repeat());
    expect(await submit(repeat({ body: { name: 'Amina', proof: 'two' } }))).toEqual(first);
    expect(await submit(repeat({ body: { name: 'Amina' } }))).toEqual(first);
  });

  it('waits for the first, whose reply it gets', async () => {
    const before = deeds;
    const slow = async () => {
      await pause(150);
      return deed();
    };
    const [one, other] = await Promise.all([submit(repeat(), slow), submit(repeat(), slow)]);
    expect(other).toEqual(one);
    expect(deeds).toBe(before + 1);
  });

  it('is tried anew when the first one failed, also when it was waiting for that', async () => {
    const failing = async () => {
      await pause(150);
      throw new Error('no luck');
    };
    const failed = submit(repeat(), failing).catch((error: unknown) => error);
    await pause(50);
    const second = submit(repeat());
    expect(await failed).toBeInstanceOf(Error);
    expect(await second).toHaveProperty('receipt');
    expect(await replays(repeat())).toEqual([0]);
  });

  it('is refused when it says something else under the same key', async () => {
    await submit(repeat());
    await expect(submit(repeat({ body: { name: 'Kofi' } }))).rejects.toMatchObject({ code: 'KEY_REUSED' });
    expect(await replays(repeat())).toEqual([0]);
  });

  it.each([
    ['another person', { who: '01890000-0000-7000-8000-00000000aaaa' }],
    ['another call', { call: 'POST /api/others' }],
    ['another key', { key: 'another-key-of-this-test' }],
  ])('of %s is another submit', async (_, given) => {
    const first = await submit(repeat());
    expect(await submit(repeat({ ...given }))).not.toEqual(first);
  });

  it('is simply done without a key', async () => {
    expect(await submit(undefined)).not.toEqual(await submit(undefined));
  });

  it('can be answered without being allowed to act', async () => {
    const { db } = test.database;
    expect(await repliedBefore(db, repeat())).toBeUndefined();
    const first = await submit(repeat());
    expect(await repliedBefore(db, repeat())).toEqual({ reply: first });
    expect(await replays(repeat())).toEqual([1]);
  });
});

describe('what is kept', () => {
  it('opens with the sender’s key alone: neither key nor content nor reply can be read in the table', async () => {
    await submit(repeat());
    const kept = await test.sql(
      `select encode(key_hash, 'escape') || encode(request_hash, 'escape') || encode(sealed_reply, 'escape') as text
       from idempotency_keys where key_hash = $1`,
      [repeat().keyHash],
    );
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toMatch(/secret|amina|key-of/i);
    const stranger = { ...repeat(), replyKey: repeat({ key: 'a-key-that-is-guessed' }).replyKey };
    await expect(submit(stranger)).rejects.toThrow('cannot be opened');
  });

  it('is forgotten after 30 days and not before', async () => {
    await submit(repeat());
    const age = (days: number) =>
      test.sql('update idempotency_keys set created_at = now() - make_interval(days => $2) where key_hash = $1', [
        repeat().keyHash,
        days,
      ]);
    await age(29);
    await forgetOldKeys(test.database.db);
    expect(await replays(repeat())).toEqual([0]);
    await age(31);
    await forgetOldKeys(test.database.db);
    expect(await replays(repeat())).toEqual([]);
  });
});

describe('a key', () => {
  it.each(['short', 'x'.repeat(15), 'x'.repeat(201), '', 'with blanks in between', 'not-only-ascii-é-here'])(
    'is refused when it is %j',
    (key) => {
      expect(() => repeat({ key })).toThrow('Please check what you entered.');
    },
  );

  it.each(['x'.repeat(16), 'x'.repeat(200), '01890000-0000-7000-8000-00000000dead'])('may be %j', (key) => {
    expect(repeat({ key }).keyHash).toHaveLength(32);
  });
});
