import { describe, expect, it, vi } from 'vitest';
import { useTraceCollector } from '../../../test/support/trace-collector.ts';
import { createLog } from '../log/log.ts';
import { createExporter, type FinishedSpan } from './exporter.ts';

const collector = useTraceCollector();

const createSpan = (name: string): FinishedSpan => ({
  traceId: '1'.repeat(32),
  spanId: '2'.repeat(16),
  parentSpanId: undefined,
  name,
  kind: 'server',
  startMs: 1_800_000_000_000.25,
  endMs: 1_800_000_000_001.5,
  attributes: { 'http.response.status_code': 200 },
  isFailed: false,
});

function startExporter(url: string) {
  const counted = { sent: 0, dropped: 0 };
  const exporter = createExporter({
    url: `${url}/v1/traces`,
    headers: { authorization: 'Bearer of the collector' },
    resource: { 'service.name': 'tested' },
    log: createLog('silent'),
    count: (outcome, many) => {
      counted[outcome] += many;
    },
  });
  return { exporter, counted };
}

const names = () => collector.spans.map(({ name }) => name);

describe('exporting spans', () => {
  it('sends spans with the configured headers, and retries when the collector is busy', async () => {
    const { exporter, counted } = startExporter(collector.url);
    collector.respondWith(503);
    exporter.add(createSpan('first'));
    await vi.waitFor(() => expect(collector.texts).toHaveLength(1), { timeout: 10_000 });
    collector.respondWith(200);
    exporter.add(createSpan('second'));
    await vi.waitFor(() => expect(names()).toEqual(['first', 'second']), { timeout: 10_000 });
    await exporter.stop();
    expect(counted).toEqual({ sent: 2, dropped: 0 });
    expect(collector.texts[0]).toContain('Bearer of the collector');
    expect(collector.spans[0]).toEqual({
      service: 'tested',
      traceId: '1'.repeat(32),
      spanId: '2'.repeat(16),
      parentSpanId: undefined,
      name: 'first',
      kind: 2,
      startedAt: 1_800_000_000_000_250_000n,
      ms: 1.25,
      attributes: { 'http.response.status_code': 200 },
      isFailed: false,
    });
  });

  it('drops and counts spans above the limit when no collector responds', async () => {
    const { exporter, counted } = startExporter('http://127.0.0.1:9');
    for (let nth = 0; nth < 10_000; nth += 1) exporter.add(createSpan('one of many'));
    expect(counted.dropped).toBeGreaterThanOrEqual(10_000 - 4096 - 512);
    await exporter.stop();
    expect(counted).toEqual({ sent: 0, dropped: 10_000 });
  });
});
