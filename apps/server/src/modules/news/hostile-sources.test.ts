/** Hacked or broken sources over real connections: nothing is published, and the worker continues. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { constants, createGzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/database.ts';
import { createGuardedFetch } from '../../platform/fetch/guarded-fetch.ts';
import { createLog } from '../../platform/log/log.ts';
import { createImporting } from './importing.ts';
import { cbk } from './sources/cbk.ts';
import { fsca } from './sources/fsca.ts';
import type { NewsSource } from './sources/source.ts';

const test = useDatabase();
const MEGABYTE = 1024 * 1024;
const LONGEST_MS = 2000;
/** Time for parsing besides the timeout, on a busy machine. */
const READING_MS = 6000;
const MOST_MEGABYTES = 200;

const answers = new Map<string, (response: ServerResponse) => void>();
const server = createServer((request, response) => {
  response.on('error', () => undefined);
  answers.get(String(request.headers.host).split(':')[0]!)?.(response);
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const recorded = (name: string) => readFileSync(join(import.meta.dirname, 'sources', name), 'utf8');
const item = (link: string, title = 'Circular of the Bank on the market', more = 'To all the banks.') =>
  `<item><title>${title}</title><link>${link}</link><pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate><description>${more}</description></item>`;
const feed = (...items: string[]) => `<rss version="2.0"><channel><title>x</title>${items.join('')}</channel></rss>`;
const good = (number: number) => item(`https://www.centralbank.go.ke/${number}`);

const sending =
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
  let left = 1024;
  const fill = () => {
    while (left > 0 && !zip.destroyed) {
      left -= 1;
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
    sending(`<!DOCTYPE x [<!ENTITY e0 "ha">${entities(9)}]>${feed(item('https://www.centralbank.go.ke/1', '&e9;'))}`),
    /^unreadable: entities$/,
  ],
  [
    'a million references',
    cbk,
    sending(feed(item('https://x.example/', 'x', '&#65;'.repeat(1_000_000)))),
    /^too-large$/,
  ],
  [
    'as many references as are read',
    cbk,
    sending(feed(item('https://www.centralbank.go.ke/1', 'Bahis', '&#65;'.repeat(400_000)))),
    /^odd: /,
  ],
  ['links that run', cbk, sending(feed(item('javascript:alert(1)'), good(1))), /^odd: link$/],
  ['links to our own machine', cbk, sending(feed(item('http://localhost/admin'), good(1))), /^odd: link$/],
  ['links to the cloud around us', cbk, sending(feed(item('http://169.254.169.254/latest'), good(1))), /^odd: link$/],
  ['a page instead of a feed', cbk, sending('<html><body>Maintenance</body></html>'), /^unreadable: format$/],
  ['ten times what is read', cbk, sending(feed(good(1)) + ' '.repeat(20 * MEGABYTE)), /^too-large$/],
  ['no end, slowly', cbk, endless(' ', 50), /^too-slow$/],
  ['no end, quickly', cbk, endless(' '.repeat(64 * 1024), 1), /^(?:too-large|too-slow)$/],
  [
    'another charset than it says',
    cbk,
    sending(Buffer.from(feed(item('https://www.centralbank.go.ke/1', 'Circul\u00E9')), 'latin1')),
    /^unreadable: charset$/,
  ],
  [
    'a charset that nobody knows',
    cbk,
    sending(feed(good(1)), { 'Content-Type': 'text/xml; charset=klingon' }),
    /charset$/,
  ],
  [
    'another way elsewhere',
    cbk,
    (response) => void response.writeHead(302, { Location: 'http://127.0.0.1/' }).end(),
    /^redirect$/,
  ],
  ['broken compression', cbk, sending('not compressed', { 'Content-Encoding': 'gzip' }), /^unreachable$/],
  ['depth without end', cbk, sending('<rss><channel>'.repeat(100_000)), /^unreadable: format$/],
  [
    'a page with another layout',
    fsca,
    sending(recorded('fsca.answer.html').replace('media-releases', 'x')),
    /^odd: count/,
  ],
  ['a page of nothing but open tags', fsca, sending('<div>'.repeat(400_000)), /^unreadable: format$/],
  [
    'a page of nothing but rows',
    fsca,
    sending(
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
      timeoutMs: LONGEST_MS,
    });
    const importing = createImporting({
      database: test.database,
      fetch,
      log: createLog('silent'),
      sources: [cbk, fsca],
    });
    await test.sql(`insert into news_source_states (id, releases) values ('cbk', 3), ('fsca', 3)`);
    const figures: string[] = [];
    for (const [what, source, answer, fault] of hostile) {
      answers.set(source.host, answer);
      await test.sql(`update news_source_states set next_run_at = now() + interval '1 hour'`);
      await test.sql(`update news_source_states set next_run_at = now() where id = $1`, [source.id]);
      const { ms, megabytes } = await measured(() => importing.runDue());
      const [state] = await test.sql('select fault from news_source_states where id = $1', [source.id]);
      expect([what, state!['fault']]).toEqual([what, expect.stringMatching(fault)]);
      expect([what, await test.sql(`select title from news_items where state = 'shown'`)]).toEqual([what, []]);
      expect([what, ms < LONGEST_MS + READING_MS, megabytes < MOST_MEGABYTES]).toEqual([what, true, true]);
      figures.push(`${what}: ${Math.round(ms)} ms, ${Math.round(megabytes)} MB, ${String(state!['fault'])}`);
    }
    console.info(figures.join('\n'));
    answers.set(cbk.host, sending(recorded('cbk.answer.xml')));
    await test.sql(`update news_source_states set next_run_at = now() where id = 'cbk'`);
    await importing.runDue();
    expect(await test.sql(`select from news_items where state = 'shown'`)).toHaveLength(3);
  }, 120_000);
});

/** Measures the duration and the peak of additional memory. */
async function measured(work: () => Promise<void>): Promise<{ ms: number; megabytes: number }> {
  const inUse = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = inUse();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, inUse())), 5);
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  clearInterval(timer);
  return { ms, megabytes: (Math.max(most, inUse()) - before) / MEGABYTE };
}
