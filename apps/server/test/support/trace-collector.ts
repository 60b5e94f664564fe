/** A trace collector on loopback that accepts OTLP in JSON and stores the spans. */
import { createServer, type IncomingMessage } from 'node:http';
import * as z from 'zod';
import { listenOnLoopback } from './loopback-server.ts';

const Attribute = z.strictObject({
  key: z.string(),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^\d+$/) }),
  ]),
});
const nanoseconds = z.string().regex(/^\d{19}$/);
const Span = z.strictObject({
  traceId: z.string().regex(/^[\da-f]{32}$/),
  spanId: z.string().regex(/^[\da-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[\da-f]{16}$/)
    .optional(),
  name: z.string(),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: z.array(Attribute),
  status: z.strictObject({ code: z.literal(2) }).optional(),
});
const Export = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.literal('hakiki') }), spans: z.array(Span) }),
      ),
    }),
  ),
});

const toPlainAttributes = (attributes: z.infer<typeof Attribute>[]): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, 'intValue' in value ? Number(value.intValue) : value.stringValue]),
  );

export interface CollectedSpan {
  service: string | number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  startedAt: bigint;
  ms: number;
  attributes: Record<string, string | number>;
  isFailed: boolean;
}

const toCollectedSpans = (sent: z.infer<typeof Export>): CollectedSpan[] =>
  sent.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, status, attributes, ...times }) => ({
        service: toPlainAttributes(resource.attributes)['service.name'] ?? '',
        traceId,
        spanId,
        parentSpanId,
        name,
        kind,
        startedAt: BigInt(times.startTimeUnixNano),
        ms: Number(BigInt(times.endTimeUnixNano) - BigInt(times.startTimeUnixNano)) / 1e6,
        attributes: toPlainAttributes(attributes),
        isFailed: status !== undefined,
      })),
    ),
  );

export interface TraceCollector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** Every request as it came, headers included. */
  readonly texts: string[];
  /** Sets the status of the next responses; spans of a rejected request are not stored. */
  respondWith: (status: number) => void;
}

export function useTraceCollector(): TraceCollector {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  let status = 200;
  const receive = async (request: IncomingMessage): Promise<number> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    texts.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n${body}`);
    const isTraceExport = request.method === 'POST' && request.url === '/v1/traces';
    const parsed = Export.safeParse(JSON.parse(body));
    if (!isTraceExport || !parsed.success) return 400;
    if (status === 200) spans.push(...toCollectedSpans(parsed.data));
    return status;
  };
  const server = createServer((request, response) => {
    void receive(request).then((responseStatus) =>
      response.writeHead(responseStatus, { 'content-type': 'application/json' }).end('{}'),
    );
  });
  const loopback = listenOnLoopback(server);
  return {
    get url() {
      return loopback.url;
    },
    spans,
    texts,
    respondWith: (newStatus) => {
      status = newStatus;
    },
  };
}
