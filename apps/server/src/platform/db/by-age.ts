import type { AgeOrder } from '@hakiki/contract/admin-values';
import { type AnyColumn, asc, desc, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** A page of what waits for somebody. */
export interface WaitingPage {
  order: AgeOrder;
  limit: number;
  offset: number;
}

/** The order of a list by time, with the id to tell apart what came at the same moment. */
export const byAge = (order: AgeOrder, createdAt: AnyColumn, id: AnyColumn) =>
  [createdAt, id].map((column) => (order === 'newest' ? desc(column) : asc(column)));

interface Waiting {
  table: PgTable & { createdAt: AnyPgColumn; id: AnyPgColumn };
  isWaiting: SQL | undefined;
}

/** One page of what waits, and how much waits in all. */
export async function readWaiting<Query extends PgSelect>(
  db: Db,
  query: Query,
  { table, isWaiting }: Waiting,
  { order, limit, offset }: WaitingPage,
): Promise<{ rows: Query['_']['result']; total: number }> {
  const [rows, total] = await Promise.all([
    query
      .where(isWaiting)
      .orderBy(...byAge(order, table.createdAt, table.id))
      .limit(limit)
      .offset(offset),
    db.$count(table, isWaiting),
  ]);
  return { rows, total };
}
