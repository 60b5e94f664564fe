/** Columns every area shares. */
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

/** The type tells what it is the id of, so that nobody passes one thing for another. */
export const id = <Id extends string = string>() =>
  uuid()
    .$type<Id>()
    .primaryKey()
    .$defaultFn(() => uuidv7<Id>());
export const createdAt = () => timestamp({ withTimezone: true }).notNull().defaultNow();
export const updatedAt = () =>
  timestamp({ withTimezone: true })
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date());

/** Text in the order of its code points: the same on every machine, and cheap to compare. */
export const keyText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Closed lists are text with a check: adding a value is an ordinary migration, unlike a PostgreSQL enum. */
export const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  text({ enum: [...values] });

export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '))})`);

export const within = (name: string, column: AnyPgColumn, min: number, max: number) =>
  check(name, sql`${column} between ${sql.raw(String(min))} and ${sql.raw(String(max))}`);

/** SQL for the value's place in the list, from 0. */
export const placeIn = (column: string, values: readonly string[]): string =>
  `case ${column} ${values.map((value, place) => `when '${value.replaceAll("'", "''")}' then ${place}`).join(' ')} end`;

/** As `order by … desc` means it. The library's own default puts nulls last, and such an index serves no query of ours. */
export const descending = (column: ExtraConfigColumn) => column.desc().nullsFirst();
