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
  cells?: { columns: readonly string[]; asked: readonly (readonly string[])[] } | undefined;
  /**
   * Case-insensitive; the expression has a trigram index and, with `hasWordIndex`, an index of word boundaries for
   * several words.
   */
  search?: { text: string; within: string; foldedBy: 'lower' | 'fold'; hasSeams?: true } | undefined;
  /** Few matches: all are fetched and sorted. Otherwise the planner might scan millions of rows in order. */
  isRare?: boolean;
  /** Only rows after this one (keyset pagination). */
  after?: LastRow | undefined;
  limit: number;
  offset: number;
}

/** Below this number of matches, fetching and sorting all is faster than scanning in order. */
export const FEW = 5000;

const dialect = new PgDialect();

/** Converts SQL that is built for one call. */
export function asStatement(query: SQL): [Statement, unknown[]] {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return [{ text }, params];
}

const newestFirst = sql.raw('order by created_at desc, id desc');

/** A text without three letters or digits in a row cannot use the index, so only the newest rows are searched. */
const INDEXABLE = /[\p{L}\p{N}]{3}/u;
const LOOKED_INTO = 2000;

const sourceOf = ({ table, search }: NewestList): SQL =>
  search && !INDEXABLE.test(search.text)
    ? sql`(select * from ${sql.raw(table)} ${newestFirst} limit ${LOOKED_INTO}) newest`
    : sql.raw(table);

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Uses the row's stored time if the row still exists: replies contain times with less precision. */
function goesOn({ table, after }: NewestList): SQL[] {
  if (!after) return [];
  const stored = sql`select created_at from ${sql.raw(table)} where id = ${after.id}`;
  return [sql`(created_at, id) < (coalesce((${stored}), ${after.createdAt}::timestamptz), ${after.id}::uuid)`];
}

function containsText({ text, within, foldedBy, hasSeams }: NonNullable<NewestList['search']>): SQL {
  const [expression, folded] = [sql.raw(within), sql.raw(foldedBy)];
  if (hasSeams) return sql`contains_text(${expression}, ${folded}(${text}))`;
  return sql`${expression} like ${folded}(${`%${escapeLike(text)}%`})`;
}

function whereOf(list: NewestList): SQL {
  const { conditions = [], cells, search } = list;
  const all = [...conditions, ...goesOn(list)];
  if (cells) {
    const asked = cells.asked.map(
      (cell) =>
        sql`(${sql.join(
          cell.map((value) => sql`${value}`),
          sql`, `,
        )})`,
    );
    all.push(sql`(${sql.raw(cells.columns.join(', '))}) in (${sql.join(asked, sql`, `)})`);
  }
  if (search) all.push(containsText(search));
  return all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``;
}

/** The newest rows of each combination, each read along the index. */
function headsOf(list: NewestList & { cells: NonNullable<NewestList['cells']> }): SQL {
  const { table, cells, conditions = [], limit, offset } = list;
  const heads = cells.asked.map((cell) => {
    const isOfCell = cells.columns.map((column, place) => sql`${sql.raw(column)} = ${cell[place]}`);
    return sql`(
      select id, created_at from ${sql.raw(table)}
      where ${sql.join([...isOfCell, ...conditions, ...goesOn(list)], sql` and `)}
      ${newestFirst} limit ${limit + offset}
    )`;
  });
  return sql`select id, created_at from (${sql.join(heads, sql` union all `)}) heads`;
}

/** A search returns only its first matches. */
const rowsOf = ({ search, limit, offset }: NewestList): number =>
  search ? Math.max(0, Math.min(limit, searchMatchLimit - offset)) : limit;

/** A CTE (`with`) with the ids and times of one page. */
function pageOf(list: NewestList): SQL {
  const { cells, search } = list;
  const rows =
    cells && !search ? headsOf({ ...list, cells }) : sql`select id, created_at from ${sourceOf(list)} ${whereOf(list)}`;
  const found = list.isRare ? sql`found as materialized (${rows}),` : sql``;
  const from = list.isRare ? sql`select id, created_at from found` : rows;
  return sql`${found} page as materialized (${from} ${newestFirst} limit ${rowsOf(list)} offset ${list.offset})`;
}

/** The planner's row estimate, from its statistics alone. */
async function estimate(database: Database, list: NewestList): Promise<number> {
  const matches = sql`explain (format json) select from ${sourceOf(list)} ${whereOf(list)}`;
  const [explained] = await database.read<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    ...asStatement(matches),
  );
  return explained!['QUERY PLAN'][0].Plan['Plan Rows'];
}

async function count(database: Database, list: NewestList): Promise<number> {
  const matches = sql`select from ${sourceOf(list)} ${whereOf(list)} limit ${searchMatchLimit}`;
  const [counted] = await database.read<{ n: number }>(
    ...asStatement(sql`select count(*)::int as n from (${matches}) matches`),
  );
  return counted!.n;
}

/** So far above the counting limit that an estimate is enough: counting would take seconds. */
const SURELY_MORE = 20 * searchMatchLimit;

/** Counts matches up to the search limit, unless the page already shows the number. */
async function countMatches(database: Database, { after: _, ...list }: NewestList, shown: number): Promise<number> {
  const isEnd = shown < rowsOf(list) && (shown > 0 || list.offset === 0);
  if (isEnd) return list.offset + shown;
  return (await estimate(database, list)) >= SURELY_MORE ? searchMatchLimit : count(database, list);
}

interface Shown {
  /** The table's alias in the columns and joins. */
  as: string;
  columns: string;
  joins?: string;
  countKept: () => Promise<number>;
}

/** Reads one page and the total: counted for a search, otherwise from the maintained count. */
export async function readPage<Row extends object>(
  database: Database,
  list: NewestList,
  { as, columns, joins = '', countKept }: Shown,
): Promise<{ rows: Row[]; total: number }> {
  const shown = sql.raw(`select ${columns} from page join ${list.table} ${as} on ${as}.id = page.id ${joins}`);
  const reading = database.read<{ [Key in keyof Row]: Row[Key] }>(
    ...asStatement(sql`with ${pageOf(list)} ${shown} order by page.created_at desc, page.id desc`),
  );
  if (!list.search) {
    const [rows, total] = await Promise.all([reading, countKept()]);
    return { rows, total };
  }
  const rows = await reading;
  return { rows, total: await countMatches(database, list, rows.length) };
}

/** The search text without superfluous spaces. */
export const searchedText = (search: string | undefined): string => search?.trim().replaceAll(/\s+/g, ' ') ?? '';
