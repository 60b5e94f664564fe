/**
 * Takes a backup of the database, and of the evidence files that have no copy yet: `hakiki backup`.
 * docs/runbooks/backup.md
 */
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { environmentFile } from '../../apps/server/src/platform/config/environment.ts';
import { readSettingsOrExit, type Settings } from '../../apps/server/src/platform/config/settings.ts';
import { recordBackup } from '../../apps/server/src/platform/storage/backup-age.ts';
import { deletedFolderOf } from '../../apps/server/src/platform/storage/mirrored-storage.ts';
import { BackupError, listBackups, pgbackrest } from './pgbackrest.ts';

const USAGE = `hakiki backup                  the database, and files of evidence that have no copy yet
hakiki backup keys <folder>    the files with the secrets; to another place than the backups: both together open everything`;

const DAY_SECONDS = 86_400;
const FULL_EVERY_DAYS = 7;
/** Longer than the retention of a backup that still references the deleted file. */
const DELETED_FILE_RETENTION_DAYS = 30;

function getBackupFolder({ backupFolder }: Settings): string {
  if (!backupFolder) throw new BackupError('BACKUP_FOLDER is not set (docs/runbooks/backup.md).');
  return backupFolder;
}

/** Lists files only, by their relative path. */
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    : [];

/** Copies files from before copies were made on upload, with the permissions of the original. */
function copyMissing(folder: string, copyFolder: string): number {
  const { uid, gid, mode } = statSync(folder);
  const missing = filesIn(folder).filter((path) => !existsSync(join(copyFolder, path)));
  for (const path of missing) {
    const place = join(copyFolder, path);
    mkdirSync(dirname(place), { recursive: true });
    copyFileSync(join(folder, path), place);
    chmodSync(dirname(place), mode & 0o7777);
    chmodSync(place, statSync(join(folder, path)).mode & 0o7777);
    for (const made of [dirname(place), place]) chownSync(made, uid, gid);
  }
  return missing.length;
}

function purgeDeleted(copyFolder: string): number {
  const folder = deletedFolderOf(copyFolder);
  const old = filesIn(folder).filter(
    (path) => statSync(join(folder, path)).mtimeMs < Date.now() - DELETED_FILE_RETENTION_DAYS * DAY_SECONDS * 1000,
  );
  for (const path of old) rmSync(join(folder, path));
  return old.length;
}

async function backUpDatabase(settings: Settings): Promise<string> {
  const folder = getBackupFolder(settings);
  // Needed once, and again after PostgreSQL was recreated; otherwise it only checks.
  await pgbackrest('stanza-create');
  const newest = (await listBackups()).findLast(({ type }) => type === 'full');
  const isFull = !newest || Date.now() / 1000 - newest.stoppedAt > FULL_EVERY_DAYS * DAY_SECONDS;
  await pgbackrest('backup', `--type=${isFull ? 'full' : 'incr'}`);
  const { folder: evidence, copyFolder, s3 } = settings.evidence;
  const lines = [`A ${isFull ? 'full' : 'incremental'} backup of the database is in ${folder}.`];
  if (s3) {
    lines.push(`Evidence is in the bucket ${s3.bucket}, which is backed up by its own versions.`);
  } else if (copyFolder && existsSync(evidence)) {
    lines.push(`Evidence: ${copyMissing(evidence, copyFolder)} missing copies created.`);
    lines.push(`${purgeDeleted(copyFolder)} copies ended that were deleted ${DELETED_FILE_RETENTION_DAYS} days ago.`);
  }
  await recordBackup(folder);
  return lines.join('\n');
}

/** Keys and backups must not be stored in the same place. */
function backUpKeys(settings: Settings, to: string): string {
  const folder = resolve(to);
  const { backupFolder } = settings;
  if (backupFolder && !relative(resolve(backupFolder), folder).startsWith('..')) {
    throw new BackupError(`${folder} is where the backups are: whoever takes that disk would have both.`);
  }
  const file = environmentFile();
  const kept = [file, `${file}.worker`].filter((one) => existsSync(one));
  if (kept.length === 0) throw new BackupError(`There is no ${file}.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const day = new Date().toISOString().slice(0, 10);
  const made = kept.map((one) => {
    const place = join(folder, `hakiki-${day}${one === file ? '.env' : '.env.worker'}`);
    // Removes an existing file first, so that the copy is never readable by others.
    rmSync(place, { force: true });
    copyPrivately(one, place);
    return place;
  });
  return `${made.join('\n')}\nKeep them under lock, apart from the backups.`;
}

function copyPrivately(from: string, to: string): void {
  const before = process.umask(0o077);
  try {
    copyFileSync(from, to);
    chmodSync(to, 0o600);
  } finally {
    process.umask(before);
  }
}

const { positionals } = parseArgs({ allowPositionals: true });
const [act, to, ...more] = positionals;
if (more.length > 0 || (act === undefined) !== (to === undefined) || (act !== undefined && act !== 'keys')) {
  console.error(USAGE);
  process.exit(2);
}
try {
  const settings = readSettingsOrExit();
  console.log(to === undefined ? await backUpDatabase(settings) : backUpKeys(settings, to));
} catch (error) {
  if (!(error instanceof BackupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
