import type { UserId } from '@hakiki/contract/accounts';
import type { TaskId } from '@hakiki/contract/tasks-admin';
import type { TaskRemark } from '@hakiki/contract/admin-values';
import type { AlertId } from '@hakiki/contract/alerts';
import { and, asc, count, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { firstRow } from '../../../platform/db/find-one.ts';
import { users } from '../../accounts/read-model.ts';
import { fraudAlerts } from '../../reports/alerts/read-model.ts';
import { adminTasks } from './tables.ts';

const columns = {
  id: adminTasks.id,
  kind: adminTasks.kind,
  state: adminTasks.state,
  done: adminTasks.done,
  total: adminTasks.total,
  problems: adminTasks.problems,
} as const;
export type TaskRow = Pick<typeof adminTasks.$inferSelect, keyof typeof columns>;

const isUnfinished = inArray(adminTasks.state, ['waiting', 'running']);

/** Locks the user's row, which serialises their concurrent requests. */
export const lockUser = (tx: Db, userId: UserId) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');

const lockWithRole = (tx: Db, userId: UserId, hasRole: SQL | undefined): Promise<boolean> =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), hasRole))
    .for('share')
    .then((rows) => rows.length > 0);

/** Locks the role until the end of the transaction. */
export const lockAdmin = (tx: Db, userId: UserId): Promise<boolean> =>
  lockWithRole(tx, userId, eq(users.isAdmin, true));
export const lockStaff = (tx: Db, userId: UserId): Promise<boolean> =>
  lockWithRole(tx, userId, or(users.isAdmin, users.isModerator));

export async function insertTask(
  tx: Db,
  task: Pick<typeof adminTasks.$inferInsert, 'kind' | 'order' | 'total' | 'createdBy'>,
): Promise<TaskRow> {
  const [inserted] = await tx.insert(adminTasks).values(task).returning(columns);
  if (!inserted) throw new Error('Nothing was inserted.');
  return inserted;
}

export const countUnfinished = (tx: Db, userId: UserId): Promise<number> =>
  tx
    .select({ n: count() })
    .from(adminTasks)
    .where(and(eq(adminTasks.createdBy, userId), isUnfinished))
    .then((rows) => rows[0]?.n ?? 0);

export const findByOwner = (db: Db, id: TaskId, userId: UserId) =>
  db
    .select({ ...columns, order: adminTasks.order, createdAt: adminTasks.createdAt })
    .from(adminTasks)
    .where(and(eq(adminTasks.id, id), eq(adminTasks.createdBy, userId)))
    .then(firstRow);

/** Returns undefined for a finished task. */
export const startTask = (db: Db, id: TaskId) =>
  db
    .update(adminTasks)
    .set({ state: 'running' })
    .where(and(eq(adminTasks.id, id), isUnfinished))
    .returning({
      order: adminTasks.order,
      done: adminTasks.done,
      total: adminTasks.total,
      createdBy: adminTasks.createdBy,
    })
    .then(firstRow);

/** Locks the task and returns its progress; undefined for a finished task. */
export const lockProgress = (tx: Db, id: TaskId): Promise<number | undefined> =>
  tx
    .select({ done: adminTasks.done })
    .from(adminTasks)
    .where(and(eq(adminTasks.id, id), isUnfinished))
    .for('update')
    .then((rows) => rows[0]?.done);

export const setProgress = (db: Db, id: TaskId, progress: { done: number; total?: number }) =>
  db.update(adminTasks).set(progress).where(eq(adminTasks.id, id));

/** Maximum number of items in the contract's reply. */
const MAX_PROBLEMS = 20;

/** Stores the code of the reason, then the title. */
export const addProblem = (db: Db, id: TaskId, { title, why }: { title: string; why: TaskRemark }) =>
  db
    .update(adminTasks)
    .set({ problems: sql`array_append(${adminTasks.problems}, ${`${why} ${title}`}::text)` })
    .where(and(eq(adminTasks.id, id), sql`cardinality(${adminTasks.problems}) < ${MAX_PROBLEMS}`));

export const finishTask = (db: Db, id: TaskId, state: 'done' | 'failed') =>
  db
    .update(adminTasks)
    .set({ state, finishedAt: sql`now()` })
    .where(and(eq(adminTasks.id, id), isUnfinished));

const PURGE_BATCH_SIZE = 1000;

/** Older than one day. */
export const listExpired = (db: Db) =>
  db
    .select({ id: adminTasks.id, kind: adminTasks.kind, done: adminTasks.done })
    .from(adminTasks)
    .where(lt(adminTasks.createdAt, sql`now() - interval '24 hours'`))
    .orderBy(asc(adminTasks.createdAt))
    .limit(PURGE_BATCH_SIZE);

export const listFinishedExports = (db: Db) =>
  db
    .select({ id: adminTasks.id, done: adminTasks.done })
    .from(adminTasks)
    .where(and(eq(adminTasks.kind, 'export'), eq(adminTasks.state, 'done')))
    .limit(PURGE_BATCH_SIZE);

export const listExports = (db: Db, after: TaskId | undefined) =>
  db
    .select({ id: adminTasks.id })
    .from(adminTasks)
    .where(and(eq(adminTasks.kind, 'export'), after === undefined ? undefined : gt(adminTasks.id, after)))
    .orderBy(asc(adminTasks.id))
    .limit(100);

export const deleteTask = (db: Db, id: TaskId) => db.delete(adminTasks).where(eq(adminTasks.id, id));

/** In the order of the given ids. */
export const listAlerts = async (db: Db, ids: readonly AlertId[]) => {
  const rows = await db
    .select({ id: fraudAlerts.id, title: fraudAlerts.title, status: fraudAlerts.status })
    .from(fraudAlerts)
    .where(inArray(fraudAlerts.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
