import type { AgeOrder } from '@hakiki/contract/admin-values';
import { type AnyColumn, asc, desc } from 'drizzle-orm';

/** A page of what waits for somebody. */
export interface WaitingPage {
  order: AgeOrder;
  limit: number;
  offset: number;
}

/** The order of a list by time, with the id to tell apart what came at the same moment. */
export const byAge = (order: AgeOrder, createdAt: AnyColumn, id: AnyColumn) =>
  [createdAt, id].map((column) => (order === 'newest' ? desc(column) : asc(column)));
