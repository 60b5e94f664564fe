/**
 * Sends page views through a real edge: a mix of people, returning browsers, programs and requests without a view. The
 * worker's counts are compared with the real views. VIEWS=100000 for the full run.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheControl } from '@hakiki/contract/cache';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Nginx, startEdge, unlimited } from '../../../ops/nginx/edge.ts';
import { countPageViews } from '../src/modules/business/portal/page-views.ts';
import { useDatabase } from './support/database.ts';
import { makeProvider } from './support/factories.ts';

const test = useDatabase();
const VIEWS = Number(process.env['VIEWS'] ?? 2000);
const MAX_CONCURRENT_REQUESTS = 50;

let origin: Server;
let edge: Nginx;
beforeAll(async () => {
  origin = createServer((incoming, reply) => {
    const isMissing = incoming.url!.includes('dead');
    reply.writeHead(isMissing ? 404 : 200, { 'Cache-Control': cacheControl('shared'), ETag: '"one"' }).end('a page');
  });
  origin.listen(0, '127.0.0.1');
  await once(origin, 'listening');
  const { port } = origin.address() as AddressInfo;
  edge = await startEdge({
    origins: [`127.0.0.1:${port}`],
    accessLog: true,
    limits: unlimited,
  });
});
afterAll(async () => {
  await edge.stop();
  origin.close();
});

const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONCURRENT_REQUESTS });
afterAll(() => agent.destroy());
const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile', cookie: 'session=amina' };

async function sendRequest(path: string, headers: Record<string, string>, method = 'GET'): Promise<void> {
  const outgoing = request(edge.url + path, { agent, method, headers: { ...phone, ...headers } });
  outgoing.end();
  const [reply] = (await once(outgoing, 'response')) as [AsyncIterable<unknown>];
  for await (const part of reply) void part;
}

type ViewRequest = (id: string) => [path: string, headers?: Record<string, string>, method?: string];
const site = 'https://hakiki.example';
/** Requests that are a page view. */
const views: ViewRequest[] = [
  (id) => [`/provider/${id}`],
  (id) => [`/fr/provider/${id}`, { referer: 'https://search.example/' }],
  (id) => [`/provider/${id}?utm_source=mail`],
  (id) => [`/provider/${id}`, { 'if-none-match': '"one"' }],
  (id) => [`/api/providers/${id}`, { referer: `${site}/directory?country=kenya` }],
  (id) => [`/api/providers/${id}`, { referer: `${site}/fr/provider/01890000-0000-7000-8000-000000000001` }],
];
/** Requests that are not a page view. */
const otherRequests: ViewRequest[] = [
  (id) => [`/provider/${id}`, { 'user-agent': 'Mozilla/5.0 (compatible; Examplebot/2.1)' }],
  (id) => [`/provider/${id}`, { 'sec-purpose': 'prefetch;prerender' }],
  (id) => [`/provider/${id}`, {}, 'HEAD'],
  (id) => [`/api/providers/${id}`, { referer: `${site}/compare?providers=${id}` }],
  (id) => [`/api/providers/${id}`, { referer: `${site}/provider/${id}` }],
  (id) => [`/api/providers/${id}`],
  (id) => [`/api/providers/${id}/reviews`, { referer: `${site}/directory` }],
  () => ['/provider/01890000-0000-7000-8000-00000000dead'],
  () => ['/directory'],
];

it(
  'the worker counts page views within 2 % of the truth, without a cookie or an IP address in the log [REAL-20]',
  { timeout: 600_000 },
  async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await makeProvider(test.database.db)).id));
    let sent = 0;
    const truth = Object.fromEntries(ids.map((id) => [id as string, 0]));
    const walk = async () => {
      while (sent < VIEWS) {
        const requestNumber = (sent += 1);
        const id = ids[requestNumber % ids.length]!;
        truth[id]! += 1;
        const [path, headers = {}] = views[requestNumber % views.length]!(id);
        await sendRequest(path, headers);
        if (requestNumber % 3 !== 0) continue;
        const [other, more = {}, method] = otherRequests[(requestNumber / 3) % otherRequests.length]!(id);
        await sendRequest(other, more, method);
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, walk));
    // nginx writes its buffered lines when its logs are reopened.
    process.kill(edge.pid, 'SIGUSR1');
    await sleep(1000);
    const log = join(edge.folder, 'views.log');
    await countPageViews(test.database, log);
    await countPageViews(test.database, log);

    const rows = await test.sql('select provider_id as id, sum(views)::int as views from page_views group by 1');
    const counted = Object.fromEntries(rows.map(({ id, views: n }) => [String(id), Number(n)]));
    expect(Object.keys(counted).toSorted()).toEqual(ids.toSorted());
    const error = ids.map((id) => Math.abs(counted[id]! - truth[id]!) / truth[id]!);
    expect(Math.max(...error), JSON.stringify({ truth, counted })).toBeLessThanOrEqual(0.02);
    expect(readFileSync(log, 'utf8').replaceAll(/^\d{4}-\d\d-\d\d [0-9a-f-]{36}\n/gm, '')).toBe('');
    if (process.env['VIEWS']) console.info(`counted ${JSON.stringify(counted)} of ${JSON.stringify(truth)}`);
  },
);
