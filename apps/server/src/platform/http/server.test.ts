import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { cacheControl } from '@hakiki/contract/cache';
import type { CreateWebHandler } from '@hakiki/contract/web-handler';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeProvider, makeSession, makeUser } from '../../../test/support/factories.ts';
import { newIssueReport } from '../../../test/support/reporter.ts';
import { useServer } from '../../../test/support/server.ts';

const test = useDatabase();

/** A site that counts how often it renders and remembers the last request. */
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
    if (site.delayMs) await sleep(site.delayMs);
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
      status: pathname.startsWith('/missing') ? 404 : 200,
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

/** fetch decodes and rewrites too much to check the bytes on the wire. */
function sendRaw(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) {
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
  it('responds with a JSON 404 to every unknown path under /api/ [DEC-48] [SHAPE-01]', async () => {
    for (const [path, method] of [
      ['/api/unknown', 'GET'],
      ['/api/unknown/deeper', 'POST'],
      ['/api/stats/deeper', 'PUT'],
    ] as const) {
      const response = await server.get(path, { method });
      expect(response.status, path).toBe(404);
      expect(await response.json()).toEqual({ message: 'There is nothing at this address.', code: 'NOT_FOUND' });
    }
  });

  it('passes /api and /api/ to the site [DEC-48]', async () => {
    for (const path of ['/api', '/api/']) {
      const response = await server.get(path);
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(response.status).toBe(200);
    }
  });

  it('responds to an unexpected error with one general message and logs the details [SHAPE-01] [SHAPE-02]', async () => {
    site.isBroken = true;
    const response = await server.get('/breaks', { headers: { 'X-Request-Id': 'edge-12345678' } });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: 'Something went wrong. Please try again.', code: 'UNEXPECTED' });
    const logged = server.log.find(({ msg }) => msg === 'request failed');
    expect(logged).toMatchObject({ requestId: 'edge-12345678', err: { message: 'secret detail of the failure' } });
  });

  it('rejects an unknown query parameter by name and names those of the call [SAFE-07]', async () => {
    for (const path of ['/api/providers?limt=5', '/api/providers?limit=5&limt=5&utm_source=chat']) {
      const reply = await sendRaw(path);
      expect([reply.status, reply.headers['cache-control']]).toEqual([400, 'no-store']);
      const { fields } = JSON.parse(reply.body.toString()) as { fields: Record<string, string> };
      expect(fields['limt']).toMatch(/^Not a parameter of this call\. Its parameters are: .*\blimit\b.*\.$/);
    }
    expect((await sendRaw('/api/stats?utm_source=chat')).status).toBe(200);
  });

  it.each([
    ['arrays nested as deep as a body is long', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'body'],
    ['an object that cannot be compared with a number', '{"length":{"valueOf":1,"toString":1}}', 'valueOf'],
    ['a key with the name of a prototype', '{"__proto__":{"isAdmin":true}}', '__proto__'],
  ])(
    'rejects %s with a field error, also in a field that the call does not know [SAFE-12]',
    async (_, value, field) => {
      const report = '"reportType":"scam","severity":"High","description":"My money is gone."';
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'a-key-of-this-very-test' };
      for (const body of [`{${report},"more":${value}}`, `{${report.replace('"My money is gone."', value)}}`]) {
        const { status, body: answer } = await sendRaw('/api/reports', headers, 'POST', body);
        expect({ status, fields: Object.keys((JSON.parse(answer.toString()) as { fields: object }).fields) }).toEqual({
          status: 400,
          fields: [field],
        });
      }
    },
  );

  it('rejects a body that is too large before reading all of it [SHAPE-02]', async () => {
    const declared = await sendRaw('/posted', { 'Content-Length': '2000000' }, 'POST', 'x'.repeat(2_000_000));
    expect(declared.status).toBe(413);
    const streamed = await sendRaw('/posted', { 'Transfer-Encoding': 'chunked' }, 'POST', 'x'.repeat(2_000_000));
    expect(streamed.status).toBe(413);
    expect(JSON.parse(streamed.body.toString())).toEqual({
      code: 'TOO_LARGE',
      message: 'This is too large.',
    });
    expect((await sendRaw('/posted', {}, 'POST', 'small')).body.toString()).toBe('small');
  });
});

describe('methods', () => {
  it('rejects methods that a path does not accept, and lists those that it accepts [SAFE-07]', async () => {
    const refused = { message: 'This address does not accept this kind of request.', code: 'METHOD_NOT_ALLOWED' };
    for (const [method, path, allowed] of [
      ['TRACE', '/', 'GET, HEAD, POST'],
      ['PUT', '/directory', 'GET, HEAD, POST'],
      ['OPTIONS', '/api/providers', 'GET, HEAD, POST'],
      ['PATCH', '/api/providers', 'GET, HEAD, POST'],
      ['TRACE', '/api/providers', 'GET, HEAD, POST'],
      ['PROPFIND', '/admin', 'GET, HEAD, POST'],
      // Accepted by other paths, but not by this one.
      ['DELETE', '/api/providers', 'GET, HEAD, POST'],
      ['POST', '/api/stats', 'GET, HEAD'],
      ['POST', '/api/fraud-alerts/active', 'GET, HEAD'],
      ['GET', '/api/auth/login', 'POST'],
      ['HEAD', '/api/auth/login', 'POST'],
      ['POST', '/api/openapi.json', 'GET, HEAD'],
      ['DELETE', '/robots.txt', 'GET, HEAD'],
    ] as const) {
      const { status, headers, body } = await sendRaw(path, {}, method);
      const replyBody: unknown = method === 'HEAD' ? refused : JSON.parse(body.toString());
      expect([method, status, headers.allow, replyBody]).toEqual([method, 405, allowed, refused]);
    }
  });
});

describe('public responses', () => {
  const requestHeaders = { Origin: 'https://elsewhere.example' };
  const corsHeadersOf = (headers: Record<string, unknown>) => [
    headers['access-control-allow-origin'],
    headers['access-control-allow-credentials'],
    headers['vary'],
  ];

  it('lets pages of other sites read public responses, without cookies and with the same headers for all', async () => {
    for (const path of ['/api/providers', '/api/fraud-alerts', '/api/openapi.json']) {
      const { status, headers } = await sendRaw(path, requestHeaders);
      expect([
        path,
        status,
        headers['access-control-allow-origin'],
        headers['access-control-allow-credentials'],
      ]).toEqual([path, 200, '*', undefined]);
      expect(headers['access-control-expose-headers']).toBe('ETag, Link, Retry-After, X-Total-Count');
      expect(headers.vary ?? 'Accept-Encoding').toBe('Accept-Encoding');
      expect((await sendRaw(path)).headers['access-control-allow-origin']).toBe('*');
    }
    const missing = await sendRaw('/api/providers/00000000-0000-4000-8000-000000000000', requestHeaders);
    expect([missing.status, missing.headers['access-control-allow-origin']]).toEqual([404, '*']);
    const wrong = await sendRaw('/api/providers?colour=red', requestHeaders);
    expect([wrong.status, wrong.headers['access-control-allow-origin']]).toEqual([400, '*']);
  });

  it('lets pages of other sites read neither personal data nor pages nor rejected writes', async () => {
    for (const path of ['/api/auth/user', '/page', '/private']) {
      expect([path, ...corsHeadersOf((await sendRaw(path, requestHeaders)).headers).slice(0, 2)]).toEqual([
        path,
        undefined,
        undefined,
      ]);
    }
    const signedIn = await sendRaw('/api/fraud-alerts/active', { ...requestHeaders, Cookie: 'session=somebody' });
    expect(corsHeadersOf(signedIn.headers).slice(0, 2)).toEqual([undefined, undefined]);
    const written = await sendRaw('/api/contact', requestHeaders, 'POST', '{}');
    expect([written.status, ...corsHeadersOf(written.headers).slice(0, 2)]).toEqual([403, undefined, undefined]);
  });

  it('links to the next page of a list until its end', async () => {
    for (let nth = 0; nth < 3; nth += 1) await makeProvider(test.database.db, { name: `Paged ${nth}` });
    const linkAt = async (path: string) => (await sendRaw(path)).headers.link;
    expect(await linkAt('/api/providers?search=paged&limit=2')).toBe(
      '<http://hakiki.test/api/providers?limit=2&search=paged&offset=2>; rel="next"',
    );
    expect(await linkAt('/api/providers?search=paged&limit=2&offset=2')).toBeUndefined();
    expect(await linkAt('/api/providers?search=paged')).toBeUndefined();
    expect(await linkAt('/api/stats')).toBeUndefined();
  });
});

describe('writes', () => {
  it('rejects writes from other sites', async () => {
    const post = (headers: Record<string, string>, path = '/posted') =>
      sendRaw(path, headers, 'POST', 'x').then(({ status }) => status);
    expect(await post({ Origin: 'https://evil.example' })).toBe(403);
    expect(await post({ Origin: 'null' })).toBe(403);
    expect(await post({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await post({ Origin: 'http://hakiki.test' })).toBe(200);
    expect(await post({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await post({})).toBe(200);
    // The check changes nothing, and other apps share texts with it.
    expect(await post({ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, '/check')).toBe(200);
  });
});

describe('security headers', () => {
  it.each(['/', '/missing', '/api/stats', '/api/unknown', '/healthz', '/robots.txt', '/metrics'])(
    'sends security headers with %s',
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

  it('allows nothing to run in data', async () => {
    expect((await server.get('/api/stats')).headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
  });

  it("lists the hashes of a page's scripts in its policy, the same in every process [SAFE-11]", async () => {
    const [one, other] = [await server.get('/page'), await sibling.get('/page')];
    const policy = one.headers.get('Content-Security-Policy');
    expect(policy).toContain("; script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='; ");
    expect(policy).toContain("; worker-src 'self'; ");
    expect(await one.text()).toMatch(/^<!doctype html><script>1<\/script>/);
    expect(other.headers.get('Content-Security-Policy')).toBe(policy);
    expect(other.headers.get('ETag')).toBe(one.headers.get('ETag'));
  });
});

describe('the reply cache', () => {
  const small = useServer(test, {
    createWebHandler,
    clock: () => now,
    settings: { replyCacheSeconds: 5, replyCacheMegabytes: 0.125 },
  });

  it('computes a page once while it is fresh, and again afterwards', async () => {
    await sendRaw('/cached');
    await sendRaw('/cached');
    expect(site.renders).toBe(1);
    now += 5001;
    await sendRaw('/cached');
    expect(site.renders).toBe(2);
  });

  it('distinguishes pages by path and query only', async () => {
    await sendRaw('/cached?page=1', { Host: 'evil.example', Cookie: 'session=1' });
    const again = await sendRaw('/cached?page=1');
    expect(site.renders).toBe(1);
    expect(again.body.toString()).not.toContain('evil');
    await sendRaw('/cached?page=2');
    expect(site.renders).toBe(2);
  });

  it('ignores unknown query parameters and their order in the cache key [SAFE-07]', async () => {
    const spellings = [
      '/cached?search=coin&type=Wallet&type=Broker',
      '/cached?type=Wallet&fbclid=IwAR0&search=coin&type=Broker&utm_source=chat',
      '/cached?type=Wallet&type=Broker&search=coin&search=other',
    ];
    for (const spelling of spellings) await sendRaw(spelling);
    expect(site.renders).toBe(1);
    expect(site.lastRequest?.url).toBe('http://hakiki.test/cached?search=coin&type=Wallet&type=Broker');
    await sendRaw('/cached?fbclid=IwAR0');
    expect(site.lastRequest?.url).toBe('http://hakiki.test/cached');
    await sendRaw('/cached?utm_source=chat&gclid=1');
    expect(site.renders).toBe(2);
  });

  it('does not let searches and missing pages evict pages with a fixed path [SAFE-07]', async () => {
    await small.get('/popular');
    for (let nth = 0; nth < 40; nth += 1) await small.get(`/cached?search=${nth}`);
    for (let nth = 0; nth < 40; nth += 1) await small.get(`/missing/${nth}`);
    site.isBroken = true;
    now += 60_000;
    expect((await small.get('/popular')).status).toBe(200);
    expect((await small.get('/cached?search=0')).status).toBe(500);
  });

  it('hides cookies and host from the rendering of shared pages', async () => {
    await sendRaw('/cached', { Cookie: 'session=1', Authorization: 'Bearer x', Host: 'evil.example' });
    expect(site.lastRequest?.headers.get('cookie')).toBeNull();
    expect(site.lastRequest?.headers.get('authorization')).toBeNull();
    expect(site.lastRequest?.url).toBe('http://hakiki.test/cached');
    await sendRaw('//evil.example/cached');
    expect(new URL(site.lastRequest?.url ?? '').host).toBe('hakiki.test');
  });

  it('computes a page once for many concurrent requests', async () => {
    site.delayMs = 50;
    const responses = await Promise.all(Array.from({ length: 30 }, () => sendRaw('/crowd')));
    expect(site.renders).toBe(1);
    expect(new Set(responses.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('sends the stale response when a new one cannot be computed', async () => {
    const before = await sendRaw('/stale');
    now += 60_000;
    site.isBroken = true;
    const after = await sendRaw('/stale');
    expect(after.status).toBe(200);
    expect(after.body.equals(before.body)).toBe(true);
  });

  it('marks a stale response as not cacheable and never as not modified [SAFE-07]', async () => {
    const before = await sendRaw('/stale', { 'Accept-Encoding': 'br' });
    now += 60_000;
    site.isBroken = true;
    const known = { 'Accept-Encoding': 'br', 'If-None-Match': before.headers.etag! };
    const after = await sendRaw('/stale', known);
    expect([after.status, after.headers['cache-control'], after.headers.etag]).toEqual([200, 'no-store', undefined]);
    expect(after.body.equals(before.body)).toBe(true);
    site.isBroken = false;
    expect((await sendRaw('/stale', known)).status).toBe(304);
  });

  it.each(['/private', '/cookie'])('does not cache %s', async (path) => {
    await sendRaw(path);
    await sendRaw(path);
    expect(site.renders).toBe(2);
  });

  it('sends no-store for a page without a cache policy', async () => {
    expect((await sendRaw('/private')).headers['cache-control']).toBe('no-store');
  });

  it('shows a new provider after a few seconds', async () => {
    const { body } = await sendRaw('/api/providers');
    await makeProvider(test.database.db, { name: 'New here' });
    expect((await sendRaw('/api/providers')).body.equals(body)).toBe(true);
    now += 5001;
    expect((await sendRaw('/api/providers')).body.toString()).toContain('New here');
  });
});

describe('responses on the wire', () => {
  it('compresses a response as requested, with a separate ETag for each encoding', async () => {
    const plain = await sendRaw('/page');
    const br = await sendRaw('/page', { 'Accept-Encoding': 'gzip, deflate, br' });
    const gzip = await sendRaw('/page', { 'Accept-Encoding': 'gzip;q=1.0, br;q=0' });
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
    for (const { headers } of [plain, br, gzip]) expect(headers.vary).toBe('Accept-Encoding');
  });

  it.each(['/page', '/api/providers', '/api/openapi.json'])(
    'responds with an empty 304 when the client already has %s',
    async (path) => {
      const { headers } = await sendRaw(path, { 'Accept-Encoding': 'br' });
      const again = await sendRaw(path, { 'Accept-Encoding': 'br', 'If-None-Match': `W/"old", ${headers.etag}` });
      expect(again.status).toBe(304);
      expect(again.body).toHaveLength(0);
      expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': headers['cache-control'] });
      expect((await sendRaw(path, { 'If-None-Match': '"other"' })).status).toBe(200);
    },
  );

  it('responds to HEAD without a body and with the same headers', async () => {
    for (const path of ['/page', '/api/providers']) {
      const [get, head] = [await sendRaw(path), await sendRaw(path, {}, 'HEAD')];
      expect(head.body).toHaveLength(0);
      expect(head.headers).toMatchObject({ etag: get.headers.etag, 'content-length': String(get.body.length) });
    }
  });

  it('sends the cache policy of the endpoint', async () => {
    expect((await sendRaw('/api/stats')).headers['cache-control']).toBe(cacheControl('shared'));
    expect((await sendRaw('/api/openapi.json')).headers['cache-control']).toBe(cacheControl('daily'));
  });

  it('sends the request id of the edge, or a new one', async () => {
    expect((await sendRaw('/private', { 'X-Request-Id': 'edge-abcdefgh' })).headers['x-request-id']).toBe(
      'edge-abcdefgh',
    );
    expect((await sendRaw('/private', { 'X-Request-Id': 'bad id\t!' })).headers['x-request-id']).toMatch(
      /^[\da-f-]{36}$/,
    );
    await sendRaw('/page');
    expect((await sendRaw('/page', { 'X-Request-Id': 'edge-abcdefgh' })).headers['x-request-id']).toBe('edge-abcdefgh');
  });
});

describe('the request log', () => {
  it('logs routes and statuses, and no personal data', async () => {
    server.log.length = 0;
    await sendRaw('/api/providers?search=my-secret-question', {
      Cookie: 'session=cookie-of-a-person',
      'User-Agent': 'agent-of-a-person',
    });
    expect(server.log).toEqual([
      expect.objectContaining({ msg: 'answered', method: 'GET', route: '/api/providers', status: 200 }),
    ]);
    expect(JSON.stringify(server.log)).not.toMatch(/secret|cookie|person|127\.0\.0\.1/);
  });
});

describe('operational endpoints', () => {
  it('operational endpoints report health, readiness and version', async () => {
    expect(await server.json('/healthz')).toEqual({ status: 'ok' });
    expect(await server.json('/readyz')).toEqual({ status: 'ready' });
    expect(await server.json('/version')).toEqual({ name: 'hakiki', version: expect.any(String), commit: 'unknown' });
  });

  it('operational endpoints count requests by route, and cache hits separately', async () => {
    await sendRaw('/api/stats');
    await sendRaw('/api/stats');
    const metricsText = await (await server.get('/metrics')).text();
    expect(metricsText).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/stats",status="200"\} [1-9]/,
    );
    expect(metricsText).toMatch(/reply_cache_hits_total [1-9]/);
    expect(metricsText).not.toContain('search');
  });

  it('handles the site’s own API calls in the same process', async () => {
    expect(await server.json('/from-api')).toHaveProperty('totalProviders');
  });

  it('closes a connection that never finishes its request', async () => {
    const started = Date.now();
    await new Promise<void>((resolve) => {
      const socket = connect(server.running.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n'));
      socket.on('close', () => resolve());
      socket.resume();
    });
    expect(Date.now() - started).toBeLessThan(8000);
  });
});

describe('behind a proxy that is missing in TRUSTED_PROXIES', () => {
  let time = 5_000_000;
  const proxied = useServer(test, { createWebHandler, clock: () => time });
  const errorLines = () => proxied.log.filter(({ level }) => level === 'error');

  it('warns about an unknown proxy once a minute, without its address, in the log, the metrics and the readiness check', async () => {
    expect(await proxied.json('/readyz')).toEqual({ status: 'ready' });
    const headers = { 'X-Forwarded-For': '203.0.113.77' };
    for (let nth = 0; nth < 3; nth += 1) await proxied.get('/private', { headers });
    expect(errorLines()).toEqual([
      {
        level: 'error',
        time: expect.any(String),
        msg: 'X-Forwarded-For came from an address that is not in TRUSTED_PROXIES: if it is our own proxy, all visitors share its limits',
      },
    ]);
    time += 60_001;
    await proxied.get('/private', { headers });
    expect(errorLines()).toHaveLength(2);
    expect(JSON.stringify(proxied.log)).not.toMatch(/203\.0\.113|127\.0\.0\.1/);
    expect(await (await proxied.get('/metrics')).text()).toContain('http_requests_by_unknown_proxy_total 4');
    expect(await proxied.json('/readyz')).toEqual({
      status: 'ready',
      warning: 'X-Forwarded-For from outside TRUSTED_PROXIES',
    });
    time += 600_000;
    expect(await proxied.json('/readyz')).toEqual({ status: 'ready' });
  });

  const trusted = useServer(test, { createWebHandler, settings: { trustedProxies: ['loopback'] } });

  it('does not warn about a proxy in TRUSTED_PROXIES', async () => {
    await trusted.get('/private', { headers: { 'X-Forwarded-For': '203.0.113.77' } });
    expect(await trusted.json('/readyz')).toEqual({ status: 'ready' });
  });
});

describe('under overload', () => {
  const busy = useServer(test, {
    createWebHandler,
    clock: () => now,
    settings: { maxInFlight: 2, replyCacheSeconds: 5 },
  });

  it('sends stale copies under overload and marks them as not cacheable [SAFE-07]', async () => {
    const before = await busy.get('/known');
    expect(before.headers.get('Cache-Control')).toBe(cacheControl('shared'));
    now += 6000;
    site.delayMs = 300;
    const running = [busy.get('/slow-4'), busy.get('/slow-5')];
    await sleep(100);
    const stale = await busy.get('/known', { headers: { 'If-None-Match': before.headers.get('ETag')! } });
    expect([stale.status, stale.headers.get('Cache-Control'), stale.headers.get('ETag')]).toEqual([
      200,
      'no-store',
      null,
    ]);
    expect(await stale.text()).toBe(await before.text());
    await Promise.all(running);
  });

  it('rejects requests above the limit, but serves health checks, the staff lane and cached pages', async () => {
    site.delayMs = 300;
    const running = [busy.get('/slow-1'), busy.get('/slow-2')];
    await sleep(100);
    const refused = await busy.get('/slow-3');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe('2');
    const page = await refused.text();
    expect([refused.headers.get('Content-Type'), refused.headers.get('Cache-Control')]).toEqual([
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(page).toContain('This page is not available right now');
    expect(page).toContain('Cette page n’est pas disponible pour le moment.');
    const call = await busy.get('/api/stats');
    expect([call.status, call.headers.get('Retry-After'), await call.json()]).toEqual([
      503,
      '2',
      { message: 'We are very busy right now. Please try again in a moment.', code: 'UNAVAILABLE' },
    ]);
    expect((await busy.get('/readyz')).status).toBe(200);
    expect((await busy.get('/admin/users')).status).toBe(200);
    expect((await busy.get('/api/admin/unknown')).status).toBe(404);
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await busy.get('/slow-1')).status).toBe(200);
  });
});

describe('lanes', () => {
  const busy = useServer(test, { createWebHandler, settings: { maxInFlight: 2 } });
  const createSessionCookie = async (attributes: Parameters<typeof makeUser>[1] = {}) => {
    const { id: userId } = await makeUser(test.database.db, attributes);
    return (await makeSession(test.database.db, { userId, expiresAt: new Date(Date.now() + 86_400_000) })).cookie;
  };
  /** Sends the start of a request and returns the status of its response. */
  const startRequest = (head: string): { socket: Socket; status: Promise<number> } => {
    const socket = connect(busy.running.port, '127.0.0.1');
    socket.on('error', () => undefined).write(`${head}\r\nHost: x\r\n`);
    const status = new Promise<number>((resolve) => {
      socket.once('data', (data) => resolve(Number(data.toString().split(' ')[1])));
      socket.once('close', () => resolve(0));
    });
    return { socket, status };
  };

  it('accepts a report and a sign-in while uncached pages fill their own lane [SAFE-12]', async () => {
    const cookie = await createSessionCookie();
    site.delayMs = 1000;
    const running = [1, 2, 3].map((nth) => busy.get(`/slow-search?search=${nth}`));
    await sleep(100);
    const report = await busy.post('/api/reports', newIssueReport(), {
      headers: { cookie, 'idempotency-key': 'beside-a-flood-of-pages' },
    });
    const login = await busy.post('/api/auth/login', { email: 'nobody@example.com', password: 'wrong password' });
    expect([report.status, login.status]).toEqual([201, 401]);
    expect((await Promise.all(running)).filter(({ status }) => status === 200)).toHaveLength(2);
  });

  it("accepts an administrator's calls while other users fill the lane for console pages [SAFE-12]", async () => {
    const cookie = await createSessionCookie({ isAdmin: true });
    const call = () => busy.get('/api/admin/users?limit=1', { headers: { cookie } });
    expect((await call()).status).toBe(200);
    site.delayMs = 1500;
    const otherUsers = Array.from({ length: 70 }, () =>
      busy.get('/admin/login', { headers: { cookie: 'session=made-up' } }),
    );
    await sleep(500);
    expect((await call()).status).toBe(200);
    expect(new Set((await Promise.all(otherUsers)).map(({ status }) => status))).toEqual(new Set([200, 503]));
  });

  it('rejects a form of 21 MB from a visitor before its body is read [SAFE-12]', async () => {
    const { socket, status } = startRequest('POST /api/business/documents HTTP/1.1');
    socket.write('Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 21000000\r\n\r\nx');
    expect(await Promise.race([status, sleep(3000, 'still reading')])).toBe(401);
    socket.destroy();
  });

  it('rejects a form of 21 MB from an account that is no business before its body is read', async () => {
    const cookie = await createSessionCookie({ userType: 'user' });
    const { socket, status } = startRequest('POST /api/business/documents HTTP/1.1');
    socket.write(`Cookie: ${cookie}\r\nContent-Length: 21000000\r\n\r\nx`);
    expect(await Promise.race([status, sleep(3000, 'still reading')])).toBe(403);
    socket.destroy();
  });

  it('reserves no slot for a body that is still arriving [SAFE-12]', async () => {
    const slow = Array.from({ length: 10 }, () => startRequest('POST /posted HTTP/1.1'));
    for (const { socket } of slow) socket.write('Content-Length: 100\r\n\r\nx');
    await sleep(200);
    expect(await (await busy.get('/posted', { method: 'POST', body: 'quick' })).text()).toBe('quick');
    for (const { socket } of slow) socket.destroy();
  });
});
