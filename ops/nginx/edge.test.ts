/** Tests a real nginx with the deployed configuration, in front of an origin that sends our headers. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { cacheControl, type CachePolicy } from '@hakiki/contract/cache';
import { endpoint, type EndpointDefinition } from '@hakiki/contract/endpoint';
import { errors } from '@hakiki/contract/errors';
import { documentLimits } from '@hakiki/contract/business-values';
import { evidenceLimits, paging } from '@hakiki/contract/limits';
import * as z from 'zod/mini';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeStatus } from '../../apps/server/src/modules/alarms/status-page.ts';
import { type Nginx, startEdge } from './edge.ts';
import {
  type EdgeSettings,
  renderTemplate,
  listFormPaths,
  listSharedPaths,
  listUploadPaths,
  listAnonymousPaths,
} from './render.ts';

/** Like the contract's shared policy, with durations that a test can wait for. */
const shortLived = 'public, max-age=0, s-maxage=1, stale-while-revalidate=60, stale-if-error=600';
const shortLivedAndStrict = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=600';

interface SeenRequest {
  method: string;
  url: string;
  bytes: number;
  headers: IncomingMessage['headers'];
}

class Origin {
  text = 'first edition';
  /** Set if the text depends on the URL. */
  createText: ((url: string) => string) | undefined;
  cacheControl = shortLived;
  headers: Record<string, string> = {};
  delayMs = 0;
  status = 200;
  /** Accepts the request and closes the connection. */
  isBroken = false;
  /** Responds without reading the body. */
  respondsEarly = false;
  seen: SeenRequest[] = [];
  #server: Server | undefined;
  #port = 0;

  async start(): Promise<void> {
    this.#server = createServer((incoming, reply) => {
      // A client may disconnect.
      this.#answer(incoming, reply).catch(() => reply.destroy());
    });
    // Uses the same port after a stop, because the edge is configured with it.
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const closed = this.#server?.listening ? once(this.#server, 'close') : undefined;
    this.#server?.close();
    this.#server?.closeAllConnections();
    await closed;
  }

  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  async #answer(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const seen: SeenRequest = { method: incoming.method!, url: incoming.url!, headers: incoming.headers, bytes: 0 };
    this.seen.push(seen);
    if (this.respondsEarly) incoming.resume();
    else for await (const chunk of incoming) seen.bytes += (chunk as Buffer).length;
    await sleep(this.delayMs);
    if (this.isBroken) return void reply.destroy();
    const encoding = incoming.headers['accept-encoding'] ?? 'identity';
    const text = this.createText?.(seen.url) ?? this.text;
    const tag = computeETag(text, encoding);
    const headers = {
      'Cache-Control': this.cacheControl,
      ETag: tag,
      Vary: 'Accept-Encoding',
      'Content-Type': 'text/html; charset=utf-8',
      'X-Request-Id': String(incoming.headers['x-request-id']),
      ...this.headers,
    };
    if (this.status === 200 && incoming.headers['if-none-match'] === tag) {
      reply.writeHead(304, headers).end();
      return;
    }
    const body =
      encoding === 'br' ? brotliCompressSync(text) : encoding === 'gzip' ? gzipSync(text) : Buffer.from(text);
    if (encoding !== 'identity') Object.assign(headers, { 'Content-Encoding': encoding });
    reply.writeHead(this.status, { ...headers, 'Content-Length': body.length }).end(body);
  }
}

const computeETag = (text: string, encoding: string): string =>
  `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}-${encoding}"`;

let origin: Origin;
let edge: Nginx;

beforeEach(async () => {
  origin = new Origin();
  await origin.start();
  edge = await startEdge({ origins: [origin.address], showCacheStatus: true });
});
afterEach(async () => {
  await edge.stop();
  await origin.stop();
});

/** `fetch` decodes responses; the tests look at the raw bytes. */
async function sendRequest(path: string, headers: Record<string, string> = {}, method = 'GET', content?: Buffer) {
  const outgoing = request(edge.url + path, { headers, method, agent: false });
  // A rejected client gets the response and a closed connection before it has sent everything.
  outgoing.on('error', () => undefined);
  outgoing.end(content);
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  return {
    status: reply.statusCode,
    headers: reply.headers,
    cache: reply.headers['x-edge-cache'],
    body,
    text: body.toString(),
  };
}

/** nginx counts full seconds, so a response for one second may live almost two. */
const waitUntilExpired = () => sleep(2100);
const waitUntilTooOld = () => sleep(3200);

describe('the edge', () => {
  it("caches a response with the contract's shared policy and serves it without asking the origin", async () => {
    origin.cacheControl = cacheControl('shared');
    await sendRequest('/directory');
    const second = await sendRequest('/directory');
    expect(second).toMatchObject({ status: 200, cache: 'HIT', text: 'first edition' });
    expect(second.headers['cache-control']).toBe(cacheControl('shared'));
    expect(origin.seen).toHaveLength(1);
  });

  it('responds 304 to a browser that has the current page', async () => {
    const { headers } = await sendRequest('/directory');
    const again = await sendRequest('/directory', { 'If-None-Match': headers.etag! });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect(origin.seen).toHaveLength(1);
  });

  it('revalidates a stale page with its ETag and serves the cached bytes if they did not change', async () => {
    await sendRequest('/directory');
    await waitUntilExpired();
    await sendRequest('/directory');
    await expect.poll(() => origin.seen.length).toBe(2);
    expect(origin.seen[1]!.headers['if-none-match']).toBe(computeETag('first edition', 'identity'));
    expect(await sendRequest('/directory')).toMatchObject({ cache: 'HIT', text: 'first edition' });
  });

  it('serves the stale page immediately while the new one is fetched', async () => {
    await sendRequest('/directory');
    await waitUntilExpired();
    origin.text = 'second edition';
    origin.delayMs = 3000;
    const asked = performance.now();
    expect(await sendRequest('/directory')).toMatchObject({ cache: 'STALE', text: 'first edition' });
    expect(performance.now() - asked).toBeLessThan(origin.delayMs);
    await expect
      .poll(async () => (await sendRequest('/directory')).text, { timeout: 20_000, interval: 50 })
      .toBe('second edition');
    expect(origin.seen).toHaveLength(2);
  });

  it('serves no page older than the origin allows while the origin responds', async () => {
    origin.cacheControl = shortLivedAndStrict;
    await sendRequest('/provider/1');
    origin.text = 'flagged';
    await waitUntilTooOld();
    expect(await sendRequest('/provider/1')).toMatchObject({ cache: 'EXPIRED', text: 'flagged' });
  });

  it('serves every visited page while the origin is stopped', async () => {
    const pages = Array.from({ length: 40 }, (_, page) => `/directory?page=${page}`);
    for (const page of pages) await sendRequest(page);
    await origin.stop();
    await waitUntilExpired();
    const answers = await Promise.all([...pages, ...pages, ...pages].map((page) => sendRequest(page)));
    expect(answers.filter(({ status, text }) => status === 200 && text === 'first edition')).toHaveLength(120);
    await origin.start();
    origin.text = 'second edition';
    await expect.poll(async () => (await sendRequest(pages[0]!)).text, { timeout: 5000 }).toBe('second edition');
  });

  it('serves every visited page while the origin responds with errors or times out', async () => {
    origin.cacheControl = shortLivedAndStrict;
    await sendRequest('/directory');
    await waitUntilTooOld();
    for (const status of [500, 502, 503, 504]) {
      origin.status = status;
      expect(await sendRequest('/directory')).toMatchObject({ status: 200, cache: 'STALE', text: 'first edition' });
    }
  });

  it('serves an error page in plain words if an uncached page cannot be reached', async () => {
    await origin.stop();
    const page = await sendRequest('/about');
    expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } });
    expect(page.text).toContain('Please try again in a minute');
    const call = await sendRequest('/api/stats');
    expect(call).toMatchObject({ status: 503, headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(call.text)).toEqual({ code: 'UNAVAILABLE', message: errors.UNAVAILABLE.message });
  });

  it.each(['private, no-cache', 'no-cache', 'no-store', ''])(
    'never caches a response with Cache-Control "%s"',
    async (control) => {
      origin.cacheControl = control;
      for (const text of ['one', 'two']) {
        origin.text = text;
        expect((await sendRequest('/dashboard')).text).toBe(text);
      }
      expect(origin.seen).toHaveLength(2);
    },
  );

  it('never caches a response that sets a cookie or varies by more than the encoding', async () => {
    for (const headers of [{ 'Set-Cookie': 'session=1' }, { Vary: 'Cookie' }, { Vary: 'Accept-Encoding, Cookie' }]) {
      origin.headers = headers;
      origin.seen = [];
      await sendRequest('/directory');
      await sendRequest('/directory');
      expect(origin.seen).toHaveLength(2);
    }
  });

  it('passes personal calls through with the cookie, even if the origin marks them public by mistake', async () => {
    for (const person of ['session=amina', 'session=kofi']) {
      origin.text = person;
      expect((await sendRequest('/api/auth/user', { Cookie: person })).text).toBe(person);
    }
    expect(origin.seen.map(({ headers }) => headers.cookie)).toEqual(['session=amina', 'session=kofi']);
  });

  it('sends shared reads to the origin without the visitor’s credentials', async () => {
    const identity = { Cookie: 'session=amina', Authorization: 'Bearer key' };
    for (const path of ['/directory', '/api/providers?limit=20', '/api/providers/1/similar', '/assets/app.js']) {
      await sendRequest(path, identity);
    }
    expect(origin.seen).toHaveLength(4);
    for (const { headers } of origin.seen) {
      expect(headers.cookie).toBeUndefined();
      expect(headers.authorization).toBeUndefined();
    }
  });

  it('passes personal pages through with the cookie, and never caches them', async () => {
    origin.cacheControl = cacheControl('shared');
    for (const page of ['/account', '/fr/account', '/dashboard', '/dashboard.data', '/admin', '/admin/login', '/api']) {
      origin.seen = [];
      await sendRequest(page, { cookie: 'session=amina' });
      await sendRequest(page, { cookie: 'session=amina' });
      expect(
        origin.seen.map(({ headers }) => headers.cookie),
        page,
      ).toEqual(['session=amina', 'session=amina']);
    }
    for (const page of ['/accounts', '/provider/account', '/directory', '/signup']) {
      origin.seen = [];
      await sendRequest(page, { cookie: 'session=amina' });
      expect(
        origin.seen.map(({ headers }) => headers.cookie),
        page,
      ).toEqual([undefined]);
    }
  });

  it('passes a write through with its cookie and caches nothing of it', async () => {
    await sendRequest('/directory', { Cookie: 'session=amina' }, 'POST');
    await sendRequest('/directory', { Cookie: 'session=amina' }, 'POST');
    expect(origin.seen.map(({ method, headers }) => [method, headers.cookie])).toEqual([
      ['POST', 'session=amina'],
      ['POST', 'session=amina'],
    ]);
  });

  it('asks the origin once when a hundred visitors request the same uncached page', async () => {
    origin.delayMs = 200;
    const answers = await Promise.all(Array.from({ length: 100 }, () => sendRequest('/provider/1')));
    expect(answers.every(({ status, text }) => status === 200 && text === 'first edition')).toBe(true);
    expect(origin.seen).toHaveLength(1);
  });

  it('caches one response per encoding and never mixes them', async () => {
    const spellings = {
      br: ['br', 'gzip, deflate, br, zstd', 'gzip;q=0.5, br;q=1.0', 'BR'],
      gzip: ['gzip', 'gzip, deflate', 'br;q=0, gzip'],
      identity: ['', 'identity', 'br;q=0', 'deflate'],
    };
    for (const round of [1, 2]) {
      for (const [encoding, headers] of Object.entries(spellings)) {
        for (const header of headers) {
          const reply = await sendRequest('/directory', { 'Accept-Encoding': header });
          expect(reply.headers['content-encoding'] ?? 'identity', `${header} in round ${round}`).toBe(encoding);
        }
      }
    }
    expect(origin.seen.map(({ headers }) => headers['accept-encoding'])).toEqual(['br', 'gzip', 'identity']);
  });

  it('returns the id of the request that created each response', async () => {
    const first = await sendRequest('/directory');
    expect(first.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(origin.seen[0]!.headers['x-request-id']).toBe(first.headers['x-request-id']);
    expect((await sendRequest('/directory')).headers['x-request-id']).toBe(first.headers['x-request-id']);
  });

  it('ignores an address and an id that a visitor sends in headers', async () => {
    await sendRequest('/api/auth/user', { 'X-Forwarded-For': '203.0.113.9', 'X-Request-Id': 'chosen-by-me' });
    expect(origin.seen[0]!.headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(origin.seen[0]!.headers['x-request-id']).not.toBe('chosen-by-me');
  });

  it('hides the endpoints of our own monitoring from visitors', async () => {
    expect((await sendRequest('/metrics')).status).toBe(404);
    expect((await sendRequest('/readyz')).status).toBe(404);
    expect(origin.seen).toHaveLength(0);
  });

  describe('published indicators', () => {
    const putFile = (name: string, content: string) => {
      const file = join(edge.folder, 'open-data', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    };

    it('are served while no server responds, for other sites too, and a range file keeps its length [CHECK-09]', async () => {
      putFile('current/domains.txt', 'gain-vault.example\n');
      putFile('current/misp/manifest.json', '{}');
      putFile('current/.state', 'private');
      putFile('ranges/00ff', '0'.repeat(5000));
      putFile('blind-ranges/0f', '0'.repeat(160));
      await origin.stop();
      const domains = await sendRequest('/feeds/v1/domains.txt?from=pihole', { 'Accept-Encoding': 'gzip' });
      expect([
        domains.status,
        domains.headers['content-type'],
        domains.headers['access-control-allow-origin'],
        domains.headers['content-encoding'],
        domains.body.toString(),
      ]).toEqual([200, 'text/plain; charset=utf-8', '*', undefined, 'gain-vault.example\n']);
      expect((await sendRequest('/feeds/v1/misp/manifest.json')).headers['content-type']).toContain('application/json');
      const range = await sendRequest('/check/ranges/16/00ff', { 'Accept-Encoding': 'gzip, br' });
      expect([range.status, range.headers['content-type'], range.headers['content-length']]).toEqual([
        200,
        'application/octet-stream',
        '5000',
      ]);
      const tags = await sendRequest('/check/ranges/blind/0f', { 'Accept-Encoding': 'gzip, br' });
      expect([tags.status, tags.headers['content-length']]).toEqual([200, '160']);
      for (const path of [
        '/feeds/v1/.state',
        '/feeds/v1/%2e%2e/ranges/00ff',
        '/check/ranges/16/00FF',
        '/check/ranges/blind/0F',
        '/feeds/v1/',
      ]) {
        expect((await sendRequest(path)).body.toString(), path).not.toMatch(/private|0000/);
      }
    });

    it('come from a server where this machine does not have them', async () => {
      expect(await sendRequest('/feeds/v1/hosts.txt')).toMatchObject({ status: 200, text: 'first edition' });
      expect(await sendRequest('/check/ranges/16/0000')).toMatchObject({ status: 200, text: 'first edition' });
    });
  });

  describe('the status page', () => {
    const status = {
      writtenAt: '2027-01-05T10:20Z',
      site: 'down',
      jobs: 'ok',
      mail: 'late',
      lastDecisionHours: 4,
    } as const;

    it('the status page is served while no server responds, without a cookie and uncacheable [OPS-07]', async () => {
      await writeStatus(join(edge.folder, 'status'), status);
      await origin.stop();
      const page = await sendRequest('/status', { Cookie: 'session=1' });
      expect([
        page.status,
        page.headers['content-type'],
        page.headers['cache-control'],
        page.headers['set-cookie'],
      ]).toEqual([200, 'text/html; charset=utf-8', 'no-store', undefined]);
      expect(page.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(page.body.toString()).toContain('<dd>not answering</dd>');
      const data = await sendRequest('/status.json?x=1');
      expect([data.status, data.headers['content-type'], JSON.parse(data.body.toString())]).toEqual([
        200,
        'application/json',
        status,
      ]);
      expect((await sendRequest('/status', {}, 'POST', Buffer.from('x'))).status).toBe(405);
      expect(origin.seen).toEqual([]);
    });

    it('the status page is unavailable before a worker has written it, and no server is asked [OPS-07]', async () => {
      expect((await sendRequest('/status')).status).toBe(503);
      expect(origin.seen).toEqual([]);
    });
  });

  it('caches a hashed file for as long as its header says, without asking again', async () => {
    origin.cacheControl = 'public, max-age=31536000, immutable';
    await sendRequest('/assets/app-1a2b.js');
    await origin.stop();
    expect(await sendRequest('/assets/app-1a2b.js')).toMatchObject({ status: 200, cache: 'HIT' });
  });
});

describe('cache use by one client', () => {
  const urls = () => origin.seen.map(({ url }) => url);

  it('one client creates no new cache entry with extra, reordered or differently spelled parameters [SAFE-07]', async () => {
    const spellings = [
      '/directory?search=coin&type=Wallet',
      '/directory?type=Wallet&search=coin',
      '/directory?fbclid=IwAR0&search=coin&utm_source=chat&type=Wallet',
      '/directory?search=coin&type=Wallet&search=other&x',
      '/./%64irectory?search=coin&type=Wallet',
      '//directory?search=coin&type=Wallet',
    ];
    for (const spelling of spellings) await sendRequest(spelling);
    expect(urls()).toEqual(['/directory?search=coin&type=Wallet']);
    origin.seen = [];
    for (const added of ['', '?', '?gclid=1', '?a=1&b=2', '?SEARCH=coin']) await sendRequest(`/about${added}`);
    expect(urls()).toEqual(['/about']);
  });

  it('serves one cache entry for a parameter alone and with extra parameters [SAFE-07]', async () => {
    for (const query of [
      'search=coin',
      'search=coin&',
      'fbclid=1&search=coin',
      'search=coin&search=other',
      '&search=coin',
    ]) {
      await sendRequest(`/directory?${query}`);
    }
    for (const query of ['limit=20', 'limit=20&limit=30', 'limit=20&']) await sendRequest(`/api/providers?${query}`);
    expect(urls()).toEqual(['/directory?search=coin', '/api/providers?limit=20']);
  });

  it('passes repeated form fields, names without a value and emailed links to the origin unchanged [SAFE-07]', async () => {
    const chosen = ['/directory?type=Wallet&type=Broker&utm_source=chat', '/contact?sent', '/verify-email?token=a%2Bb'];
    for (const path of chosen) await sendRequest(path);
    expect(urls()).toEqual(chosen);
  });

  it('one client creates no new entry by reordering the parameters of a call, and learns of unknown ones [SAFE-07]', async () => {
    for (const query of ['limit=20&search=coin', 'search=coin&limit=20', 'search=coin&limit=20&limit=30']) {
      await sendRequest(`/api/providers?${query}`);
    }
    expect(urls()).toEqual(['/api/providers?limit=20&search=coin']);
    origin.seen = [];
    for (let time = 0; time < 3; time += 1) await sendRequest('/api/providers?limt=20');
    expect(urls()).toEqual(Array.from({ length: 3 }, () => '/api/providers?limt=20'));
  });

  it('one client cannot evict the pages that others read, and still gets its responses [SAFE-07]', async () => {
    await edge.stop();
    edge = await startEdge({ origins: [origin.address], cacheMegabytes: 8, showCacheStatus: true });
    const lookedOver = sleep(11_000);
    origin.cacheControl = cacheControl('shared');
    // The largest sizes without compression.
    const kilobytes = (path: string) => (path.includes('?') ? 400 : path.startsWith('/sitemaps/') ? 3000 : 100);
    origin.createText = (path) => 'k'.repeat(kilobytes(path) * 1024);
    const popular = ['/', '/fr', '/directory', '/provider/abc', '/directory?country=kenya', '/api/stats', '/alerts'];
    for (const path of popular) await sendRequest(path);
    const flood = async (times: number, flooded: (nth: number) => string) => {
      for (let nth = 0; nth < times; nth += 1) expect((await sendRequest(flooded(nth))).status).toBe(200);
    };
    await Promise.all([
      flood(90, (nth) => `/provider/${nth}`),
      flood(10, (nth) => `/sitemaps/providers-${nth}.xml`),
      flood(15, (nth) => `/directory?search=${nth}`),
      flood(15, (nth) => `/api/providers?search=${nth}&limit=200`),
    ]);
    // The cache manager of nginx evicts every ten seconds.
    await lookedOver;
    await origin.stop();
    const answers = await Promise.all(popular.map(async (path) => [path, (await sendRequest(path)).status]));
    expect(answers).toEqual(popular.map((path) => [path, 200]));
  });
});

describe('writes through the edge', () => {
  it.each(['PUT', 'DELETE', 'POST'])(
    'a %s request runs once even if the process closes the connection [SAFE-07]',
    async (method) => {
      const other = new Origin();
      await other.start();
      const two = await startEdge({ origins: [origin.address, other.address] });
      try {
        origin.isBroken = true;
        other.isBroken = true;
        for (const path of ['/api/admin/views/1', '/api/evidence/1?ticket=2', '/api/providers']) {
          const reply = await fetch(two.url + path, { method });
          expect([reply.status, await reply.json()]).toEqual([
            503,
            { code: 'UNAVAILABLE', message: errors.UNAVAILABLE.message },
          ]);
        }
        expect(origin.seen.length + other.seen.length).toBe(3);
      } finally {
        await two.stop();
        await other.stop();
      }
    },
  );

  it('sends a write to a process that responded 503 before, because it is still up [SAFE-12]', async () => {
    const other = new Origin();
    await other.start();
    const two = await startEdge({ origins: [origin.address, other.address] });
    const statusOf = async (path: string, method = 'GET') => (await fetch(two.url + path, { method })).status;
    try {
      for (const one of [origin, other]) one.status = 503;
      for (let asked = 0; asked < 20; asked += 1) expect(await statusOf(`/api/providers?search=${asked}`)).toBe(503);
      for (const one of [origin, other]) one.status = 200;
      expect([await statusOf('/api/reports', 'POST'), await statusOf('/api/providers?search=afterwards')]).toEqual([
        200, 200,
      ]);
    } finally {
      await two.stop();
      await other.stop();
    }
  });

  it('rejects a body without a length, which would be written to a file [SAFE-02]', async () => {
    const outgoing = request(`${edge.url}/api/reports`, { method: 'POST', agent: false });
    outgoing.write('in pieces');
    outgoing.end();
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
    reply.resume();
    expect(reply.statusCode).toBe(400);
    expect(origin.seen).toHaveLength(0);
  });
});

describe('unsupported methods', () => {
  it.each([
    ['TRACE', '/'],
    ['OPTIONS', '/api/providers'],
    ['PATCH', '/api/reports'],
    ['PROPFIND', '/admin'],
    ['PUT', '/directory'],
    ['DELETE', '/account'],
  ])('rejects an unsupported method in the common error format: %s %s [SAFE-07]', async (method, path) => {
    const { status, headers, text } = await sendRequest(path, {}, method);
    expect([status, headers.allow, JSON.parse(text)]).toEqual([
      405,
      'GET, HEAD, POST, PUT, DELETE',
      { code: 'METHOD_NOT_ALLOWED', message: errors.METHOD_NOT_ALLOWED.message },
    ]);
    expect(origin.seen).toHaveLength(0);
  });
});

describe('the public API', () => {
  it('passes calls of the public API with the key, uncached, and allows CORS preflights of browsers', async () => {
    for (const method of ['GET', 'GET', 'POST', 'OPTIONS']) {
      await sendRequest(
        '/api/v1/providers',
        { Authorization: 'Bearer hk_test_x', Origin: 'https://shop.example' },
        method,
      );
    }
    expect(origin.seen.map(({ method, headers }) => [method, headers.authorization])).toEqual(
      ['GET', 'GET', 'POST', 'OPTIONS'].map((method) => [method, 'Bearer hk_test_x']),
    );
  });
});

describe('responses of the edge itself', () => {
  /** Sends raw bytes, because no HTTP client would write these requests. */
  const askInBytes = (bytes: string) =>
    new Promise<{ status: number; headers: Record<string, string | undefined> }>((resolve, reject) => {
      const socket = connect(Number(new URL(edge.url).port), '127.0.0.1', () => socket.write(bytes));
      let answer = '';
      socket.on('data', (part) => (answer += part.toString()));
      socket.on('error', reject);
      socket.on('close', () => {
        const [first = '', ...lines] = answer.split('\r\n\r\n')[0]!.split('\r\n');
        const headers = lines.map((line) => [line.split(': ')[0]!.toLowerCase(), line.slice(line.indexOf(': ') + 2)]);
        resolve({ status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers) });
      });
    });
  const large = Buffer.alloc(3_000_000);
  const unreached = async (path: string) => {
    await origin.stop();
    return sendRequest(path);
  };
  const limited = async () => {
    await edge.stop();
    edge = await startEdge({ origins: [origin.address], limits: { callsPerSecond: 1, callsBurst: 1 } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendRequest('/api/stats')));
    return answers.find(({ status }) => status === 429)!;
  };

  it.each<[string, number, string, () => Promise<{ status?: number | undefined; headers: object }>]>([
    ['nothing for whoever asks', 404, 'application/json', () => sendRequest('/metrics')],
    ['a method that nothing takes', 405, 'application/json', () => sendRequest('/', {}, 'PATCH')],
    [
      'a body without a length',
      400,
      'application/json',
      () => sendRequest('/contact', { 'Transfer-Encoding': 'chunked' }, 'POST'),
    ],
    [
      'a body that is too large for a call',
      413,
      'application/json',
      () => sendRequest('/api/reports', {}, 'POST', large),
    ],
    ['a body that is too large for a page', 413, 'application/json', () => sendRequest('/contact', {}, 'POST', large)],
    ['too many calls', 429, 'application/json', limited],
    ['no page, since the origin is gone', 503, 'text/html; charset=utf-8', () => unreached('/directory')],
    ['no call, since the origin is gone', 503, 'application/json', () => unreached('/api/admin/stats')],
    ['what is no request', 400, 'application/json', () => askInBytes('hello\r\n\r\n')],
    [
      'an address without end',
      414,
      'application/json',
      () => askInBytes(`GET /${'a'.repeat(33_000)} HTTP/1.1\r\n\r\n`),
    ],
    [
      'headers without end',
      400,
      'application/json',
      () => askInBytes(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(33_000)}\r\n\r\n`),
    ],
  ])('the edge sends the same security headers as the origin: %s', async (_, status, type, answer) => {
    const { headers, ...told } = await answer();
    expect(told.status).toBe(status);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  it('the edge adds no security headers to responses of the origin, which sends its own', async () => {
    const own = { 'X-Frame-Options': 'SAMEORIGIN', 'Strict-Transport-Security': 'max-age=1' };
    origin.headers = own;
    for (const path of ['/directory', '/api/stats', '/account']) {
      const { headers } = await sendRequest(path);
      expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'strict-transport-security': 'max-age=1' });
      expect(headers).not.toHaveProperty('content-security-policy');
    }
  });
});

describe('calls with one response for all visitors', () => {
  const path = '/api/fraud-alerts/active';
  const person = (name: string) => ({ Cookie: `theme=dark; __Host-session=${name}` });
  beforeEach(() => {
    origin.cacheControl = cacheControl('sharedWhenSignedOut');
  });

  it('caches a shared call for visitors and asks the origin without credentials', async () => {
    await sendRequest(path, { Cookie: 'theme=dark', Authorization: 'Bearer key' });
    expect(await sendRequest(path)).toMatchObject({ cache: 'HIT', text: 'first edition' });
    expect(origin.seen.map(({ headers }) => [headers.cookie, headers.authorization])).toEqual([[undefined, undefined]]);
  });

  it('asks the origin with the cookie for each signed-in person', async () => {
    await sendRequest(path);
    for (const name of ['amina', 'kofi', 'amina']) {
      origin.text = name;
      expect(await sendRequest(path, person(name))).toMatchObject({ cache: undefined, text: name });
    }
    expect(origin.seen.slice(1).map(({ headers }) => headers.cookie)).toEqual(
      ['amina', 'kofi', 'amina'].map((name) => person(name).Cookie),
    );
  });

  it('never mixes responses of visitors and signed-in persons, even if the origin marks them public by mistake', async () => {
    origin.text = 'of Amina';
    await sendRequest(path, person('amina'));
    origin.text = 'for visitors';
    expect((await sendRequest(path)).text).toBe('for visitors');
    origin.text = 'of Kofi';
    expect((await sendRequest(path, person('kofi'))).text).toBe('of Kofi');
    expect(await sendRequest(path)).toMatchObject({ cache: 'HIT', text: 'for visitors' });
  });

  it('serves a signed-in person no stale response of visitors when the origin is down', async () => {
    await sendRequest(path);
    await origin.stop();
    expect(await sendRequest(path, person('amina'))).toMatchObject({ status: 503 });
    expect(await sendRequest(path)).toMatchObject({ status: 200, text: 'first edition' });
  });

  it('lets signed-in persons not wait for each other', async () => {
    origin.delayMs = 300;
    const answers = await Promise.all([
      sendRequest(path),
      sendRequest(path),
      sendRequest(path, person('amina')),
      sendRequest(path, person('kofi')),
    ]);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(origin.seen).toHaveLength(3);
  });

  it('responds 304 to a signed-in person while nothing has changed', async () => {
    const { headers } = await sendRequest(path, person('amina'));
    const again = await sendRequest(path, { ...person('amina'), 'If-None-Match': headers.etag! });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  it('passes writes with and without a session to the origin, and caches nothing of them', async () => {
    for (const headers of [person('amina'), { Cookie: 'theme=dark' }])
      await sendRequest('/api/reports', headers, 'POST');
    expect(origin.seen.map(({ method, headers }) => [method, headers.cookie])).toEqual([
      ['POST', person('amina').Cookie],
      ['POST', 'theme=dark'],
    ]);
  });
});

describe('file uploads', () => {
  const file = Buffer.alloc(evidenceLimits.fileBytes + 10_000, 1);

  it.each([
    ['PUT', '/api/evidence/1?ticket=2'],
    ['POST', '/follow'],
    ['POST', '/fr/follow'],
  ])('passes a file of the maximum size with %s %s, and rejects a larger one', async (method, path) => {
    origin.cacheControl = 'no-store';
    expect(await sendRequest(path, { Cookie: 'session=amina' }, method, file)).toMatchObject({ status: 200 });
    expect(origin.seen).toMatchObject([{ bytes: file.length, headers: { cookie: 'session=amina' } }]);
    const larger = Buffer.alloc(evidenceLimits.fileBytes + 2_000_000);
    expect(await sendRequest(path, {}, method, larger)).toMatchObject({ status: 413 });
    expect(origin.seen).toHaveLength(1);
  });

  it('passes a larger form with several files through', async () => {
    origin.cacheControl = 'no-store';
    const form = Buffer.alloc(documentLimits.requestBytes, 1);
    expect(await sendRequest('/api/business/documents', {}, 'POST', form)).toMatchObject({ status: 200 });
    expect(origin.seen).toMatchObject([{ bytes: form.length }]);
    const larger = Buffer.alloc(documentLimits.requestBytes + 2_000_000);
    expect(await sendRequest('/api/business/documents', {}, 'POST', larger)).toMatchObject({ status: 413 });
  });

  it('rejects a file on any other path in the common error format', async () => {
    for (const path of ['/api/reports', '/api/auth/login', '/contact']) {
      expect((await sendRequest(path, {}, 'POST', file)).status, path).toBe(413);
    }
    const { text } = await sendRequest('/api/reports', {}, 'POST', file);
    expect(JSON.parse(text)).toEqual({ code: 'TOO_LARGE', message: errors.TOO_LARGE.message });
    expect(origin.seen).toHaveLength(0);
  });

  it('caches the page of the upload form for readers like any other page', async () => {
    await sendRequest('/follow', { Cookie: 'session=amina' });
    expect(await sendRequest('/follow')).toMatchObject({ cache: 'HIT' });
    expect(origin.seen.map(({ headers }) => headers.cookie)).toEqual([undefined]);
  });
});

describe('the limit of calls per address', () => {
  it('rejects a flood of calls in the common error format and still serves pages', async () => {
    const strict = await startEdge({ origins: [origin.address], limits: { callsPerSecond: 5, callsBurst: 10 } });
    try {
      const flood = (path: string) =>
        Promise.all(
          Array.from({ length: 40 }, async () =>
            fetch(strict.url + path).then(async (r) => [r.status, await r.text()]),
          ),
        );
      const calls = await flood('/api/stats');
      const refused = calls.filter(([status]) => status === 429);
      expect(refused.length).toBeGreaterThan(20);
      expect(calls.length - refused.length).toBeGreaterThanOrEqual(10);
      expect(JSON.parse(String(refused[0]![1]))).toEqual({
        code: 'RATE_LIMITED',
        message: errors.RATE_LIMITED.message,
      });
      expect((await flood('/directory')).every(([status]) => status === 200)).toBe(true);
    } finally {
      await strict.stop();
    }
  });
});

describe('limits per client', () => {
  const limited = async (limits: NonNullable<EdgeSettings['limits']>, work: (url: string) => Promise<void>) => {
    const strict = await startEdge({ origins: [origin.address], limits, behind: '127.0.0.1' });
    try {
      await work(strict.url);
    } finally {
      await strict.stop();
    }
  };
  const statuses = async (asked: Promise<Response>[]) => {
    const counts: Record<number, number> = {};
    for (const { status } of await Promise.all(asked)) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

  it.each(['/directory?search=', '/api/providers?search='])(
    'limits cache misses of one client and still serves cache hits: %s [SAFE-12]',
    (path) =>
      limited({ missesOfClient: 3 }, async (url) => {
        await fetch(`${url}/directory`);
        origin.delayMs = 700;
        const misses = Array.from({ length: 12 }, (_, nth) => fetch(`${url}${path}${nth}`, from('192.0.2.1')));
        await sleep(200);
        const hits = Array.from({ length: 30 }, () => fetch(`${url}/directory`, from('192.0.2.1')));
        const other = fetch(`${url}${path}other`, from('192.0.2.2'));
        expect(await statuses(hits)).toEqual({ 200: 30 });
        expect((await other).status).toBe(200);
        expect(await statuses(misses)).toEqual({ 200: 3, 429: 9 });
        const refused = (await Promise.all(misses)).find(({ status }) => status === 429)!;
        expect([refused.headers.get('Retry-After'), refused.headers.get('Content-Type')?.split(';')[0]]).toEqual([
          '1',
          path.startsWith('/api') ? 'application/json' : 'text/html',
        ]);
      }),
  );

  it.each([
    ['GET', '/account', { personalPagesOfClient: 3 }],
    ['GET', '/admin/login', { personalPagesOfClient: 3 }],
    ['POST', '/api/reports', { writesOfClient: 3 }],
    ['POST', '/report-scam', { writesOfClient: 3 }],
    ['PUT', '/api/evidence/1?ticket=2', { uploadsOfClient: 3 }],
    ['POST', '/api/business/documents', { uploadsOfClient: 3 }],
  ])('limits the concurrent requests of one client: %s %s [SAFE-12]', (method, path, limits) =>
    limited(limits, async (url) => {
      origin.delayMs = 700;
      const ask = (address: string) => fetch(url + path, { ...from(address), method });
      const flood = Array.from({ length: 10 }, () => ask('192.0.2.1'));
      await sleep(200);
      expect((await ask('192.0.2.2')).status).toBe(200);
      expect(await statuses(flood)).toEqual({ 200: 3, 429: 7 });
    }),
  );

  it.each([
    ['one /64', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:2:1:2:3:4'], '2001:db8:1:3::1'],
    ['a /64 with zeros', ['2001:db8::1', '2001:db8:0:0:1::', '2001:db8::1:2:3:4'], '2001:db8:0:1::1'],
    ['an address of IPv4 in either form', ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1'], '::ffff:192.0.2.2'],
  ])('counts %s as one client and the next address as another [SAFE-12]', (_, same, neighbour) =>
    limited({ personalPagesOfClient: 2, missesOfClient: 2 }, async (url) => {
      origin.delayMs = 700;
      for (const path of ['/account?nth=', '/directory?search=']) {
        const asked = same.map((address, nth) => fetch(`${url}${path}${nth}`, from(address)));
        await sleep(200);
        expect((await fetch(`${url}${path}other`, from(neighbour))).status).toBe(200);
        expect(await statuses(asked)).toEqual({ 200: 2, 429: 1 });
      }
    }),
  );
});

describe('slow request bodies', () => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  /** Sends the headers and a part of the body; resolves with the status once there is one. */
  const begin = (method: string, path: string, { length, sent }: { length: number; sent: number }): Promise<number> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(edge.url).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
      socket.write(Buffer.alloc(sent));
      socket.once('data', (data) => resolve(Number(data.toString().split(' ')[1])));
    });
  const workers = () =>
    readFileSync(`/proc/${edge.pid}/task/${edge.pid}/children`, 'utf8').trim().split(' ').map(Number);
  const megabytes = () =>
    [edge.pid, ...workers()]
      .map((pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
      .reduce((sum, one) => sum + one, 0);
  const openFiles = () =>
    workers().flatMap((pid) => readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`)));

  it('slow bodies are rejected at once if the origin rejects their sender, and uploads of others succeed [SAFE-12]', async () => {
    origin.respondsEarly = true;
    origin.status = 403;
    const strangers = Array.from({ length: 60 }, (_, nth) =>
      begin('PUT', `/api/evidence/${nth}?ticket=none`, { length: 10_000_000, sent: 1 }),
    );
    const answers = await Promise.race([Promise.all(strangers), sleep(5000, ['still reading'])]);
    expect(new Set<unknown>(answers)).toEqual(new Set([403, 429]));
    origin.status = 200;
    // This upload has the same address, so nginx must close the rejected connections first.
    const upload = async () => (await sendRequest('/api/evidence/1?ticket=2', {}, 'PUT', Buffer.alloc(1000))).status;
    await expect.poll(upload, { timeout: 10_000 }).toBe(200);
  });

  it('a process that rejected many slow bodies stays in service [SAFE-12]', async () => {
    origin.respondsEarly = true;
    origin.status = 403;
    for (let nth = 0; nth < 8; nth += 1) {
      await sendRequest(`/api/evidence/${nth}?ticket=none`, {}, 'PUT', Buffer.alloc(10_000_000));
    }
    origin.status = 200;
    expect(await sendRequest('/api/stats')).toMatchObject({ status: 200 });
  });

  it('slow bodies need little memory of the edge, and are never written to a file [SAFE-02] [SAFE-12]', async () => {
    await edge.stop();
    edge = await startEdge({ origins: [origin.address], limits: { writesOfClient: 1000 } });
    await sendRequest('/directory');
    const before = megabytes();
    for (let nth = 0; nth < 200; nth += 1) void begin('POST', '/contact', { length: 260_000, sent: 250_000 });
    void begin('POST', '/api/evidence/1', { length: 5_000_000, sent: 4_000_000 });
    await expect.poll(() => origin.seen.length, { timeout: 10_000 }).toBe(202);
    await sleep(500);
    expect(megabytes() - before).toBeLessThan(30);
    expect(openFiles().filter((path) => path.includes('/body/'))).toEqual([]);
    expect(await begin('POST', '/contact', { length: 1_000_000, sent: 1 })).toBe(413);
  });
});

describe('the access log', () => {
  it('the access log contains no token, key or ticket of a URL [SAFE-02]', async () => {
    await edge.stop();
    edge = await startEdge({ origins: [origin.address], accessLog: true });
    const token = 'kQ3n_uNf1x-VbT0zYw9mR4sLhG7cJ2pE5aD8oU6iXtB';
    const short = 'kQ3n_uNf1x';
    for (const path of [
      `/api/news-feed/${token}/rss`,
      `/api/news-feed/${short}/json`,
      `/api/news-feed/${token}`,
      `/fr/api/news-feed/${token}/rss`,
      `/verify-email?token=${token}`,
      `/api/evidence/0190a5c4-0000-7000-8000-000000000000?ticket=${token}`,
      `/assets/a-name-of-a-file-that-is-as-long-as-a-token-may-be.js`,
    ]) {
      await sendRequest(path);
    }
    await sendRequest(`/api/news-letter/leave/${short}`, {}, 'POST');
    const log = await expect
      .poll(() => readFileSync(join(edge.folder, 'access.log'), 'utf8'), { timeout: 10_000 })
      .toContain('/api/news-letter/leave')
      .then(() => readFileSync(join(edge.folder, 'access.log'), 'utf8'));
    expect(log).not.toContain(short);
    expect(
      log
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[2]),
    ).toEqual([
      '/api/news-feed/:token/rss',
      '/api/news-feed/:token/json',
      '/api/news-feed/:token',
      '/fr/api/news-feed/:token/rss',
      '/verify-email',
      '/api/evidence/:id',
      '/assets/a-name-of-a-file-that-is-as-long-as-a-token-may-be.js',
      '/api/news-letter/leave/:key',
    ]);
  });
});

describe('the rendered configuration', () => {
  const call = (path: `/api/${string}`, cache: CachePolicy, method: EndpointDefinition['method'] = 'GET') =>
    endpoint({
      method,
      path,
      cache,
      summary: '',
      access: 'public',
      reply: z.array(z.string()).check(z.maxLength(paging.maxLimit)),
      errors: [],
      rateLimit: 'read',
    });

  it('reads from the contract which calls have the same response for everybody', () => {
    const calls = [
      call('/api/things/:id/parts.json', 'shared'),
      call('/api/news', 'daily'),
      call('/api/me', 'personal'),
      call('/api/now', 'never'),
      call('/api/things', 'shared', 'POST'),
      call('/api/mostly', 'sharedWhenSignedOut'),
      { ...call('/api/files/:id', 'never', 'PUT'), uploadBytes: 5 },
      { ...call('/api/papers', 'never', 'POST'), uploadBytes: 50, isForm: true as const },
    ];
    expect(listSharedPaths(calls)).toEqual([
      '/api/openapi[.]json',
      '/api/openapi/member[.]json',
      '/api/openapi/staff[.]json',
      '/api/v1/openapi[.]json',
      '/api/v1/changes[.]atom',
      '/api/things/[^/]+/parts[.]json',
      '/api/news',
    ]);
    expect(listAnonymousPaths(calls)).toEqual(['/api/mostly']);
    expect(listUploadPaths(calls)).toEqual(['/api/files/[^/]+']);
    expect(listFormPaths(calls)).toEqual(['/api/papers']);
  });

  it('rejects a template with a name that has no value', () => {
    expect(renderTemplate('listen {{listen}};', { listen: '80' })).toBe('listen 80;');
    expect(() => renderTemplate('listen {{lisen}};', { listen: '80' })).toThrow('{{lisen}}');
  });
});
