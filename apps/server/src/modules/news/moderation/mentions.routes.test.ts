/** Announcements that mention a provider. */
import type { NewsMention, ProviderNews } from '@hakiki/contract/news-mentions';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeModerator } from '../../../../test/support/staff.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeNewsItem, makeNewsMention, makeProvider } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';
import { detectMentions } from './mentions.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { post, getJson } = createConsoleClient(server);
const db = () => test.database.db;
let admin: Admin;
beforeAll(async () => {
  admin = await makeModerator(db());
});
beforeEach(async () => {
  await test.sql('delete from news_items');
});

const mentions = () => getJson<NewsMention[]>(admin, '/api/admin/news-mentions');
const detectIn = async (title: string, summary = '') => {
  const { id } = await makeNewsItem(db(), { title, summary });
  await test.database.transaction((tx) => detectMentions(tx, [{ id, title, summary }]));
  return (await mentions())
    .filter(({ itemId }) => itemId === id)
    .map(({ providerName, words }) => [providerName, words]);
};
const readProviderNews = (id: string) => server.json<ProviderNews[]>(`/api/providers/${id}/news`);

describe('detecting provider names in announcements', () => {
  it('finds a name regardless of case, accents and punctuation, by all names and by the licence holder', async () => {
    await makeProvider(db(), { name: 'Zebra-Coin', otherNames: ['Zébra Exchange'] });
    await makeProvider(db(), { name: 'Kudu Pay', licenseInfo: 'FSP 4711, held by Savannah Holdings (Pty) Ltd' });
    expect(await detectIn('Warning about ZEBRA COIN and others')).toEqual([['Zebra-Coin', 'zebra coin']]);
    expect(await detectIn('Notice', 'The firm zebra exchange is not licensed.')).toEqual([
      ['Zebra-Coin', 'zebra exchange'],
    ]);
    expect(await detectIn('Penalty for Savannah Holdings (Pty) Ltd')).toEqual([
      ['Kudu Pay', 'savannah holdings pty ltd'],
    ]);
    expect(await detectIn('Penalty for Other Firm (Pty) Ltd')).toEqual([]);
    expect(await detectIn('Zebras and coins', 'Nobody is meant by a zebra.')).toEqual([]);
  });

  it('does not search for providers without a page', async () => {
    await makeProvider(db(), { name: 'Unlisted Gnu', reviewState: 'pending' });
    expect(await detectIn('Warning about Unlisted Gnu')).toEqual([]);
  });
});

describe('deciding a mention', () => {
  it("shows a confirmed mention on the provider's page, and never a dismissed one", async () => {
    const provider = await makeProvider(db(), { name: 'Oryx Markets' });
    const { id: itemId, title } = await makeNewsItem(db(), {
      title: 'Oryx Markets is fined',
      publishedAt: new Date('2026-03-07T10:00:00Z'),
      sourceUrl: 'https://authority.example/oryx',
    });
    const other = await makeNewsItem(db(), { title: 'Of an animal' });
    for (const one of [itemId, other.id])
      await makeNewsMention(db(), { itemId: one, providerId: provider.id, words: 'oryx markets' });
    expect(await readProviderNews(provider.id)).toEqual([]);
    const decide = (item: string, isNamed: boolean) =>
      post(admin, `/api/admin/news-mentions/${item}/${provider.id}`, { isNamed });
    expect(await (await decide(itemId, true)).json()).toEqual({ isNamed: true });
    expect((await decide(other.id, false)).status).toBe(200);
    expect(await readProviderNews(provider.id)).toEqual([
      {
        id: itemId,
        title,
        sourceName: 'Demo Authority of Kenya',
        sourceUrl: 'https://authority.example/oryx',
        publishedAt: '2026-03-07T10:00:00.000Z',
        language: 'en',
      },
    ]);
    expect(await mentions()).toEqual([]);
    expect((await decide(itemId, false)).status).toBe(409);
    expect((await decide(provider.id, true)).status).toBe(404);
    const entries = await test.sql(
      `select action, subject, actor_id, detail from audit_entries where action like 'news.mention-%' order by at, id`,
    );
    expect(entries).toEqual([
      { action: 'news.mention-confirmed', subject: provider.id, actor_id: admin.id, detail: { item: itemId } },
      { action: 'news.mention-dismissed', subject: provider.id, actor_id: admin.id, detail: { item: other.id } },
    ]);
  });

  it('shows no hidden or held items, and at most three', async () => {
    const { id: providerId } = await makeProvider(db());
    for (const state of ['held', 'hidden'] as const) {
      const { id: itemId } = await makeNewsItem(db(), { state });
      await makeNewsMention(db(), { itemId, providerId, state: 'confirmed' });
    }
    expect(await readProviderNews(providerId)).toEqual([]);
    for (let number = 0; number < 4; number += 1) await makeNewsMention(db(), { providerId, state: 'confirmed' });
    await test.sql(`update news_items set title = title`);
    const { id: fresh } = await makeProvider(db());
    for (let number = 0; number < 4; number += 1)
      await makeNewsMention(db(), { providerId: fresh, state: 'confirmed' });
    expect(await readProviderNews(fresh)).toHaveLength(3);
  });
});
