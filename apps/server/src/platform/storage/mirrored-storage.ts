/**
 * A folder whose files are also copied to a second folder before an upload is acknowledged. Database backups contain
 * the names of files, never the files; so a restored database finds all of them there, up to the last one.
 */
import { mkdir, rename, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolderStorage, getFileModes, toFilePath } from './folder-storage.ts';
import type { Storage } from './storage.ts';

/** Deleted files stay in the copy as long as backups refer to them; `hakiki backup` deletes them. */
export const deletedFolderOf = (copyFolder: string): string => join(copyFolder, 'deleted');

export function createMirroredStorage(folder: string, copyFolder: string): Storage {
  const original = createFolderStorage(folder);
  const copy = createFolderStorage(copyFolder);
  return {
    async put(name, bytes) {
      await copy.put(name, bytes);
      await original.put(name, bytes);
    },
    get: (name) => original.get(name),
    async delete(name) {
      await original.delete(name);
      await moveToDeleted(copyFolder, name);
    },
  };
}

async function moveToDeleted(copyFolder: string, name: string): Promise<void> {
  const from = toFilePath(copyFolder, name);
  const to = toFilePath(deletedFolderOf(copyFolder), name);
  const now = new Date();
  try {
    // The modification time now records when the file was deleted.
    await utimes(from, now, now);
    await mkdir(dirname(to), { recursive: true, mode: (await getFileModes(copyFolder)).folder });
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
