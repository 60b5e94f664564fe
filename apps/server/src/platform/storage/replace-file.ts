import { rename, writeFile } from 'node:fs/promises';

/** Replaces a file atomically for readers. Not durable against power cuts: nothing is synced. */
export async function replaceFile(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const temporaryFile = `${file}.part`;
  await writeFile(temporaryFile, content, { mode });
  await rename(temporaryFile, file);
}
