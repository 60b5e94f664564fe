/** Traces of the real processes as a collector receives them, from the request to the email. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CollectedSpan, useTraceCollector } from './support/trace-collector.ts';
import { useDatabase } from './support/database.ts';
import { makeUser } from './support/factories.ts';
import { processEnvironment } from './support/process-environment.ts';
import { useSmtp } from './support/smtp.ts';

const test = useDatabase();
const smtp = useSmtp();
const collector = useTraceCollector();

interface Entry {
  child: ChildProcess;
  output: () => string;
  stop: () => Promise<void>;
}

/** A process starts slowly on a busy machine. */
const TIMEOUT_MS = 60_000;
const started: Entry[] = [];

async function start(name: 'main' | 'worker', settings: Record<string, string>): Promise<Entry> {
  const file = fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
  const env = {
    ...processEnvironment,
    NODE_ENV: 'test',
    DATABASE_URL: test.url,
    PORT: '0',
    DRAIN_SECONDS: '0',
    APP_SECRET: 'a secret of this test, long enough',
    SMTP_URL: smtp.url,
    ...settings,
  };
  const child = spawn(process.execPath, [file], { env });
  const ended = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const stop = async () => {
    child.kill();
    await ended;
  };
  const entry = { child, output: () => output, stop };
  started.push(entry);
  while (!/"msg":"(?:listening|working)"/.test(output)) {
    if (child.exitCode !== null) throw new Error(`ended early: ${output}`);
    await pause(20);
  }
  return entry;
}

const getUrl = (web: Entry) => `http://127.0.0.1:${/"port":(\d+)/.exec(web.output())![1]}`;
const traced = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, TRUSTED_PROXIES: '127.0.0.1' });

let url = '';
beforeAll(async () => {
  const [web] = await Promise.all([start('main', traced()), start('worker', traced())]);
  url = getUrl(web);
}, 2 * TIMEOUT_MS);
afterAll(() => Promise.all(started.map((one) => one.stop())));

const newId = (length: number) => randomUUID().replaceAll('-', '').slice(0, length);
const listSpansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);

/** Waits for the span with this name: child spans end before their parents. */
const waitForTrace = (traceId: string, last: string) =>
  vi.waitFor(() => expect(listSpansOf(traceId).map(({ name }) => name)).toContain(last), { timeout: TIMEOUT_MS });

/** Indented names of the spans, in the order of their start. */
function outline(spans: readonly CollectedSpan[], parent: string | undefined, depth = 0): string[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .toSorted((one, other) => Number(one.startedAt - other.startedAt))
    .flatMap(({ spanId, name, service, isFailed }) => [
      `${'  '.repeat(depth)}${service}: ${name}${isFailed ? ' failed' : ''}`,
      ...outline(spans, spanId, depth + 1),
    ]);
}

describe('a request with a trace id from a trusted proxy', { timeout: 2 * TIMEOUT_MS }, () => {
  it('the trace of a request contains its statements, the job it enqueued and the email that was sent', async () => {
    const { email } = await makeUser(test.database.db);
    const [traceId, edgeSpan] = [newId(32), newId(16)];
    const forgotResponse = await fetch(`${url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-${edgeSpan}-01` },
      body: JSON.stringify({ email }),
    });
    expect(forgotResponse.status).toBe(200);
    for (const last of ['mail', 'job mail.account-link', 'POST /api/auth/forgot-password']) {
      await waitForTrace(traceId, last);
    }
    expect(smtp.accepted).toHaveLength(1);
    const lines = outline(listSpansOf(traceId), edgeSpan);
    expect(lines).toEqual([
      'hakiki-server: POST /api/auth/forgot-password',
      '  hakiki-server: rate_limits:rlflx-upsert',
      '  hakiki-server: select users',
      '  hakiki-server: rate_limits:rlflx-upsert',
      '  hakiki-server: begin',
      '  hakiki-server: insert mailed_tokens',
      // Enqueues the job.
      '  hakiki-server: with',
      '  hakiki-server: insert audit_entries',
      '  hakiki-server: select',
      '  hakiki-server: commit',
      '  hakiki-worker: job mail.account-link',
      '    hakiki-worker: select mailed_tokens',
      '    hakiki-worker: mail',
    ]);
    // Every span belongs to this outline.
    expect(lines).toHaveLength(listSpansOf(traceId).length);
    const sentTraceId = (wanted: string) => {
      const { kind, attributes } = listSpansOf(traceId).find(({ name }) => name === wanted)!;
      return { kind, attributes };
    };
    expect(sentTraceId('mail')).toEqual({ kind: 3, attributes: {} });
    expect(sentTraceId('insert audit_entries')).toEqual({ kind: 3, attributes: { 'db.system.name': 'postgresql' } });
    expect(sentTraceId('job mail.account-link')).toEqual({ kind: 5, attributes: {} });
    expect(sentTraceId('POST /api/auth/forgot-password')).toEqual({
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/auth/forgot-password',
        'http.response.status_code': 200,
      },
    });
    for (const { ms } of listSpansOf(traceId)) expect(ms).toBeGreaterThanOrEqual(0);
  });

  it('a request and its job are not traced if the trace header of the proxy says so', async () => {
    const { email } = await makeUser(test.database.db);
    const [untracedId, kept] = [newId(32), newId(32)];
    const before = smtp.accepted.length;
    await fetch(`${url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: `00-${untracedId}-${newId(16)}-00` },
      body: JSON.stringify({ email }),
    });
    await vi.waitFor(() => expect(smtp.accepted).toHaveLength(before + 1), { timeout: TIMEOUT_MS });
    await fetch(`${url}/api/auth/user`, { headers: { traceparent: `00-${kept}-${newId(16)}-01` } });
    await waitForTrace(kept, 'GET /api/auth/user');
    expect(listSpansOf(untracedId)).toEqual([]);
  });

  it.each(['', 'nonsense', `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`, `ff-${'1'.repeat(32)}-${'1'.repeat(16)}-01`])(
    'a request starts a new trace if its trace header is %j',
    async (traceparent) => {
      const before = collector.spans.length;
      await fetch(`${url}/api/auth/user`, { headers: { traceparent } });
      await vi.waitFor(
        () => {
          const root = collector.spans.slice(before).find(({ name }) => name === 'GET /api/auth/user');
          expect(root).toBeDefined();
          expect(root!.parentSpanId).toBeUndefined();
          expect(root!.traceId).not.toMatch(/^([01])\1+$/);
        },
        { timeout: TIMEOUT_MS },
      );
    },
  );
});

describe('tracing in the server', () => {
  it(
    'the server ignores trace ids of visitors, counts and logs spans that the collector rejects, and sends none if the sampled share is 0',
    async () => {
      const visitors = await start('main', { ...traced(), TRUSTED_PROXIES: '', OTEL_SERVICE_NAME: 'visited' });
      const sentTraceId = newId(32);
      await fetch(`${getUrl(visitors)}/api/auth/user`, {
        headers: { traceparent: `00-${sentTraceId}-${newId(16)}-01` },
      });
      await vi.waitFor(() => expect(collector.spans.map(({ service }) => service)).toContain('visited'), {
        timeout: TIMEOUT_MS,
      });
      expect(listSpansOf(sentTraceId)).toEqual([]);
      collector.respondWith(400);
      try {
        await fetch(`${getUrl(visitors)}/api/auth/user`);
        const readMetrics = async () => (await fetch(`${getUrl(visitors)}/metrics`)).text();
        await vi.waitFor(
          async () => expect(await readMetrics()).toMatch(/^hakiki_trace_spans_total\{outcome="dropped"\} [1-9]/m),
          { timeout: TIMEOUT_MS },
        );
        expect(visitors.output()).toContain('traces were rejected by the collector');
      } finally {
        collector.respondWith(200);
      }

      const none = await start('main', { ...traced(), OTEL_TRACES_SAMPLER_ARG: '0', OTEL_SERVICE_NAME: 'silent' });
      for (let nth = 0; nth < 20; nth += 1) await fetch(`${getUrl(none)}/api/auth/user`);
      await none.stop();
      expect(collector.spans.filter(({ service }) => service === 'silent')).toEqual([]);
    },
    2 * TIMEOUT_MS,
  );

  it(
    'the server sends its remaining spans before it exits',
    async () => {
      const short = await start('main', { ...traced(), OTEL_SERVICE_NAME: 'short' });
      await fetch(`${getUrl(short)}/api/auth/user`);
      await short.stop();
      expect(collector.spans.filter(({ service }) => service === 'short').map(({ name }) => name)).toContain(
        'GET /api/auth/user',
      );
    },
    2 * TIMEOUT_MS,
  );
});
