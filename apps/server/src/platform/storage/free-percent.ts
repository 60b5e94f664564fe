import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Before the first file the folder may not exist: it will be created on its parent's disk. */
export async function getFreePercent(folder: string): Promise<number> {
  try {
    const { bavail, blocks } = await statfs(folder);
    return blocks === 0 ? 0 : (bavail / blocks) * 100;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return getFreePercent(dirname(folder));
  }
}
