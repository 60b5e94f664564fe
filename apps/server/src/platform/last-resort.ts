/**
 * An error that nobody handled leaves the process in a state that nobody thought of. It takes no more work, finishes what is under way
 * for a while, and ends as failed, so that whoever supervises it starts it anew.
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
