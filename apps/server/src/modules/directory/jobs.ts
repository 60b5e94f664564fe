import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import { mailSend } from '../../platform/mail/mail.ts';
import type { DirectoryService } from './service.ts';

/** At night, when the short lock of the counts disturbs nobody. */
export const reconcileCounts = defineJob({
  name: 'directory.reconcile-counts',
  payload: z.object({}),
  schedule: '20 2 * * *',
});

interface Needs {
  database: Database;
  directory: DirectoryService;
  jobs: Jobs;
  log: Log;
  operatorEmail: string | undefined;
}

export const directoryJobs = ({ database, directory, jobs, log, operatorEmail }: Needs): JobHandler[] => [
  reconcileCounts.handledBy(() =>
    database.transaction(async (tx) => {
      const repaired = await directory.reconcile(tx);
      if (repaired.counts + repaired.listings + repaired.words === 0) return;
      log.warn(repaired, 'counts had drifted and were repaired');
      if (!operatorEmail) return;
      await jobs.enqueue(tx, mailSend, {
        to: operatorEmail,
        subject: 'Directory counts had drifted',
        text:
          `The nightly check repaired ${repaired.counts} counts, ${repaired.listings} listings and ${repaired.words} words of the directory.\n` +
          'Nobody writes to these tables but the triggers on providers, so something went around them.\n',
      });
    }),
  ),
];
