/**
 * Counts how often the pages of providers were opened, from the short log that the edge keeps of it (decision 0029): a day and an id
 * on each line, and nothing of who asked. Each byte is counted once: the place where counting stopped is kept in the transaction of
 * the counts themselves.
 */
import { open, stat } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { providers } from '../directory/tables.ts';
import { countedLogs, pageViews } from './tables.ts';

const LINE = /^(\d{4}-\d\d-\d\d) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const AT_ONCE = 4 * 1024 * 1024;

interface Place {
  inode: bigint;
  offset: number;
}

async function lockPlace(tx: Db, path: string): Promise<Place | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('counted log ' || ${path}::text, 0))`);
  const { rows } = await tx.execute<{ inode: string; offset: string }>(
    sql`select inode, "offset" from ${countedLogs} where path = ${path}`,
  );
  return rows[0] && { inode: BigInt(rows[0].inode), offset: Number(rows[0].offset) };
}

const setPlace = (tx: Db, path: string, { inode, offset }: Place) =>
  tx.insert(countedLogs).values({ path, inode, offset }).onConflictDoUpdate({
    target: countedLogs.path,
    set: { inode, offset },
  });

/** In one order, so that two who add never deadlock. What is no provider any more is left out. */
async function addViews(tx: Db, counts: ReadonlyMap<string, number>): Promise<void> {
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

/** Whole lines only; what the edge is still writing waits for the next time. */
function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) if (LINE.test(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

async function readFrom(path: string, offset: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(AT_ONCE), 0, AT_ONCE, offset);
    const read = buffer.subarray(0, bytesRead);
    return read.subarray(0, read.lastIndexOf('\n') + 1);
  } finally {
    await file.close();
  }
}

const inodeOf = async (path: string): Promise<bigint | undefined> => {
  try {
    return (await stat(path, { bigint: true })).ino;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** A part of the log, counted and noted; answers whether there may be more. */
const countPart = (database: Database, path: string): Promise<boolean> =>
  database.transaction(async (tx) => {
    const place = await lockPlace(tx, path);
    const inode = await inodeOf(path);
    const count = async (from: string, at: Place): Promise<number> => {
      const read = await readFrom(from, at.offset);
      await addViews(tx, countLines(read.toString('latin1')));
      await setPlace(tx, path, { inode: at.inode, offset: at.offset + read.length });
      return read.length;
    };
    // Log rotation renames it: what was written since the last count stands in the one beside it.
    if (place && place.inode !== inode) {
      if ((await inodeOf(`${path}.1`)) === place.inode && (await count(`${path}.1`, place)) > 0) return true;
      if (inode === undefined) return false;
      await setPlace(tx, path, { inode, offset: 0 });
      return true;
    }
    if (inode === undefined) return false;
    return (await count(path, place ?? { inode, offset: 0 })) > 0;
  });

/** Until nothing is left to count. */
export async function countPageViews(database: Database, path: string): Promise<void> {
  for (let isMore = true; isMore;) isMore = await countPart(database, path);
}
