/**
 * Sends spans in batches (OTLP over HTTP, JSON) in the background. If the collector is down, spans are dropped and
 * counted.
 */
import type { Log } from '../log/log.ts';
import type { Attributes, SpanKind } from './span.ts';

const MAX_QUEUED_SPANS = 4096;
const BATCH_SIZE = 512;
const SEND_INTERVAL_MS = 2000;
const REQUEST_TIMEOUT_MS = 5000;

export interface FinishedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: SpanKind;
  /** Unix time. */
  startMs: number;
  endMs: number;
  attributes: Attributes;
  isFailed: boolean;
}

interface Deps {
  url: string;
  headers: Record<string, string>;
  resource: Record<string, string>;
  log: Log;
  count: (outcome: 'sent' | 'dropped', amount: number) => void;
}

/** The numbers of the protocol. */
const kindNumbers: Record<SpanKind, number> = { server: 2, client: 3, consumer: 5 };
const STATUS_ERROR = 2;

const toAttributes = (values: object) =>
  Object.entries(values).map(([key, value]: [string, string | number]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

/** The protocol uses nanoseconds, which a JavaScript number cannot hold. */
const toNanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);

const toOtlpSpan = ({
  traceId,
  spanId,
  parentSpanId,
  name,
  kind,
  startMs,
  endMs,
  attributes,
  isFailed,
}: FinishedSpan) => ({
  traceId,
  spanId,
  ...(parentSpanId && { parentSpanId }),
  name,
  kind: kindNumbers[kind],
  startTimeUnixNano: toNanoseconds(startMs),
  endTimeUnixNano: toNanoseconds(endMs),
  attributes: toAttributes(attributes),
  ...(isFailed && { status: { code: STATUS_ERROR } }),
});

/** The statuses that the protocol declares retryable. */
const isRetryable = (status: number): boolean => [429, 502, 503, 504].includes(status);

export function createExporter({ url, headers, resource, log, count }: Deps) {
  let queue: FinishedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isFailing = false;

  const toBody = (spans: readonly FinishedSpan[]): string =>
    JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: toAttributes(resource) },
          scopeSpans: [{ scope: { name: 'hakiki' }, spans: spans.map(toOtlpSpan) }],
        },
      ],
    });

  /** Undefined if there is no response. */
  async function post(spans: readonly FinishedSpan[]): Promise<number | undefined> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: toBody(spans),
        redirect: 'manual',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return undefined;
    }
  }

  /** Returns whether the next batch may be sent at once. */
  async function sendBatch(): Promise<boolean> {
    const batch = queue.splice(0, BATCH_SIZE);
    const status = await post(batch);
    if (status !== undefined && status >= 200 && status < 300) {
      isFailing = false;
      count('sent', batch.length);
      return true;
    }
    if (!isFailing) log.warn({ status: status ?? 'no answer' }, 'traces were rejected by the collector');
    isFailing = true;
    if (status !== undefined && !isRetryable(status)) {
      count('dropped', batch.length);
      return true;
    }
    const retained = batch.slice(0, MAX_QUEUED_SPANS - queue.length);
    count('dropped', batch.length - retained.length);
    queue = [...retained, ...queue];
    return false;
  }

  async function sendAll(): Promise<void> {
    while (queue.length > 0) if (!(await sendBatch())) return;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return (sending ??= sendAll().finally(() => {
      sending = undefined;
      if (queue.length > 0) schedule();
    }));
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), SEND_INTERVAL_MS).unref();
  }

  return {
    add(span: FinishedSpan): void {
      if (queue.length >= MAX_QUEUED_SPANS) {
        count('dropped', 1);
        return;
      }
      queue.push(span);
      if (queue.length >= BATCH_SIZE && !isFailing) void flush();
      else schedule();
    },

    /** Tries once: a stopping process does not wait for the collector. */
    async stop(): Promise<void> {
      await flush();
      clearTimeout(timer);
      count('dropped', queue.length);
      queue = [];
    },
  };
}
