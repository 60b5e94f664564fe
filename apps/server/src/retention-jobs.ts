/**
 * Deletes personal data after its retention period (`retention` in the contract), at night and in small batches. Data
 * that lives for hours is deleted by the hourly jobs of its own module. The log contains counts only, never ids.
 */
import { retention, type RetentionKind } from '@hakiki/contract/retention';
import * as z from 'zod';
import type { Database } from './platform/db/database.ts';
import { defineJob, type JobHandler } from './platform/jobs/job.ts';
import type { Log } from './platform/log/log.ts';
import { purgeStoredEmails } from './platform/mail/mail.ts';
import { endOldSignIns } from './modules/audit/service.ts';
import type { BusinessService } from './modules/business/service.ts';
import type { ContactService } from './modules/contact/service.ts';
import type { FilingsService } from './modules/filings/service.ts';
import type { MasksService } from './modules/moderation/masks/service.ts';
import type { RepliesService } from './modules/business/replies/service.ts';
import type { WebhooksService } from './modules/webhooks/service.ts';

const purgeExpiredJob = defineJob({ name: 'retention.end-old', payload: z.object({}), schedule: '15 3 * * *' });

interface Deps {
  database: Database;
  business: Pick<BusinessService, 'colleagues'>;
  filings: FilingsService;
  contact: ContactService;
  masks: Pick<MasksService, 'purgeExpired'>;
  replies: Pick<RepliesService, 'purgeExpired'>;
  webhooks: WebhooksService;
  auditSecret: string;
  outboxFolder: string;
  log: Log;
}

export const retentionJobs = ({
  database,
  business,
  filings,
  contact,
  masks,
  replies,
  webhooks,
  auditSecret,
  outboxFolder,
  log,
}: Deps): JobHandler[] => [
  purgeExpiredJob.withHandler(async () => {
    const signIns = await endOldSignIns(database, auditSecret);
    const ended = {
      ...(await filings.purgeExpired()),
      invitations: await business.colleagues.purgeExpired(),
      messages: await contact.purgeExpired(),
      refusedReplies: await replies.purgeExpired(),
      maskedWords: await masks.purgeExpired(),
      webhookDeliveries: await webhooks.purgeExpired(),
      signIns: signIns.ended,
      letters: await purgeStoredEmails(outboxFolder, retention.letters.days),
    } satisfies Partial<Record<RetentionKind, number>>;
    log.info({ ended }, 'personal data ended');
    if (signIns.refused > 0) log.warn({ refused: signIns.refused }, 'entries of the audit are not as they were sealed');
  }),
];
