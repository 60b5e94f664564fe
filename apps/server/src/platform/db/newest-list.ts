/**
 * Pages of a table, newest rows first, with optional filters. These queries are not prepared statements: whether to
 * scan in order or to fetch and sort all matches depends on how common they are, and the planner decides that per
 * query.
 */
import { searchMatchLimit } from '@hakiki/contract/limits';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database, Statement } from './database.ts';

/** The cursor for keyset pagination. */
export interface LastRow {
  id: string;
  createdAt: string;
}

export interface NewestList {
  /** Must have the columns id and created_at. */
  table: string;
  conditions?: readonly SQL[];
  /** The leading columns of an index that ends with the sort order, and the combinations of their values to list. */
  indexPrefix?: { columns: readonly string[]; values: readonly (readonly string[])[] } | undefined;
  /**
   * Case-insensitive; the expression has a trigram index and, with `hasWordIndex`, an index of word boundaries for
   * several words.
   */
  search?: { text: string; expression: string; normalizedBy: 'lower' | 'fold'; hasWordIndex?: true } | undefined;
  /** Few matches: all are fetched and sorted. Otherwise the planner might scan millions of rows in order. */
  isRare?: boolean;
  /** Only rows after this one (keyset pagination). */
  after?: LastRow | undefined;
  limit: number;
  offset: number;
}

/** Below this number of matches, fetching and sorting all is faster than scanning in order. */
export const SORT_ALL_BELOW = 5000;

const dialect = new PgDialect();

/** Converts SQL that is built for one call. */
export function toStatement(query: SQL): [Statement, unknown[]] {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return [{ text }, params];
}

const newestFirst = sql.raw('order by created_at desc, id desc');

/** A text without three letters or digits in a row cannot use the index, so only the newest rows are searched. */
const INDEXABLE = /[\p{L}\p{N}]{3}/u;
const MAX_UNINDEXED_ROWS = 2000;

const buildSource = ({ table, search }: NewestList): SQL =>
  search && !INDEXABLE.test(search.text)
    ? sql`(select * from ${sql.raw(table)} ${newestFirst} limit ${MAX_UNINDEXED_ROWS}) newest`
    : sql.raw(table);

export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Uses the row's stored time if the row still exists: replies contain times with less precision. */
function buildCursorCondition({ table, after }: NewestList): SQL[] {
  if (!after) return [];
  const stored = sql`select created_at from ${sql.raw(table)} where id = ${after.id}`;
  return [sql`(created_at, id) < (coalesce((${stored}), ${after.createdAt}::timestamptz), ${after.id}::uuid)`];
}

function containsText({
  text,
  expression: within,
  normalizedBy,
  hasWordIndex,
}: NonNullable<NewestList['search']>): SQL {
  const [expression, normalize] = [sql.raw(within), sql.raw(normalizedBy)];
  if (hasWordIndex) return sql`contains_text(${expression}, ${normalize}(${text}))`;
  return sql`${expression} like ${normalize}(${`%${escapeLike(text)}%`})`;
}

function buildWhere(list: NewestList): SQL {
  const { conditions = [], indexPrefix, search } = list;
  const all = [...conditions, ...buildCursorCondition(list)];
  if (indexPrefix) {
    const tuples = indexPrefix.values.map(
      (values) =>
        sql`(${sql.join(
          values.map((value) => sql`${value}`),
          sql`, `,
        )})`,
    );
    all.push(sql`(${sql.raw(indexPrefix.columns.join(', '))}) in (${sql.join(tuples, sql`, `)})`);
  }
  if (search) all.push(containsText(search));
  return all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``;
}

/** The newest rows of each combination, each read along the index. */
function buildIndexHeads(list: NewestList & { indexPrefix: NonNullable<NewestList['indexPrefix']> }): SQL {
  const { table, indexPrefix, conditions = [], limit, offset } = list;
  const heads = indexPrefix.values.map((values) => {
    const matchesPrefix = indexPrefix.columns.map((column, index) => sql`${sql.raw(column)} = ${values[index]}`);
    return sql`(
      select id, created_at from ${sql.raw(table)}
      where ${sql.join([...matchesPrefix, ...conditions, ...buildCursorCondition(list)], sql` and `)}
      ${newestFirst} limit ${limit + offset}
    )`;
  });
  return sql`select id, created_at from (${sql.join(heads, sql` union all `)}) heads`;
}

/** A search returns only its first matches. */
const countPageRows = ({ search, limit, offset }: NewestList): number =>
  search ? Math.max(0, Math.min(limit, searchMatchLimit - offset)) : limit;

/** A CTE (`with`) with the ids and times of one page. */
function buildPageCte(list: NewestList): SQL {
  const { indexPrefix, search } = list;
  const rows =
    indexPrefix && !search
      ? buildIndexHeads({ ...list, indexPrefix })
      : sql`select id, created_at from ${buildSource(list)} ${buildWhere(list)}`;
  const materialized = list.isRare ? sql`found as materialized (${rows}),` : sql``;
  const from = list.isRare ? sql`select id, created_at from found` : rows;
  return sql`${materialized} page as materialized (${from} ${newestFirst} limit ${countPageRows(list)} offset ${list.offset})`;
}

/** The planner's row estimate, from its statistics alone. */
async function estimateMatches(database: Database, list: NewestList): Promise<number> {
  const matches = sql`explain (format json) select from ${buildSource(list)} ${buildWhere(list)}`;
  const [explained] = await database.read<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    ...toStatement(matches),
  );
  return explained!['QUERY PLAN'][0].Plan['Plan Rows'];
}

async function countExactly(database: Database, list: NewestList): Promise<number> {
  const matches = sql`select from ${buildSource(list)} ${buildWhere(list)} limit ${searchMatchLimit}`;
  const [counted] = await database.read<{ n: number }>(
    ...toStatement(sql`select count(*)::int as n from (${matches}) matches`),
  );
  return counted!.n;
}

/** So far above the counting limit that an estimate is enough: counting would take seconds. */
const ESTIMATE_ABOVE = 20 * searchMatchLimit;

/** Counts matches up to the search limit, unless the page already shows the number. */
async function countMatches(database: Database, { after: _, ...list }: NewestList, rowCount: number): Promise<number> {
  const isEnd = rowCount < countPageRows(list) && (rowCount > 0 || list.offset === 0);
  if (isEnd) return list.offset + rowCount;
  return (await estimateMatches(database, list)) >= ESTIMATE_ABOVE ? searchMatchLimit : countExactly(database, list);
}

interface Selection {
  /** The table's alias in the columns and joins. */
  alias: string;
  columns: string;
  joins?: string;
  readMaintainedCount: () => Promise<number>;
}

/** Reads one page and the total: counted for a search, otherwise from the maintained count. */
export async function readPage<Row extends object>(
  database: Database,
  list: NewestList,
  { alias, columns, joins = '', readMaintainedCount }: Selection,
): Promise<{ rows: Row[]; total: number }> {
  const selection = sql.raw(
    `select ${columns} from page join ${list.table} ${alias} on ${alias}.id = page.id ${joins}`,
  );
  const rowsPromise = database.read<{ [Key in keyof Row]: Row[Key] }>(
    ...toStatement(sql`with ${buildPageCte(list)} ${selection} order by page.created_at desc, page.id desc`),
  );
  if (!list.search) {
    const [rows, total] = await Promise.all([rowsPromise, readMaintainedCount()]);
    return { rows, total };
  }
  const rows = await rowsPromise;
  return { rows, total: await countMatches(database, list, rows.length) };
}

/** The search text without superfluous spaces. */
export const normalizeSearchText = (search: string | undefined): string => search?.trim().replaceAll(/\s+/g, ' ') ?? '';
