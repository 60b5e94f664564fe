import type { Table } from 'drizzle-orm';

/** One table to fill. */
export interface Stage {
  table: Table;
  label: string;
  /** How many rows there will be, where that is known beforehand. */
  total?: number;
  rows: Iterable<object>;
}
