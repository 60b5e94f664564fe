import { describe, expect, it, onTestFinished } from 'vitest';
import { idleTurn } from './idle-turn.ts';

/** Keeps the event loop busy for a number of iterations. */
function keepBusy(turns: number): () => number {
  let done = 0;
  let isOver = false;
  const work = () => {
    if (isOver || done === turns) return;
    done += 1;
    for (const until = performance.now() + 10; performance.now() < until;);
    setImmediate(work);
  };
  setImmediate(work);
  onTestFinished(() => void (isOver = true));
  return () => done;
}

describe('waiting for an idle event loop', () => {
  it('waits until the event loop is idle, so that all waiting connections are accepted [OPS-04]', async () => {
    const done = keepBusy(8);
    await idleTurn(60_000);
    expect(done()).toBe(8);
  });

  it('gives up after the maximum time', async () => {
    const done = keepBusy(100_000);
    const began = performance.now();
    await idleTurn(50);
    expect(performance.now() - began).toBeGreaterThanOrEqual(50);
    expect(done()).toBeLessThan(1000);
  });
});
