/** Lists of news over many rows: each uses an index of its state, or an index of titles. */
import { searchMatchLimit } from '@hakiki/contract/limits';
import type { NewsCategory } from '@hakiki/contract/news-values';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import type { Statement } from '../../platform/db/database.ts';
import { listNewest, type NewsFilter } from './listing.ts';

const test = useDatabase();
const ITEMS = 30_000;

beforeAll(async () => {
  // Without the statement timeout of a request.
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await client.query(
    `insert into news_items (id, title, summary, category, source_name, source_country, source_url, published_at, state)
    select gen_random_uuid(), 'Circular ' || n || ' to providers of virtual assets' || case when n % 3 = 2 and n <= 20000 then ' in Lagos' else '' end
        || case when n % 1000 = 7 then ' by submarine cable' else '' end || case when n > 20000 then ' (archived)' else '' end, '',
      (array['regulation', 'enforcement', 'warning', 'guidance'])[1 + n % 4], 'Authority',
      (array['kenya', 'ghana', 'nigeria'])[1 + n % 3], 'https://authority.example/' || n, now() - make_interval(mins => n),
      case when n % 10 = 5 then 'hidden' else 'shown' end
    from generate_series($1::int, 1, -1) n`,
    [ITEMS],
  );
  await client.query('vacuum analyze news_items');
  await client.end();
}, 60_000);

/** Returns a page, the plan of the last statement, and the number of statements. */
async function listWithPlan(filter: Partial<NewsFilter>, offset = 0) {
  const statements: { statement: Statement; values: readonly unknown[] }[] = [];
  const { read } = test.database;
  const database: typeof test.database = {
    ...test.database,
    read: (statement, values) => {
      statements.push({ statement, values });
      return read(statement, values);
    },
  };
  const { rows, total } = await listNewest(database, { country: '', category: undefined, ...filter }, 20, offset);
  const { statement, values } = statements.at(-1)!;
  const plan = (await test.sql(`explain ${statement.text}`, [...values])).map((line) => String(line['QUERY PLAN']));
  return { rows, total, plan: plan.join('\n'), asked: statements.length };
}

const kenya = { country: 'kenya' };
const warning = { category: 'warning' as NewsCategory };
const hidden = { state: 'hidden' as const };

it.each<[string, Partial<NewsFilter>, RegExp, number]>([
  ['all', {}, /news_items_state_newest/, searchMatchLimit],
  ['of a country', kenya, /news_items_state_country\b/, searchMatchLimit],
  ['of a category', warning, /news_items_state_category/, searchMatchLimit],
  ['of both', { ...kenya, ...warning }, /news_items_state_country_category/, searchMatchLimit],
  ['that are hidden', hidden, /news_items_state_newest/, searchMatchLimit],
  ['of a country that are hidden', { ...hidden, ...kenya }, /news_items_state_country\b/, 1000],
  ['of both that are hidden', { ...hidden, ...kenya, ...warning }, /news_items_state_country_category/, 0],
  ['of a place without any', { country: 'atlantis' }, /news_items_state_country/, 0],
  ['by several words of a title', { search: 'submarine cable' }, /news_items_title_seams/, 30],
  ['by one word of a title', { search: 'submarine' }, /news_items_title_trigrams/, 30],
  ['by a number', { search: '29001' }, /news_items_title_numbers/, 1],
  ['by a number of two digits', { search: '29' }, /news_items_title_numbers/, 1],
  ['by words and a short number', { search: 'circular 9' }, /news_items_title_(numbers|seams)/, 1],
  ['by a word that all have', { search: 'virtual' }, /news_items_state_newest/, searchMatchLimit],
  [
    'by a word that most have in one country',
    { search: 'lagos', country: 'nigeria' },
    /state_country\b/,
    searchMatchLimit,
  ],
  ['by few letters', { search: 'ci', ...kenya }, /news_items_state_country\b/, searchMatchLimit],
])('lists the news %s by an index, and counts up to a thousand', async (_, filter, index, total) => {
  const found = await listWithPlan(filter);
  expect(found.plan).toMatch(index);
  expect(found.plan).not.toMatch(/Seq Scan/);
  expect([found.total, found.rows.length]).toEqual([total, Math.min(20, total)]);
  const times = found.rows.map(({ publishedAt }) => publishedAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

const titles = (found: Awaited<ReturnType<typeof listWithPlan>>) =>
  found.rows.map(({ title }) => title.split(' to ')[0]);

it('finds a number as a whole, and with the characters around it', async () => {
  expect(titles(await listWithPlan({ search: '290' }))).toEqual(['Circular 290']);
  expect(titles(await listWithPlan({ search: 'CIRCULAR 2902 to' }))).toEqual(['Circular 2902']);
  expect(titles(await listWithPlan({ search: 'circular 290 of' }))).toEqual([]);
});

it('finds the newest of many old matches after a scan of the newest rows without success', async () => {
  const found = await listWithPlan({ search: 'archived' });
  expect([titles(found)[0], found.rows.length, found.total, found.asked]).toEqual([
    'Circular 20001',
    20,
    searchMatchLimit,
    3,
  ]);
});

it('scans the newest rows when there are more matches than estimated', async () => {
  const found = await listWithPlan({ search: 'lagos', country: 'nigeria' });
  expect([titles(found).slice(0, 2), found.total, found.asked]).toEqual([
    ['Circular 2', 'Circular 8'],
    searchMatchLimit,
    3,
  ]);
});

it.each<[string, Partial<NewsFilter>]>([
  ['of a list', kenya],
  ['of a search for what all have', { search: 'virtual' }],
])('reads up to the last page %s, and returns the total behind it', async (_, filter) => {
  const [before, last, behind] = [
    await listWithPlan(filter, 960),
    await listWithPlan(filter, 980),
    await listWithPlan(filter, 5000),
  ];
  expect([last.rows.length, last.total]).toEqual([20, searchMatchLimit]);
  expect(last.rows[0]!.publishedAt.getTime()).toBeLessThan(before.rows.at(-1)!.publishedAt.getTime());
  expect([behind.total, behind.rows.length]).toEqual([searchMatchLimit, filter.search ? 0 : 20]);
});

it('returns the total on an empty page too', async () => {
  const found = await listWithPlan({ ...hidden, ...kenya }, 2000);
  expect([found.rows, found.total, found.asked]).toEqual([[], 1000, 1]);
});
