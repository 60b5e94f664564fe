/**
 * Measures the CPU time of one request of each kind in edge, server and database, from which the number of machines
 * follows (docs/runbooks/capacity.md). Requests per second would say less, because other load on a shared machine
 * changes them.
 */
import { startEdge, unlimited } from '../ops/nginx/edge.ts';
import { makeCallSets, toPagePath } from './calls.ts';
import { fillDirectory, signIn, withClient } from './databases.ts';
import { prepareIntake } from './intake.ts';
import { browser, type Run, startProduct, withServer } from './processes.ts';
import { ResultTable } from './report.ts';
import { cpuMicroseconds, type Load, runWrk } from './wrk.ts';

export async function measureCapacity({ cluster, sizes: [size], pace, say }: Run): Promise<ResultTable> {
  const results = new ResultTable([size]);
  const databaseUrl = await fillDirectory(cluster, size);
  const calls = await makeCallSets(databaseUrl);
  const database = await findPostmasterPid(databaseUrl);
  const member = await signIn(databaseUrl, { isAdmin: false });
  const { path: reports, headers: reporter, post } = await prepareIntake(databaseUrl);
  const words = calls.search.paths.map((path) => new URL(path, 'http://localhost').searchParams.get('search') ?? '');
  const checks = words.map((word) => `/api/lookup?search=${encodeURIComponent(word)}`);
  await withServer(startProduct(databaseUrl), (cached) =>
    withServer(startProduct(databaseUrl, { REPLY_CACHE_SECONDS: '0' }), (uncached) =>
      withServer(startEdge({ origins: [new URL(cached.url).host], limits: unlimited }), async (edge) => {
        const ofEdge = { url: edge.url, parts: { edge: edge.pid, server: cached.pid, database } };
        const ofMemory = { url: cached.url, parts: { server: cached.pid, database } };
        const computed = { url: uncached.url, parts: { server: uncached.pid, database } };
        const kinds = {
          'a page from the edge': { ...ofEdge, paths: ['/'], headers: browser },
          'the list of alerts from the edge': { ...ofEdge, paths: ['/api/fraud-alerts/active'], headers: browser },
          'a page from the memory of a server': { ...ofMemory, paths: ['/directory'], headers: browser },
          'the page of a provider, computed': {
            ...computed,
            paths: calls.provider.paths.map(toPagePath),
            headers: browser,
          },
          'the home page, computed': { ...computed, paths: ['/'], headers: browser },
          'the directory page, computed': { ...computed, paths: ['/directory'], headers: browser },
          'a search, computed': { ...computed, paths: calls.search.paths },
          'a check, computed': { ...computed, paths: checks },
          'who is signed in': { ...computed, paths: ['/api/auth/user'], headers: member },
          'a report, sent': { ...computed, paths: [reports], headers: reporter, post },
        };
        for (const [what, { parts, ...load }] of Object.entries(kinds)) {
          say(what);
          const cost = await measureCpuPerRequest({ ...load, seconds: pace.seconds, connections: 8 }, parts);
          for (const [part, ms] of Object.entries(cost)) {
            results.write(`${what}: ${part}`, size, ms, { show: (value) => `${value.toFixed(3)} ms` });
          }
        }
      }),
    ),
  );
  return results;
}

/** The pid of the parent process of the backends. */
const findPostmasterPid = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: string }>(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
    );
    return Number(rows[0]!.pid);
  });

/** A server that has just started needs twice as much CPU, until its code is compiled. */
const WARM_UP_REQUESTS = 1000;

/** Milliseconds of CPU per request, by part; `parts` has the pid of the parent process of each. */
async function measureCpuPerRequest(load: Load, parts: Record<string, number>): Promise<Record<string, number>> {
  let warmUpRequests = 0;
  while (warmUpRequests < WARM_UP_REQUESTS) warmUpRequests += (await runWrk(load)).requests;
  const before = Object.values(parts).map(cpuMicroseconds);
  const { requests } = await runWrk(load);
  const after = Object.values(parts).map(cpuMicroseconds);
  return Object.fromEntries(
    // The CPU time of a connection that closed meanwhile is not in the total.
    Object.keys(parts).map((part, index) => [part, Math.max(0, after[index]! - before[index]!) / requests / 1000]),
  );
}
