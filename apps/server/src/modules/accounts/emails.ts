/** Emails about an account, in the person's language. The text is rendered when the job runs. */
import { UserId } from '@hakiki/contract/accounts';
import { lifetimes } from '@hakiki/contract/limits';
import { type Language, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { getEmailFrame, renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { OutgoingEmail, SendMail } from '../../platform/mail/mail.ts';
import type { DerivedTokens } from '../../platform/derived-token.ts';
import { fillTexts, getTexts } from '../../platform/texts.ts';
import { findReset, markNotified } from './factors/factor-resets-store.ts';
import { planEmailJob } from './plans/plan-emails.ts';
import { findEmailChange, findMailedTokenById, findUserById } from './store.ts';
import type { MailedTokenPurpose } from './tables.ts';

/** An email with a single-use link. */
export const linkEmail = defineEmail({ name: 'account-link', payload: z.object({ tokenId: z.uuid() }) });

const notices = [
  'password-changed',
  'email-changed',
  'factor-added',
  'factor-removed',
  'factor-reset',
  'codes-stopped',
  'backup-codes-renewed',
  'backup-code-used',
  'new-browser',
  'sign-up-tried',
  'administrator-granted',
  'moderator-granted',
  'moderator-revoked',
] as const;
type Notice = (typeof notices)[number];

/** Whether an attacker could have caused this. Then the email asks staff to notify a colleague. */
const isSecurityAlert = (notice: Notice): boolean =>
  !['email-changed', 'sign-up-tried', 'administrator-granted', 'moderator-granted', 'moderator-revoked'].includes(
    notice,
  );

/** Notifies the owner of a change, in case somebody else made it. */
export const noticeEmail = defineEmail({
  name: 'account-notice',
  payload: z.object({
    userId: UserId,
    notice: z.enum(notices),
    /** The device name of the session, such as 'Chrome on Android'. */
    device: z.optional(z.string().max(100)),
  }),
});

/** Announces the reset of a second factor, with a link that stops it. */
export const factorResetEmail = defineEmail({ name: 'factor-reset', payload: z.object({ resetId: z.uuid() }) });

interface NoticeText {
  subject: string;
  paragraphs: string[];
  action?: string;
}
const { emailTokenHours: hours, factorResetHours: resetHours } = lifetimes;

const linkPages: Record<MailedTokenPurpose, string> = {
  'verify-email': '/verify-email',
  'reset-password': '/reset-password',
  'change-email-old': '/confirm-email',
  'change-email-new': '/confirm-email',
};

interface Deps {
  database: Database;
  sendMail: SendMail;
  publicUrl: string;
  tokens: DerivedTokens;
  resetTokens: DerivedTokens;
}

export const buildLinkUrl = (
  publicUrl: string,
  language: Language,
  purpose: MailedTokenPurpose,
  token: string,
): string => `${publicUrl}${localisePath(language, linkPages[purpose])}?token=${token}`;

export const accountEmailJobs = ({ database, sendMail, publicUrl, tokens, resetTokens }: Deps): JobHandler[] => [
  // The day of waiting starts when the email was sent, however long that took.
  factorResetEmail.job.withHandler(async ({ resetId }, { id: messageId }) => {
    const found = await findReset(database.db, resetId);
    const token = found && resetTokens.find(resetId, found.tokenHash);
    if (!found || !token) return;
    const { language, email, firstName } = found;
    const { greeting, footer } = getEmailFrame(language);
    const { subject, paragraphs, action } = fillTexts(getTexts(language).account.factorReset, { resetHours });
    const content = renderEmail({
      language,
      preheader: paragraphs[0] ?? subject,
      greeting: greeting(firstName),
      paragraphs,
      action: { label: action, url: `${publicUrl}${localisePath(language, '/keep-factor')}?token=${token}` },
      footer,
    });
    await sendMail({ to: email, subject, ...content }, { messageId });
    await markNotified(database.db, resetId);
  }),

  linkEmail.withComposer(sendMail, async ({ tokenId }): Promise<OutgoingEmail | undefined> => {
    const found = await findMailedTokenById(database.db, tokenId);
    if (!found) return undefined;
    const { purpose, language, firstName, userId } = found;
    if (purpose === 'verify-email' && found.emailVerifiedAt) return undefined;
    const to = purpose === 'change-email-new' ? (await findEmailChange(database.db, userId))?.email : found.email;
    const token = tokens.find(tokenId, found.tokenHash);
    if (!to || !token) return undefined;
    const { greeting, footer } = getEmailFrame(language);
    const { links, token: tokenText } = getTexts(language).account;
    const { subject, paragraphs, action } = fillTexts(links[purpose], { hours });
    const content = renderEmail({
      language,
      preheader: paragraphs[0] ?? subject,
      // The name is free text and the address may belong to somebody else, so the name is left out: nobody can send
      // text to others through us.
      greeting: greeting(found.emailVerifiedAt && purpose !== 'change-email-new' ? firstName : null),
      paragraphs: purpose === 'verify-email' ? [...paragraphs, fillTexts(tokenText, { token })] : paragraphs,
      action: { label: action, url: buildLinkUrl(publicUrl, language, purpose, token) },
      footer,
    });
    return { to, subject, ...content };
  }),

  noticeEmail.withComposer(sendMail, async ({ userId, notice, device }): Promise<OutgoingEmail | undefined> => {
    const user = await findUserById(database.db, userId);
    if (!user) return undefined;
    const { greeting, footer } = getEmailFrame(user.language);
    const texts = getTexts(user.language).account;
    const { subject, paragraphs, action }: NoticeText = texts.notices[notice];
    const [firstParagraph = subject, ...remaining] = paragraphs;
    const warnsStaff = isSecurityAlert(notice) && (user.isAdmin || user.isModerator);
    const content = renderEmail({
      language: user.language,
      preheader: firstParagraph,
      greeting: greeting(user.firstName),
      paragraphs: [
        firstParagraph,
        ...(device ? [fillTexts(texts.device, { device })] : []),
        ...remaining,
        ...(warnsStaff ? [texts.staff] : []),
      ],
      ...(action && {
        action: { label: action, url: `${publicUrl}${localisePath(user.language, '/signup')}?login=true` },
      }),
      footer,
    });
    return { to: user.email, subject, ...content };
  }),

  planEmailJob({ database, sendMail, publicUrl }),
];
