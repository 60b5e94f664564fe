/**
 * Measures what pages and calls cost the server when no cache has them, and fails above a budget. Counted is the CPU
 * time of the server's thread, in units of a fixed workload that runs in the same thread in turn with the requests, so
 * the budgets hold on any machine; and the number of SQL statements. Other load only ever adds CPU time (caches,
 * shared cores), so the least of many rounds counts, and a kind above its budget gets more rounds before it fails.
 *
 *   npm run cost        measures the built site (npm run build)
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { CreateWebHandler } from '@hakiki/contract/web-handler';
import pg from 'pg';

/**
 * Units of the reference workload, a sixth above what a busy machine measured, and SQL statements. A change that needs
 * more raises its row and says why.
 */
const budgets = {
  'home page': { path: () => '/', units: 32.4, statements: 5 },
  'directory page': { path: () => '/directory', units: 27.1, statements: 1 },
  // One for licences, two for what its site shares with warned ones.
  'provider page': { path: (id: string) => `/provider/${id}`, units: 23.4, statements: 11 },
  'alerts page': { path: () => '/alerts', units: 18.3, statements: 2 },
  'list of providers': { path: () => '/api/providers?limit=20', units: 4.8, statements: 1 },
  provider: { path: (id: string) => `/api/providers/${id}`, units: 3.1, statements: 1 },
  'list of alerts': { path: () => '/api/fraud-alerts?limit=20', units: 4.4, statements: 2 },
  lookup: { path: () => '/api/lookup?search=wallet', units: 7.9, statements: 4 },
} satisfies Record<string, { path: (providerId: string) => string; units: number; statements: number }>;
type Kind = keyof typeof budgets;

/** Until the code is compiled; a server needs about a thousand requests for the last tenth. */
const WARM_UP_REQUESTS = 250;
const ROUND_REQUESTS = 15;
const ROUNDS = 6;
const MAX_ROUNDS = 40;

/** Sends requests from a thread of its own, whose CPU time is not the server's. */
function requestOnDemand(port: NonNullable<typeof parentPort>): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const request = (url: string) =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} responded ${response.statusCode}`));
        response.resume().once('end', resolve);
      }).once('error', reject);
    });
  const requestMany = async ({ url, count }: { url: string; count: number }) => {
    for (let sent = 0; sent < count; sent += 1) await request(url);
    port.postMessage('done');
  };
  // An unhandled rejection ends the thread, and its error ends the measurement.
  port.on('message', (load: { url: string; count: number }) => void requestMany(load));
}

/** Milliseconds of this thread's CPU. */
async function countCpu(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Work like that of a page: elements to markup, objects to JSON and back, a hash. About 2 ms. */
async function createReferenceWork(): Promise<() => void> {
  const { createElement } = await import('react');
  const { renderToString } = await import('react-dom/server');
  const rows = Array.from({ length: 150 }, (_, index) => ({
    id: `row-${index}`,
    name: `Name <${index}>`,
    values: [index, index / 7],
  }));
  const Row = ({ name, values }: (typeof rows)[number]) =>
    createElement(
      'li',
      { className: 'row' },
      createElement('a', { href: `/${name}` }, name),
      ...values.map((value) => createElement('span', { key: value }, value)),
    );
  return () => {
    const data = JSON.parse(JSON.stringify(rows)) as typeof rows;
    const html = renderToString(
      createElement(
        'ul',
        null,
        data.map((row) => createElement(Row, { ...row, key: row.id })),
      ),
    );
    createHash('sha256').update(html).digest();
  };
}

/** Counts every statement that this process sends. */
function createStatementCounter(): () => number {
  let count = 0;
  const client = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  client.query = new Proxy(client.query, {
    apply(send, self, args) {
      count += 1;
      return Reflect.apply(send, self, args);
    },
  });
  return () => count;
}

/** Starts the product in this process, without caches. */
async function startUncached() {
  // Before React is loaded, which chooses its build by it.
  process.env['NODE_ENV'] = 'production';
  const { createEnvironments, getDemoCluster, toRoleUrls } = await import('./product.ts');
  const { startTemporaryPostgres } = await import('./pg.ts');
  const { readSettings } = await import('../apps/server/src/platform/config/settings.ts');
  const { createLog } = await import('../apps/server/src/platform/log/log.ts');
  const { startServer } = await import('../apps/server/src/start-server.ts');
  const built = new URL('../apps/web/build/server/index.js', import.meta.url);
  const { createWebHandler } = (await import(built.href)) as { createWebHandler: CreateWebHandler };
  const cluster = await startTemporaryPostgres('cost', await getDemoCluster());
  const { web, remove } = createEnvironments(toRoleUrls(cluster.url()), {
    PUBLIC_URL: 'https://hakiki.example',
    PORT: '0',
    REPLY_CACHE_SECONDS: '0',
  });
  const server = await startServer({ settings: readSettings(web), log: createLog('silent'), createWebHandler });
  await server.ready;
  return {
    url: `http://127.0.0.1:${server.port}`,
    stop: async () => {
      await server.stop();
      await cluster.stop();
      remove();
    },
  };
}

async function measureCosts(): Promise<Record<Kind, { ms: number; units: number; statements: number }>> {
  const countStatements = createStatementCounter();
  const server = await startUncached();
  const load = new Worker(new URL(import.meta.url));
  try {
    const [provider] = (await (await fetch(`${server.url}/api/providers?limit=1`)).json()) as [{ id: string }];
    const kinds = Object.keys(budgets) as Kind[];
    const request = async (kind: Kind, count: number) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      load.postMessage({ url: server.url + budgets[kind].path(provider.id), count });
      await once(load, 'message');
    };
    const workReference = await createReferenceWork();
    const repeatReference = () => {
      for (let run = 0; run < ROUND_REQUESTS; run += 1) workReference();
    };
    const least = { reference: Infinity, ...Object.fromEntries(kinds.map((kind) => [kind, Infinity])) } as Record<
      Kind | 'reference',
      number
    >;
    const statements = {} as Record<Kind, number>;
    const toUnits = (kind: Kind) => least[kind] / least.reference;
    const runRound = async (kind: Kind) => {
      least.reference = Math.min(least.reference, (await countCpu(repeatReference)) / ROUND_REQUESTS);
      const before = countStatements();
      least[kind] = Math.min(least[kind], (await countCpu(() => request(kind, ROUND_REQUESTS))) / ROUND_REQUESTS);
      // Work in the background adds some.
      statements[kind] = Math.floor((countStatements() - before) / ROUND_REQUESTS);
    };

    for (const kind of kinds) await request(kind, WARM_UP_REQUESTS);
    for (let run = 0; run < WARM_UP_REQUESTS; run += 1) workReference();
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const due = round < ROUNDS ? kinds : kinds.filter((kind) => toUnits(kind) > budgets[kind].units);
      for (const kind of due) await runRound(kind);
    }
    return Object.fromEntries(
      kinds.map((kind) => [kind, { ms: least[kind], units: toUnits(kind), statements: statements[kind] }]),
    ) as Awaited<ReturnType<typeof measureCosts>>;
  } finally {
    await load.terminate();
    await server.stop();
  }
}

async function main(): Promise<void> {
  const costs = await measureCosts();
  let failed = 0;
  for (const [kind, { ms, units, statements }] of Object.entries(costs)) {
    const budget = budgets[kind as Kind];
    const isWithin = units <= budget.units && statements <= budget.statements;
    if (!isWithin) failed += 1;
    console.log(
      `${isWithin ? 'ok  ' : 'OVER'} ${kind.padEnd(18)} ${units.toFixed(2)} of ${budget.units} units (${ms.toFixed(2)} ms), ${statements} of ${budget.statements} statements`,
    );
  }
  console.log(`${Object.keys(costs).length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

if (isMainThread) await main();
else if (parentPort) requestOnDemand(parentPort);
