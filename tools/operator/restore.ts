/** Restores a backup into empty folders, to a chosen time: `hakiki restore`. docs/runbooks/backup.md */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettingsOrExit } from '../../apps/server/src/platform/config/settings.ts';
import { deletedFolderOf } from '../../apps/server/src/platform/storage/mirrored-storage.ts';
import { toFilePath } from '../../apps/server/src/platform/storage/folder-storage.ts';
import { BackupError, pgbackrest } from './pgbackrest.ts';

const USAGE = `hakiki restore --data <folder> [--to <time>]

  --data  F   the folder of PostgreSQL's files, which does not exist or is empty; PostgreSQL is not running on it
  --to    T   the second to go back to, such as 2026-11-16T20:15:00+02:00; without it everything that was archived

Files of evidence come back into EVIDENCE_FOLDER if that is empty. What is there is never overwritten.`;

const isEmpty = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new BackupError(`${command} failed: ${stderr.trim()}`);
}

async function restoreDatabase(data: string, at: Date | undefined): Promise<string> {
  if (!isEmpty(data)) throw new BackupError(`${data} is not empty. Move it away; nothing was changed.`);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) run('chown', 'postgres:postgres', data);
  const target = at ? ['--type=time', `--target=${at.toISOString().replace('T', ' ').replace('Z', '+00')}`] : [];
  await pgbackrest('restore', `--pg1-path=${data}`, ...target, ...(at ? ['--target-action=promote'] : []));
  return `The files of the database are in ${data}. PostgreSQL reads the archive to its end${at ? ` at ${at.toISOString()}` : ''} when it is started.`;
}

/** Also restores files that were deleted since then. */
function restoreEvidence(folder: string, copyFolder: string, at: Date | undefined): string {
  if (!isEmpty(folder)) return `${folder} is not empty and was not changed.`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  run('cp', '-a', `${copyFolder}/.`, folder);
  const deleted = deletedFolderOf(folder);
  const files = existsSync(deleted)
    ? readdirSync(deleted, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];
  for (const { name, parentPath } of files) {
    const from = join(parentPath, name);
    const place = toFilePath(folder, name);
    if (!at || statSync(from).mtime < at || existsSync(place)) continue;
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    renameSync(from, place);
  }
  rmSync(deleted, { recursive: true, force: true });
  if (process.getuid?.() === 0) run('chown', '-R', `--reference=${copyFolder}`, folder);
  return `The evidence files are in ${folder}.`;
}

const { values } = parseArgs({ options: { data: { type: 'string' }, to: { type: 'string' } } });
const at = values.to === undefined ? undefined : new Date(values.to);
if (!values.data || (at && Number.isNaN(at.getTime()))) {
  console.error(USAGE);
  process.exit(2);
}
try {
  const { evidence } = readSettingsOrExit();
  console.log(await restoreDatabase(values.data, at));
  if (!evidence.s3 && evidence.copyFolder && existsSync(evidence.copyFolder)) {
    console.log(restoreEvidence(evidence.folder, evidence.copyFolder, at));
  }
  console.log('Next: start PostgreSQL, hakiki audit, hakiki doctor, then server and worker (docs/runbooks/backup.md).');
} catch (error) {
  if (!(error instanceof BackupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
