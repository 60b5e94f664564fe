/**
 * Sends spans in batches (OTLP over HTTP, JSON) in the background. If the collector is down, spans are dropped and
 * counted.
 */
import type { Log } from '../log/log.ts';
import type { Attributes, SpanKind } from './span.ts';

const MOST_WAITING = 4096;
const MOST_AT_ONCE = 512;
const PAUSE_MS = 2000;
const LONGEST_MS = 5000;

export interface EndedSpan {
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

interface Needs {
  url: string;
  headers: Record<string, string>;
  resource: Record<string, string>;
  log: Log;
  count: (outcome: 'sent' | 'dropped', many: number) => void;
}

/** The numbers of the protocol. */
const kinds: Record<SpanKind, number> = { server: 2, client: 3, consumer: 5 };
const STATUS_ERROR = 2;

const attributesOf = (given: object) =>
  Object.entries(given).map(([key, value]: [string, string | number]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

/** The protocol uses nanoseconds, which a JavaScript number cannot hold. */
const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);

const written = ({ traceId, spanId, parentSpanId, name, kind, startMs, endMs, attributes, isFailed }: EndedSpan) => ({
  traceId,
  spanId,
  ...(parentSpanId && { parentSpanId }),
  name,
  kind: kinds[kind],
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(endMs),
  attributes: attributesOf(attributes),
  ...(isFailed && { status: { code: STATUS_ERROR } }),
});

/** The statuses that the protocol declares retryable. */
const isPassing = (status: number): boolean => [429, 502, 503, 504].includes(status);

export function createExporter({ url, headers, resource, log, count }: Needs) {
  let waiting: EndedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isFailing = false;

  const bodyOf = (spans: readonly EndedSpan[]): string =>
    JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: attributesOf(resource) },
          scopeSpans: [{ scope: { name: 'hakiki' }, spans: spans.map(written) }],
        },
      ],
    });

  /** Undefined if there is no response. */
  async function post(spans: readonly EndedSpan[]): Promise<number | undefined> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: bodyOf(spans),
        redirect: 'manual',
        signal: AbortSignal.timeout(LONGEST_MS),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return undefined;
    }
  }

  /** Returns whether the next batch may be sent at once. */
  async function sendBatch(): Promise<boolean> {
    const batch = waiting.splice(0, MOST_AT_ONCE);
    const status = await post(batch);
    if (status !== undefined && status >= 200 && status < 300) {
      isFailing = false;
      count('sent', batch.length);
      return true;
    }
    if (!isFailing) log.warn({ status: status ?? 'no answer' }, 'traces not taken by the collector');
    isFailing = true;
    if (status !== undefined && !isPassing(status)) {
      count('dropped', batch.length);
      return true;
    }
    const kept = batch.slice(0, MOST_WAITING - waiting.length);
    count('dropped', batch.length - kept.length);
    waiting = [...kept, ...waiting];
    return false;
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) if (!(await sendBatch())) return;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return (sending ??= sendAll().finally(() => {
      sending = undefined;
      if (waiting.length > 0) schedule();
    }));
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), PAUSE_MS).unref();
  }

  return {
    add(span: EndedSpan): void {
      if (waiting.length >= MOST_WAITING) {
        count('dropped', 1);
        return;
      }
      waiting.push(span);
      if (waiting.length >= MOST_AT_ONCE && !isFailing) void flush();
      else schedule();
    },

    /** Tries once: a stopping process does not wait for the collector. */
    async stop(): Promise<void> {
      await flush();
      clearTimeout(timer);
      count('dropped', waiting.length);
      waiting = [];
    },
  };
}
