import { setImmediate as nextTurn } from 'node:timers/promises';

const NO_TIME_MS = 1;

/**
 * Waits for an event loop iteration that takes no time. When a listener closes, the kernel resets connections that the
 * process has not accepted yet, and the edge does not repeat a report sent over one of them. Such connections
 * accumulate while the loop is busy, for instance with rendering; an idle iteration has accepted all of them.
 */
export async function idleTurn(mostMs: number): Promise<void> {
  const until = performance.now() + mostMs;
  for (;;) {
    const began = performance.now();
    await nextTurn();
    const now = performance.now();
    if (now - began < NO_TIME_MS || now > until) return;
  }
}
