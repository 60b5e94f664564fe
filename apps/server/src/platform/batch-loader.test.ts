import { describe, expect, it } from 'vitest';
import { createBatchLoader } from './batch-loader.ts';

/** Work that finishes when the test says so. */
function createControlledLoader() {
  const batches: { inputs: readonly number[]; finish: (error?: Error) => void }[] = [];
  const ask = createBatchLoader<number, string>(
    (inputs) =>
      new Promise((resolve, reject) => {
        const finish = (error?: Error) =>
          error ? reject(error) : resolve(inputs.map((one) => `${one} of batch ${batches.length}`));
        batches.push({ inputs, finish });
      }),
  );
  return { ask, batches };
}
const nextIteration = () => new Promise((resolve) => setImmediate(resolve));

describe('the batch loader', () => {
  it('the batch loader runs a single call at once, and combines the calls that arrive meanwhile', async () => {
    const { ask, batches } = createControlledLoader();
    const single = ask(1);
    const others = [ask(2), ask(3), ask(2)];
    expect(batches.map(({ inputs }) => inputs)).toEqual([[1]]);
    batches[0]!.finish();
    expect(await single).toBe('1 of batch 1');
    await nextIteration();
    expect(batches.map(({ inputs }) => inputs)).toEqual([[1], [2, 3, 2]]);
    batches[1]!.finish();
    expect(await Promise.all(others)).toEqual(['2 of batch 2', '3 of batch 2', '2 of batch 2']);
    void ask(4);
    expect(batches.map(({ inputs }) => inputs)).toEqual([[1], [2, 3, 2], [4]]);
  });

  it('the batch loader fails all calls of a batch together, and accepts new calls afterwards', async () => {
    const { ask, batches } = createControlledLoader();
    const [first, second, third] = [ask(1), ask(2), ask(3)];
    batches[0]!.finish();
    await first;
    await nextIteration();
    batches[1]!.finish(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await expect(third).rejects.toThrow('gone');
    await nextIteration();
    const again = ask(5);
    batches[2]!.finish();
    expect(await again).toBe('5 of batch 3');
  });

  it('the batch loader combines at most 500 calls in a batch', async () => {
    const { ask, batches } = createControlledLoader();
    const all = Array.from({ length: 1002 }, (_, n) => ask(n));
    for (const index of [0, 1, 2, 3]) {
      batches[index]!.finish();
      await nextIteration();
    }
    expect(batches.map(({ inputs }) => inputs.length)).toEqual([1, 500, 500, 1]);
    expect(await Promise.all(all)).toHaveLength(1002);
  });
});
