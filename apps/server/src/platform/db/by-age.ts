import type { AgeOrder } from '@hakiki/contract/admin-values';
import { type AnyColumn, asc, desc, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** Paging of a list of pending work. */
export interface PendingPage {
  order: AgeOrder;
  limit: number;
  offset: number;
}

/** The sort order of a list by time, with the id for rows of the same time. */
export const orderByAge = (order: AgeOrder, createdAt: AnyColumn, id: AnyColumn) =>
  [createdAt, id].map((column) => (order === 'newest' ? desc(column) : asc(column)));

interface PendingRows {
  table: PgTable & { createdAt: AnyPgColumn; id: AnyPgColumn };
  isPending: SQL | undefined;
}

/** One page of pending rows and the number of all pending rows. */
export async function readPendingPage<Query extends PgSelect>(
  db: Db,
  query: Query,
  { table, isPending }: PendingRows,
  { order, limit, offset }: PendingPage,
): Promise<{ rows: Query['_']['result']; total: number }> {
  const [rows, total] = await Promise.all([
    query
      .where(isPending)
      .orderBy(...orderByAge(order, table.createdAt, table.id))
      .limit(limit)
      .offset(offset),
    db.$count(table, isPending),
  ]);
  return { rows, total };
}
