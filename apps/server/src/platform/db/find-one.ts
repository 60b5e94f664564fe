import type { SQL } from 'drizzle-orm';
import type { Db } from './database.ts';

/** The query's single row, or undefined. */
export async function findOne<Row extends Record<string, unknown>>(db: Db, query: SQL): Promise<Row | undefined> {
  const { rows } = await db.execute<Row>(query);
  return rows[0] as Row | undefined;
}

/** For `.then(firstRow)` after a query of Drizzle. */
export const firstRow = <Row>(rows: Row[]): Row | undefined => rows[0];
