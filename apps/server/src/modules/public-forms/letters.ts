/**
 * Asks the sender to confirm. The letter quotes nothing of what was sent: otherwise anybody could have us mail their words to
 * anyone.
 */
import { lifetimes } from '@hakiki/contract/limits';
import { type Language, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { layOutLetter } from '../../platform/mail/layout.ts';
import { defineLetter } from '../../platform/mail/letter-job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { formKinds, type FormKind } from './forms.ts';
import { findRecipient } from './store.ts';

export const confirmationLetter = defineLetter({
  name: 'confirm-submission',
  payload: z.object({ submissionId: z.uuid() }),
});

interface Words {
  greeting: string;
  kinds: Record<FormKind, { subject: string; request: string; action: string }>;
  once: string;
  footer: string;
}

const hours = lifetimes.emailTokenHours;

const words: Record<Language, Words> = {
  en: {
    greeting: 'Hello,',
    kinds: {
      contact: {
        subject: 'Confirm your message to Hakiki',
        request: 'Someone wrote to Hakiki and gave this address. If that was you, please confirm: then we read it.',
        action: 'Send my message',
      },
      experience: {
        subject: 'Confirm the experience you shared',
        request:
          'Someone shared an experience on Hakiki and gave this address. If that was you, please confirm: then our team looks at it.',
        action: 'Share my experience',
      },
    },
    once: `The link works once, for ${hours} hours. If it was not you, do nothing: it will be deleted.`,
    footer: 'You receive this letter because this address was entered in a form on Hakiki.',
  },
  fr: {
    greeting: 'Bonjour,',
    kinds: {
      contact: {
        subject: 'Confirmez votre message à Hakiki',
        request:
          'Quelqu’un a écrit à Hakiki en donnant cette adresse. Si c’est vous, veuillez confirmer : nous le lirons ensuite.',
        action: 'Envoyer mon message',
      },
      experience: {
        subject: 'Confirmez l’expérience que vous avez partagée',
        request:
          'Quelqu’un a partagé une expérience sur Hakiki en donnant cette adresse. Si c’est vous, veuillez confirmer : notre équipe l’examinera ensuite.',
        action: 'Partager mon expérience',
      },
    },
    once: `Le lien fonctionne une seule fois, pendant ${hours} heures. Si ce n’est pas vous, ne faites rien : tout sera supprimé.`,
    footer: 'Vous recevez ce message parce que cette adresse a été saisie dans un formulaire de Hakiki.',
  },
};

interface Needs {
  database: Database;
  sendMail: SendMail;
  publicUrl: string;
  tokenOfId: (id: string) => string;
}

export const confirmationLetterJob = ({ database: { db }, sendMail, publicUrl, tokenOfId }: Needs): JobHandler =>
  confirmationLetter.writtenBy(sendMail, async ({ submissionId }) => {
    const recipient = await findRecipient(db, submissionId);
    const kind = formKinds.find((one) => one === recipient?.kind);
    if (!recipient || !kind) return undefined;
    const { email, language } = recipient;
    const { greeting, kinds, once, footer } = words[language];
    const { subject, request, action } = kinds[kind];
    const url = `${publicUrl}${localisePath(language, '/confirm-submission')}?token=${tokenOfId(submissionId)}`;
    const content = layOutLetter({
      language,
      preheader: request,
      greeting,
      paragraphs: [request, once],
      action: { label: action, url },
      footer,
    });
    return { to: email, subject, ...content };
  });
