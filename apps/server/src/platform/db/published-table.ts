import type { TableConfig } from 'drizzle-orm';
import type { PgTableWithColumns } from 'drizzle-orm/pg-core';

/**
 * The columns of a table that other modules may read, for a module's `read-model.ts`. At run time it is the table: a
 * view in the database would run with the rights of its owner, and so undo the column grants of the web process.
 */
export const publishTable = <Config extends TableConfig, Column extends keyof Config['columns'] & string = never>(
  table: PgTableWithColumns<Config>,
  ..._columns: readonly Column[]
): PgTableWithColumns<Omit<Config, 'columns'> & { columns: Pick<Config['columns'], Column> }> => table as never;
