import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type KeyRotation, rotateRows, tryOpen } from '../key-rotation.ts';
import type { RotatingBox } from '../sealing/secret-box.ts';
import type { Db } from './database.ts';

const PAGE_SIZE = 500;

interface SealedColumn {
  /** A plural noun for the operator. */
  what: string;
  table: PgTable;
  id: PgColumn;
  column: PgColumn;
  /** The name of the column. */
  name: string;
  box: RotatingBox;
  /** Small for columns that hold files. */
  pageSize?: number;
}

/** Key rotation of one encrypted column whose values are bound to the id of their row. */
export const rotateSealedColumn = (
  db: Db,
  { what, table, id, column, name, box, pageSize = PAGE_SIZE }: SealedColumn,
): KeyRotation => ({
  what,
  ends: 'renewed',
  rotate: (renews) =>
    rotateRows(
      {
        // Includes rows with an empty column, so that each page costs the same.
        async readPage(after) {
          const isAfter: SQL = sql`${after ?? null}::uuid is null or ${id} > ${after ?? null}`;
          const { rows } = await db.execute<{ id: string; sealed: Buffer | null }>(
            sql`select ${id} as id, ${column} as sealed from ${table} where ${isAfter} order by ${id} limit ${pageSize}`,
          );
          return rows;
        },
        checkRow({ id: rowId, sealed }) {
          if (!sealed || !box.isOlder(sealed)) return 'current';
          return tryOpen(() => box.open(sealed, rowId)) === undefined ? 'lost' : 'older';
        },
        // Does nothing if the value was replaced or cleared in the meantime.
        async renew({ id: rowId, sealed }) {
          const renewed = box.seal(box.open(sealed!, rowId), rowId);
          const { rowCount } = await db.execute(sql`
            update ${table} set ${sql.identifier(name)} = ${renewed} where ${id} = ${rowId} and ${column} = ${sealed}`);
          return rowCount === 1 ? 'renewed' : 'left';
        },
      },
      renews,
    ),
});
