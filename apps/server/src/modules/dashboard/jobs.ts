/** Emails to the members who watch a provider, when its verdict has changed. */
import { UserId } from '@hakiki/contract/accounts';
import { ProviderId } from '@hakiki/contract/directory';
import { verificationStatuses, type VerificationStatus } from '@hakiki/contract/directory-values';
import { type Language, localisePath, providerPath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import { enqueueBatches } from '../../platform/jobs/enqueue-batches.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import { emailFrames, renderEmail } from '../../platform/mail/layout.ts';
import type { OutgoingEmail, SendMail } from '../../platform/mail/mail.ts';
import * as store from './watches-store.ts';

/** A pause of minutes spares members a decision that is undone at once. */
const findChangedJob = defineJob({ name: 'watches.find-changed', payload: z.object({}), schedule: '*/10 * * * *' });

const Status = z.enum(verificationStatuses);
const verdictEmail = defineEmail({
  name: 'watched-verdict',
  payload: z.object({ userId: UserId, providerId: ProviderId, from: Status, to: Status }),
});
type VerdictChange = z.infer<typeof verdictEmail.job.payload>;

interface EmailTexts {
  verdicts: Record<VerificationStatus, string>;
  subject: (name: string, verdict: string) => string;
  change: (name: string, from: string, to: string) => string;
  advice: Record<VerificationStatus, string>;
  action: string;
  footer: (leave: string) => string;
}

const texts: Record<Language, EmailTexts> = {
  en: {
    verdicts: {
      Verified: 'Verified',
      Limited: 'Limited',
      Pending: 'Pending',
      Flagged: 'Flagged',
      Suspended: 'Suspended',
    },
    subject: (name, verdict) => `${name} is now: ${verdict}`,
    change: (name, from, to) => `You watch ${name} on Hakiki. Its verdict has changed from ${from} to ${to}.`,
    advice: {
      Verified: 'Our team has checked what it says about itself. This is not a promise that nothing can go wrong.',
      Limited: 'Some of what it says could not be confirmed. Read its page before you pay anything.',
      Pending: 'Our team has not finished its check. Do not pay anything before you have read its page.',
      Flagged: 'Do not pay anything more, even to unlock a withdrawal. Read the reasons on its page.',
      Suspended: 'Do not pay anything more, even to unlock a withdrawal. Read the warning on its page.',
    },
    action: 'Read why',
    footer: (leave) => `You get this email because you watch this provider. To stop, open ${leave}`,
  },
  fr: {
    verdicts: {
      Verified: 'Vérifié',
      Limited: 'Limité',
      Pending: 'En attente',
      Flagged: 'Signalé',
      Suspended: 'Suspendu',
    },
    subject: (name, verdict) => `${name} : ${verdict}`,
    change: (name, from, to) => `Vous suivez ${name} sur Hakiki. Son verdict est passé de « ${from} » à « ${to} ».`,
    advice: {
      Verified:
        'Notre équipe a contrôlé ce que ce prestataire dit de lui-même. Cela ne garantit pas que rien ne peut mal tourner.',
      Limited:
        'Une partie de ses affirmations n’a pas pu être confirmée. Lisez sa page avant de payer quoi que ce soit.',
      Pending: 'Notre équipe n’a pas terminé son contrôle. Ne payez rien avant d’avoir lu sa page.',
      Flagged: 'Ne payez plus rien, même pour débloquer un retrait. Lisez les raisons sur sa page.',
      Suspended: 'Ne payez plus rien, même pour débloquer un retrait. Lisez l’avertissement sur sa page.',
    },
    action: 'Lire pourquoi',
    footer: (leave) => `Vous recevez cet e-mail parce que vous suivez ce prestataire. Pour l’arrêter, ouvrez ${leave}`,
  },
};

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
    const text = texts[language];
    const change = text.change(name, text.verdicts[from], text.verdicts[to]);
    const leavePage = `${publicUrl}${localisePath(language, '/leave-letter')}?type=watch&token=${leaveKey}`;
    return {
      to: email,
      subject: text.subject(name, text.verdicts[to]),
      unsubscribeUrl: `${publicUrl}/api/watched-providers/leave/${leaveKey}`,
      ...renderEmail({
        language,
        preheader: change,
        greeting: emailFrames[language].greeting(firstName),
        paragraphs: [change, text.advice[to]],
        action: { label: text.action, url: publicUrl + localisePath(language, providerPath(providerId)) },
        footer: text.footer(leavePage),
      }),
    };
  }

  return [
    findChangedJob.withHandler(() => enqueueBatches({ database, queue }, verdictEmail.job, store.claimChanged)),
    verdictEmail.withComposer(sendMail, compose),
  ];
}
