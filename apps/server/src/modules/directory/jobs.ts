import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import { renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { DirectoryService } from './service.ts';

/** At night, when the short lock on the counts blocks no one. */
export const reconcileCountsJob = defineJob({
  name: 'directory.reconcile-counts',
  payload: z.object({}),
  schedule: '20 2 * * *',
});

/** Also enqueued when a worker starts: its release may have a new list of public suffixes. */
export const refreshSitesJob = defineJob({
  name: 'directory.refresh-sites',
  payload: z.object({}),
  schedule: '50 1 * * *',
});

export const countsDriftedEmail = defineEmail({
  name: 'counts-drifted',
  payload: z.object({ counts: z.int(), listings: z.int(), words: z.int() }),
});

interface Deps {
  database: Database;
  directory: DirectoryService;
  jobs: Queue;
  log: Log;
  sendMail: SendMail;
  operatorEmail: string | undefined;
}

export const directoryJobs = ({ database, directory, jobs, log, sendMail, operatorEmail }: Deps): JobHandler[] => [
  reconcileCountsJob.withHandler(() =>
    database.transaction(async (tx) => {
      const repaired = await directory.reconcile(tx);
      if (repaired.counts + repaired.listings + repaired.words === 0) return;
      log.warn(repaired, 'counts had drifted and were repaired');
      await jobs.enqueue(tx, countsDriftedEmail.job, repaired);
    }),
  ),

  refreshSitesJob.withHandler(async () => {
    const corrected = await directory.refreshSites();
    if (corrected > 0) log.info({ corrected }, 'websites of providers were parsed again');
  }),

  countsDriftedEmail.withComposer(sendMail, async ({ counts, listings, words }) => {
    if (!operatorEmail) return undefined;
    const content = renderEmail({
      language: 'en',
      preheader: 'The nightly check repaired the directory.',
      paragraphs: [
        `The nightly check repaired ${counts} counts, ${listings} listings and ${words} words of the directory.`,
        'Nobody writes to these tables but the triggers on providers, so something went around them.',
      ],
      footer: 'You receive this as the operator of this site.',
    });
    return { to: operatorEmail, subject: 'Directory counts had drifted', ...content };
  }),
];
