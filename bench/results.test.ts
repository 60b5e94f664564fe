import { describe, expect, it } from 'vitest';
import { asRatio, atLeast, atMost, ResultTable, median, replaceMeasured, sizeName, formatVerdict } from './report.ts';
import { readReport } from './wrk.ts';

const report = (tail = '') => `Running 5s test @ http://127.0.0.1:1
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     2.61ms    1.17ms  31.10ms   94.60%
    Req/Sec    12.50k     1.44k   14.39k    80.00%
  Latency Distribution
     50%  912.00us
     75%    2.80ms
     90%    3.20ms
     99%    1.05s
  62345 requests in 5.01s, 300.10MB read
${tail}Requests/sec:  12444.11
Transfer/sec:     59.90MB
`;

describe('parsing the output of wrk', () => {
  it('converts the output of wrk to one unit', () => {
    expect(readReport(report())).toEqual({ requests: 62_345, requestsPerSecond: 12_444.11, p50Ms: 0.912, p99Ms: 1050 });
  });

  it('rejects the output of wrk when a request failed or nothing was measured', () => {
    expect(() => readReport(report('  Non-2xx or 3xx responses: 4\n'))).toThrow('Non-2xx or 3xx responses: 4');
    expect(() => readReport(report('  Socket errors: connect 0, read 2, write 0, timeout 0\n'))).toThrow(
      'Socket errors',
    );
    expect(() => readReport('unable to connect')).toThrow('Unexpected');
  });
});

describe('the table of results', () => {
  it('the table shows each value beside its goal and whether every size reached it', () => {
    const book = new ResultTable([1000, 1_000_000]);
    book.write('edge', 1000, 0.95, { show: asRatio, goal: atLeast(0.9) });
    book.write('growth', 1_000_000, 2, { show: asRatio, goal: atMost(1.5) });
    book.write('edge', 1_000_000, 0.91, { show: asRatio, goal: atLeast(0.9) });
    expect(book.table().split('\n')).toEqual([
      '|        |   1k |   1M |   goal |         |',
      '| ------ | ---: | ---: | -----: | ------: |',
      '| edge   | 0.95 | 0.91 |  ≥ 0.9 | reached |',
      '| growth |      | 2.00 | ≤ 1.5× |  missed |',
    ]);
  });

  it('marks a goal as missed when one size misses it', () => {
    expect(formatVerdict({ what: '', values: [0.7, 0.59], show: asRatio, goal: atLeast(0.6) })).toBe('missed');
  });

  it('computes medians, and abbreviates sizes', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
    expect(() => median([])).toThrow();
    expect([500, 1000, 100_000, 1_000_000].map(sizeName)).toEqual(['500', '1k', '100k', '1M']);
  });

  it('replaces the previous table and leaves the notes around it', () => {
    const place = (part: string, content: string) =>
      `<!-- measured: ${part} -->\n${content}\n<!-- /measured: ${part} -->\nafter\n`;
    const document = `before\n${place('reads', 'old')}${place('alerts', 'other')}`;
    expect(replaceMeasured(document, 'reads', 'new')).toBe(
      `before\n${place('reads', '\nnew\n')}${place('alerts', 'other')}`,
    );
    expect(() => replaceMeasured('nothing to replace', 'reads', 'new')).toThrow('no place');
  });
});
