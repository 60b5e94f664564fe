import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Admin, makeModerator } from '../../../../test/support/staff.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import type { FetchOptions, FetchOutcome, GuardedFetch } from '../../../platform/fetch/guarded-fetch.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createAuditService } from '../../audit/service.ts';
import { createTestServices } from '../../../../test/support/services.ts';
import { createImporting } from './importing.ts';
import { createNewsService } from '../service.ts';
import { cbk } from '../sources/cbk.ts';
import type { NewsSource } from '../sources/source.ts';

const test = useDatabase();
const recorded = readFileSync(join(import.meta.dirname, '../sources/cbk.answer.xml'), 'utf8');

let hash = 0;
const createResponse = (body: string): FetchOutcome => ({
  outcome: 'fetched',
  body: Buffer.from(body),
  contentType: 'application/rss+xml; charset=UTF-8',
  etag: '"e"',
  lastModified: null,
  bodyHash: String((hash += 1)),
});

const requests: { address: string; asked: FetchOptions }[] = [];
let answer: FetchOutcome;
const fetch: GuardedFetch = (address, options) => {
  requests.push({ address, asked: options });
  return Promise.resolve(answer);
};

const run = async (next: FetchOutcome) => {
  answer = next;
  await test.sql('update news_source_states set next_run_at = now()');
  const log = createLog('silent');
  await createImporting({ database: test.database, fetch, log, sources: [cbk] }).runDue();
};
const queue = { enqueue: () => Promise.resolve() };
const moderation = () =>
  createNewsService({
    database: test.database,
    queue,
    audit: createAuditService(),
    decisions: createTestServices(test.database).decisions,
    settings: { fetchesNews: true, publicUrl: 'http://hakiki.test' },
  }).moderation;
let admin: Admin;
beforeAll(async () => {
  admin = await makeModerator(test.database.db);
});
const decideBatch = async (outcome: 'released' | 'discarded') => {
  const { id, version, total } = await moderation().getHeld('cbk');
  await moderation().decideBatch(admin.actor, id, outcome, { version });
  return total;
};
const releaseBatch = () => decideBatch('released');
const states = async () =>
  (await test.sql('select state, count(*)::int as n from news_items group by 1 order by 1')).map((row) =>
    Object.values(row),
  );
const source = async () => (await test.sql('select * from news_source_states'))[0]!;
const pauseMinutes = async () =>
  Number((await test.sql('select extract(epoch from next_run_at - now()) / 60 as n from news_source_states'))[0]!['n']);

const item = (number: number, title = `Circular ${number} of the Bank`) =>
  `<item><title>${title}</title><link>https://www.centralbank.go.ke/${number}</link><pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate><description>To all the banks.</description></item>`;
const feed = (...items: string[]) => `<rss version="2.0"><channel><title>x</title>${items.join('')}</channel></rss>`;
const numberedFeed = (from: number, to: number) =>
  feed(...Array.from({ length: to - from + 1 }, (_, n) => item(from + n)));

beforeEach(async () => {
  requests.length = 0;
  for (const table of ['news_items', 'news_batches', 'news_source_states']) await test.sql(`delete from ${table}`);
});

/** Releases three batches. */
const makeTrusted = async () => {
  for (const number of [1, 2, 3]) {
    await run(createResponse(feed(item(number))));
    await releaseBatch();
  }
};

describe('importing a source', () => {
  it('requests a source on its own host, and holds its first three batches for a moderator [DEC-63]', async () => {
    await run(createResponse(recorded));
    expect(requests[0]!.address).toBe('https://www.centralbank.go.ke/feed/');
    expect(requests[0]!.asked.hosts).toEqual(['www.centralbank.go.ke']);
    expect(await states()).toEqual([['held', 3]]);
    expect(await releaseBatch()).toBe(3);
    expect(await states()).toEqual([['shown', 3]]);
    await run(createResponse(feed(item(1))));
    expect(await releaseBatch()).toBe(1);
    await run(createResponse(feed(item(2))));
    expect(await states()).toEqual([
      ['held', 1],
      ['shown', 4],
    ]);
    expect(await releaseBatch()).toBe(1);
    await run(createResponse(feed(item(3))));
    expect(await states()).toEqual([['shown', 6]]);
    const entries = await test.sql(
      `select action, subject, actor_id, detail from audit_entries where action like 'news.%' order by at, id`,
    );
    expect(entries[0]).toEqual({
      action: 'news.released',
      subject: 'cbk',
      actor_id: admin.id,
      detail: { batch: expect.any(String) as string, items: 3, rewordings: 0 },
    });
    expect(entries).toHaveLength(3);
  });

  it('stores one item per address, however often it is sent, with the time of the fetch [DEC-63]', async () => {
    const before = Date.now();
    await run(createResponse(feed(item(1))));
    await run(createResponse(feed(item(1))));
    const rows = await test.sql('select title, source_id, source_name, source_country, fetched_at from news_items');
    expect(rows).toEqual([
      {
        title: 'Circular 1 of the Bank',
        source_id: 'cbk',
        source_name: 'Central Bank of Kenya',
        source_country: 'kenya',
        fetched_at: expect.any(Date) as Date,
      },
    ]);
    expect(Math.abs((rows[0]!['fetched_at'] as Date).getTime() - before)).toBeLessThan(60_000);
  });

  it('fetches a source again after about 45 minutes, with its stored validators', async () => {
    await run(createResponse(feed(item(1))));
    expect(await pauseMinutes()).toBeGreaterThan(44);
    expect(await pauseMinutes()).toBeLessThan(56);
    await createImporting({ database: test.database, fetch, log: createLog('silent'), sources: [cbk] }).runDue();
    expect(requests).toHaveLength(1);
    await run({ outcome: 'unchanged' });
    expect(requests[1]!.asked.validators).toMatchObject({ etag: '"e"', bodyHash: expect.any(String) as string });
  });

  it('fetches a failing source with increasing delays, or when its Retry-After ends', async () => {
    await run({ outcome: 'refused', reason: 'redirect' });
    expect(await source()).toMatchObject({ fault: 'redirect', failures: 1, last_good_at: null });
    await run({ outcome: 'refused', reason: 'status', retryAfterSeconds: 6 * 3600 });
    expect(await pauseMinutes()).toBeGreaterThan(359);
    await run({ outcome: 'unchanged' });
    expect((await source())['failures']).toBe(0);
  });
});

describe('a trusted source', () => {
  it('holds an unusual batch of a trusted source, and keeps the published items', async () => {
    await makeTrusted();
    const before = await states();
    const unusualFeeds = [
      feed(item(9, 'Bahis casino bonus')).replace('To all the banks.', 'Casino!'),
      feed(item(10), item(11).replace('www.centralbank.go.ke', 'evil.example')),
      feed(item(12).replace('2026', '2027')),
      numberedFeed(100, 160),
    ];
    for (const body of unusualFeeds) {
      await run(createResponse(body));
      expect(String((await source())['fault'])).toMatch(/^odd: /);
    }
    expect((await states()).find(([state]) => state === 'shown')).toEqual(before[0]);
    expect(await decideBatch('discarded')).toBeGreaterThan(0);
    expect((await states()).map(([state]) => state)).toEqual(['hidden', 'shown']);
  });

  it('holds a batch that changes more than a fifth of the known items, and applies a small correction', async () => {
    await makeTrusted();
    await run(createResponse(numberedFeed(1, 10)));
    await run(createResponse(feed(item(1, 'Circular 1 of the Bank, corrected'), item(2))));
    const titles = () =>
      test.sql(
        `select title from news_items where title not like 'Circular __ of%' and title not like 'Circular _ of the Bank'`,
      );
    expect(await titles()).toEqual([{ title: 'Circular 1 of the Bank, corrected' }]);
    await run(
      createResponse(feed(...[1, 2, 3].map((number) => item(number, `The Bank is closed ${number}`)), item(50))),
    );
    expect((await source())['fault']).toBe('odd: changed');
    expect(await titles()).toEqual([{ title: 'Circular 1 of the Bank, corrected' }]);
    expect((await test.sql(`select state from news_items where source_url like '%/50'`))[0]).toEqual({ state: 'held' });
  });

  it('holds an item of a trusted source with a phone number, and publishes names of persons [FILL-06]', async () => {
    await makeTrusted();
    await run(createResponse(feed(item(4, 'The Bank fines Tumelo Nkgadima'))));
    expect(await states()).toEqual([['shown', 4]]);
    await run(createResponse(feed(item(5, 'Call +254 722 000 123 about the circular of the Bank'))));
    expect(await states()).toEqual([
      ['held', 1],
      ['shown', 4],
    ]);
    expect((await moderation().getHeld('cbk')).anomalies).toEqual(['private']);
    await run(createResponse(feed(item(4, 'The Bank fines somebody at +254 722 000 456'))));
    expect(await test.sql(`select from news_items where title like '%456%'`)).toEqual([]);
    await expect(releaseBatch()).rejects.toMatchObject({ code: 'PRIVATE_DATA_FOUND' });
  });

  it('publishes nothing of an unreadable response, and limits the held items of a flood', async () => {
    await makeTrusted();
    await run(createResponse('<html>Moved</html>'));
    expect((await source())['fault']).toBe('unreadable: format');
    for (let batch = 0; batch < 15; batch += 1)
      await run(createResponse(numberedFeed(1000 + batch * 60, 1059 + batch * 60)));
    expect(await states()).toEqual([
      ['held', 500],
      ['shown', 3],
    ]);
  });
});

describe('held batches of a source', () => {
  const version = async () => (await moderation().getHeld('cbk')).version;

  it('increases the version when more items arrive, so that a moderator releases only what they have seen', async () => {
    await run(createResponse(feed(item(1))));
    expect(await version()).toBe(1);
    await run(createResponse(feed(item(1))));
    expect(await version()).toBe(1);
    await run(createResponse(feed(item(1), item(2))));
    expect(await version()).toBe(2);
    await run(createResponse(feed(item(1, 'Circular 1 of the Bank, corrected'), item(2))));
    const { id, items } = await moderation().getHeld('cbk');
    expect(items.map(({ title }) => title).toSorted()).toEqual([
      'Circular 1 of the Bank, corrected',
      'Circular 2 of the Bank',
    ]);
    await expect(moderation().decideBatch(admin.actor, id, 'released', { version: 2 })).rejects.toThrow(
      'sent new items',
    );
    expect(await version()).toBe(3);
  });

  it('lists rewordings of a source, and applies them after the release', async () => {
    await makeTrusted();
    const rewritten = feed(...[1, 2, 3].map((number) => item(number, `The Bank is closed ${number}`)));
    await run(createResponse(rewritten));
    await run(createResponse(rewritten));
    const { anomalies, rewordings, version: seen } = await moderation().getHeld('cbk');
    expect([anomalies, seen, rewordings.map(({ before, title }) => [before, title])]).toEqual([
      ['changed'],
      1,
      [1, 2, 3].map((number) => [`Circular ${number} of the Bank`, `The Bank is closed ${number}`]),
    ]);
    await releaseBatch();
    await createImporting({
      database: test.database,
      fetch,
      log: createLog('silent'),
      sources: [cbk],
    }).applyReleasedRewordings();
    const titles = await test.sql('select title from news_items order by source_url');
    expect(titles.map(({ title }) => title)).toEqual([1, 2, 3].map((number) => `The Bank is closed ${number}`));
  });

  it('does not count a repeated unusual response as good, so that a changed layout is detected as silence', async () => {
    await makeTrusted();
    await run(createResponse(feed()));
    expect(await source()).toMatchObject({ fault: expect.stringContaining('odd: count') as string, failures: 1 });
    const { last_good_at: before } = await source();
    await run({ outcome: 'unchanged' });
    expect((await source())['last_good_at']).toEqual(before);
    expect(await states()).toEqual([['shown', 3]]);
  });
});

describe('the same text on two hosts', () => {
  const other: NewsSource = { ...cbk, id: 'cbk-elsewhere', name: 'Bank elsewhere', host: 'news.example.org' };
  const longTitle = (number: number) => `Circular ${number} of the Bank to all providers of virtual asset services`;
  const fromOtherHost = (body: string) => createResponse(body.replaceAll('www.centralbank.go.ke', 'news.example.org'));
  const runOther = async (next: FetchOutcome) => {
    answer = next;
    await test.sql(`insert into news_source_states (id, releases) values ('cbk-elsewhere', 3) on conflict do nothing`);
    await test.sql(`update news_source_states set next_run_at = now() where id = 'cbk-elsewhere'`);
    await createImporting({
      database: test.database,
      fetch,
      log: createLog('silent'),
      sources: [other],
    }).runDue();
  };
  const copies = () => test.sql('select source_url, source_name, state from news_copies order by source_url');

  it('stores one item with both sources, also when it is sent again with other punctuation', async () => {
    await makeTrusted();
    await run(createResponse(feed(item(10, longTitle(10)), item(11, 'Notice'))));
    await runOther(fromOtherHost(feed(item(10, `  ${longTitle(10).toUpperCase()}!`), item(11, 'Notice'))));
    await runOther(fromOtherHost(feed(item(10, longTitle(10)))));
    expect(await copies()).toEqual([
      { source_url: 'https://news.example.org/10', source_name: 'Bank elsewhere', state: 'shown' },
    ]);
    // Too short to be recognised as the same text.
    const notices = await test.sql(`select source_url from news_items where title = 'Notice' order by 1`);
    expect(notices.map((row) => row['source_url'])).toEqual([
      'https://news.example.org/11',
      'https://www.centralbank.go.ke/11',
    ]);
    expect(await test.sql(`select from news_items where title ilike $1`, [`%${longTitle(10)}%`])).toHaveLength(1);
  });

  it('keeps a copy of a hidden item hidden, and does not attach copies to a held item', async () => {
    await makeTrusted();
    await run(createResponse(feed(item(20, longTitle(20)))));
    await test.sql(`update news_items set state = 'hidden' where source_url like '%/20'`);
    await runOther(fromOtherHost(feed(item(20, longTitle(20)))));
    expect(await copies()).toHaveLength(1);
    await test.sql(`update news_items set state = 'held' where source_url like '%/20'`);
    await runOther(fromOtherHost(feed(item(20, longTitle(20)).replace('/20', '/21'))));
    expect(await test.sql(`select state from news_items where source_url like '%example.org/21'`)).toEqual([
      { state: 'shown' },
    ]);
  });
});
