import type { UserId } from '@hakiki/contract/accounts';
import type { LookalikeOutcome } from '@hakiki/contract/admin-values';
import type { AlertId } from '@hakiki/contract/alerts';
import type { LookalikeId, ProtectedNameId } from '@hakiki/contract/lookalikes-admin';
import { listLimits } from '@hakiki/contract/limits';
import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { quotedTableName } from '../../platform/db/quoted-table-name.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { users } from '../accounts/read-model.ts';
import { lookalikes, protectedNames } from './tables.ts';

export type NewLookalike = Pick<
  typeof lookalikes.$inferInsert,
  'host' | 'rule' | 'providerId' | 'name' | 'officialSites'
>;

const MAX_ASKS = 1_000_000;

/** Counts the host, or adds it. Returns whether it is new. What is decided stays as it is. */
export async function countLookalike(tx: Db, { host, ...match }: NewLookalike): Promise<boolean> {
  const rows = await tx
    .insert(lookalikes)
    .values({ host, ...match })
    .onConflictDoUpdate({
      target: lookalikes.host,
      set: {
        ...match,
        asks: sql`least(${lookalikes.asks} + 1, ${sql.raw(String(MAX_ASKS))})`,
        lastAskedOn: sql`current_date`,
      },
      setWhere: eq(lookalikes.state, 'open'),
    })
    .returning({ asks: lookalikes.asks });
  return rows[0]?.asks === 1;
}

const inState = { open: sql`${lookalikes.state} = 'open'`, decided: sql`${lookalikes.state} <> 'open'` };
const orders = {
  open: sql`${lookalikes.asks} desc, ${lookalikes.lastAskedOn} desc, ${lookalikes.id}`,
  decided: sql`${lookalikes.decidedAt} desc, ${lookalikes.id}`,
};
export type LookalikeList = keyof typeof inState;

/** Of the open ones, those stay that most people asked about, then the latest. */
export const deleteBeyond = (tx: Db, list: LookalikeList, max: number) =>
  tx.execute(sql`delete from ${lookalikes} where ${lookalikes.id} in (
    select ${lookalikes.id} from ${lookalikes} where ${inState[list]} order by ${orders[list]} offset ${max})`);

const selectLookalikes = (db: Db) =>
  db
    .select({ ...getTableColumns(lookalikes), decidedByEmail: users.email })
    .from(lookalikes)
    .leftJoin(users, eq(users.id, lookalikes.decidedBy))
    .$dynamic();
export type LookalikeRow = Awaited<ReturnType<typeof selectLookalikes>>[number];

export async function listLookalikes(
  db: Db,
  { state, limit, offset }: { state: LookalikeList; limit: number; offset: number },
): Promise<{ rows: LookalikeRow[]; total: number }> {
  const rows = await selectLookalikes(db).where(inState[state]).orderBy(orders[state]).limit(limit).offset(offset);
  return { rows, total: await db.$count(lookalikes, inState[state]) };
}

export const findLookalike = (db: Db, id: LookalikeId): Promise<LookalikeRow | undefined> =>
  selectLookalikes(db)
    .where(eq(lookalikes.id, id))
    .then((rows) => rows[0]);

export const lockLookalike = (tx: Db, id: LookalikeId) =>
  tx
    .select()
    .from(lookalikes)
    .where(eq(lookalikes.id, id))
    .for('update')
    .then((rows) => rows[0]);

export const setDecision = (
  tx: Db,
  id: LookalikeId,
  decision: { state: LookalikeOutcome; reason: string; decidedBy: UserId; alertId: AlertId | null },
) =>
  tx
    .update(lookalikes)
    .set({ ...decision, decidedAt: sql`now()` })
    .where(eq(lookalikes.id, id));

const selectNames = (db: Db) =>
  db
    .select({ ...getTableColumns(protectedNames), addedByEmail: users.email })
    .from(protectedNames)
    .leftJoin(users, eq(users.id, protectedNames.addedBy))
    .$dynamic();
export type ProtectedNameRow = Awaited<ReturnType<typeof selectNames>>[number];

export const listNames = (db: Db): Promise<ProtectedNameRow[]> =>
  selectNames(db).orderBy(asc(protectedNames.name), asc(protectedNames.id)).limit(listLimits.protectedNames);

const comparedNamesStatement = prepareStatement({
  name: 'check-compared-names',
  text: `
  select name, other_names as "otherNames", official_sites as "officialSites" from ${quotedTableName(protectedNames)}
  order by name, id limit ${listLimits.protectedNames}`,
});

/** The same for the comparison, which a replica can answer. */
export const listComparedNames = (database: Database) =>
  database.read<Pick<ProtectedNameRow, 'name' | 'otherNames' | 'officialSites'>>(comparedNamesStatement, []);

export const findName = (db: Db, id: ProtectedNameId): Promise<ProtectedNameRow | undefined> =>
  selectNames(db)
    .where(eq(protectedNames.id, id))
    .then((rows) => rows[0]);

export const countNames = (tx: Db) => tx.$count(protectedNames);

export const insertName = (tx: Db, name: typeof protectedNames.$inferInsert) =>
  tx
    .insert(protectedNames)
    .values(name)
    .returning({ id: protectedNames.id })
    .then(([row]) => row!.id);

export const deleteName = (tx: Db, id: ProtectedNameId): Promise<boolean> =>
  tx
    .delete(protectedNames)
    .where(eq(protectedNames.id, id))
    .returning({ id: protectedNames.id })
    .then((rows) => rows.length > 0);
