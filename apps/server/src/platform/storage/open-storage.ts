import type { Settings } from '../config/settings.ts';
import { createMirroredStorage } from './mirrored-storage.ts';
import { createFolderStorage } from './folder-storage.ts';
import type { Storage } from './storage.ts';

export function openStorage({ folder, copyFolder, s3 }: Settings['evidence']): Storage {
  if (!s3) return copyFolder ? createMirroredStorage(folder, copyFolder) : createFolderStorage(folder);
  // The S3 library is large, so it is loaded when it is first used.
  let opening: Promise<Storage> | undefined;
  const ensureOpen = () => (opening ??= import('./s3-storage.ts').then(({ createS3Storage }) => createS3Storage(s3)));
  return {
    put: async (name, bytes) => (await ensureOpen()).put(name, bytes),
    get: async (name) => (await ensureOpen()).get(name),
    delete: async (name) => (await ensureOpen()).delete(name),
  };
}
