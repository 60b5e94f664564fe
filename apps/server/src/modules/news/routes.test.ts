import { searchMatchLimit } from '@hakiki/contract/limits';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeNewsItem, makeSession, makeUser } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test);
const db = () => test.database.db;

beforeEach(async () => {
  await test.sql('delete from news_items');
});

const createMemberRequest = async () => {
  const { id: userId } = await makeUser(db());
  const { cookie } = await makeSession(db(), { userId });
  return (query = '') => server.get(`/api/compliance-news${query}`, { headers: { cookie } });
};

const titlesOf = async (response: Response) =>
  ((await response.json()) as { title: string }[]).map(({ title }) => title);
const day = (number: number) => new Date(Date.UTC(2026, 2, number));

describe('GET /api/compliance-news', () => {
  it('returns every field of an item to a logged-in member, and rejects visitors [CALL-23] [ENT-24] [ENT-25] [ENT-26] [SHAPE-18] [NEWS-07]', async () => {
    const { id } = await makeNewsItem(db(), {
      title: 'A licence is withdrawn',
      summary: 'Clients have thirty days.',
      category: 'enforcement',
      sourceName: 'Demo Authority',
      sourceCountry: 'south africa',
      sourceUrl: 'https://authority.example/1',
      priority: 'high',
      tags: ['licence'],
      publishedAt: day(7),
      fetchedAt: day(8),
    });
    const response = await (await createMemberRequest())();
    expect([response.status, await response.json(), response.headers.get('X-Total-Count')]).toEqual([
      200,
      [
        {
          id,
          title: 'A licence is withdrawn',
          summary: 'Clients have thirty days.',
          category: 'enforcement',
          sourceName: 'Demo Authority',
          sourceCountry: 'south africa',
          sourceUrl: 'https://authority.example/1',
          otherSources: [],
          priority: 'high',
          tags: ['licence'],
          publishedAt: '2026-03-07T00:00:00.000Z',
          fetchedAt: '2026-03-08T00:00:00.000Z',
          isActive: true,
          language: 'en',
        },
      ],
      '1',
    ]);
    const asVisitor = await server.get('/api/compliance-news');
    expect([asVisitor.status, await asVisitor.json()]).toEqual([
      401,
      { code: 'NOT_SIGNED_IN', message: 'Please log in to continue.' },
    ]);
  });

  it('filters by country and by category, newest first, each optional [DEC-62] [NEWS-02] [NEWS-04]', async () => {
    await makeNewsItem(db(), { title: 'ke warning', publishedAt: day(1) });
    await makeNewsItem(db(), { title: 'ke guidance', category: 'guidance', publishedAt: day(2) });
    await makeNewsItem(db(), { title: 'za warning', sourceCountry: 'south africa', publishedAt: day(3) });
    const list = await createMemberRequest();
    expect(await titlesOf(await list())).toEqual(['za warning', 'ke guidance', 'ke warning']);
    expect(await titlesOf(await list('?country=kenya'))).toEqual(['ke guidance', 'ke warning']);
    expect(await titlesOf(await list('?country=South-Africa'))).toEqual(['za warning']);
    expect(await titlesOf(await list('?category=warning'))).toEqual(['za warning', 'ke warning']);
    expect(await titlesOf(await list('?country=kenya&category=guidance'))).toEqual(['ke guidance']);
    expect(await titlesOf(await list('?country=ghana'))).toEqual([]);
  });

  it('leaves out held and hidden items [DEC-62]', async () => {
    await makeNewsItem(db(), { title: 'shown' });
    await makeNewsItem(db(), { title: 'held', state: 'held' });
    await makeNewsItem(db(), { title: 'hidden', state: 'hidden' });
    const response = await (await createMemberRequest())();
    expect(response.headers.get('X-Total-Count')).toBe('1');
    expect(await titlesOf(response)).toEqual(['shown']);
  });

  it('rejects an unknown category and a page that is too large', async () => {
    const list = await createMemberRequest();
    for (const query of ['?category=gossip', '?limit=201', '?offset=-1']) {
      expect([query, (await list(query)).status]).toEqual([query, 400]);
    }
  });

  it('returns 100 items unless asked for fewer, with the country as the filter spells it, and counts up to the last page [DEC-97]', async () => {
    await test.sql(
      `insert into news_items (id, title, summary, category, source_name, source_country, source_url, published_at)
       select gen_random_uuid(), 'n' || i, '', 'guidance', 'Demo', 'kenya', 'https://authority.example/n' || i,
         timestamptz '2026-01-01' - i * interval '1 minute'
       from generate_series(1, $1::int) i`,
      [searchMatchLimit + 5],
    );
    const list = await createMemberRequest();
    const first = await list();
    expect(first.headers.get('X-Total-Count')).toBe(String(searchMatchLimit));
    expect(await titlesOf(first)).toEqual(Array.from({ length: 100 }, (_, place) => `n${place + 1}`));
    expect(await titlesOf(await list('?offset=20&limit=2'))).toEqual(['n21', 'n22']);
    await makeNewsItem(db(), { title: 'za', sourceCountry: 'south africa' });
    const [item] = (await (await list('?country=south+africa')).json()) as { sourceCountry: string }[];
    expect(item?.sourceCountry).toBe('south africa');
  });

  it('stores one item per address [DEC-63]', async () => {
    await makeNewsItem(db(), { sourceUrl: 'https://authority.example/same' });
    await expect(makeNewsItem(db(), { sourceUrl: 'https://authority.example/same' })).rejects.toThrow();
  });
});
