/** Runs all checks. Settings come first: the other checks need valid settings. */
import type { Environment } from '../platform/config/environment.ts';
import { checkChats } from './chats.ts';
import { checkDatabase } from './database.ts';
import { getErrorCode, type Finding, createFinding } from './finding.ts';
import { checkAuditHead, checkBackup, checkEvidence } from './machine.ts';
import { checkMail } from './mail.ts';
import { checkFiles, checkSettings } from './settings.ts';
import { checkPublicUrl, checkRedis, checkServer, checkWorker } from './site.ts';

/** Tests pass their own environment instead of that of the process. */
export async function checkInstallation({
  mailTo,
  processEnvironment,
}: {
  mailTo?: string | undefined;
  processEnvironment?: Environment;
}): Promise<Finding[]> {
  const { findings, settings } = checkSettings(processEnvironment);
  if (!settings) return [...findings, ...(await checkFiles(processEnvironment))];
  const { web, worker } = settings;
  const checks = [
    checkFiles(processEnvironment),
    checkDatabase(web, 'server'),
    ...(worker.databaseUrl === web.databaseUrl ? [] : [checkDatabase(worker, 'worker')]),
    checkEvidence(worker),
    checkAuditHead(worker),
    checkBackup(worker),
    // A demo sends none.
    ...(web.isDemo ? [] : [checkMail(worker, mailTo)]),
    checkRedis(web),
    checkServer(web),
    checkWorker(worker),
    checkPublicUrl(web),
    checkChats(web),
  ];
  /** A check that fails is reported; the others still count. */
  const results = await Promise.all(
    checks.map((check) =>
      check.catch((error: unknown) =>
        createFinding(
          `A check failed with an error (${getErrorCode(error)})`,
          'Fix the other findings and run it again.',
        ),
      ),
    ),
  );
  return [...findings, ...results.flat()];
}
