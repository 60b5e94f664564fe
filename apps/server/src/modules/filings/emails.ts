/**
 * Emails to reporters, in their language. An email names a report by its reference and quotes nothing of it, so that
 * other readers of the mailbox learn little. The recipient, an account or an address, is encrypted; the worker decrypts
 * it for the email only, and records each use.
 */
import type { UserId } from '@hakiki/contract/accounts';
import { type FilingKind, toReference } from '@hakiki/contract/filing-values';
import { type Language, localisePath } from '@hakiki/contract/site';
import { QuestionId } from '@hakiki/contract/filings';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobAttempt, JobHandler } from '../../platform/jobs/job.ts';
import { renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { OutgoingEmail, SendMail } from '../../platform/mail/mail.ts';
import type { AuditService } from '../audit/service.ts';
import { decisionEmail, type EmailedStatus, type Sealing } from '../intake/service.ts';
import { findAccount, findById, findQuestion, findRecipient, isUndone } from './store.ts';

export const questionEmail = defineEmail({ name: 'filing-question', payload: z.object({ questionId: QuestionId }) });

interface EmailText {
  subject: string;
  paragraphs: string[];
}

interface EmailTexts {
  greeting: string;
  /** Holds only the statuses that each kind can have. */
  decisions: Record<FilingKind, Partial<Record<EmailedStatus, EmailText>>>;
  question: EmailText;
  reference: (reference: string) => string;
  follow: string;
  actions: { state: string; answer: string };
  footer: string;
}

const textsByLanguage: Record<Language, EmailTexts> = {
  en: {
    greeting: 'Hello,',
    decisions: {
      alert: {
        approved: {
          subject: 'Your scam report was verified',
          paragraphs: [
            'Our team has verified your report. It is now a public alert and warns everyone who visits Hakiki. Thank you.',
            'The alert shows what happened, never who reported it.',
          ],
        },
        merged: {
          subject: 'Your scam report was confirmed',
          paragraphs: [
            'Our team has confirmed your report. Other people reported the same, so there is one public alert, and your report counts in it. You find it on the page below. Thank you.',
            'The alert shows what happened, never who reported it.',
          ],
        },
        rejected: {
          subject: 'Your scam report was not published',
          paragraphs: [
            'Our team has looked at your report and could not verify it, so it is not published.',
            'This does not mean that nothing happened. If you know more, or have something that shows it, please report it again.',
          ],
        },
      },
      report: {
        investigating: {
          subject: 'We are looking into your report',
          paragraphs: [
            'Our team has taken up your report and is looking into it. It is now public, without anything about you.',
          ],
        },
        merged: {
          subject: 'Your report was confirmed',
          paragraphs: [
            'Our team has confirmed your report. Other people reported the same, so there is one public alert, and your report counts in it. You find it on the page below. Thank you.',
            'The alert shows what happened, never who reported it.',
          ],
        },
        resolved: {
          subject: 'Your report was resolved',
          paragraphs: ['Our team has finished looking into your report and has marked it as resolved. Thank you.'],
        },
        rejected: {
          subject: 'Your report was not published',
          paragraphs: [
            'Our team has looked at your report and could not verify it, so it is not published.',
            'This does not mean that nothing happened. If you know more, or have something that shows it, please report it again.',
          ],
        },
      },
      submission: {
        approved: {
          subject: 'The provider you submitted is listed',
          paragraphs: [
            'Our team has reviewed your submission. The provider is now in the public directory. Thank you.',
          ],
        },
        rejected: {
          subject: 'The provider you submitted was not listed',
          paragraphs: ['Our team has reviewed your submission and decided not to list the provider.'],
        },
      },
      appeal: {
        upheld: {
          subject: 'Your appeal was upheld',
          paragraphs: [
            'A person in our team who did not decide this before has checked your appeal and agrees with you. What people read about it has been changed, and the page says so.',
          ],
        },
        partly: {
          subject: 'Your appeal was upheld in part',
          paragraphs: [
            'A person in our team who did not decide this before has checked your appeal and agrees with part of it. What people read about it has been changed, and the page says so.',
          ],
        },
        dismissed: {
          subject: 'Your appeal was dismissed',
          paragraphs: [
            'A person in our team who did not decide this before has checked your appeal. The verdict stays as it is; the page below says why.',
            'If you have something new that shows that it is wrong, you can appeal again.',
          ],
        },
      },
      dispute: {
        upheld: {
          subject: 'Your dispute was accepted',
          paragraphs: [
            'Our team has checked your dispute and agrees with you. Hakiki does not warn of it any more. Programs that use our lists follow within minutes.',
            'The page below says why.',
          ],
        },
        dismissed: {
          subject: 'Your dispute was not accepted',
          paragraphs: [
            'Our team has checked your dispute. What Hakiki says about it stays as it is; the page below says why.',
            'If you have something new that shows that it is wrong, you can dispute it again.',
          ],
        },
      },
    },
    question: {
      subject: 'A question about what you sent us',
      paragraphs: ['Our team is checking what you sent and has a question for you. Your answer helps to verify it.'],
    },
    reference: (reference) => `Reference number: ${reference}`,
    follow:
      'To see it, open the page below with your receipt code, or log in if you were logged in when you sent it. We never ask for the code by email or phone.',
    actions: { state: 'See the status', answer: 'Answer the question' },
    footer:
      'You receive this email because you sent us a report, a provider, an appeal or a dispute, and gave this address.',
  },
  fr: {
    greeting: 'Bonjour,',
    decisions: {
      alert: {
        approved: {
          subject: 'Votre signalement d’arnaque est vérifié',
          paragraphs: [
            'Notre équipe a vérifié votre signalement. C’est désormais une alerte publique qui prévient toutes les personnes qui consultent Hakiki. Merci.',
            'L’alerte montre ce qui s’est passé, jamais qui l’a signalé.',
          ],
        },
        merged: {
          subject: 'Votre signalement d’arnaque est confirmé',
          paragraphs: [
            'Notre équipe a confirmé ce que vous avez signalé. D’autres personnes ont signalé la même chose : il existe donc une seule alerte publique, et votre signalement y est compté. Vous la trouverez sur la page ci-dessous. Merci.',
            'L’alerte montre ce qui s’est passé, jamais qui l’a signalé.',
          ],
        },
        rejected: {
          subject: 'Votre signalement d’arnaque n’est pas publié',
          paragraphs: [
            'Notre équipe a examiné votre signalement et n’a pas pu le vérifier. Il n’est donc pas publié.',
            'Cela ne veut pas dire qu’il ne s’est rien passé. Si vous en savez plus, ou si vous avez de quoi le montrer, signalez-le de nouveau.',
          ],
        },
      },
      report: {
        investigating: {
          subject: 'Nous examinons votre signalement',
          paragraphs: [
            'Notre équipe a pris en charge votre signalement et l’examine. Il est désormais public, sans rien qui vous concerne.',
          ],
        },
        merged: {
          subject: 'Votre signalement est confirmé',
          paragraphs: [
            'Notre équipe a confirmé ce que vous avez signalé. D’autres personnes ont signalé la même chose : il existe donc une seule alerte publique, et votre signalement y est compté. Vous la trouverez sur la page ci-dessous. Merci.',
            'L’alerte montre ce qui s’est passé, jamais qui l’a signalé.',
          ],
        },
        resolved: {
          subject: 'Votre signalement est résolu',
          paragraphs: ['Notre équipe a terminé l’examen de votre signalement et l’a marqué comme résolu. Merci.'],
        },
        rejected: {
          subject: 'Votre signalement n’est pas publié',
          paragraphs: [
            'Notre équipe a examiné votre signalement et n’a pas pu le vérifier. Il n’est donc pas publié.',
            'Cela ne veut pas dire qu’il ne s’est rien passé. Si vous en savez plus, ou si vous avez de quoi le montrer, signalez-le de nouveau.',
          ],
        },
      },
      submission: {
        approved: {
          subject: 'Le prestataire que vous avez proposé est répertorié',
          paragraphs: [
            'Notre équipe a examiné votre proposition. Le prestataire figure désormais dans l’annuaire public. Merci.',
          ],
        },
        rejected: {
          subject: 'Le prestataire que vous avez proposé n’est pas répertorié',
          paragraphs: ['Notre équipe a examiné votre proposition et a décidé de ne pas répertorier ce prestataire.'],
        },
      },
      appeal: {
        upheld: {
          subject: 'Votre recours est accepté',
          paragraphs: [
            'Une personne de notre équipe qui n’avait pas rendu cette décision a examiné votre recours et vous donne raison. Ce que le public lit à ce sujet a été modifié, et la page l’indique.',
          ],
        },
        partly: {
          subject: 'Votre recours est accepté en partie',
          paragraphs: [
            'Une personne de notre équipe qui n’avait pas rendu cette décision a examiné votre recours et vous donne raison en partie. Ce que le public lit à ce sujet a été modifié, et la page l’indique.',
          ],
        },
        dismissed: {
          subject: 'Votre recours est rejeté',
          paragraphs: [
            'Une personne de notre équipe qui n’avait pas rendu cette décision a examiné votre recours. Le verdict reste tel quel ; la page ci-dessous dit pourquoi.',
            'Si vous avez un élément nouveau qui montre qu’il est faux, vous pouvez former un nouveau recours.',
          ],
        },
      },
      dispute: {
        upheld: {
          subject: 'Votre contestation est acceptée',
          paragraphs: [
            'Notre équipe a examiné votre contestation et vous donne raison. Hakiki n’avertit plus à ce sujet. Les programmes qui utilisent nos listes suivent en quelques minutes.',
            'La page ci-dessous dit pourquoi.',
          ],
        },
        dismissed: {
          subject: 'Votre contestation n’est pas acceptée',
          paragraphs: [
            'Notre équipe a examiné votre contestation. Ce que Hakiki dit à ce sujet reste tel quel ; la page ci-dessous dit pourquoi.',
            'Si vous avez un élément nouveau qui montre que c’est faux, vous pouvez le contester de nouveau.',
          ],
        },
      },
    },
    question: {
      subject: 'Une question sur votre envoi',
      paragraphs: [
        'Notre équipe examine ce que vous avez envoyé et a une question à vous poser. Votre réponse aide à le vérifier.',
      ],
    },
    reference: (reference) => `Numéro de référence : ${reference}`,
    follow:
      'Pour le consulter, ouvrez la page ci-dessous avec le code de votre reçu, ou connectez-vous si vous l’étiez au moment de l’envoi. Nous ne demandons jamais ce code par e-mail ni par téléphone.',
    actions: { state: 'Voir le statut', answer: 'Répondre à la question' },
    footer:
      'Vous recevez ce message parce que vous nous avez envoyé un signalement, un prestataire, un recours ou une contestation, avec cette adresse.',
  },
};

interface Deps {
  database: Database;
  audit: AuditService;
  sealing: Sealing;
  sendMail: SendMail;
  publicUrl: string;
}

/** How many audit entries of a filing are searched for an earlier use; beyond that, a use may be recorded twice. */
const MAX_AUDIT_ENTRIES = 100;

export function filingEmailJobs({ database, audit, sealing, sendMail, publicUrl }: Deps): JobHandler[] {
  /** A retried email is the same use of the address and is recorded once. */
  async function recordContactUse(filingId: string, emailJobId: string): Promise<void> {
    const entries = await audit.listBySubject(database.db, filingId, MAX_AUDIT_ENTRIES);
    const isRecorded = entries.some(
      ({ action, detail }) => action === 'filing.contact-used' && detail?.['letter'] === emailJobId,
    );
    if (isRecorded) return;
    await audit.record(database.db, {
      actor: { kind: 'system' },
      action: 'filing.contact-used',
      subject: filingId,
      reason: 'a letter about the report',
      detail: { letter: emailJobId },
    });
  }

  /** The account's current address, or else the encrypted one. */
  async function resolveRecipient(filingId: string, { id }: JobAttempt) {
    const found = await findRecipient(database.db, filingId);
    if (!found) return undefined;
    const { kind, language, sealedContact } = found;
    if (sealedContact) await recordContactUse(filingId, id);
    const contact = sealedContact ? await sealing.openContact(sealedContact, filingId) : {};
    const account = contact.account ? await findAccount(database.db, contact.account as UserId) : undefined;
    if (account) return { kind, email: account.email, language: account.language };
    return contact.email ? { kind, email: contact.email, language } : undefined;
  }

  function composeEmail(
    { email, language }: { email: string; language: Language },
    { subject, paragraphs }: EmailText,
    action: keyof EmailTexts['actions'],
    filingId: string,
  ): OutgoingEmail {
    const { greeting, reference, follow, actions, footer } = textsByLanguage[language];
    const content = renderEmail({
      language,
      preheader: paragraphs[0] ?? subject,
      greeting,
      paragraphs: [...paragraphs, reference(toReference(filingId)), follow],
      action: { label: actions[action], url: `${publicUrl}${localisePath(language, '/follow')}` },
      footer,
    });
    return { to: email, subject, ...content };
  }

  return [
    decisionEmail.withComposer(sendMail, async ({ filingId, status, decisionId }, attempt) => {
      const filing = await findById(database, filingId);
      // The status has changed since; the new decision has its own email.
      if (filing?.status !== status) return undefined;
      if (decisionId && (await isUndone(database.db, decisionId))) return undefined;
      const recipient = await resolveRecipient(filingId, attempt);
      const text = recipient && textsByLanguage[recipient.language].decisions[recipient.kind][status];
      return text && composeEmail(recipient, text, 'state', filingId);
    }),

    questionEmail.withComposer(sendMail, async ({ questionId }, attempt) => {
      const question = await findQuestion(database.db, questionId);
      if (!question || question.answeredAt) return undefined;
      const recipient = await resolveRecipient(question.filingId, attempt);
      return (
        recipient && composeEmail(recipient, textsByLanguage[recipient.language].question, 'answer', question.filingId)
      );
    }),
  ];
}
