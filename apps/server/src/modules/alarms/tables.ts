/** What is wrong with the machines right now, and whether the operator was told today. */
import { boolean, date, doublePrecision, pgTable, timestamp } from 'drizzle-orm/pg-core';
import { choice, oneOf } from '../../platform/db/columns.ts';
import { alarmKinds } from './thresholds.ts';

export const alarms = pgTable(
  'alarms',
  {
    kind: choice(alarmKinds).primaryKey(),
    figure: doublePrecision().notNull(),
    raisedAt: timestamp({ withTimezone: true }),
    /** The day of the last letter: one a day, however often it comes and goes. */
    toldOn: date(),
    /** Whoever was told that it began is told that it is over. */
    isTold: boolean().notNull().default(false),
  },
  (table) => [oneOf('alarms_kind_known', table.kind, alarmKinds)],
);
