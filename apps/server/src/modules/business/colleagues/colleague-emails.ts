/**
 * Emails for an invitation and for a change of ownership. An invitation goes to strangers in our name: it contains the
 * inviter's address and the name of a public listing, and no text that a business can choose.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { InvitationId } from '@hakiki/contract/business-members';
import { retention } from '@hakiki/contract/retention';
import { localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Database } from '../../../platform/db/database.ts';
import type { JobHandler } from '../../../platform/jobs/job.ts';
import { getEmailFrame, renderEmail } from '../../../platform/mail/layout.ts';
import { defineEmail } from '../../../platform/mail/email-job.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import type { DerivedTokens } from '../../../platform/derived-token.ts';
import { fillTexts, getTexts } from '../../../platform/texts.ts';
import { findNewOwner, findForEmail } from './colleagues-store.ts';

export const invitationEmail = defineEmail({
  name: 'business-invitation',
  payload: z.object({ invitationId: z.uuid().transform((id) => id as InvitationId) }),
});
export const successionEmail = defineEmail({
  name: 'business-succession',
  payload: z.object({ userId: z.uuid().transform((id) => id as UserId) }),
});

const { days } = retention.invitations;

interface Deps {
  database: Database;
  sendMail: SendMail;
  publicUrl: string;
  tokens: DerivedTokens;
}

export const colleagueEmailJobs = ({ database: { db }, sendMail, publicUrl, tokens }: Deps): JobHandler[] => [
  invitationEmail.withComposer(sendMail, async ({ invitationId }) => {
    const invitation = await findForEmail(db, invitationId);
    const token = invitation && tokens.find(invitationId, invitation.tokenHash);
    if (!invitation || !token) return undefined;
    const { subject, invites, unnamedInviter, roles, how, action, unknown, footer } = getTexts(
      invitation.language,
    ).colleagues;
    const inviter = invitation.inviter ?? unnamedInviter;
    const { listing } = invitation;
    const request = listing
      ? fillTexts(invites.listing, { inviter, listing })
      : fillTexts(invites.business, { inviter });
    const url = `${publicUrl}${localisePath(invitation.language, '/join-business')}?token=${token}`;
    const content = renderEmail({
      language: invitation.language,
      preheader: request,
      greeting: getEmailFrame(invitation.language).greeting(null),
      paragraphs: [request, roles[invitation.role], fillTexts(how, { days }), unknown],
      action: { label: action, url },
      footer,
    });
    return { to: invitation.email, subject, ...content };
  }),
  successionEmail.withComposer(sendMail, async ({ userId }) => {
    const owner = await findNewOwner(db, userId);
    if (!owner) return undefined;
    const { subject, text, rights, action } = fillTexts(getTexts(owner.language).colleagues.succession, {
      company: owner.companyName,
    });
    const { greeting, footer } = getEmailFrame(owner.language);
    const content = renderEmail({
      language: owner.language,
      preheader: text,
      greeting: greeting(null),
      paragraphs: [text, rights],
      action: { label: action, url: `${publicUrl}${localisePath(owner.language, '/business')}` },
      footer,
    });
    return { to: owner.email, subject, ...content };
  }),
];
