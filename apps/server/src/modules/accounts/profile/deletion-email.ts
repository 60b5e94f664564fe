/**
 * Confirms that an account was deleted. When it is sent the account is gone, so the job carries the address itself,
 * encrypted: the queue and its backup show it to nobody.
 */
import { languages, type Language, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { AppSecret } from '../../../platform/app-secret.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { defineEmail } from '../../../platform/mail/email-job.ts';
import { emailFrames, renderEmail } from '../../../platform/mail/layout.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import { createSecretBox } from '../../../platform/sealing/secret-box.ts';

const deletionEmail = defineEmail({
  name: 'account-deleted',
  payload: z.object({ sealedAddress: z.string(), language: z.enum(languages) }),
});

const PURPOSE = 'account-deleted';

interface Texts {
  subject: string;
  paragraphs: string[];
  action: string;
}

const texts: Record<Language, Texts> = {
  en: {
    subject: 'Your Hakiki account was deleted',
    paragraphs: [
      'Your account, your login and your personal data are gone. A paid plan has ended with it, and nothing more is charged.',
      'Reports and reviews that were published stay public, without your name. The receipt code of a report still works on the page where you follow it.',
      'If you did not delete it yourself, somebody else knew your password. Please write to us at once, and change that password wherever else you use it.',
    ],
    action: 'Write to us',
  },
  fr: {
    subject: 'Votre compte Hakiki a été supprimé',
    paragraphs: [
      'Votre compte, votre accès et vos données personnelles sont effacés. Un abonnement payé a pris fin en même temps, et rien de plus n’est débité.',
      'Les signalements et les avis publiés restent publics, sans votre nom. Le code de reçu d’un signalement fonctionne toujours sur la page de suivi.',
      'Si ce n’est pas vous qui l’avez supprimé, quelqu’un d’autre connaissait votre mot de passe. Écrivez-nous tout de suite, et changez ce mot de passe partout où vous l’utilisez.',
    ],
    action: 'Nous écrire',
  },
};

export type DeletionEmails = ReturnType<typeof createDeletionEmails>;

export function createDeletionEmails({ appSecret, publicUrl }: { appSecret: AppSecret; publicUrl: string }) {
  const box = createSecretBox(appSecret, PURPOSE);
  return {
    /** Call it in the transaction that deletes the account. */
    enqueue: (tx: Db, queue: Pick<Queue, 'enqueue'>, { email, language }: { email: string; language: Language }) =>
      queue.enqueue(tx, deletionEmail.job, { sealedAddress: box.seal(email, PURPOSE), language }),

    job: (sendMail: SendMail) =>
      deletionEmail.withComposer(sendMail, ({ sealedAddress, language }) => {
        const { greeting, footer } = emailFrames[language];
        const { subject, paragraphs, action } = texts[language];
        const content = renderEmail({
          language,
          preheader: paragraphs[0]!,
          greeting: greeting(null),
          paragraphs,
          action: { label: action, url: publicUrl + localisePath(language, '/contact') },
          footer,
        });
        return Promise.resolve({ to: box.open(sealedAddress, PURPOSE), subject, ...content });
      }),
  };
}
