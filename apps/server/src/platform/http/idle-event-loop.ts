import { setImmediate as nextTurn } from 'node:timers/promises';

const IDLE_BELOW_MS = 1;

/**
 * Waits for an event loop iteration that takes no time. When a listener closes, the kernel resets connections that the
 * process has not accepted yet, and the edge does not repeat a report sent over one of them. Such connections
 * accumulate while the loop is busy, for instance with rendering; an idle iteration has accepted all of them.
 */
export async function waitForIdleEventLoop(maxWaitMs: number): Promise<void> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    const startedAt = performance.now();
    await nextTurn();
    const now = performance.now();
    if (now - startedAt < IDLE_BELOW_MS || now > deadline) return;
  }
}
