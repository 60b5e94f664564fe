import { describe, expect, it } from 'vitest';
import { gathered } from './gathered.ts';

/** Work that finishes when the test says so. */
function slowly() {
  const batches: { asked: readonly number[]; end: (error?: Error) => void }[] = [];
  const ask = gathered<number, string>(
    (asked) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error ? reject(error) : resolve(asked.map((one) => `${one} of batch ${batches.length}`));
        batches.push({ asked, end });
      }),
  );
  return { ask, batches };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the batch loader', () => {
  it('the batch loader runs a single call at once, and combines the calls that arrive meanwhile', async () => {
    const { ask, batches } = slowly();
    const alone = ask(1);
    const others = [ask(2), ask(3), ask(2)];
    expect(batches.map(({ asked }) => asked)).toEqual([[1]]);
    batches[0]!.end();
    expect(await alone).toBe('1 of batch 1');
    await turn();
    expect(batches.map(({ asked }) => asked)).toEqual([[1], [2, 3, 2]]);
    batches[1]!.end();
    expect(await Promise.all(others)).toEqual(['2 of batch 2', '3 of batch 2', '2 of batch 2']);
    void ask(4);
    expect(batches.map(({ asked }) => asked)).toEqual([[1], [2, 3, 2], [4]]);
  });

  it('the batch loader fails all calls of a batch together, and accepts new calls afterwards', async () => {
    const { ask, batches } = slowly();
    const [first, second, third] = [ask(1), ask(2), ask(3)];
    batches[0]!.end();
    await first;
    await turn();
    batches[1]!.end(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await expect(third).rejects.toThrow('gone');
    await turn();
    const again = ask(5);
    batches[2]!.end();
    expect(await again).toBe('5 of batch 3');
  });

  it('the batch loader combines at most 500 calls in a batch', async () => {
    const { ask, batches } = slowly();
    const all = Array.from({ length: 1002 }, (_, n) => ask(n));
    for (const place of [0, 1, 2, 3]) {
      batches[place]!.end();
      await turn();
    }
    expect(batches.map(({ asked }) => asked.length)).toEqual([1, 500, 500, 1]);
    expect(await Promise.all(all)).toHaveLength(1002);
  });
});
