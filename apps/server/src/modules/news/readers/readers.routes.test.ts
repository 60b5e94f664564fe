/** The personal feed and the weekly email of a member. */
import type { NewsFeed } from '@hakiki/contract/news-readers';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeNewsItem, makeSession, makeUser } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';
import type { OutgoingEmail } from '../../../platform/mail/mail.ts';
import { toMonday, weeklyEmailJobs } from './weekly-email.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const db = () => test.database.db;

beforeEach(async () => {
  for (const table of ['news_items', 'news_readers']) await test.sql(`delete from ${table}`);
});

async function makeMember(overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(db(), overrides);
  const { cookie } = await makeSession(db(), { userId: user.id });
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown = {}) =>
    server.post(path, body, { method, headers: { cookie } });
  const preferences = async () => (await server.get('/api/news-preferences', { headers: { cookie } })).json();
  return { ...user, send, preferences };
}
const premium = { subscriptionTier: 'premium', subscriptionStatus: 'active' } as const;
const noPreferences = { country: null, category: null, getsLetter: false, feedMadeAt: null };
const pathOf = (address: string) => new URL(address).pathname;

describe('the saved filter of a member', () => {
  it('is stored for its owner only, and can be cleared', async () => {
    const amina = await makeMember();
    const other = await makeMember();
    expect(await amina.preferences()).toEqual(noPreferences);
    const saved = await amina.send('PUT', '/api/news-preferences/filter', { country: 'kenya', category: 'warning' });
    expect(await saved.json()).toEqual({ ...noPreferences, country: 'kenya', category: 'warning' });
    expect([await amina.preferences(), await other.preferences()]).toEqual([
      { ...noPreferences, country: 'kenya', category: 'warning' },
      noPreferences,
    ]);
    await amina.send('PUT', '/api/news-preferences/filter', { country: null, category: null });
    expect(await amina.preferences()).toEqual(noPreferences);
    const wrong = await amina.send('PUT', '/api/news-preferences/filter', { country: 'france', category: null });
    expect(wrong.status).toBe(400);
  });
});

describe('the feed of a member', () => {
  const make = async (member: Awaited<ReturnType<typeof makeMember>>) =>
    (await (await member.send('POST', '/api/news-feed')).json()) as NewsFeed;

  it('returns RSS and JSON with the news that the member may see, by their saved filter', async () => {
    const amina = await makeMember();
    const { id } = await makeNewsItem(db(), {
      title: 'Rules & <b>bold</b> "words"',
      summary: 'To all.',
      publishedAt: new Date('2026-03-07T10:00:00Z'),
      tags: ['crypto'],
      sourceUrl: 'https://authority.example/1?a=1&b=2',
    });
    await makeNewsItem(db(), { title: 'Elsewhere', sourceCountry: 'ghana' });
    await makeNewsItem(db(), { title: 'Held', state: 'held' });
    await makeNewsItem(db(), { title: 'Hidden', state: 'hidden' });
    await amina.send('PUT', '/api/news-preferences/filter', { country: 'kenya', category: null });
    const feed = await make(amina);
    const rss = await server.get(pathOf(feed.rss));
    expect([rss.status, rss.headers.get('Content-Type'), rss.headers.get('Cache-Control')]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
      'no-store',
    ]);
    expect(await rss.text()).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>' +
        '<title>Hakiki: Regulatory and Compliance News</title><link>http://hakiki.test/news</link>' +
        '<description>What financial authorities announce.</description><ttl>60</ttl>' +
        `<item><guid isPermaLink="false">${id}</guid><title>Rules &amp; &lt;b&gt;bold&lt;/b&gt; &quot;words&quot;</title>` +
        '<link>https://authority.example/1?a=1&amp;b=2</link><description>To all.</description><category>warning</category>' +
        '<dc:creator>Demo Authority of Kenya</dc:creator><dc:language>en</dc:language>' +
        '<pubDate>Sat, 07 Mar 2026 10:00:00 GMT</pubDate></item></channel></rss>\n',
    );
    expect(await (await server.get(pathOf(feed.json))).json()).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Hakiki: Regulatory and Compliance News',
      home_page_url: 'http://hakiki.test/news',
      items: [
        {
          id,
          url: 'https://authority.example/1?a=1&b=2',
          title: 'Rules & <b>bold</b> "words"',
          content_text: 'To all.',
          date_published: '2026-03-07T10:00:00.000Z',
          authors: [{ name: 'Demo Authority of Kenya' }],
          tags: ['warning', 'crypto'],
          language: 'en',
        },
      ],
    });
  });

  it('has one address, stored as a hash; a new address or its deletion closes the first', async () => {
    const amina = await makeMember();
    const first = await make(amina);
    const token = pathOf(first.rss).split('/')[3]!;
    const [row] = await test.sql(`select encode(feed_hash, 'hex') as hash, feed_hash::text as text from news_readers`);
    expect([token.length, String(row!['hash']).length, JSON.stringify(row).includes(token)]).toEqual([43, 64, false]);
    const second = await make(amina);
    const statuses = async () =>
      Promise.all([first, second].map(async ({ rss }) => (await server.get(pathOf(rss))).status));
    expect(await statuses()).toEqual([404, 200]);
    expect(await (await amina.send('DELETE', '/api/news-feed')).json()).toEqual(noPreferences);
    expect(await statuses()).toEqual([404, 404]);
    const closed = await server.get(pathOf(second.json));
    expect(await closed.json()).toEqual({
      code: 'NEWS_FEED_NOT_FOUND',
      message: 'This feed does not exist or was turned off.',
    });
    expect(JSON.stringify(server.log)).not.toContain(token);
  });

  it('is deleted with the account', async () => {
    const amina = await makeMember();
    const { rss } = await make(amina);
    await test.sql('delete from users where id = $1', [amina.id]);
    expect((await server.get(pathOf(rss))).status).toBe(404);
  });
});

describe('the weekly email', () => {
  const MONDAY = new Date('2026-03-09T06:00:00Z');
  const emails: OutgoingEmail[] = [];
  const enqueued: { name: string; payload: object }[] = [];
  const jobs = (now = MONDAY) =>
    weeklyEmailJobs({
      database: test.database,
      queue: {
        enqueue: (_, job, payload) => {
          enqueued.push({ name: job.name, payload });
          return Promise.resolve();
        },
      },
      sendMail: (email) => Promise.resolve(void emails.push(email)),
      settings: { publicUrl: 'https://hakiki.test' },
      clock: () => now,
    });
  /** Runs the job and sends the enqueued emails. */
  const run = async (now?: Date) => {
    emails.length = 0;
    enqueued.length = 0;
    const [weekly, email] = jobs(now);
    await weekly!.run({}, { id: 'x' });
    for (const { payload } of enqueued) await email!.run(payload, { id: 'y' });
    return emails;
  };
  const subscribe = async (member: Awaited<ReturnType<typeof makeMember>>) =>
    (await member.send('PUT', '/api/news-preferences/letter', { getsLetter: true })).status;
  const announce = (title: string, overrides: Parameters<typeof makeNewsItem>[1] = {}) =>
    makeNewsItem(db(), { title, publishedAt: new Date('2026-03-05T08:00:00Z'), ...overrides });

  it("goes to Premium members once a week, with the previous week's news of their saved filter", async () => {
    const amina = await makeMember({ ...premium, firstName: 'Amina' });
    const free = await makeMember();
    expect([await subscribe(amina), await subscribe(free)]).toEqual([200, 403]);
    await amina.send('PUT', '/api/news-preferences/filter', { country: 'kenya', category: null });
    await announce('A licence is withdrawn', { priority: 'high' });
    await announce('Elsewhere', { sourceCountry: 'ghana' });
    await announce('Too old', { publishedAt: new Date('2026-03-01T23:59:59Z') });
    await announce('Too new', { publishedAt: new Date('2026-03-09T00:00:00Z') });
    await announce('Hidden', { state: 'hidden' });
    const [email] = await run();
    const [row] = await test.sql('select leave_key from news_readers where gets_letter');
    const key = String(row!['leave_key']);
    expect(email).toEqual({
      to: amina.email,
      subject: 'One announcement this week',
      unsubscribeUrl: `https://hakiki.test/api/news-letter/leave/${key}`,
      text: expect.stringContaining(
        'High priority. A licence is withdrawn (Demo Authority of Kenya, March 5)',
      ) as string,
      html: expect.stringContaining('A licence is withdrawn') as string,
    });
    expect(email!.text).toContain(`https://hakiki.test/leave-letter?token=${key}`);
    for (const title of ['Elsewhere', 'Too old', 'Too new', 'Hidden']) expect(email!.text).not.toContain(title);
    expect(await run()).toEqual([]);
    expect(await run(new Date('2026-03-15T23:00:00Z'))).toEqual([]);
    await announce('Another', { publishedAt: new Date('2026-03-12T08:00:00Z') });
    expect(await run(new Date('2026-03-16T06:00:00Z'))).toHaveLength(1);
  });

  it('is unsubscribed by one click of a mail program, whatever it sends, and repeated clicks change nothing', async () => {
    const amina = await makeMember(premium);
    await subscribe(amina);
    await announce('A licence is withdrawn');
    const [email] = await run();
    const response = await fetch(`${server.url}${pathOf(email!.unsubscribeUrl!)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([response.status, await response.json()]).toEqual([200, { hasLeft: true }]);
    expect(await amina.preferences()).toEqual(noPreferences);
    expect(await run(new Date('2026-03-16T06:00:00Z'))).toEqual([]);
    const unknown = await server.post('/api/news-letter/leave/01890000-0000-4000-8000-00000000dead', {});
    expect(await unknown.json()).toEqual({ hasLeft: true });
  });

  it('is not sent to a member who unsubscribed or whose plan ended, nor without any news', async () => {
    const amina = await makeMember(premium);
    await subscribe(amina);
    expect(await run()).toEqual([]);
    await announce('A licence is withdrawn');
    await test.sql('update news_readers set letter_week = null');
    enqueued.length = 0;
    emails.length = 0;
    const [weekly, email] = jobs();
    await weekly!.run({}, { id: 'x' });
    expect(enqueued).toHaveLength(1);
    await test.sql(`update users set subscription_ends_at = now() - interval '8 days' where id = $1`, [amina.id]);
    await email!.run(enqueued[0]!.payload, { id: 'y' });
    expect(emails).toEqual([]);
    await test.sql('update news_readers set letter_week = null');
    expect(await run()).toEqual([]);
  });

  it('is in French for a member who reads French', async () => {
    const amina = await makeMember({ ...premium, language: 'fr', firstName: null });
    await subscribe(amina);
    await announce('Mise en garde', { language: 'fr' });
    const [email] = await run();
    expect(email!.subject).toBe('Une annonce cette semaine');
    expect(email!.text).toContain('Mise en garde (Demo Authority of Kenya, 5 mars)');
    expect(email!.text).toContain('https://hakiki.test/fr/leave-letter?token=');
  });

  it('belongs to the week of its Monday', () => {
    expect(
      ['2026-03-08T23:59:59Z', '2026-03-09T00:00:00Z', '2026-03-15T12:00:00Z'].map((day) => toMonday(new Date(day))),
    ).toEqual(['2026-03-02', '2026-03-09', '2026-03-09']);
  });
});
