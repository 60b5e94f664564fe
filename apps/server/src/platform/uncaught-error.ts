/**
 * Stops the process after an unhandled error: it finishes running work for a limited time and exits with an error, so
 * that the supervisor restarts it.
 */
import { describeFrames } from './log/describe-error.ts';
import type { Log } from './log/log.ts';

const STOP_TIMEOUT_MS = 20_000;
const errorEvents = ['uncaughtException', 'unhandledRejection'] as const;

export function onUncaughtError(log: Log, stop: () => Promise<void>): void {
  let isStopping = false;
  const stopAndExit = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS);
    await stop().catch(() => undefined);
    process.exit(1);
  };
  for (const kind of errorEvents) {
    process.on(kind, (reason: unknown) => {
      log.fatal({ kind, ...describeFrames(reason) }, 'an error was handled by nobody; stopping');
      void stopAndExit();
    });
  }
}
