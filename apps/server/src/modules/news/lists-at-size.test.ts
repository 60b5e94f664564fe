/** The lists of news over many rows: each walks an index of its own state, or gathers by one of titles. */
import { searchMatchLimit } from '@hakiki/contract/limits';
import type { NewsCategory } from '@hakiki/contract/news-values';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../../test/database.ts';
import type { Statement } from '../../platform/db/database.ts';
import { listNewest, type NewsFilter } from './store.ts';

const test = useDatabase();
const ITEMS = 30_000;

beforeAll(async () => {
  // Without the time limit of a request.
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await client.query(
    `insert into news_items (id, title, summary, category, source_name, source_country, source_url, published_at, state)
    select gen_random_uuid(), 'Circular ' || n || ' to providers of virtual assets', '',
      (array['regulation', 'enforcement', 'warning', 'guidance'])[1 + n % 4], 'Authority',
      (array['kenya', 'ghana', 'nigeria'])[1 + n % 3], 'https://authority.example/' || n, now() - make_interval(mins => n),
      case when n % 10 = 5 then 'hidden' else 'shown' end
    from generate_series(1, $1::int) n`,
    [ITEMS],
  );
  await client.query('vacuum analyze news_items');
  await client.end();
}, 60_000);

/** What is listed, how PostgreSQL goes about it, and how many rows there really are. */
async function ask(filter: Partial<NewsFilter>) {
  const sent: { statement: Statement; values: readonly unknown[] }[] = [];
  const { read } = test.database;
  const database: typeof test.database = {
    ...test.database,
    read: (statement, values) => {
      sent.push({ statement, values });
      return read(statement, values);
    },
  };
  const { rows, total } = await listNewest(database, { country: '', category: undefined, ...filter }, 20, 0);
  const { statement, values } = sent[0]!;
  const plan = (await test.sql(`explain ${statement.text}`, [...values])).map((line) => String(line['QUERY PLAN']));
  return { rows, total, plan: plan.join('\n') };
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
  ['by several words of a title', { search: 'circular 29001 to' }, /news_items_title_seams/, 1],
  ['by one word of a title', { search: '29001' }, /news_items_title_trigrams/, 1],
  ['by a word that all have', { search: 'virtual' }, /news_items_state_newest/, searchMatchLimit],
  ['by few letters', { search: 'ci', ...kenya }, /news_items_state_country\b/, searchMatchLimit],
])('lists those %s along an index, counted to a thousand', async (_, filter, index, total) => {
  const found = await ask(filter);
  expect(found.plan).toMatch(index);
  expect(found.plan).not.toMatch(/Seq Scan/);
  expect([found.total, found.rows.length]).toEqual([total, Math.min(20, total)]);
  const times = found.rows.map(({ publishedAt }) => publishedAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});
