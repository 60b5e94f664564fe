import type { Log } from './log/log.ts';

/** Ends the process on SIGTERM or SIGINT, after `stop` has finished the running work. */
export function onStopSignal(log: Log, stop: () => Promise<void>): void {
  const end = (signal: string) => {
    log.info({ signal }, 'stopping');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}
