/** The time of the last successful backup, which `hakiki backup` records beside the backups. */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const HOUR_MS = 3_600_000;
const toMarkerFile = (folder: string): string => join(folder, 'last-backup');
const hoursSince = (ms: number): number => (Date.now() - ms) / HOUR_MS;

/** Readable by everybody: the process that measures is not the one that makes backups. */
export const recordBackup = (folder: string): Promise<void> =>
  writeFile(toMarkerFile(folder), `${new Date().toISOString()}\n`, { mode: 0o644 });

/** Without any backup, the age since the folder was created. */
export async function getBackupAge(folder: string): Promise<{ hours: number; exists: boolean }> {
  try {
    return { hours: hoursSince((await stat(toMarkerFile(folder))).mtimeMs), exists: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { hours: hoursSince((await stat(folder)).birthtimeMs), exists: false };
  }
}
