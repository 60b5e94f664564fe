/**
 * Detects a proxy that is missing in TRUSTED_PROXIES. Behind it all visitors have one address, and one of them can use
 * up the limits of all. The sign is X-Forwarded-For, a header that only proxies write; anybody can forge it, so this
 * only warns.
 */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import { isUnknownProxy } from './client-ip.ts';
import type { Metrics } from './metrics.ts';

const LOG_INTERVAL_MS = 60_000;
const WARNING_DURATION_MS = 10 * 60_000;

interface Deps {
  trustedProxies: readonly string[];
  log: Log;
  metrics: Metrics;
  clock: Clock;
}

export function createProxyWatch({ trustedProxies, log, metrics, clock }: Deps) {
  let seenAt = Number.NEGATIVE_INFINITY;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    check(request: IncomingMessage): void {
      if (!isUnknownProxy(request, trustedProxies)) return;
      metrics.unknownProxies.inc();
      seenAt = clock();
      if (seenAt - loggedAt < LOG_INTERVAL_MS) return;
      loggedAt = seenAt;
      log.error(
        'X-Forwarded-For came from an address that is not in TRUSTED_PROXIES: if it is our own proxy, all visitors share its limits',
      );
    },
    /** A warning for the readiness check. */
    warning: (): { warning?: string } =>
      clock() - seenAt < WARNING_DURATION_MS ? { warning: 'X-Forwarded-For from outside TRUSTED_PROXIES' } : {},
  };
}
