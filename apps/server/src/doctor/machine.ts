/** Checks the storage of evidence, the audit head file and the backups. */
import { randomUUID } from 'node:crypto';
import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isExceeded } from '../modules/alarms/thresholds.ts';
import type { Settings } from '../platform/config/settings.ts';
import { getBackupAge } from '../platform/storage/backup-age.ts';
import { getFreePercent } from '../platform/storage/free-percent.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { getErrorCode, type Finding, createFinding } from './finding.ts';

const HOUR_MS = 3_600_000;

/** Writes, reads and deletes a file: nothing less proves that the storage works. */
export async function checkEvidence({ evidence }: Settings): Promise<Finding[]> {
  const storage = openStorage(evidence);
  const name = `doctor-${randomUUID()}`;
  try {
    await storage.put(name, Buffer.from(name));
    const stored = await storage.get(name);
    await storage.delete(name);
    if (stored?.toString() === name) return evidence.s3 ? [] : await checkDisk(evidence.folder);
    return createFinding(
      'An evidence file was different when it was read back',
      'Check the storage of EVIDENCE_FOLDER or S3_BUCKET.',
    );
  } catch (error) {
    return evidence.s3
      ? createFinding(
          `Cannot store files in the bucket ${evidence.s3.bucket} (${getErrorCode(error)})`,
          'Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the permissions of S3_ACCESS_KEY_ID: it must be able to put, get and delete objects.',
        )
      : createFinding(
          `Cannot store files in ${evidence.folder} (${getErrorCode(error)})`,
          `Create the folder for the user of server and worker: install -d -m 700 -o hakiki ${evidence.folder}`,
        );
  }
}

async function checkDisk(folder: string): Promise<Finding[]> {
  const free = await getFreePercent(folder);
  return isExceeded('disk-filling', free)
    ? createFinding(
        `The disk of ${folder} has ${Math.floor(free)} % left: soon reports with files will be rejected`,
        'Add space, or move EVIDENCE_FOLDER to a larger disk. Do not delete files in it by hand.',
      )
    : [];
}

export async function checkAuditHead({ audit, isProduction }: Settings): Promise<Finding[]> {
  if (!audit.headFile) {
    return isProduction
      ? createFinding(
          'AUDIT_HEAD_FILE is not set: a cut-off end of the audit would not be noticed',
          'Set AUDIT_HEAD_FILE in .env.worker, preferably to a path on another machine’s disk (docs/runbooks/audit.md).',
        )
      : [];
  }
  const { headFile } = audit;
  try {
    await access(dirname(headFile), constants.W_OK);
    const age = await stat(headFile).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    return age > 24 * HOUR_MS
      ? createFinding(
          `${headFile} was last written ${Math.floor(age / HOUR_MS)} hours ago: the audit is not being sealed`,
          'Check that the worker runs, and its log; npm run audit:verify shows the length of the chain.',
        )
      : [];
  } catch (error) {
    return createFinding(
      `The worker cannot write ${headFile} (${getErrorCode(error)})`,
      `Create the folder ${dirname(headFile)} and make the user of the worker its owner.`,
    );
  }
}

export async function checkBackup({ backupFolder, isProduction }: Settings): Promise<Finding[]> {
  if (backupFolder === undefined) {
    return isProduction
      ? createFinding(
          'BACKUP_FOLDER is not set: if the disk fails, all data is lost',
          'Set it in .env, preferably to another machine’s disk, and follow docs/runbooks/backup.md.',
        )
      : [];
  }
  const { hours, exists } = await getBackupAge(backupFolder);
  if (exists && !isExceeded('backup-old', hours)) return [];
  return createFinding(
    exists
      ? `The last backup in ${backupFolder} is ${Math.floor(hours)} hours old`
      : `${backupFolder} has no backup yet`,
    'Run hakiki backup and read its output; systemctl status hakiki-backup.timer shows whether it runs each night.',
  );
}
