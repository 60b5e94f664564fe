import { getTableName, getViewName } from 'drizzle-orm';
import { isPgView, type PgTable, type PgView } from 'drizzle-orm/pg-core';

/** For raw SQL. Another room's table is named by this and never by a string, so that the import shows who reads it. */
export const nameOf = (table: PgTable | PgView): string =>
  `"${(isPgView(table) ? getViewName(table) : getTableName(table)).replaceAll('"', '""')}"`;
