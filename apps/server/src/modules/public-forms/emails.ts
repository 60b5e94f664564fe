/**
 * Asks the sender to confirm. Quotes nothing from the form, so that nobody can send text to others through us. The
 * reference number is in it, because no later email comes before the decision.
 */
import { filingKindTable, toReference } from '@hakiki/contract/filing-values';
import { publicFormKinds } from '@hakiki/contract/public-form';
import { lifetimes } from '@hakiki/contract/limits';
import { type Language, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { DerivedTokens } from '../../platform/derived-token.ts';
import type { FormKind } from './forms.ts';
import { openSubmission } from './sealed-submission.ts';
import { findUnconfirmed } from './store.ts';

export const confirmationEmail = defineEmail({
  name: 'confirm-submission',
  payload: z.object({ submissionId: z.uuid() }),
});

interface EmailTexts {
  greeting: string;
  kinds: Record<FormKind, { subject: string; request: string; action: string }>;
  once: string;
  reference: (reference: string) => string;
  footer: string;
}

const hours = lifetimes.emailTokenHours;

const emailTexts: Record<Language, EmailTexts> = {
  en: {
    greeting: 'Hello,',
    kinds: {
      contact: {
        subject: 'Confirm your message to Hakiki',
        request: 'Someone wrote to Hakiki and gave this address. If that was you, please confirm, and we will read it.',
        action: 'Send my message',
      },
      experience: {
        subject: 'Confirm the experience you shared',
        request:
          'Someone shared an experience on Hakiki and gave this address. If that was you, please confirm. Our team then checks it.',
        action: 'Share my experience',
      },
      alert: {
        subject: 'Confirm your scam report',
        request:
          'Someone reported a scam on Hakiki and gave this address. If that was you, please confirm. Our team then checks it, and you get a receipt to follow it.',
        action: 'Send my report',
      },
      report: {
        subject: 'Confirm your report',
        request:
          'Someone reported an issue on Hakiki and gave this address. If that was you, please confirm. Our team then checks it, and you get a receipt to follow it.',
        action: 'Send my report',
      },
      submission: {
        subject: 'Confirm the provider you proposed',
        request:
          'Someone proposed a provider for Hakiki and gave this address. If that was you, please confirm. Our team then checks it, and you get a receipt to follow it.',
        action: 'Send my proposal',
      },
      appeal: {
        subject: 'Confirm your appeal',
        request:
          'Someone appealed against a verdict on Hakiki and gave this address. If that was you, please confirm. Our team then checks it, and you get a receipt to follow it.',
        action: 'Send my appeal',
      },
      dispute: {
        subject: 'Confirm your dispute',
        request:
          'Someone disputed a warning on Hakiki and gave this address. If that was you, please confirm. Our team then checks it, and you get a receipt to follow it.',
        action: 'Send my dispute',
      },
    },
    reference: (reference) =>
      `Reference number: ${reference}. After you have confirmed, use it whenever you ask us about what you sent.`,
    once: `The link works once, for ${hours} hours. If it was not you, do nothing: it will be deleted.`,
    footer: 'You receive this email because this address was entered in a form on Hakiki.',
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
      alert: {
        subject: 'Confirmez votre signalement d’arnaque',
        request:
          'Quelqu’un a signalé une arnaque sur Hakiki en donnant cette adresse. Si c’est vous, veuillez confirmer : notre équipe l’examinera ensuite, et vous recevrez un reçu pour suivre votre signalement.',
        action: 'Envoyer mon signalement',
      },
      report: {
        subject: 'Confirmez votre signalement',
        request:
          'Quelqu’un a signalé un problème sur Hakiki en donnant cette adresse. Si c’est vous, veuillez confirmer : notre équipe l’examinera ensuite, et vous recevrez un reçu pour suivre votre signalement.',
        action: 'Envoyer mon signalement',
      },
      submission: {
        subject: 'Confirmez le prestataire que vous proposez',
        request:
          'Quelqu’un a proposé un prestataire à Hakiki en donnant cette adresse. Si c’est vous, veuillez confirmer : notre équipe l’examinera ensuite, et vous recevrez un reçu pour suivre votre proposition.',
        action: 'Envoyer ma proposition',
      },
      appeal: {
        subject: 'Confirmez votre recours',
        request:
          'Quelqu’un a formé un recours contre un verdict sur Hakiki en donnant cette adresse. Si c’est vous, veuillez confirmer : notre équipe l’examinera ensuite, et vous recevrez un reçu pour le suivre.',
        action: 'Envoyer mon recours',
      },
      dispute: {
        subject: 'Confirmez votre contestation',
        request:
          'Quelqu’un a contesté un avertissement de Hakiki en donnant cette adresse. Si c’est vous, veuillez confirmer : notre équipe l’examinera ensuite, et vous recevrez un reçu pour la suivre.',
        action: 'Envoyer ma contestation',
      },
    },
    reference: (reference) =>
      `Numéro de référence : ${reference}. Après la confirmation, indiquez-le quand vous nous posez une question sur votre envoi.`,
    once: `Le lien fonctionne une seule fois, pendant ${hours} heures. Si ce n’est pas vous, ne faites rien : tout sera supprimé.`,
    footer: 'Vous recevez ce message parce que cette adresse a été saisie dans un formulaire de Hakiki.',
  },
};

interface Deps {
  database: Database;
  sendMail: SendMail;
  publicUrl: string;
  tokens: DerivedTokens;
}

export const confirmationEmailJob = ({ database: { db }, sendMail, publicUrl, tokens }: Deps): JobHandler =>
  confirmationEmail.withComposer(sendMail, async ({ submissionId }) => {
    const unconfirmed = await findUnconfirmed(db, submissionId);
    const kind = publicFormKinds.find((one) => one === unconfirmed?.kind);
    const token = unconfirmed && tokens.find(submissionId, unconfirmed.tokenHash);
    if (!unconfirmed || !kind || !token) return undefined;
    const { language } = unconfirmed;
    const { email } = openSubmission(unconfirmed.sealed, token, submissionId);
    const { greeting, kinds, once, reference, footer } = emailTexts[language];
    const { subject, request, action } = kinds[kind];
    const url = `${publicUrl}${localisePath(language, '/confirm-submission')}?token=${token}`;
    const content = renderEmail({
      language,
      preheader: request,
      greeting,
      paragraphs: [request, once, ...(kind in filingKindTable ? [reference(toReference(submissionId))] : [])],
      action: { label: action, url },
      footer,
    });
    return { to: email, subject, ...content };
  });
