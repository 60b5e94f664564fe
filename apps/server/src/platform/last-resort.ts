/**
 * Stops the process after an unhandled error: it finishes running work for a limited time and exits with an error, so
 * that the supervisor restarts it.
 */
import { describeFrames } from './log/describe-error.ts';
import type { Log } from './log/log.ts';

const LONGEST_STOP_MS = 20_000;
const lastResorts = ['uncaughtException', 'unhandledRejection'] as const;

export function onLastResort(log: Log, stop: () => Promise<void>): void {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), LONGEST_STOP_MS);
    await stop().catch(() => undefined);
    process.exit(1);
  };
  for (const kind of lastResorts) {
    process.on(kind, (reason: unknown) => {
      log.fatal({ kind, ...describeFrames(reason) }, 'an error was handled by nobody; stopping');
      void end();
    });
  }
}
