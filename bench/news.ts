/** Lists of announcements for members and moderators, with a thousand and with a million of them. */
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import type { Cluster } from '../tools/pg.ts';

/**
 * Twelve years of thirteen sources: 5 % are hidden, 1 % are pending. Titles share their words, and each has one unique
 * word.
 */
const fillStatement = `
  insert into news_items (id, title, summary, category, source_name, source_country, source_url, source_id, priority, tags,
    language, published_at, fetched_at, state)
  select gen_random_uuid(),
    (array['Circular', 'Public notice', 'Press release', 'Directive', 'Statement'])[1 + n % 5] || ' ' || n || ': '
      || (array['licensing of', 'warning about', 'penalty for', 'guidance to', 'registration of', 'draft rules for'])[1 + n / 5 % 6] || ' '
      || (array['virtual asset providers', 'unlicensed brokers', 'payment services', 'digital lenders', 'fund managers', 'remittance agents', 'custodians'])[1 + n / 30 % 7]
      || case when n % 4000 = 7 then ' on the submarine cable' else '' end,
    repeat('The authority informs the public and all institutions that it supervises. ', 4),
    (array['regulation', 'enforcement', 'warning', 'guidance'])[1 + n / 3 % 4],
    'Authority ' || n % 13,
    (array['south africa', 'nigeria', 'kenya', 'ghana', 'senegal', 'ivory coast'])[1 + n % 13 % 6],
    'https://authority-' || n % 13 || '.example/' || n, 'source-' || n % 13,
    (array['normal', 'normal', 'low', 'high'])[1 + n / 7 % 4], array['licensing'], 'en',
    now() - make_interval(secs => (n::double precision / $1) * 12 * 365 * 86400),
    now() - make_interval(secs => (n::double precision / $1) * 12 * 365 * 86400),
    case when n % 20 = 3 then 'hidden' when n % 100 = 1 then 'held' else 'shown' end
  from generate_series(1, $1::int) n`;

export async function fillNews(cluster: Cluster, items: number): Promise<string> {
  const name = `bench_news_${items}`;
  const admin = new pg.Client({ connectionString: cluster.url() });
  await admin.connect();
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await admin.query(`create database ${name}`);
  await admin.end();
  const url = cluster.url(name);
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select from news_items limit 1');
  if (rows.length === 0) await client.query(fillStatement, [items]);
  await client.query('vacuum analyze');
  await client.end();
  return url;
}

const toPagePath = (list: string, query: Record<string, string> = {}) =>
  `/api/${list}?${new URLSearchParams({ ...query, limit: '20' }).toString()}`;
const toMemberPath = (query?: Record<string, string>) => toPagePath('compliance-news', query);
const toStaffPath = (query?: Record<string, string>) => toPagePath('admin/news', query);
const hidden = { state: 'hidden' };

/**
 * Distinct calls of each kind, with countries, categories and titles that exist in every size. Titles and numbers have
 * one match in each; the rare word has one among a thousand and 250 among a million.
 */
export const newsCalls: Record<string, string[]> = {
  'members, all': [toMemberPath()],
  'members, by country': [toMemberPath({ country: 'kenya' }), toMemberPath({ country: 'senegal' })],
  'members, by category': [toMemberPath({ category: 'warning' }), toMemberPath({ category: 'guidance' })],
  'members, by both': [toMemberPath({ country: 'kenya', category: 'warning' })],
  'members, a place without any': [toMemberPath({ country: 'atlantis' })],
  'console, all': [toStaffPath()],
  'console, by country': [toStaffPath({ country: 'kenya' }), toStaffPath({ country: 'senegal' })],
  'console, hidden': [toStaffPath(hidden)],
  'console, hidden in a country': [
    toStaffPath({ ...hidden, country: 'kenya' }),
    toStaffPath({ ...hidden, country: 'senegal' }),
  ],
  'console, hidden of a category': [toStaffPath({ ...hidden, category: 'warning' })],
  'console, search for a title': Array.from({ length: 50 }, (_, n) =>
    toStaffPath({ search: `Press release ${n * 10 + 2}: ${n % 3 === 0 ? 'penalty' : ''}`.trim() }),
  ),
  'console, search for a number': Array.from({ length: 50 }, (_, n) => toStaffPath({ search: String(500 + n * 9) })),
  'console, search for a rare word': [toStaffPath({ search: 'submarine' })],
  'console, search for a common word': [toStaffPath({ search: 'brokers' }), toStaffPath({ search: 'licensing of' })],
  'console, common word in a country': [toStaffPath({ search: 'brokers', country: 'kenya' })],
};
