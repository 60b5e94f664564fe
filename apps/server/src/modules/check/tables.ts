/**
 * Look-alikes that people asked about, until and after a moderator decided, and the names that staff protect. Nothing
 * here tells who asked: a row has the public host, a count and days. Its id is random: other ids contain a time.
 */
import type { UserId } from '@hakiki/contract/accounts';
import { lookalikeStates } from '@hakiki/contract/admin-values';
import type { AlertId } from '@hakiki/contract/alerts';
import { lookalikeRules } from '@hakiki/contract/check-values';
import type { ProviderId } from '@hakiki/contract/directory';
import type { LookalikeId, ProtectedNameId } from '@hakiki/contract/lookalikes-admin';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { checkOneOf, createdAt, descending, enumText, id, keyText } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';

const staffReference = () =>
  uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' });
const dayColumn = () =>
  date({ mode: 'string' })
    .notNull()
    .default(sql`current_date`);

export const lookalikes = pgTable(
  'lookalikes',
  {
    id: uuid()
      .$type<LookalikeId>()
      .primaryKey()
      .$defaultFn(() => randomUUID() as LookalikeId),
    host: keyText().notNull().unique(),
    rule: enumText(lookalikeRules).notNull(),
    /** Of the protected name, as it was when somebody last asked. */
    providerId: uuid().$type<ProviderId>(),
    name: text().notNull(),
    officialSites: text().array().notNull(),
    asks: integer().notNull().default(1),
    firstAskedOn: dayColumn(),
    lastAskedOn: dayColumn(),
    state: enumText(lookalikeStates).notNull().default('open'),
    reason: text(),
    decidedBy: staffReference(),
    decidedAt: timestamp({ withTimezone: true }),
    /** No foreign key: the report is a row of a higher concern, with its own retention. */
    alertId: uuid().$type<AlertId>(),
  },
  (table) => [
    checkOneOf('lookalikes_rule_known', table.rule, lookalikeRules),
    checkOneOf('lookalikes_state_known', table.state, lookalikeStates),
    index('lookalikes_open')
      .on(descending(table.asks), descending(table.lastAskedOn), table.id)
      .where(sql`${table.state} = 'open'`),
    index('lookalikes_decided')
      .on(descending(table.decidedAt), table.id)
      .where(sql`${table.state} <> 'open'`),
  ],
);

/** Verified providers and authorities are protected without a row. */
export const protectedNames = pgTable('protected_names', {
  id: id<ProtectedNameId>(),
  name: text().notNull(),
  otherNames: text().array().notNull(),
  officialSites: text().array().notNull(),
  sourceUrl: text().notNull(),
  addedBy: staffReference(),
  createdAt: createdAt(),
});
