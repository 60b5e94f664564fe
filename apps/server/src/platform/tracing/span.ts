/**
 * Where time goes, for whoever asked for traces: a span is a piece of work with a name, within the one it is part of. Without a tracer
 * the work is simply done. What a span may say is named here, field by field, and is of the code and never of people: names of routes,
 * statements and jobs, and numbers of outcomes. No address, query, id or text of anybody has a place in it.
 */
export interface Attributes {
  'http.request.method'?: string;
  'http.response.status_code'?: number;
  /** The pattern of the address. */
  'http.route'?: string;
  'db.system.name'?: 'postgresql';
  /** One word that we chose, such as the kind of a refusal. */
  'error.type'?: string;
}

export type SpanKind = 'server' | 'client' | 'consumer';

export interface SpanStart {
  /** Worked out only for what is kept, where that takes time. */
  name: string | (() => string);
  kind: SpanKind;
  attributes?: Attributes;
  /** Of another process, as W3C writes it; asked for only where spans are made. */
  parent?: () => string | undefined;
  /** Made only within another, since alone it would tell nothing. */
  isPart?: boolean;
}

/** What is known only when the work is done. */
export type Tell = (told: { name?: string; attributes?: Attributes; isFailed?: boolean }) => void;

interface Tracer {
  within: <Result>(start: SpanStart, work: (tell: Tell) => Promise<Result>) => Promise<Result>;
  /** Of the span that is under way, for a job that goes on with it. */
  traceparent: () => string | undefined;
}

let tracer: Tracer | undefined;

const toNobody: Tell = () => undefined;

/** One for the whole process, before anything is opened that makes spans; nothing ends them. */
export function installTracer(installed: Tracer | undefined): void {
  tracer = installed;
}

export const isTracing = (): boolean => tracer !== undefined;

export const inSpan = <Result>(start: SpanStart, work: (tell: Tell) => Promise<Result>): Promise<Result> =>
  tracer ? tracer.within(start, work) : work(toNobody);

export const currentTraceparent = (): string | undefined => tracer?.traceparent();
