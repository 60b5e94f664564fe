import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log/log.ts';

/** Repeats the work with a fixed delay until it is stopped. An error is logged and the work is retried. */
export function startPollingLoop(
  { intervalMs, log, errorMessage }: { intervalMs: number; log: Log; errorMessage: string },
  work: (stopping: AbortSignal) => Promise<void>,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      await work(stopping.signal).catch((error: unknown) => log.error({ err: error }, errorMessage));
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
