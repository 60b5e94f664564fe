/**
 * Lists the newest announcements with any filter. Every filter is the prefix of an index in this order, so that a page
 * costs the same at any size. The total is counted up to a limit, because counting a million rows takes seconds.
 */
import { searchMatchLimit } from '@hakiki/contract/limits';
import type { NewsCategory } from '@hakiki/contract/news-values';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.ts';
import { toStatement, SORT_ALL_BELOW } from '../../platform/db/newest-list.ts';
import type { NewsRow } from './store.ts';

export interface NewsFilter {
  /** '' for all countries. */
  country: string;
  category: NewsCategory | undefined;
  /** Staff also list hidden items and search in titles. */
  state?: 'shown' | 'hidden';
  search?: string;
}

interface NewsPage {
  rows: NewsRow[];
  total: number;
}

const columns =
  sql.raw(`n.id, n.title, n.summary, n.category, n.source_name as "sourceName", n.source_country as "sourceCountry",
  n.source_url as "sourceUrl", n.priority, n.tags, n.published_at as "publishedAt", n.fetched_at as "fetchedAt",
  n.is_active as "isActive", n.language, n.state`);

const newestFirst = sql.raw('order by published_at desc, id desc');

/** The conditions that match the index prefix. */
function toConditions({ country, category, state = 'shown' }: NewsFilter): SQL {
  const conditions = [sql`state = ${state}`];
  if (country) conditions.push(sql`source_country = ${country}`);
  if (category) conditions.push(sql`category = ${category}`);
  return sql.join(conditions, sql` and `);
}

/** Only the newest rows, in order, up to a limit. */
const newestRows = (filter: NewsFilter, maxRows: number): SQL =>
  sql`(select id, published_at, title from news_items where ${toConditions(filter)} ${newestFirst} limit ${maxRows}) newest`;

/** Reads a page of the statement `found` with the total: alone on an empty row if the page has none. */
async function readPage(
  database: Database,
  found: SQL,
  counted: SQL,
  limit: number,
  offset: number,
): Promise<NewsPage> {
  const rows = await database.read<{ total: number } & (NewsRow | Record<keyof NewsRow, null>)>(
    ...toStatement(sql`
      with found as ${found},
      page as materialized (select id, published_at from found ${newestFirst} limit ${limit} offset ${offset})
      select ${columns}, counted.total
      from (${counted}) counted left join (page join news_items n on n.id = page.id) on true
      order by page.published_at desc, page.id desc`),
  );
  return {
    total: rows[0]!.total,
    rows: rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [row])),
  };
}

export async function listNewest(
  database: Database,
  filter: NewsFilter,
  limit: number,
  offset: number,
): Promise<NewsPage> {
  if (filter.search) return search(database, filter, filter.search, limit, offset);
  const all = sql`from news_items where ${toConditions(filter)}`;
  const found = sql`not materialized (select id, published_at ${all})`;
  const counted = sql`select count(*)::int as total from (select ${all} ${newestFirst} limit ${searchMatchLimit}) newest`;
  return readPage(database, found, counted, limit, offset);
}

/** Without three letters in a row or a number no index helps, so only the newest rows are scanned. */
const INDEXABLE = /\p{L}{3}|\d/u;
const SCANNED_ROWS = 2000;
/** Titles that may be scanned per row of the page; beyond that, a common word is rare among the newest. */
const STEPS_PER_ROW = 150;

/**
 * Whether a title contains the text. Numbers match as a whole: a search for circular 12 does not mean 4126, and single
 * digits are in too many titles for a trigram index.
 */
function containsText(text: string): SQL {
  const numbers = text.match(/\d+/g);
  const conditions: SQL[] = [];
  if (!numbers || text.includes(' ')) conditions.push(sql`contains_text(lower(title), lower(${text}))`);
  else if (numbers[0] !== text) conditions.push(sql`strpos(lower(title), lower(${text})) > 0`);
  if (numbers) conditions.push(sql`numbers_in(title) @> ${sql.param(numbers)}::text[]`);
  return sql.join(conditions, sql` and `);
}

/**
 * Rare text: fetch all matches and sort them. Common text: scan the newest rows in list order. The planner's estimate
 * chooses, and either way stops when the estimate proves wrong.
 */
async function search(
  database: Database,
  filter: NewsFilter,
  text: string,
  limit: number,
  offset: number,
): Promise<NewsPage> {
  // The part of the page within the maximum number of matches.
  const rows = Math.max(0, Math.min(limit, searchMatchLimit - offset));
  const matches = sql`from news_items where ${toConditions(filter)} and ${containsText(text)}`;
  const counted = sql`select count(*)::int as total from found`;
  const sortAllMatches = (from: SQL) => readPage(database, sql`materialized (${from})`, counted, rows, offset);
  const capTotal = (page: NewsPage) => ({ ...page, total: Math.min(page.total, searchMatchLimit) });

  if (!INDEXABLE.test(text)) {
    return capTotal(
      await sortAllMatches(
        sql`select id, published_at from ${newestRows(filter, SCANNED_ROWS)} where ${containsText(text)}`,
      ),
    );
  }
  const [plan] = await database.read<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    ...toStatement(sql`explain (format json) select ${matches}`),
  );
  if (plan!['QUERY PLAN'][0].Plan['Plan Rows'] < SORT_ALL_BELOW) {
    const page = await sortAllMatches(sql`select id, published_at ${matches} limit ${SORT_ALL_BELOW + 1}`);
    if (page.total <= SORT_ALL_BELOW) return capTotal(page);
  }
  const maxSteps = STEPS_PER_ROW * (rows + offset);
  const scanned = await readPage(
    database,
    sql`not materialized (select id, published_at from ${newestRows(filter, maxSteps)} where ${containsText(text)})`,
    sql`select ${searchMatchLimit}::int as total`,
    rows,
    offset,
  );
  // A full page of such common words means more matches than the maximum.
  return scanned.rows.length === rows
    ? scanned
    : capTotal(await sortAllMatches(sql`select id, published_at ${matches}`));
}
