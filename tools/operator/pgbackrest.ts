/** Runs pgBackRest (docs/decisions/0035-backup.md) as the owner of PostgreSQL's files. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const STANZA = 'hakiki';
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** An error whose message is written for an operator. */
export class BackupError extends Error {}

/** The files of PostgreSQL belong to its user, and neither it nor pgBackRest may run as root. */
export const toPostgresCommand = (
  ...given: [command: string, ...words: string[]]
): [command: string, words: string[]] => {
  const [command, ...words] = given;
  return process.getuid?.() === 0 ? ['runuser', ['-u', 'postgres', '--', ...given]] : [command, words];
};

/** `PGBACKREST_*` environment variables change its settings, as its manual says. */
export async function pgbackrest(...words: string[]): Promise<string> {
  const [command, args] = toPostgresCommand('pgbackrest', `--stanza=${STANZA}`, ...words);
  try {
    return (await promisify(execFile)(command, args, { cwd: '/', maxBuffer: MAX_OUTPUT_BYTES })).stdout;
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (code === 'ENOENT') throw new BackupError('pgBackRest is not installed: apt install pgbackrest');
    throw new BackupError(`pgbackrest ${words[0]} failed:\n${`${stdout}${stderr}`.trim()}`);
  }
}

export interface StoredBackup {
  type: 'full' | 'diff' | 'incr';
  /** In seconds. */
  stoppedAt: number;
}

/** The oldest first. */
export async function listBackups(): Promise<StoredBackup[]> {
  const backupInfo = JSON.parse(await pgbackrest('info', '--output=json')) as {
    backup?: { type: StoredBackup['type']; timestamp: { stop: number } }[];
  }[];
  return (backupInfo[0]?.backup ?? []).map(({ type, timestamp }) => ({ type, stoppedAt: timestamp.stop }));
}
