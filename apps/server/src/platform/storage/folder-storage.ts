import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from './storage.ts';

const VALID_NAME = /^[\w-]+$/;
const GROUP_BITS = 0o070;

/** Private files, or group access if the folder has it: server and worker may run as different users. */
export async function getFileModes(folder: string): Promise<{ file: number; folder: number }> {
  const mode = await stat(folder).then(
    (stats) => stats.mode,
    () => 0,
  );
  return mode & GROUP_BITS ? { file: 0o660, folder: 0o770 } : { file: 0o600, folder: 0o700 };
}

export const toFilePath = (folder: string, name: string): string => {
  if (!VALID_NAME.test(name)) throw new Error('A file cannot have this name.');
  // An id ends with its random part, so the files spread evenly over the folders.
  return join(folder, name.slice(-2), name);
};

export function createFolderStorage(folder: string): Storage {
  const pathOf = (name: string): string => toFilePath(folder, name);

  return {
    async put(name, bytes) {
      const path = pathOf(name);
      const temporaryPath = `${path}.${randomUUID()}.part`;
      const modes = await getFileModes(folder);
      await mkdir(dirname(path), { recursive: true, mode: modes.folder });
      try {
        const file = await open(temporaryPath, 'wx', modes.file);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporaryPath, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(temporaryPath, { force: true });
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

/** A renamed file is durable only after its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
