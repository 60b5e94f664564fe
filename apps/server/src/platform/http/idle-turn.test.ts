import { describe, expect, it, onTestFinished } from 'vitest';
import { idleTurn } from './idle-turn.ts';

/** Keeps the event loop busy in so many turns. */
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

describe('an idle turn of the event loop', () => {
  it('comes after all that are busy: whoever connected meanwhile was accepted [OPS-04]', async () => {
    const done = keepBusy(8);
    await idleTurn(60_000);
    expect(done()).toBe(8);
  });

  it('is not waited for without end', async () => {
    const done = keepBusy(100_000);
    const began = performance.now();
    await idleTurn(50);
    expect(performance.now() - began).toBeGreaterThanOrEqual(50);
    expect(done()).toBeLessThan(1000);
  });
});
