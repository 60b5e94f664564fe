/**
 * Spans for tracing. Without a tracer the work runs unchanged. The allowed attributes are listed here and never contain
 * personal data: only names of routes, statements and jobs, and result numbers; no addresses, queries, ids or texts.
 */
export interface Attributes {
  'http.request.method'?: string;
  'http.response.status_code'?: number;
  /** The path pattern. */
  'http.route'?: string;
  'db.system.name'?: 'postgresql';
  /** A fixed word, such as the kind of an error. */
  'error.type'?: string;
}

export type SpanKind = 'server' | 'client' | 'consumer';

export interface SpanOptions {
  /** A function if the name is expensive to compute; it is called for sampled spans only. */
  name: string | (() => string);
  kind: SpanKind;
  attributes?: Attributes;
  /** The W3C traceparent of another process; only evaluated if tracing is on. */
  parent?: () => string | undefined;
  /** Only created inside another span; alone it would be useless. */
  requiresParent?: boolean;
}

/** Sets details that are known only after the work. */
export type UpdateSpan = (update: { name?: string; attributes?: Attributes; isFailed?: boolean }) => void;

interface Tracer {
  runInSpan: <Result>(start: SpanOptions, work: (updateSpan: UpdateSpan) => Promise<Result>) => Promise<Result>;
  /** The traceparent of the current span, for a job that continues the trace. */
  traceparent: () => string | undefined;
}

let tracer: Tracer | undefined;

const ignoreUpdate: UpdateSpan = () => undefined;

/** One tracer per process, installed before anything that creates spans is opened. */
export function installTracer(newTracer: Tracer | undefined): void {
  tracer = newTracer;
}

export const isTracing = (): boolean => tracer !== undefined;

export const inSpan = <Result>(
  start: SpanOptions,
  work: (updateSpan: UpdateSpan) => Promise<Result>,
): Promise<Result> => (tracer ? tracer.runInSpan(start, work) : work(ignoreUpdate));

export const currentTraceparent = (): string | undefined => tracer?.traceparent();
