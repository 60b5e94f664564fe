import { describe, expect, it, onTestFinished } from 'vitest';
import { waitForIdleEventLoop } from './idle-event-loop.ts';

/** Keeps the event loop busy for a number of iterations. */
function keepBusy(iterations: number): () => number {
  let done = 0;
  let isOver = false;
  const work = () => {
    if (isOver || done === iterations) return;
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
    await waitForIdleEventLoop(60_000);
    expect(done()).toBe(8);
  });

  it('gives up after the maximum time', async () => {
    const done = keepBusy(100_000);
    const startedAt = performance.now();
    await waitForIdleEventLoop(50);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(50);
    expect(done()).toBeLessThan(1000);
  });
});
