import type { SnapshotId } from '@hakiki/contract/sources-admin';
import { and, desc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { indicatorSources } from '../indicators/read-model.ts';
import { sourceSnapshots } from './tables.ts';

const { content: _content, ...columnsWithoutContent } = getTableColumns(sourceSnapshots);
export type Snapshot = Omit<typeof sourceSnapshots.$inferSelect, 'content'>;

const firstRow = <Row>(rows: Row[]): Row | undefined => rows[0];
const isQuarantined = eq(sourceSnapshots.state, 'quarantined');

export const insertSnapshot = (tx: Db, snapshot: typeof sourceSnapshots.$inferInsert) =>
  tx.insert(sourceSnapshots).values(snapshot);

/** The one that waits; a source has at most one. */
export const findWaiting = (db: Db, sourceId: number): Promise<Snapshot | undefined> =>
  db
    .select(columnsWithoutContent)
    .from(sourceSnapshots)
    .where(and(eq(sourceSnapshots.sourceId, sourceId), isQuarantined))
    .orderBy(desc(sourceSnapshots.createdAt))
    .limit(1)
    .then(firstRow);

export const lockSnapshot = (tx: Db, id: SnapshotId): Promise<Snapshot | undefined> =>
  tx.select(columnsWithoutContent).from(sourceSnapshots).where(eq(sourceSnapshots.id, id)).for('update').then(firstRow);

export const findRefused = (db: Db, sourceId: number, sha256: string) =>
  db
    .select({ id: sourceSnapshots.id })
    .from(sourceSnapshots)
    .where(
      and(
        eq(sourceSnapshots.sourceId, sourceId),
        eq(sourceSnapshots.sha256, sha256),
        eq(sourceSnapshots.state, 'refused'),
        // A snapshot that a newer one replaced has no person who refused it.
        isNotNull(sourceSnapshots.decidedBy),
      ),
    )
    .limit(1)
    .then(firstRow);

export const updateSnapshot = (tx: Db, id: string, changes: Partial<typeof sourceSnapshots.$inferInsert>) =>
  tx.update(sourceSnapshots).set(changes).where(eq(sourceSnapshots.id, id));

/** A newer snapshot replaces an undecided one. */
export const refuseWaiting = (tx: Db, sourceId: number) =>
  tx
    .update(sourceSnapshots)
    .set({ state: 'refused', content: null, samples: null })
    .where(and(eq(sourceSnapshots.sourceId, sourceId), isQuarantined));

/** Decided by people, not applied yet; skips those of other workers. */
export const lockDecided = (tx: Db) =>
  tx
    .select()
    .from(sourceSnapshots)
    .where(and(isQuarantined, isNotNull(sourceSnapshots.decidedBy)))
    .orderBy(sourceSnapshots.createdAt)
    .limit(1)
    .for('update', { skipLocked: true })
    .then(firstRow);

export async function listStates(
  db: Db,
): Promise<Map<number, { applied: Snapshot | undefined; waiting: Snapshot | undefined }>> {
  const newest = (state: 'applied' | 'quarantined') =>
    db
      .selectDistinctOn([sourceSnapshots.sourceId], columnsWithoutContent)
      .from(sourceSnapshots)
      .where(eq(sourceSnapshots.state, state))
      .orderBy(sourceSnapshots.sourceId, desc(sourceSnapshots.createdAt));
  const [applied, waiting] = [await newest('applied'), await newest('quarantined')];
  const ids = new Set([...applied, ...waiting].map(({ sourceId }) => sourceId));
  return new Map(
    [...ids].map((id) => [
      id,
      {
        applied: applied.find(({ sourceId }) => sourceId === id),
        waiting: waiting.find(({ sourceId }) => sourceId === id),
      },
    ]),
  );
}

export async function countWaiting(db: Db): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(sourceSnapshots)
    .innerJoin(indicatorSources, eq(indicatorSources.id, sourceSnapshots.sourceId))
    .where(and(isQuarantined, isNull(sourceSnapshots.decidedBy), eq(indicatorSources.isEnabled, true)));
  return row!.n;
}
