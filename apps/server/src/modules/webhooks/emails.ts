/** Email to the owner of a webhook that was paused because all deliveries failed. */
import { type Language, localisePath } from '@hakiki/contract/site';
import { WebhookId, webhookLimits } from '@hakiki/contract/webhooks';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { emailFrames, renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { findOwner } from './store.ts';

export const pausedEmail = defineEmail({ name: 'webhook-paused', payload: z.object({ webhookId: WebhookId }) });

interface EmailTexts {
  subject: string;
  paragraphs: (host: string) => string[];
  action: string;
}

const texts: Record<Language, EmailTexts> = {
  en: {
    subject: 'We have paused your webhook',
    paragraphs: (host) => [
      `For ${webhookLimits.retryDays} days nothing could be delivered to your webhook at ${host}, or your server said that it is gone. We have paused it.`,
      'We keep undelivered events for 30 days. When your server works again, resume the webhook: we then send all waiting events.',
    ],
    action: 'Open my webhooks',
  },
  fr: {
    subject: 'Nous avons mis votre webhook en pause',
    paragraphs: (host) => [
      `Depuis ${webhookLimits.retryDays} jours, rien n’a pu être remis à votre webhook chez ${host}, ou votre serveur a répondu qu’il n’existe plus. Nous l’avons mis en pause.`,
      'Nous gardons les événements non remis pendant 30 jours. Quand votre serveur fonctionne de nouveau, reprenez le webhook : nous envoyons alors tous les événements en attente.',
    ],
    action: 'Ouvrir mes webhooks',
  },
};

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
    const { subject, paragraphs, action } = texts[language];
    const { greeting, footer } = emailFrames[language];
    const lines = paragraphs(new URL(url).hostname);
    const content = renderEmail({
      language,
      preheader: lines[0]!,
      greeting: greeting(firstName),
      paragraphs: lines,
      action: { label: action, url: publicUrl + localisePath(language, '/api') },
      footer,
    });
    return { to: email, subject, ...content };
  });
