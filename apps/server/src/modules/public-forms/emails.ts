/**
 * Asks the sender to confirm. Quotes nothing from the form, so that nobody can send text to others through us. The
 * reference number is in it, because no later email comes before the decision.
 */
import { filingKindTable, toReference } from '@hakiki/contract/filing-values';
import { publicFormKinds } from '@hakiki/contract/public-form';
import { lifetimes } from '@hakiki/contract/limits';
import { localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { getEmailFrame, renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { DerivedTokens } from '../../platform/derived-token.ts';
import { fillTexts, getTexts } from '../../platform/texts.ts';
import { openSubmission } from './sealed-submission.ts';
import { findUnconfirmed } from './store.ts';

export const confirmationEmail = defineEmail({
  name: 'confirm-submission',
  payload: z.object({ submissionId: z.uuid() }),
});

const hours = lifetimes.emailTokenHours;

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
    const { kinds, once, reference, footer } = getTexts(language).confirmation;
    const { subject, request, action } = kinds[kind];
    const url = `${publicUrl}${localisePath(language, '/confirm-submission')}?token=${token}`;
    const content = renderEmail({
      language,
      preheader: request,
      greeting: getEmailFrame(language).greeting(null),
      paragraphs: [
        request,
        fillTexts(once, { hours }),
        ...(kind in filingKindTable ? [fillTexts(reference, { reference: toReference(submissionId) })] : []),
      ],
      action: { label: action, url },
      footer,
    });
    return { to: email, subject, ...content };
  });
