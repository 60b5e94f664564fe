import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { providers } from '../../directory/read-model.ts';
import { countedLogs, pageViews } from '../tables.ts';

/** How far a log was counted. */
export interface LogPosition {
  inode: bigint;
  offset: number;
}

export async function lockPosition(tx: Db, path: string): Promise<LogPosition | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('counted log ' || ${path}::text, 0))`);
  const { rows } = await tx.execute<{ inode: string; offset: string }>(
    sql`select inode, "offset" from ${countedLogs} where path = ${path}`,
  );
  return rows[0] && { inode: BigInt(rows[0].inode), offset: Number(rows[0].offset) };
}

export const setPosition = (tx: Db, path: string, { inode, offset }: LogPosition) =>
  tx.insert(countedLogs).values({ path, inode, offset }).onConflictDoUpdate({
    target: countedLogs.path,
    set: { inode, offset },
  });

/** Sorted, so that concurrent transactions never deadlock. Deleted providers are skipped. */
export async function addViews(tx: Db, counts: ReadonlyMap<string, number>): Promise<void> {
  const keys = [...counts.keys()].toSorted();
  if (keys.length === 0) return;
  await tx.execute(sql`
    insert into ${pageViews} as counted (provider_id, day, views)
    select seen.id, seen.day, seen.views
    from unnest(${sql.param(keys.map((key) => key.slice(11)))}::uuid[], ${sql.param(keys.map((key) => key.slice(0, 10)))}::date[],
      ${sql.param(keys.map((key) => counts.get(key)))}::int[]) as seen (id, day, views)
    join ${providers} p on p.id = seen.id
    order by seen.id, seen.day
    on conflict (provider_id, day) do update set views = counted.views + excluded.views`);
}
