/** Runs all checks. Settings come first: the other checks need valid settings. */
import type { Environment } from '../platform/config/environment.ts';
import { examineDatabase } from './database.ts';
import { codeOf, type Finding, found } from './finding.ts';
import { examineAuditHead, examineBackup, examineEvidence } from './machine.ts';
import { examineMail } from './mail.ts';
import { examineFiles, examineSettings } from './settings.ts';
import { examinePublicAddress, examineRedis, examineServer, examineWorker } from './site.ts';

/** Tests pass their own environment instead of that of the process. */
export async function examine({ mailTo, own }: { mailTo?: string | undefined; own?: Environment }): Promise<Finding[]> {
  const { findings, settings } = examineSettings(own);
  if (!settings) return [...findings, ...(await examineFiles(own))];
  const { web, worker } = settings;
  const looks = [
    examineFiles(own),
    examineDatabase(web, 'server'),
    ...(worker.databaseUrl === web.databaseUrl ? [] : [examineDatabase(worker, 'worker')]),
    examineEvidence(worker),
    examineAuditHead(worker),
    examineBackup(worker),
    examineMail(worker, mailTo),
    examineRedis(web),
    examineServer(web),
    examineWorker(worker),
    examinePublicAddress(web),
  ];
  /** A check that fails is reported; the others still count. */
  const seen = await Promise.all(
    looks.map((look) =>
      look.catch((error: unknown) =>
        found(`Something could not be looked at (${codeOf(error)})`, 'Mend the rest and look again.'),
      ),
    ),
  );
  return [...findings, ...seen.flat()];
}
