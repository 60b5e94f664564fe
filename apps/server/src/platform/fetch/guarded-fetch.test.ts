import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts';

const PUBLIC = '196.25.1.1';
const ALLOWED_HOST = 'authority.example';
const allowed = { hosts: [ALLOWED_HOST] };

/** All requests that reach the server, whatever their host. */
const requests: IncomingMessage[] = [];
let answer = (_: IncomingMessage, response: ServerResponse): void => void response.end('news');
const server = createServer((request, response) => {
  requests.push(request);
  answer(request, response);
});
let addresses: Record<string, readonly string[]> = {};
let fetchGuarded: GuardedFetch;

const testInternet = () => ({
  port: (server.address() as AddressInfo).port,
  addressesOf: (name: string) => addresses[name] ?? [PUBLIC],
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  fetchGuarded = createGuardedFetch({
    contact: 'https://hakiki.example/contact',
    isProduction: false,
    testInternet: testInternet(),
    timeoutMs: 1500,
  });
});
beforeEach(() => {
  requests.length = 0;
  addresses = {};
  answer = (_, response) => void response.end('news');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Private addresses as attackers spell them. Each host is allowed, so that only the address is checked. */
const literals = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0x0.0x0.0x1',
  '0177.0.0.1',
  '0177.0.0.01',
  '017700000001',
  '127.0.0.1.',
  '0',
  '0.0.0.0',
  '0x0',
  '10.0.0.1',
  '167772161',
  '0x0a000001',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '0xc0a80101',
  '3232235777',
  '0300.0250.1.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '100.64.0.1',
  '100.127.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '①②⑦.⓪.⓪.①',
  '１２７.0.0.1',
  '127。0。0。1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:10.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
];

describe('fetching from a private address', () => {
  it(`rejects a private address in ${literals.length} notations`, async () => {
    const urls = literals.map((host) => `https://${host}/`);
    const outcomes = await Promise.all(
      urls.map((address) =>
        fetchGuarded(address, { hosts: URL.canParse(address) ? [new URL(address).hostname] : [address] }),
      ),
    );
    const refused = { outcome: 'refused', reason: 'address' };
    expect(urls.map((address, index) => [address, outcomes[index]])).toEqual(urls.map((address) => [address, refused]));
    expect(requests).toEqual([]);
    expect(literals.length).toBeGreaterThanOrEqual(60);
  });

  it('rejects a host name if any of its addresses is private', async () => {
    const privateAddresses = [
      '127.0.0.1',
      '10.1.2.3',
      '169.254.169.254',
      '100.100.100.200',
      '::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      'fe80::1%eth0',
      'fd00::1',
      'ff02::1',
      'not an address',
    ];
    for (const address of privateAddresses) {
      for (const all of [[address], [PUBLIC, address]]) {
        addresses[ALLOWED_HOST] = all;
        const outcome = await fetchGuarded(`https://${ALLOWED_HOST}/`, allowed);
        expect([all, outcome]).toEqual([all, { outcome: 'refused', reason: 'address' }]);
      }
    }
    addresses[ALLOWED_HOST] = [];
    expect(await fetchGuarded(`https://${ALLOWED_HOST}/`, allowed)).toEqual({ outcome: 'refused', reason: 'address' });
    expect(requests).toEqual([]);
  });

  it('rejects a private address that the real resolver returns', async () => {
    const real = createGuardedFetch({ contact: 'x', isProduction: true });
    expect(await real('https://localhost/', { hosts: ['localhost'] })).toEqual({
      outcome: 'refused',
      reason: 'address',
    });
  });
});

describe('fetching from a URL that is not allowed', () => {
  it('rejects another host, scheme or port, and a URL with a user', async () => {
    const tricks = [
      `http://${ALLOWED_HOST}/`,
      `ftp://${ALLOWED_HOST}/`,
      'file:///etc/passwd',
      'data:text/xml,<rss/>',
      'javascript:alert(1)',
      `https://${ALLOWED_HOST}:8443/`,
      `https://${ALLOWED_HOST}@127.0.0.1/`,
      `https://user@${ALLOWED_HOST}/`,
      `https://user:pass@${ALLOWED_HOST}/`,
      `https://127.0.0.1#@${ALLOWED_HOST}/`,
      `https://127.0.0.1\\@${ALLOWED_HOST}/`,
      `https://${ALLOWED_HOST}.evil.example/`,
      `https://evil-${ALLOWED_HOST}/`,
      `https://www.${ALLOWED_HOST}/`,
      `https://${ALLOWED_HOST}./`,
      'https://',
      '//authority.example/',
      '',
    ];
    for (const address of tricks) {
      expect([address, await fetchGuarded(address, allowed)]).toEqual([
        address,
        { outcome: 'refused', reason: 'address' },
      ]);
    }
    expect(requests).toEqual([]);
  });

  it('rejects every redirect, wherever it leads', async () => {
    for (const [status, location] of [
      [301, 'http://127.0.0.1/'],
      [302, `https://${ALLOWED_HOST}/elsewhere`],
      [303, 'https://169.254.169.254/'],
      [307, '//[::1]/'],
      [308, 'https://evil.example/'],
    ] as const) {
      requests.length = 0;
      answer = (_, response) => void response.writeHead(status, { Location: location }).end();
      expect(await fetchGuarded(`https://${ALLOWED_HOST}/feed`, allowed)).toEqual({
        outcome: 'refused',
        reason: 'redirect',
      });
      expect(requests.map(({ url }) => url)).toEqual(['/feed']);
    }
  });
});

describe('fetching from an allowed server', () => {
  it('sends our name and contact, and returns the content', async () => {
    answer = (_, response) =>
      void response
        .writeHead(200, { 'Content-Type': 'text/xml', ETag: '"a"', 'Last-Modified': 'Mon, 02 Mar 2026 10:00:00 GMT' })
        .end('news');
    expect(await fetchGuarded(`https://${ALLOWED_HOST}/feed?x=1`, allowed)).toEqual({
      outcome: 'fetched',
      body: Buffer.from('news'),
      bodyHash: createHash('sha256').update('news').digest('hex'),
      contentType: 'text/xml',
      etag: '"a"',
      lastModified: 'Mon, 02 Mar 2026 10:00:00 GMT',
    });
    const [request] = requests;
    expect([request!.url, request!.headers['user-agent']]).toEqual([
      '/feed?x=1',
      'Hakiki-News/1.0 (+https://hakiki.example/contact)',
    ]);
    expect(request!.headers.host?.split(':')[0]).toBe(ALLOWED_HOST);
    expect(request!.headers.cookie).toBeUndefined();
  });

  it('does not return the same content twice, even if the server ignores conditional requests', async () => {
    const first = await fetchGuarded(`https://${ALLOWED_HOST}/`, allowed);
    if (first.outcome !== 'fetched') throw new Error(first.outcome);
    const validators = { etag: '"a"', lastModified: 'Mon, 02 Mar 2026 10:00:00 GMT', bodyHash: first.bodyHash };
    expect(await fetchGuarded(`https://${ALLOWED_HOST}/`, { ...allowed, validators })).toEqual({
      outcome: 'unchanged',
    });
    answer = (_, response) => void response.writeHead(304).end();
    const others = { ...validators, bodyHash: null };
    expect(await fetchGuarded(`https://${ALLOWED_HOST}/`, { ...allowed, validators: others })).toEqual({
      outcome: 'unchanged',
    });
    const { 'if-none-match': etag, 'if-modified-since': since } = requests.at(-1)!.headers;
    expect([etag, since]).toEqual(['"a"', 'Mon, 02 Mar 2026 10:00:00 GMT']);
  });

  it('returns when to retry, at most a day later', async () => {
    const retryAfterSeconds = { '120': 120, '999999999': 86_400, nonsense: undefined };
    for (const [header, seconds] of Object.entries(retryAfterSeconds)) {
      answer = (_, response) => void response.writeHead(429, { 'Retry-After': header }).end();
      expect(await fetchGuarded(`https://${ALLOWED_HOST}/`, allowed)).toEqual({
        outcome: 'refused',
        reason: 'status',
        ...(seconds && { retryAfterSeconds: seconds }),
      });
    }
  });

  it('reads at most two megabytes after decompression', async () => {
    const before = process.memoryUsage().rss;
    const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024));
    answer = (_, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
    const prepared = process.memoryUsage().rss;
    expect(await fetchGuarded(`https://${ALLOWED_HOST}/`, allowed)).toEqual({
      outcome: 'refused',
      reason: 'too-large',
    });
    expect(process.memoryUsage().rss - Math.max(before, prepared)).toBeLessThan(64 * 1024 * 1024);
    answer = (_, response) => void response.end(Buffer.alloc(2 * 1024 * 1024 + 1));
    expect(await fetchGuarded(`https://${ALLOWED_HOST}/`, allowed)).toEqual({
      outcome: 'refused',
      reason: 'too-large',
    });
    answer = (_, response) => void response.end(Buffer.alloc(2 * 1024 * 1024));
    expect(await fetchGuarded(`https://${ALLOWED_HOST}/`, allowed)).toMatchObject({ outcome: 'fetched' });
    answer = (_, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip, gzip' }).end(bomb);
    expect(await fetchGuarded(`https://${ALLOWED_HOST}/`, allowed)).toEqual({ outcome: 'refused', reason: 'encoding' });
    answer = (_, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no gzip');
    expect(await fetchGuarded(`https://${ALLOWED_HOST}/`, allowed)).toEqual({
      outcome: 'refused',
      reason: 'unreachable',
    });
  });

  it('times out on a silent server and on a response without an end', async () => {
    answer = () => undefined;
    expect(await fetchGuarded(`https://${ALLOWED_HOST}/`, allowed)).toEqual({ outcome: 'refused', reason: 'too-slow' });
    answer = (_, response) => {
      const timer = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(timer));
    };
    const startedAt = Date.now();
    expect(await fetchGuarded(`https://${ALLOWED_HOST}/`, allowed)).toEqual({ outcome: 'refused', reason: 'too-slow' });
    expect(Date.now() - startedAt).toBeLessThan(4000);
  });
});

it('rejects a simulated internet in production', () => {
  expect(() => createGuardedFetch({ contact: 'x', isProduction: true, testInternet: testInternet() })).toThrow(
    'In production there is no internet on loopback.',
  );
});
