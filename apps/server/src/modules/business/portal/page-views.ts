/**
 * Counts page views of providers from the log of the edge (decision 0029): a day and an id per line, and nothing about
 * the visitor. Each byte is counted once: the position is stored in the same transaction as the counts.
 */
import { open, stat } from 'node:fs/promises';
import type { Database } from '../../../platform/db/database.ts';
import * as store from './page-views-store.ts';

const LOG_LINE = /^(\d{4}-\d\d-\d\d) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const READ_BYTES = 4 * 1024 * 1024;

/** Complete lines only; an unfinished line is counted the next time. */
function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) if (LOG_LINE.test(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

async function readLines(path: string, offset: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, offset);
    const chunk = buffer.subarray(0, bytesRead);
    return chunk.subarray(0, chunk.lastIndexOf('\n') + 1);
  } finally {
    await file.close();
  }
}

const findInode = async (path: string): Promise<bigint | undefined> => {
  try {
    return (await stat(path, { bigint: true })).ino;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Counts a part of the log; returns whether there may be more. */
const countChunk = (database: Database, path: string): Promise<boolean> =>
  database.transaction(async (tx) => {
    const position = await store.lockPosition(tx, path);
    const inode = await findInode(path);
    const countFile = async (from: string, start: store.LogPosition): Promise<number> => {
      const chunk = await readLines(from, start.offset);
      await store.addViews(tx, countLines(chunk.toString('latin1')));
      await store.setPosition(tx, path, { inode: start.inode, offset: start.offset + chunk.length });
      return chunk.length;
    };
    // Log rotation renames the file: lines since the last count are in `.1`.
    if (position && position.inode !== inode) {
      if ((await findInode(`${path}.1`)) === position.inode && (await countFile(`${path}.1`, position)) > 0)
        return true;
      if (inode === undefined) return false;
      await store.setPosition(tx, path, { inode, offset: 0 });
      return true;
    }
    if (inode === undefined) return false;
    return (await countFile(path, position ?? { inode, offset: 0 })) > 0;
  });

export async function countPageViews(database: Database, path: string): Promise<void> {
  for (let isMore = true; isMore;) isMore = await countChunk(database, path);
}
