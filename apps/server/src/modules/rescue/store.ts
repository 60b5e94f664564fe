import type { UserId } from '@hakiki/contract/accounts';
import type { RescueChangeId } from '@hakiki/contract/rescue-admin';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Db } from '../../platform/db/database.ts';
import { quotedTableName } from '../../platform/db/quoted-table-name.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { users } from '../accounts/read-model.ts';
import { rescueCalls, rescueFailures, rescueVersions } from './tables.ts';

const MAX_HISTORY = 100;
const proposer = alias(users, 'proposer');
const decider = alias(users, 'decider');

const selectVersions = (db: Db) =>
  db
    .select({
      id: rescueVersions.id,
      contactId: rescueVersions.contactId,
      facts: rescueVersions.facts,
      reason: rescueVersions.reason,
      state: rescueVersions.state,
      proposedBy: rescueVersions.proposedBy,
      proposedByEmail: proposer.email,
      proposedAt: rescueVersions.proposedAt,
      decidedByEmail: decider.email,
      decidedAt: rescueVersions.decidedAt,
    })
    .from(rescueVersions)
    .leftJoin(proposer, eq(proposer.id, rescueVersions.proposedBy))
    .leftJoin(decider, eq(decider.id, rescueVersions.decidedBy))
    .$dynamic();
export type VersionRow = Awaited<ReturnType<typeof selectVersions>>[number];

/** At most two for each contact: the public version and the proposed one. */
export const listOpenVersions = (db: Db, ids: readonly string[]): Promise<VersionRow[]> =>
  selectVersions(db).where(
    and(inArray(rescueVersions.contactId, [...ids]), inArray(rescueVersions.state, ['current', 'proposed'])),
  );

export const listVersions = (db: Db, contactId: string): Promise<VersionRow[]> =>
  selectVersions(db)
    .where(eq(rescueVersions.contactId, contactId))
    .orderBy(desc(rescueVersions.proposedAt))
    .limit(MAX_HISTORY);

/** The last call to each contact that found out whether it works. */
export const listLastCalls = (db: Db, ids: readonly string[]) =>
  db
    .selectDistinctOn([rescueCalls.contactId], {
      contactId: rescueCalls.contactId,
      outcome: rescueCalls.outcome,
      calledAt: rescueCalls.calledAt,
    })
    .from(rescueCalls)
    .where(and(inArray(rescueCalls.contactId, [...ids]), ne(rescueCalls.outcome, 'no-answer')))
    .orderBy(rescueCalls.contactId, desc(rescueCalls.calledAt));
export type LastCall = Awaited<ReturnType<typeof listLastCalls>>[number];

export const listCalls = (db: Db, contactId: string) =>
  db
    .select({
      outcome: rescueCalls.outcome,
      note: rescueCalls.note,
      calledBy: users.email,
      calledAt: rescueCalls.calledAt,
    })
    .from(rescueCalls)
    .leftJoin(users, eq(users.id, rescueCalls.calledBy))
    .where(eq(rescueCalls.contactId, contactId))
    .orderBy(desc(rescueCalls.calledAt))
    .limit(MAX_HISTORY);

export const listFailures = (db: Db, ids: readonly string[]) =>
  db
    .select()
    .from(rescueFailures)
    .where(inArray(rescueFailures.contactId, [...ids]));
export type FailureRow = Awaited<ReturnType<typeof listFailures>>[number];

/** What visitors see of a contact beside what is shipped. */
export interface PublicStateRow {
  contactId: string;
  facts: VersionRow['facts'] | null;
  outcome: LastCall['outcome'] | null;
  calledAt: Date | null;
  firstFailureAt: Date | null;
}

// A call to an older number says nothing about the new one.
const publicStatesStatement = prepareStatement({
  name: 'rescue-public-states',
  text: `
  select asked.id as "contactId", version.facts, call.outcome, call.called_at as "calledAt",
    failure.first_at as "firstFailureAt"
  from unnest($1::text[]) as asked (id)
    left join ${quotedTableName(rescueVersions)} version
      on version.contact_id = asked.id and version.state = 'current'
    left join ${quotedTableName(rescueFailures)} failure on failure.contact_id = asked.id
    left join lateral (
      select outcome, called_at from ${quotedTableName(rescueCalls)} calls
      where calls.contact_id = asked.id and calls.outcome <> 'no-answer'
      order by called_at desc limit 1
    ) call on version.decided_at is null or call.called_at > version.decided_at`,
});

export const listPublicStates = (database: Database, ids: readonly string[]) =>
  database.read<PublicStateRow & Record<string, unknown>>(publicStatesStatement, [ids]);

/** Returns whether it is the first report since the last call. */
export async function addFailure(tx: Db, contactId: string): Promise<boolean> {
  const [row] = await tx
    .insert(rescueFailures)
    .values({ contactId })
    .onConflictDoUpdate({
      target: rescueFailures.contactId,
      set: { reports: sql`least(${rescueFailures.reports} + 1, 1000000)`, lastAt: sql`now()` },
    })
    .returning({ reports: rescueFailures.reports });
  return row!.reports === 1;
}

export const deleteFailures = (tx: Db, contactId: string) =>
  tx.delete(rescueFailures).where(eq(rescueFailures.contactId, contactId));

export const insertCall = (tx: Db, call: typeof rescueCalls.$inferInsert) => tx.insert(rescueCalls).values(call);

/** Returns whether it was added: a contact has at most one proposed change. */
export const insertVersion = (tx: Db, version: typeof rescueVersions.$inferInsert): Promise<boolean> =>
  tx
    .insert(rescueVersions)
    .values(version)
    .onConflictDoNothing()
    .returning({ id: rescueVersions.id })
    .then((rows) => rows.length > 0);

export const lockVersion = (tx: Db, id: RescueChangeId) =>
  tx
    .select()
    .from(rescueVersions)
    .where(eq(rescueVersions.id, id))
    .for('update')
    .then((rows) => rows[0]);

export const retireCurrent = (tx: Db, contactId: string) =>
  tx
    .update(rescueVersions)
    .set({ state: 'past' })
    .where(and(eq(rescueVersions.contactId, contactId), eq(rescueVersions.state, 'current')));

export const decideVersion = (tx: Db, id: RescueChangeId, state: 'current' | 'rejected', decidedBy: UserId) =>
  tx
    .update(rescueVersions)
    .set({ state, decidedBy, decidedAt: sql`now()` })
    .where(eq(rescueVersions.id, id));
