import type { Settings } from '../config/settings.ts';
import { createCopiedStorage } from './copied-storage.ts';
import { createFolderStorage } from './folder-storage.ts';
import type { Storage } from './storage.ts';

export function openStorage({ folder, copyFolder, s3 }: Settings['evidence']): Storage {
  if (!s3) return copyFolder ? createCopiedStorage(folder, copyFolder) : createFolderStorage(folder);
  // The S3 library is large, so it is loaded when it is first used.
  let opening: Promise<Storage> | undefined;
  const opened = () => (opening ??= import('./s3-storage.ts').then(({ createS3Storage }) => createS3Storage(s3)));
  return {
    put: async (name, bytes) => (await opened()).put(name, bytes),
    get: async (name) => (await opened()).get(name),
    delete: async (name) => (await opened()).delete(name),
  };
}
