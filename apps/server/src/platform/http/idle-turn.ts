import { setImmediate as nextTurn } from 'node:timers/promises';

const NO_TIME_MS = 1;

/**
 * Waits for a turn of the event loop that takes no time. A connection that the kernel has opened and nobody has accepted is reset when
 * its listener closes, and a report that was sent over it is not repeated by the edge. They wait while the loop is busy, for instance with
 * a page; right after an idle turn, which accepts all there are, nobody does.
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
