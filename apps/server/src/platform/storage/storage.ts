/** Where files are kept, under names we choose: a folder of this machine, or a bucket that speaks S3. What it keeps is bytes. */
import type { Settings } from '../config/settings.ts';
import { createFolderStorage } from './folder-storage.ts';

export interface Storage {
  /** Replaces what was there. When it resolves, the bytes are safe. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  get: (name: string) => Promise<Buffer | undefined>;
  /** Also when nothing was there. */
  delete: (name: string) => Promise<void>;
}

export function openStorage({ folder, s3 }: Settings['evidence']): Storage {
  if (!s3) return createFolderStorage(folder);
  // Its library is large, so it is loaded by those who use it, when they first do.
  let opening: Promise<Storage> | undefined;
  const opened = () => (opening ??= import('./s3-storage.ts').then(({ createS3Storage }) => createS3Storage(s3)));
  return {
    put: async (name, bytes) => (await opened()).put(name, bytes),
    get: async (name) => (await opened()).get(name),
    delete: async (name) => (await opened()).delete(name),
  };
}
