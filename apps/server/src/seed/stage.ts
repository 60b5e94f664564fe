import type { Table } from 'drizzle-orm';

/** A table to fill. */
export interface Stage {
  table: Table;
  label: string;
  /** The number of rows, if known in advance. */
  total?: number;
  rows: Iterable<object>;
}
