/**
 * A folder whose files are all in a second place as well before anybody is told that we have them. Backups of the database hold what
 * names a file and never the file; so a restored database finds all of them there, up to the last one.
 */
import { mkdir, rename, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolderStorage, modesIn, placeOf } from './folder-storage.ts';
import type { Storage } from './storage.ts';

/** What was deleted stays in the copy as long as backups do that still name it; `hakiki backup` ends it. */
export const deletedIn = (copyFolder: string): string => join(copyFolder, 'deleted');

export function createCopiedStorage(folder: string, copyFolder: string): Storage {
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
      await setAside(copyFolder, name);
    },
  };
}

async function setAside(copyFolder: string, name: string): Promise<void> {
  const from = placeOf(copyFolder, name);
  const to = placeOf(deletedIn(copyFolder), name);
  const now = new Date();
  try {
    // Its time says from now on when it was deleted.
    await utimes(from, now, now);
    await mkdir(dirname(to), { recursive: true, mode: (await modesIn(copyFolder)).folder });
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
