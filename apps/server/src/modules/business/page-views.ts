/**
 * Counts page views of providers from the log of the edge (decision 0029): a day and an id per line, and nothing about
 * the visitor. Each byte is counted once: the position is stored in the same transaction as the counts.
 */
import { open, stat } from 'node:fs/promises';
import type { Database } from '../../platform/db/database.ts';
import * as store from './page-views-store.ts';

const LINE = /^(\d{4}-\d\d-\d\d) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const AT_ONCE = 4 * 1024 * 1024;

/** Complete lines only; an unfinished line is counted the next time. */
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

/** Counts a part of the log; returns whether there may be more. */
const countPart = (database: Database, path: string): Promise<boolean> =>
  database.transaction(async (tx) => {
    const place = await store.lockPlace(tx, path);
    const inode = await inodeOf(path);
    const count = async (from: string, at: store.Place): Promise<number> => {
      const read = await readFrom(from, at.offset);
      await store.addViews(tx, countLines(read.toString('latin1')));
      await store.setPlace(tx, path, { inode: at.inode, offset: at.offset + read.length });
      return read.length;
    };
    // Log rotation renames the file: lines since the last count are in `.1`.
    if (place && place.inode !== inode) {
      if ((await inodeOf(`${path}.1`)) === place.inode && (await count(`${path}.1`, place)) > 0) return true;
      if (inode === undefined) return false;
      await store.setPlace(tx, path, { inode, offset: 0 });
      return true;
    }
    if (inode === undefined) return false;
    return (await count(path, place ?? { inode, offset: 0 })) > 0;
  });

export async function countPageViews(database: Database, path: string): Promise<void> {
  for (let isMore = true; isMore;) isMore = await countPart(database, path);
}
