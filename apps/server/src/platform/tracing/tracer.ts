/** Creates spans and sends sampled ones to a collector (docs/decisions/0037-traces.md). Loaded if tracing is on. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Counter, type Registry } from 'prom-client';
import type { Log } from '../log/log.ts';
import { createExporter } from './exporter.ts';
import { installTracer, type SpanStart, type Tell } from './span.ts';

interface TracingSettings {
  /** The collector's URL; spans are sent to `/v1/traces` below it. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** The fraction of the traces starting here that is sampled. */
  ratio: number;
}

/** The current position in a trace. Also kept for unsampled traces, so that all their spans stay unsampled. */
interface Place {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const traceparentForm = /^00-(?<traceId>(?!0{32})[\da-f]{32})-(?<spanId>(?!0{16})[\da-f]{16})-(?<flags>[\da-f]{2})$/;

function readTraceparent(text: string | undefined): Place | undefined {
  const { traceId, spanId, flags } = traceparentForm.exec(text ?? '')?.groups ?? {};
  if (!traceId || !spanId || !flags) return undefined;
  // The lowest bit is the sampled flag.
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Decided by the trace id, the usual way, so that processes with the same ratio agree. */
const isWithinRatio = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-13), 16) < ratio * 16 ** 13;

interface Tracing {
  /** Sends the remaining spans. */
  stop: () => Promise<void>;
}

export function startTracing(
  settings: TracingSettings,
  { log, registry, version }: { log: Log; registry: Registry; version: string },
): Tracing {
  const spans = new Counter({
    name: 'hakiki_trace_spans_total',
    help: 'Spans of kept traces, by whether the collector has them.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const exporter = createExporter({
    url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: settings.headers,
    resource: { 'service.name': settings.serviceName, 'service.version': version },
    log,
    count: (outcome, many) => spans.inc({ outcome }, many),
  });
  const places = new AsyncLocalStorage<Place>();

  /** A request or job is never a child of other work in this process. */
  function enter({ kind, parent }: SpanStart): { place: Place; before: Place | undefined } {
    const before = kind === 'client' ? places.getStore() : readTraceparent(parent?.());
    const traceId = before?.traceId ?? randomBytes(16).toString('hex');
    const isSampled = before?.isSampled ?? isWithinRatio(traceId, settings.ratio);
    return { place: { traceId, spanId: randomBytes(8).toString('hex'), isSampled }, before };
  }

  async function within<Result>(start: SpanStart, work: (tell: Tell) => Promise<Result>): Promise<Result> {
    if (start.isPart && !places.getStore()?.isSampled) return work(() => undefined);
    const { place, before } = enter(start);
    if (!place.isSampled) return places.run(place, () => work(() => undefined));
    const startMs = performance.timeOrigin + performance.now();
    let name = typeof start.name === 'string' ? start.name : start.name();
    let isFailed = false;
    const attributes = { ...start.attributes };
    const tell: Tell = (told) => {
      name = told.name ?? name;
      isFailed = told.isFailed ?? isFailed;
      Object.assign(attributes, told.attributes);
    };
    try {
      return await places.run(place, () => work(tell));
    } catch (error) {
      isFailed = true;
      throw error;
    } finally {
      exporter.add({
        traceId: place.traceId,
        spanId: place.spanId,
        parentSpanId: before?.spanId,
        name,
        kind: start.kind,
        startMs,
        endMs: performance.timeOrigin + performance.now(),
        attributes,
        isFailed,
      });
    }
  }

  installTracer({
    within,
    traceparent: () => {
      const place = places.getStore();
      return place && `00-${place.traceId}-${place.spanId}-${place.isSampled ? '01' : '00'}`;
    },
  });
  return {
    stop: async () => {
      installTracer(undefined);
      await exporter.stop();
    },
  };
}
