import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from './storage.ts';

const NAME = /^[\w-]+$/;
const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

export const placeOf = (folder: string, name: string): string => {
  if (!NAME.test(name)) throw new Error('A file cannot have this name.');
  // The end of an id is its random part, so the files spread evenly over the folders.
  return join(folder, name.slice(-2), name);
};

/** Only the application's own user can read what is inside. */
export function createFolderStorage(folder: string): Storage {
  const pathOf = (name: string): string => placeOf(folder, name);

  return {
    async put(name, bytes) {
      const path = pathOf(name);
      const part = `${path}.${randomUUID()}.part`;
      await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
      try {
        const file = await open(part, 'wx', PRIVATE_FILE);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },

    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },

    delete: (name) => rm(pathOf(name), { force: true }),
  };
}

/** A name is as safe as its folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
