/** Alarms and whether the operator was notified today. */
import { boolean, date, doublePrecision, pgTable, timestamp } from 'drizzle-orm/pg-core';
import { enumText, checkOneOf } from '../../platform/db/columns.ts';
import { alarmKinds } from './thresholds.ts';

export const alarms = pgTable(
  'alarms',
  {
    kind: enumText(alarmKinds).primaryKey(),
    figure: doublePrecision().notNull(),
    raisedAt: timestamp({ withTimezone: true }),
    /** The day of the last email: one a day, even if the alarm starts and ends several times. */
    toldOn: date(),
    /** Whether the operator knows of the alarm and is to be notified of its end. */
    isNotified: boolean().notNull().default(false),
  },
  (table) => [checkOneOf('alarms_kind_known', table.kind, alarmKinds)],
);
