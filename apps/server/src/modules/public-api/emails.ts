/** Emails about the monthly quota: one at 80 % and one when it is used up. */
import { UserId } from '@hakiki/contract/accounts';
import { monthlyQuota } from '@hakiki/contract/api-keys';
import { type Language, languageTable, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { emailFrames, renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { nextMonth } from './calendar.ts';
import { findOwner } from './store.ts';

export const quotaEmail = defineEmail({
  name: 'api-quota',
  payload: z.object({ accountId: UserId, month: z.iso.date(), percent: z.int() }),
});

interface EmailText {
  subject: string;
  paragraphs: string[];
}
interface EmailTexts {
  nearly: (percent: number, quota: string, day: string) => EmailText;
  usedUp: (quota: string, day: string) => EmailText;
  action: string;
}

const texts: Record<Language, EmailTexts> = {
  en: {
    nearly: (percent, quota, day) => ({
      subject: `${percent}% of your API requests this month are used`,
      paragraphs: [
        `Your programs have used ${percent}% of the ${quota} requests to the Hakiki API that your plan includes each month. The next month begins on ${day} (UTC).`,
        'You can see which keys and calls they were on the page below. Unchanged responses (304) do not count, and updated_since returns only what is new.',
      ],
    }),
    usedUp: (quota, day) => ({
      subject: 'Your API requests for this month are used up',
      paragraphs: [
        `Your programs have used all ${quota} requests to the Hakiki API that your plan includes each month. Until ${day} (UTC) calls are refused with the code QUOTA_EXCEEDED. Nothing is charged for them.`,
        'If you need more, please write to us.',
      ],
    }),
    action: 'Open usage',
  },
  fr: {
    nearly: (percent, quota, day) => ({
      subject: `${percent} % de vos requêtes API du mois sont utilisées`,
      paragraphs: [
        `Vos programmes ont utilisé ${percent} % des ${quota} requêtes à l’API Hakiki que votre abonnement comprend chaque mois. Le mois suivant commence le ${day} (UTC).`,
        'La page ci-dessous montre de quelles clés et de quels appels il s’agit. Les réponses inchangées depuis votre dernière demande (304) n’entament pas le quota du mois, et updated_since ne vous apporte que ce qui est nouveau.',
      ],
    }),
    usedUp: (quota, day) => ({
      subject: 'Vos requêtes API du mois sont épuisées',
      paragraphs: [
        `Vos programmes ont utilisé les ${quota} requêtes à l’API Hakiki que votre abonnement comprend chaque mois. Jusqu’au ${day} (UTC), les appels sont refusés avec le code QUOTA_EXCEEDED. Rien n’est facturé pour eux.`,
        'S’il vous en faut davantage, écrivez-nous.',
      ],
    }),
    action: 'Voir l’utilisation',
  },
};

interface Deps {
  database: Database;
  sendMail: SendMail;
  publicUrl: string;
}

export const quotaEmailJob = ({ database: { db }, sendMail, publicUrl }: Deps): JobHandler =>
  quotaEmail.withComposer(sendMail, async ({ accountId, month, percent }) => {
    const owner = await findOwner(db, accountId);
    if (!owner) return undefined;
    const { email, firstName, language } = owner;
    const { nearly, usedUp, action } = texts[language];
    const { greeting, footer } = emailFrames[language];
    const day = new Intl.DateTimeFormat(languageTable[language].tag, { dateStyle: 'long', timeZone: 'UTC' }).format(
      nextMonth(new Date(month)),
    );
    const quota = new Intl.NumberFormat(languageTable[language].tag).format(monthlyQuota);
    const { subject, paragraphs } = percent < 100 ? nearly(percent, quota, day) : usedUp(quota, day);
    const content = renderEmail({
      language,
      preheader: paragraphs[0] ?? subject,
      greeting: greeting(firstName),
      paragraphs,
      action: { label: action, url: `${publicUrl}${localisePath(language, '/api')}?tab=usage` },
      footer,
    });
    return { to: email, subject, ...content };
  });
