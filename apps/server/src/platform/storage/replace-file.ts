import { rename, writeFile } from 'node:fs/promises';

/** In two steps, so that whoever looks never finds half a file. Not for what has to survive a power cut: nothing is synced. */
export async function replaceFile(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const part = `${file}.part`;
  await writeFile(part, content, { mode });
  await rename(part, file);
}
