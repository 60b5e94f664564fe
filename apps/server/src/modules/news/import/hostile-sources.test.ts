/** Hacked or broken sources over real connections: nothing is published, and the worker continues. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { constants, createGzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { createGuardedFetch } from '../../../platform/fetch/guarded-fetch.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createImporting } from './importing.ts';
import { cbk } from '../sources/cbk.ts';
import { fsca } from '../sources/fsca.ts';
import type { NewsSource } from '../sources/source.ts';

const test = useDatabase();
const MEGABYTE = 1024 * 1024;
const TIMEOUT_MS = 2000;
/** Time for parsing besides the timeout, on a busy machine. */
const MAX_PARSE_MS = 6000;
const MAX_MEGABYTES = 200;

const responders = new Map<string, (response: ServerResponse) => void>();
const server = createServer((request, response) => {
  response.on('error', () => undefined);
  responders.get(String(request.headers.host).split(':')[0]!)?.(response);
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const readRecorded = (name: string) => readFileSync(join(import.meta.dirname, '../sources', name), 'utf8');
const item = (link: string, title = 'Circular of the Bank on the market', more = 'To all the banks.') =>
  `<item><title>${title}</title><link>${link}</link><pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate><description>${more}</description></item>`;
const feed = (...items: string[]) => `<rss version="2.0"><channel><title>x</title>${items.join('')}</channel></rss>`;
const good = (number: number) => item(`https://www.centralbank.go.ke/${number}`);

const sendBody =
  (body: string | Buffer, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(200, { 'Content-Type': 'application/rss+xml; charset=utf-8', ...headers }).end(body);

/** Sends until the connection is closed. */
const endless = (part: string, everyMs: number) => (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'text/xml' }).write('<rss><channel>');
  const timer = setInterval(() => response.write(part), everyMs);
  response.on('close', () => clearInterval(timer));
};

/** A gigabyte compressed to a megabyte, created while it is sent. */
const bomb = (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'text/xml', 'Content-Encoding': 'gzip' });
  const zip = createGzip({ level: constants.Z_BEST_SPEED });
  zip.pipe(response);
  response.on('close', () => zip.destroy());
  zip.on('error', () => undefined);
  const zeros = Buffer.alloc(MEGABYTE, ' ');
  let remaining = 1024;
  const fill = () => {
    while (remaining > 0 && !zip.destroyed) {
      remaining -= 1;
      if (!zip.write(zeros)) return void zip.once('drain', fill);
    }
    zip.end();
  };
  fill();
};

const entities = (count: number) =>
  Array.from({ length: count }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');

const hostile: [string, NewsSource, (response: ServerResponse) => void, RegExp][] = [
  ['a gigabyte, compressed', cbk, bomb, /^too-large$/],
  [
    'a billion laughs',
    cbk,
    sendBody(`<!DOCTYPE x [<!ENTITY e0 "ha">${entities(9)}]>${feed(item('https://www.centralbank.go.ke/1', '&e9;'))}`),
    /^unreadable: entities$/,
  ],
  [
    'a million references',
    cbk,
    sendBody(feed(item('https://x.example/', 'x', '&#65;'.repeat(1_000_000)))),
    /^too-large$/,
  ],
  [
    'as many references as are read',
    cbk,
    sendBody(feed(item('https://www.centralbank.go.ke/1', 'Bahis', '&#65;'.repeat(400_000)))),
    /^odd: /,
  ],
  ['links that run', cbk, sendBody(feed(item('javascript:alert(1)'), good(1))), /^odd: link$/],
  ['links to our own machine', cbk, sendBody(feed(item('http://localhost/admin'), good(1))), /^odd: link$/],
  ['links to the cloud around us', cbk, sendBody(feed(item('http://169.254.169.254/latest'), good(1))), /^odd: link$/],
  ['a page instead of a feed', cbk, sendBody('<html><body>Maintenance</body></html>'), /^unreadable: format$/],
  ['ten times what is read', cbk, sendBody(feed(good(1)) + ' '.repeat(20 * MEGABYTE)), /^too-large$/],
  ['no end, slowly', cbk, endless(' ', 50), /^too-slow$/],
  ['no end, quickly', cbk, endless(' '.repeat(64 * 1024), 1), /^(?:too-large|too-slow)$/],
  [
    'another charset than it says',
    cbk,
    sendBody(Buffer.from(feed(item('https://www.centralbank.go.ke/1', 'Circul\u00E9')), 'latin1')),
    /^unreadable: charset$/,
  ],
  [
    'a charset that nobody knows',
    cbk,
    sendBody(feed(good(1)), { 'Content-Type': 'text/xml; charset=klingon' }),
    /charset$/,
  ],
  [
    'another way elsewhere',
    cbk,
    (response) => void response.writeHead(302, { Location: 'http://127.0.0.1/' }).end(),
    /^redirect$/,
  ],
  ['broken compression', cbk, sendBody('not compressed', { 'Content-Encoding': 'gzip' }), /^unreachable$/],
  ['depth without end', cbk, sendBody('<rss><channel>'.repeat(100_000)), /^unreadable: format$/],
  [
    'a page with another layout',
    fsca,
    sendBody(readRecorded('fsca.answer.html').replace('media-releases', 'x')),
    /^odd: count/,
  ],
  ['a page of nothing but open tags', fsca, sendBody('<div>'.repeat(400_000)), /^unreadable: format$/],
  [
    'a page of nothing but rows',
    fsca,
    sendBody(
      gzipSync(
        `<div id="media-releases"><button class="accordion-button">2026</button>${`<tr onclick="window.open('/x')"><td>x`.repeat(40_000)}`,
      ),
      { 'Content-Encoding': 'gzip' },
    ),
    /^odd: count/,
  ],
];

describe('a hostile source', () => {
  it('publishes nothing of a hostile source, limits time and memory, and reads its next good response [DEC-63]', async () => {
    const fetch = createGuardedFetch({
      contact: 'https://hakiki.example/contact',
      isProduction: false,
      testInternet: { port: (server.address() as AddressInfo).port, addressesOf: () => ['196.25.1.1'] },
      timeoutMs: TIMEOUT_MS,
    });
    const importing = createImporting({
      database: test.database,
      fetch,
      log: createLog('silent'),
      sources: [cbk, fsca],
    });
    await test.sql(`insert into news_source_states (id, releases) values ('cbk', 3), ('fsca', 3)`);
    const measurements: string[] = [];
    for (const [what, source, answer, fault] of hostile) {
      responders.set(source.host, answer);
      await test.sql(`update news_source_states set next_run_at = now() + interval '1 hour'`);
      await test.sql(`update news_source_states set next_run_at = now() where id = $1`, [source.id]);
      const { ms, megabytes } = await measure(() => importing.runDue());
      const [state] = await test.sql('select fault from news_source_states where id = $1', [source.id]);
      expect([what, state!['fault']]).toEqual([what, expect.stringMatching(fault)]);
      expect([what, await test.sql(`select title from news_items where state = 'shown'`)]).toEqual([what, []]);
      expect([what, ms < TIMEOUT_MS + MAX_PARSE_MS, megabytes < MAX_MEGABYTES]).toEqual([what, true, true]);
      measurements.push(`${what}: ${Math.round(ms)} ms, ${Math.round(megabytes)} MB, ${String(state!['fault'])}`);
    }
    console.info(measurements.join('\n'));
    responders.set(cbk.host, sendBody(readRecorded('cbk.answer.xml')));
    await test.sql(`update news_source_states set next_run_at = now() where id = 'cbk'`);
    await importing.runDue();
    expect(await test.sql(`select from news_items where state = 'shown'`)).toHaveLength(3);
  }, 120_000);
});

/** Measures the duration and the peak of additional memory. */
async function measure(work: () => Promise<void>): Promise<{ ms: number; megabytes: number }> {
  const usedBytes = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = usedBytes();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, usedBytes())), 5);
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  clearInterval(timer);
  return { ms, megabytes: (Math.max(peak, usedBytes()) - before) / MEGABYTE };
}
