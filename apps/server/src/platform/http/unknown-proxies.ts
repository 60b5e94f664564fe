/**
 * Detects a proxy that is missing in TRUSTED_PROXIES. Behind it all visitors have one address, and one of them can use
 * up the limits of all. The sign is X-Forwarded-For, a header that only proxies write; anybody can forge it, so this
 * only warns.
 */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import { isUnknownProxy } from './client-address.ts';
import type { Metrics } from './metrics.ts';

const SAY_EVERY_MS = 60_000;
const TOLD_FOR_MS = 10 * 60_000;

interface Needs {
  trustedProxies: readonly string[];
  log: Log;
  metrics: Metrics;
  clock: Clock;
}

export function watchProxies({ trustedProxies, log, metrics, clock }: Needs) {
  let seenAt = Number.NEGATIVE_INFINITY;
  let saidAt = Number.NEGATIVE_INFINITY;
  return {
    look(request: IncomingMessage): void {
      if (!isUnknownProxy(request, trustedProxies)) return;
      metrics.unknownProxies.inc();
      seenAt = clock();
      if (seenAt - saidAt < SAY_EVERY_MS) return;
      saidAt = seenAt;
      log.error(
        'X-Forwarded-For came from an address that is not in TRUSTED_PROXIES: if it is our own proxy, all visitors share its limits',
      );
    },
    /** A warning for the readiness check. */
    warning: (): { warning?: string } =>
      clock() - seenAt < TOLD_FOR_MS ? { warning: 'X-Forwarded-For from outside TRUSTED_PROXIES' } : {},
  };
}
