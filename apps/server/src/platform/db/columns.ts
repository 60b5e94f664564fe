/** Column definitions that all modules share. */
import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  type ExtraConfigColumn,
  text,
  timestamp,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { uuidv7 } from './uuid.ts';

/** The branded type prevents mixing up ids of different tables. */
export const id = <Id extends string = string>() =>
  uuid()
    .$type<Id>()
    .primaryKey()
    .$defaultFn(() => uuidv7<Id>());
export const timestampColumn = () => timestamp({ withTimezone: true });
export const createdAt = () => timestampColumn().notNull().defaultNow();
export const updatedAt = () =>
  timestampColumn()
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date());

/** Text sorted by code points: the same on every machine, and cheap to compare. */
export const keyText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Enumerations are text with a check: adding a value is an ordinary migration, unlike with a PostgreSQL enum. */
export const enumText = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  text({ enum: [...values] });

export const checkOneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '))})`);

export const checkBetween = (name: string, column: AnyPgColumn, min: number, max: number) =>
  check(name, sql`${column} between ${sql.raw(String(min))} and ${sql.raw(String(max))}`);

/** SQL for the index of the column's value in the list, from 0. */
export const sqlIndexOf = (column: string, values: readonly string[]): string =>
  `case ${column} ${values.map((value, index) => `when '${value.replaceAll("'", "''")}' then ${index}`).join(' ')} end`;

/** As in `order by … desc`. drizzle's default puts nulls last, and our queries could not use the index. */
export const descending = (column: ExtraConfigColumn) => column.desc().nullsFirst();

/** SQL of a timestamp as in JSON replies. */
export const isoTimeSql = (time: string): string =>
  `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
