/** Everything that a doctor looks at. Settings come first: with wrong ones nothing else can be looked at. */
import type { Environment } from '../platform/config/environment.ts';
import { examineDatabase } from './database.ts';
import { codeOf, type Finding, found } from './finding.ts';
import { examineAuditHead, examineBackup, examineEvidence } from './machine.ts';
import { examineMail } from './mail.ts';
import { examineFiles, examineSettings } from './settings.ts';
import { examinePublicAddress, examineRedis, examineServer, examineWorker } from './site.ts';

/** `own` is the environment of the process, unless a test has another. */
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
  /** A look that fails says so; the others still count. */
  const seen = await Promise.all(
    looks.map((look) =>
      look.catch((error: unknown) =>
        found(`Something could not be looked at (${codeOf(error)})`, 'Mend the rest and look again.'),
      ),
    ),
  );
  return [...findings, ...seen.flat()];
}
