/** Emails to the members who watch a provider, when its verdict has changed. */
import { UserId } from '@hakiki/contract/accounts';
import { ProviderId } from '@hakiki/contract/directory';
import { verificationStatuses } from '@hakiki/contract/directory-values';
import { localisePath, providerPath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import { enqueueBatches } from '../../platform/jobs/enqueue-batches.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import { getEmailFrame, renderEmail } from '../../platform/mail/layout.ts';
import type { OutgoingEmail, SendMail } from '../../platform/mail/mail.ts';
import { fillTexts, getTexts } from '../../platform/texts.ts';
import * as store from './watches-store.ts';

/** A pause of minutes spares members a decision that is undone at once. */
const findChangedJob = defineJob({ name: 'watches.find-changed', payload: z.object({}), schedule: '*/10 * * * *' });

const Status = z.enum(verificationStatuses);
const verdictEmail = defineEmail({
  name: 'watched-verdict',
  payload: z.object({ userId: UserId, providerId: ProviderId, from: Status, to: Status }),
});
type VerdictChange = z.infer<typeof verdictEmail.job.payload>;

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  sendMail: SendMail;
  settings: Pick<Settings, 'publicUrl'>;
}

export function dashboardJobs({ database, queue, sendMail, settings: { publicUrl } }: Deps): JobHandler[] {
  async function compose({ userId, providerId, from, to }: VerdictChange): Promise<OutgoingEmail | undefined> {
    const recipient = await store.findRecipient(database.db, userId, providerId);
    if (!recipient) return undefined;
    const { email, firstName, language, leaveKey, name } = recipient;
    const text = getTexts(language).watchedVerdict;
    const change = fillTexts(text.change, { name, from: text.verdicts[from], to: text.verdicts[to] });
    const leavePage = `${publicUrl}${localisePath(language, '/leave-letter')}?type=watch&token=${leaveKey}`;
    return {
      to: email,
      subject: fillTexts(text.subject, { name, verdict: text.verdicts[to] }),
      unsubscribeUrl: `${publicUrl}/api/watched-providers/leave/${leaveKey}`,
      ...renderEmail({
        language,
        preheader: change,
        greeting: getEmailFrame(language).greeting(firstName),
        paragraphs: [change, text.advice[to]],
        action: { label: text.action, url: publicUrl + localisePath(language, providerPath(providerId)) },
        footer: fillTexts(text.footer, { leave: leavePage }),
      }),
    };
  }

  return [
    findChangedJob.withHandler(() => enqueueBatches({ database, queue }, verdictEmail.job, store.claimChanged)),
    verdictEmail.withComposer(sendMail, compose),
  ];
}
