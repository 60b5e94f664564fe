/** Splits the rows of a sitemap into ranges of a fixed size. */
import type { Database } from './database.ts';
import { prepareStatement } from './statement.ts';

/** `rows` is the SQL after `from`, with the condition that makes the rows public. */
export function createSitemapRanges(name: string, rows: string) {
  const rangeStarts = prepareStatement({
    name: `${name}-stretches`,
    text: `
    select id from (select id, row_number() over (order by id) - 1 as place from ${rows}) numbered
    where place % $1::int = 0 order by id`,
  });
  const range = prepareStatement({
    name: `${name}-stretch`,
    text: `select id, updated_at as "updatedAt" from ${rows} and id >= $1 order by id limit $2`,
  });
  return {
    /** The first id of each range. */
    listSitemapRanges: (database: Database, size: number) =>
      database.read<{ id: string }>(rangeStarts, [size]).then((found) => found.map(({ id }) => id)),
    listSitemapRange: (database: Database, firstId: string, size: number) =>
      database.read<{ id: string; updatedAt: Date }>(range, [firstId, size]),
  };
}
