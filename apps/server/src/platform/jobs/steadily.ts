import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log/log.ts';

/** A polling loop: does its work, pauses, and repeats until it is stopped. A failure is logged and retried after the pause. */
export function steadily(
  { pauseMs, log, failure }: { pauseMs: number; log: Log; failure: string },
  work: (stopping: AbortSignal) => Promise<void>,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      await work(stopping.signal).catch((error: unknown) => log.error({ err: error }, failure));
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
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
