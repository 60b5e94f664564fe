/** The product's services for an operator command on the server itself. */
import { userInfo } from 'node:os';
import { createLimiter, createServices } from '../../apps/server/src/app.ts';
import type { Settings } from '../../apps/server/src/platform/config/settings.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { createReadinessCheck, exitUnlessReady, waitForDatabase } from '../../apps/server/src/platform/db/readiness.ts';
import { openQueue } from '../../apps/server/src/platform/jobs/jobs.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';

/** The actor in the audit. */
export const operator = userInfo().username;

/** Exits with the reason when the database is missing or not up to date. */
export async function openServices(settings: Settings) {
  const log = createLog('warn');
  const database = openDatabase(settings, log);
  await exitUnlessReady(
    waitForDatabase(createReadinessCheck(database, settings.databaseUrl), 0, () => undefined),
    (words) => console.error(`Nothing was done: ${words}.`),
  );
  const queue = openQueue(settings.databaseUrl, log);
  const limiter = createLimiter({ database, log, settings });
  return {
    services: createServices({ database, queue, limiter, log, settings }),
    close: async () => {
      limiter.close();
      await queue.stop();
      await database.close();
    },
  };
}
