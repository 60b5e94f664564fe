/** Metrics for Prometheus. Routes are patterns of the contract, so that the number of labels is bounded. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Node's parser accepts thirty more methods, which no endpoint uses. */
const countedMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

export const methodLabel = (method = 'GET'): string => (countedMethods.has(method) ? method : 'other');

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Computed responses by route and status, without cache hits.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8],
      registers,
    }),
    inFlight: new Gauge({ name: 'http_requests_in_flight', help: 'Requests in progress.', registers }),
    rejected: new Counter({
      name: 'http_requests_refused_total',
      help: 'Requests rejected by the concurrency limit.',
      registers,
    }),
    unknownProxies: new Counter({
      name: 'http_requests_by_unknown_proxy_total',
      help: 'Requests with X-Forwarded-For from an address that is not in TRUSTED_PROXIES.',
      registers,
    }),
    cacheHits: new Counter({
      name: 'reply_cache_hits_total',
      help: 'Responses served from the memory cache.',
      registers,
    }),
    cacheMisses: new Counter({
      name: 'reply_cache_misses_total',
      help: 'Shared responses computed after a cache miss.',
      registers,
    }),
    cacheStale: new Counter({
      name: 'reply_cache_stale_total',
      help: 'Stale responses served because a new one could not be computed.',
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
