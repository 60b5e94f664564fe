import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { cacheControl } from '@hakiki/contract/cache';
import type { CreateWebHandler } from '@hakiki/contract/web-handler';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/database.ts';
import { makeProvider } from '../../../test/makers.ts';
import { useServer } from '../../../test/server.ts';

const test = useDatabase();

/** A site that counts how often it was asked, and shows what it was given. */
const site = {
  renders: 0,
  isBroken: false,
  delayMs: 0,
  lastRequest: undefined as Request | undefined,
};
const paragraph = '<p>Verify before you trust.</p>'.repeat(100);
const createWebHandler: CreateWebHandler =
  () =>
  async (request, { nonce, api }) => {
    site.renders += 1;
    site.lastRequest = request;
    const { pathname } = new URL(request.url);
    if (site.delayMs) await pause(site.delayMs);
    if (site.isBroken) throw new Error('secret detail of the failure');
    if (pathname === '/cookie') {
      return new Response('x', { headers: { 'Set-Cookie': 'a=1', 'Cache-Control': cacheControl('shared') } });
    }
    if (pathname === '/private') return new Response(`private ${site.renders}`);
    if (pathname === '/posted') return new Response(await request.text());
    if (pathname === '/from-api') {
      return new Response(await (await api(new Request(new URL('/api/stats', request.url)))).text());
    }
    return new Response(`<!doctype html><script nonce="${nonce}">1</script>${pathname}${paragraph}`, {
      status: pathname === '/missing' ? 404 : 200,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': cacheControl('shared') },
    });
  };

let now = 1_000_000;
const server = useServer(test, {
  createWebHandler,
  clock: () => now,
  settings: { replyCacheSeconds: 5, appSecret: 'a secret that both processes know about' },
});
const sibling = useServer(test, {
  createWebHandler,
  settings: { appSecret: 'a secret that both processes know about' },
});

beforeEach(() => {
  Object.assign(site, { renders: 0, isBroken: false, delayMs: 0 });
  server.running.cache.clear();
});

/** fetch decodes and rewrites too much for a look at what is on the wire. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const request = httpRequest(server.url + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

describe('errors', () => {
  it('answers a JSON 404 to every unknown path under /api/ [DEC-48] [SHAPE-01]', async () => {
    for (const [path, method] of [
      ['/api/unknown', 'GET'],
      ['/api/unknown/deeper', 'POST'],
      ['/api/stats', 'PUT'],
    ] as const) {
      const response = await server.get(path, { method });
      expect(response.status, path).toBe(404);
      expect(await response.json()).toEqual({ message: 'There is nothing at this address.', code: 'NOT_FOUND' });
    }
  });

  it('gives /api and /api/ to the site [DEC-48]', async () => {
    for (const path of ['/api', '/api/']) {
      const response = await server.get(path);
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(response.status).toBe(200);
    }
  });

  it('says one calm sentence about anything unforeseen and logs the rest [SHAPE-01] [SHAPE-02]', async () => {
    site.isBroken = true;
    const response = await server.get('/breaks', { headers: { 'X-Request-Id': 'edge-12345678' } });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: 'Something went wrong. Please try again.', code: 'UNEXPECTED' });
    const logged = server.log.find(({ msg }) => msg === 'request failed');
    expect(logged).toMatchObject({ requestId: 'edge-12345678', err: { message: 'secret detail of the failure' } });
  });

  it('refuses a body that is too large before reading it all [SHAPE-02]', async () => {
    const declared = await raw('/posted', { 'Content-Length': '2000000' }, 'POST', 'x'.repeat(2_000_000));
    expect(declared.status).toBe(413);
    const streamed = await raw('/posted', { 'Transfer-Encoding': 'chunked' }, 'POST', 'x'.repeat(2_000_000));
    expect(streamed.status).toBe(413);
    expect(JSON.parse(streamed.body.toString())).toEqual({
      code: 'TOO_LARGE',
      message: 'This is too large to accept.',
    });
    expect((await raw('/posted', {}, 'POST', 'small')).body.toString()).toBe('small');
  });
});

describe('writes', () => {
  it('are refused when another site sends them', async () => {
    const post = (headers: Record<string, string>) => raw('/posted', headers, 'POST', 'x').then(({ status }) => status);
    expect(await post({ Origin: 'https://evil.example' })).toBe(403);
    expect(await post({ Origin: 'null' })).toBe(403);
    expect(await post({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await post({ Origin: 'http://hakiki.test' })).toBe(200);
    expect(await post({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await post({})).toBe(200);
  });
});

describe('security headers', () => {
  it.each(['/', '/missing', '/api/stats', '/api/unknown', '/healthz', '/robots.txt', '/metrics'])(
    'are on %s',
    async (path) => {
      const { headers } = await server.get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('geolocation=()'),
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
    },
  );

  it('let nothing run in data', async () => {
    expect((await server.get('/api/stats')).headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
  });

  it('name in the page policy the nonce of the page, the same from every process', async () => {
    const [one, other] = [await server.get('/page'), await sibling.get('/page')];
    const nonce = /nonce="([\w-]{22,})"/.exec(await one.text())?.[1];
    expect(one.headers.get('Content-Security-Policy')).toContain(`script-src 'self' 'nonce-${nonce}'`);
    expect(one.headers.get('Content-Security-Policy')).toContain("; worker-src 'self'; ");
    expect(await other.text()).toContain(`nonce="${nonce}"`);
    expect(other.headers.get('ETag')).toBe(one.headers.get('ETag'));
    expect(await (await server.get('/another')).text()).not.toContain(nonce);
  });
});

describe('the reply cache', () => {
  it('computes a page once while it is fresh and again afterwards', async () => {
    await raw('/cached');
    await raw('/cached');
    expect(site.renders).toBe(1);
    now += 5001;
    await raw('/cached');
    expect(site.renders).toBe(2);
  });

  it('tells pages apart by path and query alone', async () => {
    await raw('/cached?a=1', { Host: 'evil.example', Cookie: 'session=1' });
    const again = await raw('/cached?a=1');
    expect(site.renders).toBe(1);
    expect(again.body.toString()).not.toContain('evil');
    await raw('/cached?a=2');
    expect(site.renders).toBe(2);
  });

  it('hides cookies and host from what everybody will get', async () => {
    await raw('/cached', { Cookie: 'session=1', Authorization: 'Bearer x', Host: 'evil.example' });
    expect(site.lastRequest?.headers.get('cookie')).toBeNull();
    expect(site.lastRequest?.headers.get('authorization')).toBeNull();
    expect(site.lastRequest?.url).toBe('http://hakiki.test/cached');
    await raw('//evil.example/cached');
    expect(new URL(site.lastRequest?.url ?? '').host).toBe('hakiki.test');
  });

  it('answers a crowd with one computation', async () => {
    site.delayMs = 50;
    const answers = await Promise.all(Array.from({ length: 30 }, () => raw('/crowd')));
    expect(site.renders).toBe(1);
    expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('sends the old answer when a new one cannot be computed', async () => {
    const before = await raw('/stale');
    now += 60_000;
    site.isBroken = true;
    const after = await raw('/stale');
    expect(after.status).toBe(200);
    expect(after.body.equals(before.body)).toBe(true);
  });

  it.each(['/private', '/cookie'])('keeps nothing of %s', async (path) => {
    await raw(path);
    await raw(path);
    expect(site.renders).toBe(2);
  });

  it('says no-store for a page that says nothing', async () => {
    expect((await raw('/private')).headers['cache-control']).toBe('no-store');
  });

  it('shows a new provider after a few seconds', async () => {
    const { body } = await raw('/api/providers');
    await makeProvider(test.database.db, { name: 'New here' });
    expect((await raw('/api/providers')).body.equals(body)).toBe(true);
    now += 5001;
    expect((await raw('/api/providers')).body.toString()).toContain('New here');
  });
});

describe('what is sent', () => {
  it('is compressed as asked, with an own ETag for each form', async () => {
    const plain = await raw('/page');
    const br = await raw('/page', { 'Accept-Encoding': 'gzip, deflate, br' });
    const gzip = await raw('/page', { 'Accept-Encoding': 'gzip;q=1.0, br;q=0' });
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
    for (const { headers } of [plain, br, gzip]) expect(headers.vary).toBe('Accept-Encoding');
  });

  it.each(['/page', '/api/providers', '/api/openapi.json'])(
    'is 304 and empty when %s is already known',
    async (path) => {
      const { headers } = await raw(path, { 'Accept-Encoding': 'br' });
      const again = await raw(path, { 'Accept-Encoding': 'br', 'If-None-Match': `W/"old", ${headers.etag}` });
      expect(again.status).toBe(304);
      expect(again.body).toHaveLength(0);
      expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': headers['cache-control'] });
      expect((await raw(path, { 'If-None-Match': '"other"' })).status).toBe(200);
    },
  );

  it('has no body for HEAD and the same headers', async () => {
    for (const path of ['/page', '/api/providers']) {
      const [get, head] = [await raw(path), await raw(path, {}, 'HEAD')];
      expect(head.body).toHaveLength(0);
      expect(head.headers).toMatchObject({ etag: get.headers.etag, 'content-length': String(get.body.length) });
    }
  });

  it('carries the cache policy of its endpoint', async () => {
    expect((await raw('/api/stats')).headers['cache-control']).toBe(cacheControl('shared'));
    expect((await raw('/api/openapi.json')).headers['cache-control']).toBe(cacheControl('daily'));
  });

  it('carries the request id of the edge, or a new one', async () => {
    expect((await raw('/private', { 'X-Request-Id': 'edge-abcdefgh' })).headers['x-request-id']).toBe('edge-abcdefgh');
    expect((await raw('/private', { 'X-Request-Id': 'bad id\t!' })).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    await raw('/page');
    expect((await raw('/page', { 'X-Request-Id': 'edge-abcdefgh' })).headers['x-request-id']).toBe('edge-abcdefgh');
  });
});

describe('the log', () => {
  it('holds routes and statuses, and nothing a person typed or carries', async () => {
    server.log.length = 0;
    await raw('/api/providers?search=my-secret-question', {
      Cookie: 'session=cookie-of-a-person',
      'User-Agent': 'agent-of-a-person',
    });
    expect(server.log).toEqual([
      expect.objectContaining({ msg: 'answered', method: 'GET', route: '/api/providers', status: 200 }),
    ]);
    expect(JSON.stringify(server.log)).not.toMatch(/secret|cookie|person|127\.0\.0\.1/);
  });
});

describe('operations', () => {
  it('says it is alive, ready and which version it is', async () => {
    expect(await server.json('/healthz')).toEqual({ status: 'ok' });
    expect(await server.json('/readyz')).toEqual({ status: 'ready' });
    expect(await server.json('/version')).toEqual({ name: 'hakiki', version: expect.any(String), commit: 'unknown' });
  });

  it('counts requests by route, and cache hits apart', async () => {
    await raw('/api/stats');
    await raw('/api/stats');
    const figures = await (await server.get('/metrics')).text();
    expect(figures).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/stats",status="200"\} [1-9]/,
    );
    expect(figures).toMatch(/reply_cache_hits_total [1-9]/);
    expect(figures).not.toContain('search');
  });

  it('answers the site’s own questions in this process', async () => {
    expect(await server.json('/from-api')).toHaveProperty('totalProviders');
  });

  it('closes a connection that never finishes asking', async () => {
    const started = Date.now();
    await new Promise<void>((resolve) => {
      const socket = connect(server.running.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n'));
      socket.on('close', () => resolve());
      socket.resume();
    });
    expect(Date.now() - started).toBeLessThan(8000);
  });
});

describe('under too much load', () => {
  const busy = useServer(test, { createWebHandler, settings: { maxInFlight: 2, replyCacheSeconds: 5 } });

  it('refuses what exceeds the cap, keeps health checks and the admin lane open, and serves what it knows', async () => {
    site.delayMs = 300;
    const held = [busy.get('/slow-1'), busy.get('/slow-2')];
    await pause(100);
    const refused = await busy.get('/slow-3');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe('2');
    expect(await refused.json()).toEqual({
      message: 'We are very busy right now. Please try again in a moment.',
      code: 'UNAVAILABLE',
    });
    expect((await busy.get('/readyz')).status).toBe(200);
    expect((await busy.get('/admin/users')).status).toBe(200);
    expect((await busy.get('/api/admin/unknown')).status).toBe(404);
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await busy.get('/slow-1')).status).toBe(200);
  });
});
