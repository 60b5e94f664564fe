/** Creates spans and sends sampled ones to a collector (docs/decisions/0037-traces.md). Loaded if tracing is on. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Counter, type Registry } from 'prom-client';
import type { Log } from '../log/log.ts';
import { createExporter } from './exporter.ts';
import { installTracer, type SpanOptions, type UpdateSpan } from './span.ts';

interface TracingSettings {
  /** The collector's URL; spans are sent to `/v1/traces` below it. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** The fraction of the traces starting here that is sampled. */
  ratio: number;
}

/** The current position in a trace. Also kept for unsampled traces, so that all their spans stay unsampled. */
interface SpanContext {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const traceparentPattern = /^00-(?<traceId>(?!0{32})[\da-f]{32})-(?<spanId>(?!0{16})[\da-f]{16})-(?<flags>[\da-f]{2})$/;

function readTraceparent(text: string | undefined): SpanContext | undefined {
  const { traceId, spanId, flags } = traceparentPattern.exec(text ?? '')?.groups ?? {};
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
    count: (outcome, amount) => spans.inc({ outcome }, amount),
  });
  const spanContexts = new AsyncLocalStorage<SpanContext>();

  /** A request or job is never a child of other work in this process. */
  function startSpan({ kind, parent }: SpanOptions): { context: SpanContext; parentContext: SpanContext | undefined } {
    const parentContext = kind === 'client' ? spanContexts.getStore() : readTraceparent(parent?.());
    const traceId = parentContext?.traceId ?? randomBytes(16).toString('hex');
    const isSampled = parentContext?.isSampled ?? isWithinRatio(traceId, settings.ratio);
    return { context: { traceId, spanId: randomBytes(8).toString('hex'), isSampled }, parentContext };
  }

  async function runInSpan<Result>(
    start: SpanOptions,
    work: (updateSpan: UpdateSpan) => Promise<Result>,
  ): Promise<Result> {
    if (start.requiresParent && !spanContexts.getStore()?.isSampled) return work(() => undefined);
    const { context, parentContext } = startSpan(start);
    if (!context.isSampled) return spanContexts.run(context, () => work(() => undefined));
    const startMs = performance.timeOrigin + performance.now();
    let name = typeof start.name === 'string' ? start.name : start.name();
    let isFailed = false;
    const attributes = { ...start.attributes };
    const updateSpan: UpdateSpan = (update) => {
      name = update.name ?? name;
      isFailed = update.isFailed ?? isFailed;
      Object.assign(attributes, update.attributes);
    };
    try {
      return await spanContexts.run(context, () => work(updateSpan));
    } catch (error) {
      isFailed = true;
      throw error;
    } finally {
      exporter.add({
        traceId: context.traceId,
        spanId: context.spanId,
        parentSpanId: parentContext?.spanId,
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
    runInSpan,
    traceparent: () => {
      const context = spanContexts.getStore();
      return context && `00-${context.traceId}-${context.spanId}-${context.isSampled ? '01' : '00'}`;
    },
  });
  return {
    stop: async () => {
      installTracer(undefined);
      await exporter.stop();
    },
  };
}
