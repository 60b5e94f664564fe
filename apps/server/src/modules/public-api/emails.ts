/** Emails about the monthly quota: one at 80 % and one when it is used up. */
import { UserId } from '@hakiki/contract/accounts';
import { monthlyQuota } from '@hakiki/contract/api-keys';
import { languageTable, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { getEmailFrame, renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { fillTexts, getTexts } from '../../platform/texts.ts';
import { nextMonth } from './calendar.ts';
import { findOwner } from './store.ts';

export const quotaEmail = defineEmail({
  name: 'api-quota',
  payload: z.object({ accountId: UserId, month: z.iso.date(), percent: z.int() }),
});

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
    const { nearly, usedUp, action } = getTexts(language).apiQuota;
    const { greeting, footer } = getEmailFrame(language);
    const day = new Intl.DateTimeFormat(languageTable[language].tag, { dateStyle: 'long', timeZone: 'UTC' }).format(
      nextMonth(new Date(month)),
    );
    const quota = new Intl.NumberFormat(languageTable[language].tag).format(monthlyQuota);
    const { subject, paragraphs } = fillTexts(percent < 100 ? nearly : usedUp, { percent, quota, day });
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
