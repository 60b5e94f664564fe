/** Moderation of news: moderators check the items of sources before members see them. */
import type { AdminNews, HeldBatch, NewsSourceState } from '@hakiki/contract/news-admin';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Admin, createConsoleClient, makeModerator } from '../../../../test/support/staff.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import {
  decisionFields,
  toInvalidInputReply,
  expectedReply,
  anyTextHash,
} from '../../../../test/support/expected-replies.ts';
import { makePendingNewsBatch, makeNewsCopy, makeNewsItem } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createImporting } from '../import/importing.ts';
import { newsSources } from '../sources/index.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, fetchesNews: true } });
const serverWithoutFetching = useServer(test, { settings: { rateLimitScale: 1000, fetchesNews: false } });
const { post, getJson } = createConsoleClient(server);
const db = () => test.database.db;

let admin: Admin;
beforeAll(async () => {
  admin = await makeModerator(db());
  // The queue opens after the server.
  await vi.waitFor(() => test.sql('select from pgboss.job limit 0'));
});
beforeEach(async () => {
  since = new Date();
  for (const table of ['news_copies', 'news_items', 'news_batches', 'news_source_states'])
    await test.sql(`delete from ${table}`);
  await test.sql(`delete from pgboss.job where name = 'news.look'`);
});

const sources = () => getJson<NewsSourceState[]>(admin, '/api/admin/news-sources');
const source = async (id: string) => (await sources()).find((one) => one.id === id)!;
const readHeld = (id: string) => getJson<HeldBatch>(admin, `/api/admin/news-sources/${id}/held`);
const outcome = async (response: Response) => [response.status, ((await response.json()) as { code?: string }).code];
const states = async () =>
  (await test.sql('select state, count(*)::int as n from news_items group by 1 order by 1')).map((row) =>
    Object.values(row),
  );
let since: Date;
const listAudited = () =>
  test.sql(
    `select action, subject, actor_id, reason, detail from audit_entries where action like 'news.%' and at > $1 order by at, id`,
    [since],
  );
const jobs = async () =>
  (await test.sql(`select from pgboss.job where name = 'news.look' and state = 'created'`)).length;
const setSource = (id: string, columns: string) =>
  test
    .sql(`insert into news_source_states (id) values ($1) on conflict do nothing`, [id])
    .then(() => test.sql(`update news_source_states set ${columns} where id = $1`, [id]));

describe('GET /api/admin/news-sources', () => {
  it('shows for each source its address, its condition and its next run', async () => {
    expect((await sources()).map(({ id, condition }) => [id, condition])).toEqual(
      newsSources.map(({ id }) => [id, 'new']),
    );
    await setSource(
      'cbk',
      `releases = 3, last_run_at = '2026-11-10T08:00Z', last_good_at = now(), last_item_at = now(),
      next_run_at = '2026-11-10T09:00Z'`,
    );
    expect(await source('cbk')).toEqual({
      id: 'cbk',
      name: 'Central Bank of Kenya',
      country: 'kenya',
      language: 'en',
      address: 'https://www.centralbank.go.ke/feed/',
      condition: 'good',
      lastRunAt: '2026-11-10T08:00:00.000Z',
      nextRunAt: '2026-11-10T09:00:00.000Z',
      lastGoodAt: expect.any(String) as string,
      lastItemAt: expect.any(String) as string,
      silentSince: null,
      fault: null,
      failures: 0,
      releases: 3,
      held: 0,
    });
  });

  it('shows since when a source is silent: nothing usable for two days, or nothing new for months', async () => {
    await setSource('cbk', `releases = 3, added_at = '2026-01-01', last_good_at = now() - interval '49 hours'`);
    await setSource('fic', `releases = 3, added_at = '2026-01-01T00:00Z', last_good_at = now(), fault = 'too-slow'`);
    await setSource('sarb', `releases = 3, last_good_at = now() - interval '47 hours', fault = 'too-slow'`);
    await makePendingNewsBatch(db(), 'cbn');
    const silentStates = await Promise.all(['cbk', 'fic', 'sarb', 'cbn'].map(source));
    expect(
      silentStates.map(({ condition, silentSince, lastGoodAt }) => [condition, silentSince, lastGoodAt !== null]),
    ).toEqual([
      ['silent', silentStates[0]!.lastGoodAt, true],
      ['silent', '2026-01-01T00:00:00.000Z', true],
      ['failing', null, true],
      ['held', null, false],
    ]);
    expect(silentStates[3]!.held).toBe(1);
  });
});

describe('POST /api/admin/news-sources/:sourceId/run', () => {
  it('lets the worker fetch a source now, at most once a minute', async () => {
    await setSource('cbk', `next_run_at = now() + interval '1 hour'`);
    const response = await post(admin, '/api/admin/news-sources/cbk/run', {});
    const reply = (await response.json()) as NewsSourceState;
    expect([response.status, reply.id, Date.parse(reply.nextRunAt!) <= Date.now() + 1000]).toEqual([200, 'cbk', true]);
    expect(await jobs()).toBe(1);
    expect(await listAudited()).toEqual([
      { action: 'news.run-asked', subject: 'cbk', actor_id: admin.id, reason: null, detail: null },
    ]);
    await setSource('cbk', `last_run_at = now()`);
    await post(admin, '/api/admin/news-sources/cbk/run', {});
    const [row] = await test.sql(`select next_run_at > now() + interval '50 seconds' as later from news_source_states`);
    expect(row).toEqual({ later: true });
  });

  it('rejects unknown sources, and reports when fetching is disabled', async () => {
    expect(await outcome(await post(admin, '/api/admin/news-sources/nobody/run', {}))).toEqual([
      404,
      'NEWS_SOURCE_NOT_FOUND',
    ]);
    const { post: postQuietly, getJson: readQuietly } = createConsoleClient(serverWithoutFetching);
    expect(await outcome(await postQuietly(admin, '/api/admin/news-sources/cbk/run', {}))).toEqual([
      409,
      'NEWS_NOT_FETCHED',
    ]);
    const [first] = await readQuietly<NewsSourceState[]>(admin, '/api/admin/news-sources');
    expect(first!.nextRunAt).toBeNull();
  });
});

describe('held batches', () => {
  it('shows a moderator the new items and why the batch is unusual, and releases the version they saw [DEC-63]', async () => {
    const id = await makePendingNewsBatch(db(), 'cbk', {
      anomalies: ['words', 'changed'],
      rewordings: [{ sourceUrl: 'https://www.centralbank.go.ke/1', before: 'Old', title: 'New', summary: 'Newer' }],
    });
    const shown = await makeNewsItem(db(), { sourceId: 'fic', sourceName: 'FIC' });
    await makeNewsCopy(db(), { itemId: shown.id, sourceId: 'cbk', state: 'held', sourceUrl: 'https://cbk.example/2' });
    const batch = await readHeld('cbk');
    expect(batch).toEqual(
      expectedReply('GET /api/admin/news-sources/:sourceId/held', {
        id,
        sourceId: 'cbk',
        sourceName: 'Central Bank of Kenya',
        version: 1,
        anomalies: ['words', 'changed'],
        isEarly: true,
        total: 2,
        items: [{ ...batch.items[0]!, state: 'held', isActive: false, otherSources: [] }],
        copies: [{ sourceUrl: 'https://cbk.example/2', title: shown.title, sourceName: 'FIC' }],
        rewordings: [{ sourceUrl: 'https://www.centralbank.go.ke/1', before: 'Old', title: 'New' }],
      }),
    );
    const stale = await post(admin, `/api/admin/news-batches/${id}/release`, { version: 2 });
    expect(await outcome(stale)).toEqual([409, 'NEWS_BATCH_CHANGED']);
    expect(await states()).toEqual([
      ['held', 1],
      ['shown', 1],
    ]);
    const released = await post(admin, `/api/admin/news-batches/${id}/release`, { version: 1 });
    expect([released.status, await released.json()]).toEqual([
      200,
      expectedReply('POST /api/admin/news-batches/:id/release', {
        id: 'cbk',
        held: 0,
        releases: 1,
        condition: 'new',
        fault: null,
      }),
    ]);
    expect(await states()).toEqual([['shown', 2]]);
    const item = (await getJson<AdminNews[]>(admin, '/api/admin/news')).find((one) => one.id === shown.id);
    expect(item!.otherSources).toEqual([
      { sourceName: 'Demo Authority elsewhere', sourceUrl: 'https://cbk.example/2' },
    ]);
    expect(await jobs()).toBe(1);
    expect(await listAudited()).toEqual([
      {
        action: 'news.released',
        subject: 'cbk',
        actor_id: admin.id,
        reason: null,
        detail: { batch: id, items: 2, rewordings: 1 },
      },
    ]);
    const again = await post(admin, `/api/admin/news-batches/${id}/release`, { version: 1 });
    expect(await outcome(again)).toEqual([409, 'ALREADY_DECIDED']);
    expect(await outcome(await post(admin, `/api/admin/news-batches/${shown.id}/release`, { version: 1 }))).toEqual([
      404,
      'NEWS_BATCH_NOT_FOUND',
    ]);
  });

  it('releases a batch without the items that a moderator left out: these are hidden', async () => {
    const id = await makePendingNewsBatch(db(), 'cbk');
    const unwanted = await makeNewsItem(db(), { sourceId: 'cbk', state: 'held', title: 'Vacancy: driver' });
    const elsewhere = await makeNewsItem(db(), { sourceId: 'fic', state: 'held' });
    const leaveOut = [unwanted.id, elsewhere.id];
    const released = await post(admin, `/api/admin/news-batches/${id}/release`, { version: 1, leaveOut });
    expect(released.status).toBe(200);
    expect(await test.sql('select id, state from news_items where id = any($1) order by state', [leaveOut])).toEqual([
      { id: elsewhere.id, state: 'held' },
      { id: unwanted.id, state: 'hidden' },
    ]);
    expect((await listAudited()).map(({ detail }) => detail)).toEqual([
      { batch: id, items: 1, rewordings: 0, leftOut: 1 },
    ]);
  });

  it('applies rewordings only by the worker, and only to items of the same source', async () => {
    const ownItem = await makeNewsItem(db(), { sourceId: 'cbk', sourceUrl: 'https://www.centralbank.go.ke/1' });
    const otherItem = await makeNewsItem(db(), { sourceId: 'fic', sourceUrl: 'https://www.fic.gov.za/1' });
    const rewordings = [ownItem, otherItem].map(({ sourceUrl, title }) => ({
      sourceUrl,
      before: title,
      title: 'Said otherwise',
      summary: 'And more',
    }));
    const id = await makePendingNewsBatch(db(), 'cbk', { anomalies: ['changed'], rewordings });
    await post(admin, `/api/admin/news-batches/${id}/release`, { version: 1 });
    const importing = createImporting({
      database: test.database,
      fetch: () => Promise.reject(new Error('fetching is disabled')),
      log: createLog('silent'),
      sources: newsSources,
    });
    await importing.applyReleasedRewordings();
    await importing.applyReleasedRewordings();
    const titles = await test.sql('select title from news_items where id = any($1) order by source_id', [
      [ownItem.id, otherItem.id],
    ]);
    expect(titles).toEqual([{ title: 'Said otherwise' }, { title: otherItem.title }]);
  });

  it('discards a batch with a reason, and shows nothing of it', async () => {
    const id = await makePendingNewsBatch(db(), 'cbk');
    expect(
      await (await post(admin, `/api/admin/news-batches/${id}/discard`, { version: 1, reason: ' ' })).json(),
    ).toEqual(toInvalidInputReply({ reason: 'Please give a reason' }));
    const reason = 'This is a betting site.';
    expect((await post(admin, `/api/admin/news-batches/${id}/discard`, { version: 1, reason })).status).toBe(200);
    expect(await states()).toEqual([['hidden', 1]]);
    expect((await source('cbk')).releases).toBe(0);
    expect(
      await outcome(await server.get('/api/admin/news-sources/cbk/held', { headers: { cookie: admin.cookie } })),
    ).toEqual([404, 'NEWS_BATCH_NOT_FOUND']);
    expect(await listAudited()).toEqual([
      {
        action: 'news.discarded',
        subject: 'cbk',
        actor_id: admin.id,
        reason,
        detail: { batch: id, items: 1, rewordings: 0 },
      },
    ]);
  });
});

describe('moderating a single item', () => {
  it('hides an item with a reason and shows it again, and records both', async () => {
    const { id } = await makeNewsItem(db());
    const change = async (what: 'hide' | 'show', body: object) =>
      outcome(await post(admin, `/api/admin/news/${id}/${what}`, body));
    expect(await change('hide', {})).toEqual([400, 'INVALID_INPUT']);
    expect(await change('hide', { reason: 'About something else.' })).toEqual([200, undefined]);
    expect(await change('hide', { reason: 'Again.' })).toEqual([409, 'ALREADY_DECIDED']);
    expect((await getJson<AdminNews[]>(admin, '/api/admin/news')).map((one) => one.id)).toEqual([]);
    expect(
      (await getJson<AdminNews[]>(admin, '/api/admin/news?state=hidden')).map((one) => [one.id, one.state]),
    ).toEqual([[id, 'hidden']]);
    const shown = await post(admin, `/api/admin/news/${id}/show`, { reason: 'It was right.' });
    expect(await shown.json()).toEqual(
      expectedReply('POST /api/admin/news/:id/show', {
        id,
        state: 'shown',
        isActive: true,
        otherSources: [],
        ...decisionFields({ canUndo: false }),
      }),
    );
    expect(await listAudited()).toEqual([
      {
        action: 'news.hidden',
        subject: id,
        actor_id: admin.id,
        reason: 'About something else.',
        detail: { before: 'shown', versionBefore: anyTextHash },
      },
      {
        action: 'news.shown-again',
        subject: id,
        actor_id: admin.id,
        reason: 'It was right.',
        detail: { before: 'hidden', versionAfter: anyTextHash },
      },
    ]);
    const waiting = await makeNewsItem(db(), { state: 'held' });
    expect(await outcome(await post(admin, `/api/admin/news/${waiting.id}/show`, { reason: 'x' }))).toEqual([
      404,
      'NEWS_NOT_FOUND',
    ]);
  });

  it('finds items by state, country, category and words of the title', async () => {
    await makeNewsItem(db(), { title: 'Warning about Coin_X', publishedAt: new Date('2026-05-02') });
    await makeNewsItem(db(), { title: 'Guidance on custody', category: 'guidance', sourceCountry: 'ghana' });
    await makeNewsItem(db(), { title: 'Hidden words', state: 'hidden' });
    await makeNewsItem(db(), { title: 'Held words', state: 'held' });
    const titles = async (query: string) => {
      const response = await server.get(`/api/admin/news${query}`, { headers: { cookie: admin.cookie } });
      const rows = (await response.json()) as AdminNews[];
      return [response.headers.get('X-Total-Count'), ...rows.map(({ title }) => title)];
    };
    expect(await titles('')).toEqual(['2', 'Guidance on custody', 'Warning about Coin_X']);
    expect(await titles('?country=Ghana')).toEqual(['1', 'Guidance on custody']);
    expect(await titles('?category=guidance&country=kenya')).toEqual(['0']);
    expect(await titles('?search=%20coin_x')).toEqual(['1', 'Warning about Coin_X']);
    expect(await titles('?search=coinx')).toEqual(['0']);
    expect(await titles('?state=hidden')).toEqual(['1', 'Hidden words']);
    expect(await titles('?search=words')).toEqual(['0']);
  });
});
