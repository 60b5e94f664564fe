/** Email to the owner of a webhook that was paused because all deliveries failed. */
import { localisePath } from '@hakiki/contract/site';
import { WebhookId, webhookLimits } from '@hakiki/contract/webhooks';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { getEmailFrame, renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { fillTexts, getTexts } from '../../platform/texts.ts';
import { findOwner } from './store.ts';

export const pausedEmail = defineEmail({ name: 'webhook-paused', payload: z.object({ webhookId: WebhookId }) });

interface Deps {
  database: Database;
  sendMail: SendMail;
  publicUrl: string;
}

export const pausedEmailJob = ({ database, sendMail, publicUrl }: Deps): JobHandler =>
  pausedEmail.withComposer(sendMail, async ({ webhookId }) => {
    const owner = await findOwner(database.db, webhookId);
    // Deleted or resumed in the meantime: the owner knows.
    if (owner?.state !== 'failing') return undefined;
    const { language, email, firstName, url } = owner;
    const { subject, paragraphs, action } = fillTexts(getTexts(language).webhookPaused, {
      days: webhookLimits.retryDays,
      host: new URL(url).hostname,
    });
    const { greeting, footer } = getEmailFrame(language);
    const content = renderEmail({
      language,
      preheader: paragraphs[0]!,
      greeting: greeting(firstName),
      paragraphs,
      action: { label: action, url: publicUrl + localisePath(language, '/api') },
      footer,
    });
    return { to: email, subject, ...content };
  });
