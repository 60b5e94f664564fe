/**
 * Command: measures the speed as ratios. Everything is compared with a minimal baseline that does the same work on the
 * same machine in the same minutes, because absolute values of a shared machine say little.
 *
 *   npm run bench -- [--only reads|capacity|keyed|limits|usage|intake|alerts|admin|queue|triage|news|early-warning]
 *     [--reports 29000] [--sizes 1000,100000,1000000] [--users 1000,10000000] [--seconds 5] [--rounds 3]
 *     [--outage-seconds 60] [--data FOLDER]
 *
 * Needs wrk and nginx, and for the reads the built site (npm run build). Reports and alerts are measured at the first of the
 * sizes; the console, the queue and the news at their own. `--data` keeps the filled databases for the next run.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { alertTiming } from '@hakiki/contract/limits';
import { startEdge, unlimited } from '../ops/nginx/edge.ts';
import { type Cluster, findFreePort, startPostgres, startTemporaryPostgres } from '../tools/pg.ts';
import { makeAlert, makeSession, makeUser } from '../apps/server/test/support/factories.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { pollAtFullSpeed, measureAlertDelays } from './alerts.ts';
import { type CallSets, makeCallSets } from './calls.ts';
import { measureCpuPerRequest, findPostmasterPid, signIn } from './capacity.ts';
import { fillConsole, makeConsoleCalls, signInAdmin } from './console.ts';
import { APP_SECRET, simulateCollapse } from './collapse.ts';
import { compareWithBaseline, computeRatios, measureInRounds, type MedianResult } from './alternating-rounds.ts';
import { fillDatabase } from './databases.ts';
import { measureEarlyWarning } from './early-warning.ts';
import { prepareIntake } from './intake.ts';
import { makeKeys, pathsWithKeyVariant, toPublicApiPath } from './api-keys.ts';
import { startRedis, measureLimits } from './limits.ts';
import { describeMachine } from './machine.ts';
import { runOutage } from './outage.ts';
import {
  type Running,
  startBareCache,
  startBareHttp,
  startBareNginx,
  startBarePg,
  startBareTransaction,
  startProduct,
} from './processes.ts';
import { fillQueue, type Queue, queuePages, timeClaims } from './queue.ts';
import { fillNews, newsCalls } from './news.ts';
import * as report from './report.ts';
import { measureConcurrentAdds, KEYS, makeCaller, YEAR_OF_CALLS } from './usage.ts';
import { recordResponse } from './recorded-response.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    'outage-seconds': { type: 'string', default: '60' },
    data: { type: 'string' },
    only: { type: 'string' },
    users: { type: 'string', default: '1000,10000000' },
    reports: { type: 'string', default: '29000' },
  },
});
const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`'${text}' is not a whole number above 0.`);
  return Number(text);
};
const sizes = options.sizes.split(',').map(wholeNumber);
const userCounts = options.users.split(',').map(wholeNumber);
const outageSeconds = wholeNumber(options['outage-seconds']);
const rounds = { seconds: wholeNumber(options.seconds), rounds: wholeNumber(options.rounds) };
/** Enough connections to keep one process busy; and few, so that waiting in a queue is not measured. */
const busy = { ...rounds, connections: 32 };
const calm = { ...rounds, connections: 2 };
const parts = [
  'reads',
  'capacity',
  'keyed',
  'limits',
  'usage',
  'intake',
  'alerts',
  'admin',
  'queue',
  'triage',
  'news',
  'early-warning',
] as const;
type Part = (typeof parts)[number];
const selectedParts = parts.filter((part) => options.only === undefined || options.only === part);
if (selectedParts.length === 0) throw new Error(`--only takes one of ${parts.join(', ')}.`);
if (
  selectedParts.some((part) => part === 'reads' || part === 'capacity') &&
  !existsSync(join(import.meta.dirname, '../apps/web/build/server/index.js'))
) {
  throw new Error('The site is not built: run npm run build first.');
}

interface Size {
  size: number;
  databaseUrl: string;
  calls: CallSets;
  cached: Running;
  uncached: Running;
}

/** A public response that all visitors request, with the headers of its readers. */
interface Page {
  what: string;
  path: (size: Size) => string;
  headers: Record<string, string>;
}

const browser = { 'Accept-Encoding': 'br' };
const pages: Page[] = [
  { what: 'list, JSON', path: () => '/api/providers?limit=20', headers: browser },
  { what: 'directory, HTML', path: () => '/directory', headers: browser },
  { what: 'provider page, HTML', path: ({ calls }) => toPagePath(calls.provider.paths[0]!), headers: browser },
];
// Programs poll for alerts without compression: 4 kB.
const alertSized: Page = { what: 'JSON of 4 kB', path: () => '/api/providers?limit=3', headers: {} };

const toPagePath = (apiPath: string): string => apiPath.replace('/api/providers/', '/provider/');
const publicPages = ({ provider, list }: CallSets): string[] => [
  ...['/', '/directory', '/directory?page=2', '/fr/directory', '/safety', '/help', '/about', '/privacy', '/terms'],
  ...['/api/stats', ...list.paths.slice(0, 5)],
  ...provider.paths.slice(0, 10).flatMap((path) => [path, toPagePath(path)]),
];

const readResults = new report.ResultTable(sizes);
const [firstSize] = sizes as [number];
const folder = mkdtempSync(join(tmpdir(), 'hakiki-bench-'));
const started: { stop: () => Promise<void> }[] = [];
const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);

async function withServer<Server extends { stop: () => Promise<void> }>(
  starting: Promise<Server>,
  work: (server: Server) => Promise<void>,
): Promise<void> {
  const server = await starting;
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

async function measureOrigin(one: Size): Promise<void> {
  for (const { what, path, headers } of pages) {
    const wire = await recordResponse(one.cached.url + path(one), headers);
    await withServer(startBareHttp(folder, path(one), wire), async (bare) => {
      const load = { paths: [path(one)], headers };
      const { speed, cpu } = await compareWithBaseline(
        { server: one.cached, ...load },
        { server: bare, ...load },
        busy,
      );
      const name = `origin, cached: ${what}, of bare node:http`;
      readResults.write(name, one.size, speed, { show: report.asRatio, goal: report.atLeast(0.6) });
      readResults.write(`${name}, by CPU`, one.size, cpu, { show: report.asRatio });
    });
  }
}

async function measureReads(one: Size): Promise<void> {
  for (const [what, set] of [
    ['filtered list', one.calls.filtered],
    ['search', one.calls.search],
  ] as const) {
    await withServer(startBarePg(folder, one.databaseUrl, set.statements), async (bare) => {
      const numbered = set.paths.map((_, index) => `/${index}`);
      const { speed } = await compareWithBaseline(
        { server: one.uncached, paths: set.paths },
        { server: bare, paths: numbered },
        busy,
      );
      const name = `origin, cache off: ${what}, of bare pg`;
      readResults.write(name, one.size, speed, { show: report.asRatio, goal: report.atLeast(0.5) });
    });
  }
}

/**
 * The baseline of the edge is nginx's own cache with nothing around it. A plain file is the upper limit, which no cache
 * reaches.
 */
async function measureEdge(one: Size): Promise<void> {
  await withServer(startEdge({ origins: [new URL(one.cached.url).host], limits: unlimited }), async (edge) => {
    for (const { what, path, headers } of [...pages, alertSized]) {
      const wire = await recordResponse(edge.url + path(one), headers);
      await withServer(startBareNginx(path(one), wire), (file) =>
        withServer(startBareCache(file.url), async (cache) => {
          const load = { paths: [path(one)], headers };
          const servers = [edge, cache, file].map((server) => ({ server, ...load }));
          const [us, ofCache, ofFile] = (await measureInRounds(servers, busy)) as [
            MedianResult,
            MedianResult,
            MedianResult,
          ];
          const beside = (name: string, bare: MedianResult, goal?: report.Goal) => {
            const { speed, cpu } = computeRatios(us, bare);
            readResults.write(name, one.size, speed, { show: report.asRatio, ...(goal && { goal }) });
            readResults.write(`${name}, by CPU`, one.size, cpu, { show: report.asRatio });
          };
          beside(`edge: ${what}, of bare proxy_cache`, ofCache, report.atLeast(0.95));
          beside(`edge: ${what}, of a file`, ofFile);
        }),
      );
    }
  });
}

async function measureLatency(all: readonly Size[]): Promise<void> {
  const kinds = { list: 1.5, filtered: 1.5, search: 3, provider: 1.5 } as const;
  for (const [kind, most] of Object.entries(kinds) as [keyof CallSets, number][]) {
    const what = kind === 'filtered' ? 'filtered list' : kind;
    say(`latency of ${what}`);
    const contestants = all.map(({ uncached, calls }) => ({ server: uncached, paths: calls[kind].paths }));
    const standings = await measureInRounds(contestants, calm);
    for (const [place, { p50Ms, p99Ms }] of standings.entries()) {
      const size = sizes[place]!;
      readResults.write(`${what}, cache off: p50`, size, p50Ms, { show: report.asMilliseconds });
      readResults.write(`${what}, cache off: p99`, size, p99Ms, { show: report.asMilliseconds });
      if (place === 0) continue;
      const growth = { show: report.asGrowth, goal: report.atMost(most) };
      readResults.write(`${what}, cache off: growth of p99`, size, p99Ms / standings[0]!.p99Ms, growth);
    }
  }
}

async function measureOutage({ size, cached, calls }: Size): Promise<void> {
  await withServer(startEdge({ origins: [new URL(cached.url).host] }), async (edge) => {
    const outage = { edgeUrl: edge.url, paths: publicPages(calls), stopOrigin: cached.stop, seconds: outageSeconds };
    const { served, requested } = await runOutage(outage);
    const name = `edge: public pages served, origin stopped for ${outageSeconds} s`;
    readResults.write(name, size, served / requested, { show: report.asShare, goal: report.everything });
  });
}

async function measureReadsPart(cluster: Cluster): Promise<report.ResultTable> {
  const all: Size[] = [];
  for (const size of sizes) {
    say(`${report.sizeName(size)}: database`);
    const databaseUrl = await fillDatabase(cluster, size);
    const cached = await startProduct(databaseUrl);
    started.push(cached);
    const uncached = await startProduct(databaseUrl, { REPLY_CACHE_SECONDS: '0' });
    started.push(uncached);
    all.push({ size, databaseUrl, calls: await makeCallSets(databaseUrl), cached, uncached });
  }
  for (const one of all) {
    say(`${report.sizeName(one.size)}: origin with its cache against bare node:http`);
    await measureOrigin(one);
    say(`${report.sizeName(one.size)}: reads of the database against bare pg`);
    await measureReads(one);
    say(`${report.sizeName(one.size)}: edge against bare nginx`);
    await measureEdge(one);
  }
  await measureLatency(all);
  say(`edge with the origin stopped for ${outageSeconds} s`);
  await measureOutage(all.at(-1)!);
  return readResults;
}

async function measureCapacityPart(cluster: Cluster): Promise<report.ResultTable> {
  const results = new report.ResultTable([firstSize]);
  const databaseUrl = await fillDatabase(cluster, firstSize);
  const calls = await makeCallSets(databaseUrl);
  const database = await findPostmasterPid(databaseUrl);
  const member = await signIn(databaseUrl);
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
          'the page of a provider, computed': { ...computed, paths: calls.provider.paths.map(toPagePath) },
          'a search, computed': { ...computed, paths: calls.search.paths },
          'a check, computed': { ...computed, paths: checks },
          'who is signed in': { ...computed, paths: ['/api/auth/user'], headers: member },
          'a report, sent': { ...computed, paths: [reports], headers: reporter, post },
        };
        for (const [what, { parts, ...load }] of Object.entries(kinds)) {
          say(what);
          const cost = await measureCpuPerRequest({ ...load, seconds: rounds.seconds, connections: 8 }, parts);
          for (const [part, ms] of Object.entries(cost)) {
            results.write(`${what}: ${part}`, firstSize, ms, { show: (value) => `${value.toFixed(3)} ms` });
          }
        }
      }),
    ),
  );
  return results;
}

/** One program with many connections, and many programs. */
const PROGRAMS = 20;

async function measureKeyedPart(cluster: Cluster): Promise<report.ResultTable> {
  const results = new report.ResultTable([firstSize]);
  const databaseUrl = await fillDatabase(cluster, firstSize);
  const reads = pathsWithKeyVariant(await makeCallSets(databaseUrl));
  await withServer(startProduct(databaseUrl, { REPLY_CACHE_SECONDS: '0' }), async (server) => {
    for (const [what, paths] of Object.entries(reads)) {
      say(`${what}, with a key and without`);
      const keyed = paths.map(toPublicApiPath);
      const contestants = [
        { server, paths },
        { server, paths: keyed, callers: await makeKeys(databaseUrl, 1) },
        { server, paths: keyed, callers: await makeKeys(databaseUrl, PROGRAMS) },
      ];
      const [open, one, many] = (await measureInRounds(contestants, busy)) as [
        MedianResult,
        MedianResult,
        MedianResult,
      ];
      const goal = report.atLeast(0.5);
      results.write(`${what}, with one key, of the same read without`, firstSize, computeRatios(one, open).speed, {
        show: report.asRatio,
        goal,
      });
      results.write(
        `${what}, with ${PROGRAMS} keys, of the same read without`,
        firstSize,
        computeRatios(many, open).speed,
        {
          show: report.asRatio,
          goal,
        },
      );
      results.write(
        `${what}, with one key, of the same read without, by CPU`,
        firstSize,
        computeRatios(one, open).cpu,
        {
          show: report.asRatio,
        },
      );
      results.write(`${what}, with one key: calls`, firstSize, one.requestsPerSecond, { show: report.asPerSecond });
      results.write(`${what}, with one key: p50`, firstSize, one.p50Ms, { show: report.asMilliseconds });
    }
  });
  return results;
}

const PROCESSES = 4;

async function measureLimitsPart(cluster: Cluster): Promise<report.ResultTable> {
  const results = new report.ResultTable([firstSize]);
  const databaseUrl = await fillDatabase(cluster, firstSize);
  await withServer(startRedis(), async (redis) => {
    for (const [store, settings] of [
      ['PostgreSQL', {}],
      ['Redis', { REDIS_URL: redis.url }],
    ] as const) {
      say(`limits counted in ${store}`);
      const processes: Running[] = [];
      try {
        while (processes.length < PROCESSES) {
          processes.push(await startProduct(databaseUrl, { RATE_LIMIT_SCALE: '1', ...settings }));
        }
        for (const [limit, seen] of Object.entries(await measureLimits(databaseUrl, processes))) {
          const write = (what: string, value: number, look: { show: (value: number) => string; goal: report.Goal }) =>
            results.write(`${limit}, counted in ${store}: ${what}`, firstSize, value, look);
          write('calls too many', seen.tooMany, { show: String, goal: report.none });
          write('calls too few', seen.tooFew, { show: report.asShare, goal: report.below(0.01, report.asShare) });
          write('rows written by refusals', seen.writtenByRefusals, { show: String, goal: report.none });
        }
      } finally {
        for (const one of processes) await one.stop();
      }
    }
  });
  return results;
}

async function measureUsagePart(cluster: Cluster): Promise<report.ResultTable> {
  const accounts = [
    { keys: 1, days: 30, calls: 1000 },
    { keys: KEYS, days: 365, calls: YEAR_OF_CALLS },
  ];
  const results = new report.ResultTable(accounts.map(({ calls }) => calls));
  const databaseUrl = await fillDatabase(cluster, firstSize);
  say('usage: sums of a year');
  const callers: Awaited<ReturnType<typeof makeCaller>>[] = [];
  for (const account of accounts) callers.push(await makeCaller(databaseUrl, account));
  await withServer(startProduct(databaseUrl), async (server) => {
    for (const days of [30, 365]) {
      const standings = await measureInRounds(
        callers.map((headers) => ({ server, headers, paths: [`/api/api-keys/usage?days=${days}`] })),
        calm,
      );
      for (const [place, { p50Ms }] of standings.entries()) {
        const size = accounts[place]!.calls;
        results.write(`usage of ${days} days: p50`, size, p50Ms, { show: report.asMilliseconds });
        if (place === 0) continue;
        const growth = { show: report.asGrowth, goal: report.atMost(2) };
        results.write(`usage of ${days} days: growth`, size, p50Ms / standings[0]!.p50Ms, growth);
      }
    }
  });
  say('usage: added by several processes');
  for (const processes of [1, PROCESSES]) {
    const ms = await measureConcurrentAdds(databaseUrl, processes, 50);
    results.write(`sums added by ${processes} at once to the same 100 rows: p50`, accounts[0]!.calls, ms, {
      show: report.asMilliseconds,
    });
  }
  return results;
}

async function measureIntakePart(cluster: Cluster): Promise<report.ResultTable> {
  const results = new report.ResultTable([firstSize]);
  const databaseUrl = await fillDatabase(cluster, firstSize);
  say('reports that arrive, against the same transaction of bare pg');
  const { transaction, ...load } = await prepareIntake(databaseUrl);
  const sent = { paths: [load.path], headers: load.headers, post: load.post };
  await withServer(startProduct(databaseUrl), (product) =>
    withServer(startBareTransaction(folder, databaseUrl, transaction), async (bare) => {
      const [us, them] = await measureInRounds(
        [
          { server: product, ...sent },
          { server: bare, ...sent },
        ],
        busy,
      );
      const name = 'report, POST';
      const speed = us!.requestsPerSecond / them!.requestsPerSecond;
      results.write(`${name}, of bare pg`, firstSize, speed, { show: report.asRatio, goal: report.atLeast(0.4) });
      results.write(`${name}: reports`, firstSize, us!.requestsPerSecond, { show: report.asPerSecond });
      results.write(`${name}: p50`, firstSize, us!.p50Ms, { show: report.asMilliseconds });
      results.write(`${name}: p99`, firstSize, us!.p99Ms, { show: report.asMilliseconds });
    }),
  );
  return results;
}

/** Long enough for several requests of the edge to the origin. */
const crowdSeconds = 30;

async function measureAlertsPart(cluster: Cluster): Promise<report.ResultTable> {
  const results = new report.ResultTable([firstSize]);
  const databaseUrl = await fillDatabase(cluster, firstSize);
  await withServer(startProduct(databaseUrl), async (product) => {
    const edge = () => startEdge({ origins: [new URL(product.url).host], limits: unlimited });
    await withServer(edge(), async ({ url: edgeUrl }) => {
      say('alerts polled by as many as the edge can serve');
      const load = { connections: busy.connections, seconds: crowdSeconds };
      const crowd = await pollAtFullSpeed({ edgeUrl, originUrl: product.url, ...load });
      results.write('alerts, polled: served by the edge', firstSize, crowd.perSecond, { show: report.asPerSecond });
      results.write('alerts, polled: reached the origin', firstSize, crowd.originPerSecond, {
        show: report.asPerSecond,
        goal: report.below(10, report.asPerSecond),
      });
    });
    for (const tabs of [1, 10]) {
      await withServer(edge(), async ({ url: edgeUrl }) => {
        say(`a new alert and ${tabs} open tabs`);
        const delays = await measureAlertDelays({
          edgeUrl,
          tabs,
          approve: () => approveAlert(databaseUrl, product.url),
        });
        const goal = report.below(30 + alertTiming.notifierPollMs / 1000, report.asSeconds);
        const name = `alerts: a new one is in the last of ${tabs === 1 ? '1 tab' : `${tabs} tabs`} after`;
        results.write(name, firstSize, Math.max(...delays), { show: report.asSeconds, goal });
      });
    }
  });
  return results;
}

/** Searches for rare results that consist of common words. */
const rareTexts: ReadonlySet<string> = new Set(['users, by full name', 'alerts, by title']);

async function measureAdminPart(cluster: Cluster): Promise<report.ResultTable> {
  const results = new report.ResultTable(userCounts);
  const all: { server: Running; headers: Record<string, string>; calls: Record<string, string[]> }[] = [];
  for (const users of userCounts) {
    say(`console: a database of ${report.sizeName(users)} users`);
    const databaseUrl = await fillConsole(cluster, users);
    const server = await startProduct(databaseUrl);
    started.push(server);
    all.push({ server, headers: await signInAdmin(databaseUrl), calls: await makeConsoleCalls(databaseUrl) });
  }
  for (const what of Object.keys(all[0]!.calls)) {
    say(`console: ${what}`);
    const contestants = all.map(({ server, headers, calls }) => ({ server, headers, paths: calls[what]! }));
    for (const one of contestants) await warmUp(one);
    const standings = await measureInRounds(contestants, calm);
    for (const [place, { p50Ms }] of standings.entries()) {
      results.write(`${what}: p50`, userCounts[place]!, p50Ms, { show: report.asMilliseconds });
      if (place === 0) continue;
      const growth = { show: report.asGrowth, goal: report.atMost(rareTexts.has(what) ? 3 : 2) };
      results.write(`${what}: growth`, userCounts[place]!, p50Ms / standings[0]!.p50Ms, growth);
    }
  }
  return results;
}

/** Open cases: on a quiet day, and after a collapse that thousands report. */
const queues = [300, 30_000];
const CLAIMS = 200;

async function measureQueuePart(cluster: Cluster): Promise<report.ResultTable> {
  const results = new report.ResultTable(queues);
  const all: Queue[] = [];
  for (const cases of queues) {
    say(`queue: ${report.sizeName(cases)} open cases`);
    const databaseUrl = await fillQueue(cluster, cases);
    const server = await startProduct(databaseUrl);
    started.push(server);
    all.push({ server, headers: await signInAdmin(databaseUrl) });
  }
  const write = (what: string, medians: readonly number[]) => {
    for (const [place, ms] of medians.entries()) {
      results.write(`${what}: p50`, queues[place]!, ms, { show: report.asMilliseconds });
      if (place === 0) continue;
      const growth = { show: report.asGrowth, goal: report.atMost(1.5) };
      results.write(`${what}: growth`, queues[place]!, ms / medians[0]!, growth);
    }
  };
  for (const [what, path] of Object.entries(queuePages)) {
    say(`queue: ${what}`);
    const contestants = all.map(({ server, headers }) => ({ server, headers, paths: [path] }));
    for (const one of contestants) await warmUp(one);
    write(
      what,
      (await measureInRounds(contestants, calm)).map(({ p50Ms }) => p50Ms),
    );
  }
  say('queue: the next case');
  write('next case', await timeClaims(all, CLAIMS));
  return results;
}

const announcements = [1000, 1_000_000];

async function measureNewsPart(cluster: Cluster): Promise<report.ResultTable> {
  const results = new report.ResultTable(announcements);
  const all: { server: Running; headers: Record<string, string> }[] = [];
  for (const items of announcements) {
    say(`news: ${report.sizeName(items)} announcements`);
    const databaseUrl = await fillNews(cluster, items);
    const server = await startProduct(databaseUrl);
    started.push(server);
    all.push({ server, headers: await signInAdmin(databaseUrl) });
  }
  for (const [what, paths] of Object.entries(newsCalls)) {
    say(`news: ${what}`);
    const contestants = all.map((one) => ({ ...one, paths }));
    for (const one of contestants) await warmUp(one);
    const standings = await measureInRounds(contestants, calm);
    for (const [place, { p50Ms }] of standings.entries()) {
      results.write(`${what}: p50`, announcements[place]!, p50Ms, { show: report.asMilliseconds });
      if (place === 0) continue;
      const growth = { show: report.asGrowth, goal: report.atMost(1.5) };
      results.write(`${what}: growth`, announcements[place]!, p50Ms / standings[0]!.p50Ms, growth);
    }
  }
  return results;
}

/** Victims of something else, in the same two days. */
const OTHERS_PER_REPORT = 1400 / 29_000;

async function measureTriagePart(cluster: Cluster): Promise<report.ResultTable> {
  const reports = wholeNumber(options.reports);
  const others = Math.round(reports * OTHERS_PER_REPORT);
  const played = await simulateCollapse({
    cluster,
    startServer: (databaseUrl) => startProduct(databaseUrl, { APP_SECRET }),
    reports,
    others,
    say,
  });
  const results = new report.ResultTable([reports + others]);
  const write = (what: string, value: number, look: { show: (value: number) => string; goal?: report.Goal }) =>
    results.write(`collapse: ${what}`, reports + others, value, look);
  write('cases decided', played.cases, { show: String });
  write('keystrokes per case', played.keysPerCase, { show: report.asRatio, goal: report.below(5, String) });
  write('seconds of a moderator per case, p50', played.secondsPerCase, { show: report.asSeconds });
  write('seconds of the machine per case, p50', played.machineSeconds, {
    show: report.asRatio,
    goal: report.below(1, report.asSeconds),
  });
  write('longest wait of a true report, in hours', played.oldestTrueHours, {
    show: report.asRatio,
    goal: report.below(24, String),
  });
  write('left undecided', played.undecided, { show: String, goal: report.none });
  write('published without having been read', played.publishedUnread, { show: String, goal: report.none });
  write('alerts about the scheme', played.schemeAlerts, { show: String });
  write('people counted into its alert', played.schemePeople, { show: String });
  return results;
}

/** Warms the caches of the database, as on an installation that has been running for a while. */
async function warmUp({
  server,
  headers,
  paths,
}: {
  server: Running;
  headers: Record<string, string>;
  paths: string[];
}) {
  for (const path of paths) await (await fetch(server.url + path, { headers })).arrayBuffer();
}

/** Approves an alert as a moderator. */
async function approveAlert(databaseUrl: string, originUrl: string): Promise<string> {
  const database = openDatabase({ databaseUrl, databasePoolSize: 1, statementTimeoutMs: 5000 }, createLog('silent'));
  try {
    const { id } = await makeAlert(database.db, { status: 'pending' });
    const { id: userId } = await makeUser(database.db, { isAdmin: true });
    const { token } = await makeSession(database.db, { userId, hasSecondFactor: true });
    const headers = { Cookie: `__Host-session=${token}`, 'Content-Type': 'application/json' };
    await (await fetch(`${originUrl}/api/admin/fraud-alerts?status=pending`, { headers })).arrayBuffer();
    const path = `/api/admin/fraud-alerts/${id}/approve`;
    const body = JSON.stringify({ reason: 'We checked it.' });
    const reply = await fetch(originUrl + path, { method: 'PUT', headers, body });
    if (!reply.ok) throw new Error(`The alert was not approved: ${reply.status} ${await reply.text()}`);
    return id;
  } finally {
    await database.close();
  }
}

const medians = `Medians of ${rounds.rounds} rounds of ${rounds.seconds} s, taken in turn.`;
const methods: Record<Part, string> = {
  reads: medians,
  capacity: `CPU time for each request, over ${rounds.seconds} s.`,
  keyed: medians,
  limits: 'Twice 1,500 calls of 200 callers with one key on 4 processes, for each limit and store.',
  usage: medians,
  intake: medians,
  alerts: `One load of ${crowdSeconds} s.`,
  admin: medians,
  triage:
    'One play of two days and what was left; moderators read as people do, six in the morning to eight in the evening.',
  queue: `${medians} Of the next case: the median of ${CLAIMS}.`,
  news: medians,
  'early-warning': 'Generated histories by a seed: no timing, the same on every machine.',
};
const measure: Record<Part, (cluster: Cluster) => Promise<report.ResultTable>> = {
  reads: measureReadsPart,
  capacity: measureCapacityPart,
  keyed: measureKeyedPart,
  limits: measureLimitsPart,
  usage: measureUsagePart,
  intake: measureIntakePart,
  alerts: measureAlertsPart,
  admin: measureAdminPart,
  queue: measureQueuePart,
  triage: measureTriagePart,
  news: measureNewsPart,
  'early-warning': () => Promise.resolve(measureEarlyWarning()),
};

try {
  const cluster = options.data
    ? await startPostgres({ dataDir: options.data, port: await findFreePort(), durable: false })
    : await startTemporaryPostgres('bench');
  started.push(cluster);
  const results = join(import.meta.dirname, 'RESULTS.md');
  for (const part of selectedParts) {
    const table = (await measure[part](cluster)).table();
    console.log(table);
    const method = `${describeMachine()} ${methods[part]}`;
    writeFileSync(results, report.replaceMeasured(readFileSync(results, 'utf8'), part, `${method}\n\n${table}`));
  }
} finally {
  for (const one of started.toReversed()) await one.stop();
  rmSync(folder, { recursive: true, force: true });
}
