import { getTableName, getViewName } from 'drizzle-orm';
import { isPgView, type PgTable, type PgView } from 'drizzle-orm/pg-core';

/** For raw SQL. Another module's table is never named by a string, so that the import shows the dependency. */
export const quotedTableName = (table: PgTable | PgView): string =>
  `"${(isPgView(table) ? getViewName(table) : getTableName(table)).replaceAll('"', '""')}"`;
