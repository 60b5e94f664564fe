/** Measures public reads at every size: against bare servers, through the edge, and how their latency grows. */
import { startEdge, unlimited } from '../ops/nginx/edge.ts';
import { type CallSets, makeCallSets, toPagePath } from './calls.ts';
import { fillDirectory } from './databases.ts';
import {
  browser,
  recordResponse,
  type Run,
  type Running,
  startBareCache,
  startBareNginx,
  startBareServer,
  startProduct,
  withServer,
} from './processes.ts';
import { asGrowth, asMilliseconds, asRatio, atLeast, atMost, type Goal, ResultTable, sizeName } from './report.ts';
import { compareWithBaseline, measureInRounds } from './wrk.ts';

interface Size {
  size: number;
  databaseUrl: string;
  calls: CallSets;
  cached: Running;
  uncached: Running;
}

/** A public response that all visitors request, with the headers of a browser. */
interface Page {
  what: string;
  path: (size: Size) => string;
  headers: Record<string, string>;
}

const pages: Page[] = [
  { what: 'list, JSON', path: () => '/api/providers?limit=20', headers: browser },
  { what: 'directory, HTML', path: () => '/directory', headers: browser },
  { what: 'provider page, HTML', path: ({ calls }) => toPagePath(calls.provider.paths[0]!), headers: browser },
];
// Programs poll for alerts without compression: 4 kB.
const alertSized: Page = { what: 'JSON of 4 kB', path: () => '/api/providers?limit=3', headers: {} };

export async function measureReads({ cluster, sizes, pace, folder, say }: Run): Promise<ResultTable> {
  const results = new ResultTable(sizes);
  const busy = { ...pace, connections: 32 };
  const all: Size[] = [];

  const compare = async (
    one: Size,
    page: Page,
    ours: Running,
    bare: Running,
    { of, goal }: { of: string; goal: Goal },
  ) => {
    const load = { paths: [page.path(one)], headers: page.headers };
    const { speed, cpu } = await compareWithBaseline({ server: ours, ...load }, { server: bare, ...load }, busy);
    const name = `${page.what}, of ${of}`;
    results.write(name, one.size, speed, { show: asRatio, goal });
    results.write(`${name}, by CPU`, one.size, cpu, { show: asRatio });
  };

  const measureOrigin = async (one: Size) => {
    for (const page of pages) {
      const path = page.path(one);
      const { headers, body } = await recordResponse(one.cached.url + path, page.headers);
      const work = {
        kind: 'bytes',
        path,
        headers: Object.entries(headers).flat(),
        base64: body.toString('base64'),
      } as const;
      await withServer(startBareServer(folder, work), (bare) =>
        compare(one, { ...page, what: `origin, cached: ${page.what}` }, one.cached, bare, {
          of: 'bare node:http',
          goal: atLeast(0.6),
        }),
      );
    }
  };

  const measureQueries = async (one: Size) => {
    for (const [what, set] of [
      ['filtered list', one.calls.filtered],
      ['search', one.calls.search],
    ] as const) {
      const work = { kind: 'reads', calls: set.statements } as const;
      await withServer(startBareServer(folder, work, one.databaseUrl), async (bare) => {
        const numbered = set.paths.map((_, index) => `/${index}`);
        const { speed } = await compareWithBaseline(
          { server: one.uncached, paths: set.paths },
          { server: bare, paths: numbered },
          busy,
        );
        const name = `origin, cache off: ${what}, of bare pg`;
        results.write(name, one.size, speed, { show: asRatio, goal: atLeast(0.5) });
      });
    }
  };

  /** The baseline of the edge is nginx's own cache with nothing around it. */
  const measureEdge = (one: Size) =>
    withServer(startEdge({ origins: [new URL(one.cached.url).host], limits: unlimited }), async (edge) => {
      for (const page of [...pages, alertSized]) {
        const recorded = await recordResponse(edge.url + page.path(one), page.headers);
        await withServer(startBareNginx(page.path(one), recorded), (file) =>
          withServer(startBareCache(file.url), (cache) =>
            compare(one, { ...page, what: `edge: ${page.what}` }, edge, cache, {
              of: 'bare proxy_cache',
              goal: atLeast(0.95),
            }),
          ),
        );
      }
    });

  const measureLatency = async () => {
    const kinds = { list: 1.5, filtered: 1.5, search: 3, provider: 1.5 } as const;
    for (const [kind, most] of Object.entries(kinds) as [keyof CallSets, number][]) {
      const what = `${kind === 'filtered' ? 'filtered list' : kind}, cache off`;
      say(`latency of ${what}`);
      const contestants = all.map(({ uncached, calls }) => ({ server: uncached, paths: calls[kind].paths }));
      const timings = await measureInRounds(contestants, { ...pace, connections: 2 });
      for (const [place, { p50Ms, p99Ms }] of timings.entries()) {
        const size = sizes[place]!;
        results.write(`${what}: p50`, size, p50Ms, { show: asMilliseconds });
        results.write(`${what}: p99`, size, p99Ms, { show: asMilliseconds });
        if (place === 0) continue;
        const growth = { show: asGrowth, goal: atMost(most) };
        results.write(`${what}: growth of p99`, size, p99Ms / timings[0]!.p99Ms, growth);
      }
    }
  };

  try {
    for (const size of sizes) {
      say(`${sizeName(size)}: database`);
      const databaseUrl = await fillDirectory(cluster, size);
      const cached = await startProduct(databaseUrl);
      const uncached = await startProduct(databaseUrl, { REPLY_CACHE_SECONDS: '0' });
      all.push({ size, databaseUrl, calls: await makeCallSets(databaseUrl), cached, uncached });
    }
    for (const one of all) {
      say(`${sizeName(one.size)}: origin with its cache against bare node:http`);
      await measureOrigin(one);
      say(`${sizeName(one.size)}: reads of the database against bare pg`);
      await measureQueries(one);
      say(`${sizeName(one.size)}: edge against bare nginx`);
      await measureEdge(one);
    }
    await measureLatency();
  } finally {
    for (const { cached, uncached } of all) await Promise.all([cached.stop(), uncached.stop()]);
  }
  return results;
}
