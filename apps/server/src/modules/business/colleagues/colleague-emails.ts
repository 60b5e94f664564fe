/**
 * Emails for an invitation and for a change of ownership. An invitation goes to strangers in our name: it contains the
 * inviter's address and the name of a public listing, and no text that a business can choose.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { InvitationId } from '@hakiki/contract/business-members';
import type { BusinessRole } from '@hakiki/contract/business-values';
import { retention } from '@hakiki/contract/retention';
import { type Language, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Database } from '../../../platform/db/database.ts';
import type { JobHandler } from '../../../platform/jobs/job.ts';
import { emailFrames, renderEmail } from '../../../platform/mail/layout.ts';
import { defineEmail } from '../../../platform/mail/email-job.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import type { DerivedTokens } from '../../../platform/derived-token.ts';
import { findNewOwner, findForEmail } from './colleagues-store.ts';

export const invitationEmail = defineEmail({
  name: 'business-invitation',
  payload: z.object({ invitationId: z.uuid().transform((id) => id as InvitationId) }),
});
export const successionEmail = defineEmail({
  name: 'business-succession',
  payload: z.object({ userId: z.uuid().transform((id) => id as UserId) }),
});

interface EmailTexts {
  subject: string;
  invites: (inviter: string | null, listing: string | null) => string;
  roles: Record<BusinessRole, string>;
  how: string;
  action: string;
  unknown: string;
  footer: string;
  succession: { subject: string; text: (company: string) => string; rights: string; action: string };
}

const { days } = retention.invitations;

const texts: Record<Language, EmailTexts> = {
  en: {
    subject: 'You are invited to a business on Hakiki',
    invites: (inviter, listing) =>
      `${inviter ?? 'The owner of a business'} invites you to manage ${listing ? `the listing of ${listing}` : 'a business'} on Hakiki.`,
    roles: {
      viewer: 'You would be a viewer: you can see everything but change nothing.',
      editor: 'You would be an editor: you change its profile, send documents and write replies.',
      owner: 'You would be an owner: you can do everything, and manage who belongs to the business.',
    },
    how: `Log in with this address, or sign up with it as a business, then open the link. It works once, for ${days} days.`,
    action: 'View the invitation',
    unknown: 'If you do not know the sender, do nothing: without you nothing happens.',
    footer: 'Sent once, because a business entered this address on Hakiki.',
    succession: {
      subject: 'You are now the owner of your business on Hakiki',
      text: (company) =>
        `The last owner of ${company} has deleted their account. So that someone can manage its listing, you are the owner now.`,
      rights: 'You can manage who belongs to the business, and pass on ownership.',
      action: 'Open the business portal',
    },
  },
  fr: {
    subject: 'Vous êtes invité dans une entreprise sur Hakiki',
    invites: (inviter, listing) =>
      `${inviter ?? 'Le propriétaire d’une entreprise'} vous invite à vous occuper ${listing ? `de la fiche de ${listing}` : 'd’une entreprise'} sur Hakiki.`,
    roles: {
      viewer: 'Vous seriez lecteur : vous voyez tout de l’entreprise, sans rien modifier.',
      editor: 'Vous seriez éditeur : vous modifiez son profil, envoyez des documents et rédigez des réponses.',
      owner: 'Vous seriez propriétaire : vous pouvez tout faire, et dire qui d’autre appartient à l’entreprise.',
    },
    how: `Connectez-vous avec cette adresse, ou inscrivez-vous avec elle comme entreprise, puis ouvrez le lien. Il fonctionne une seule fois, pendant ${days} jours.`,
    action: 'Voir l’invitation',
    unknown: 'Si vous ne connaissez pas l’expéditeur, ne faites rien : sans vous, rien ne se passe.',
    footer: 'Envoyé une seule fois, parce qu’une entreprise a saisi cette adresse sur Hakiki.',
    succession: {
      subject: 'Vous êtes désormais propriétaire de votre entreprise sur Hakiki',
      text: (company) =>
        `Le dernier propriétaire de ${company} a supprimé son compte. Pour que quelqu’un puisse gérer la fiche, vous êtes désormais propriétaire.`,
      rights: 'Vous pouvez gérer qui appartient à l’entreprise, et transmettre la propriété.',
      action: 'Ouvrir l’espace entreprise',
    },
  },
};

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
    const { subject, invites, roles, how, action, unknown, footer } = texts[invitation.language];
    const request = invites(invitation.inviter, invitation.listing);
    const url = `${publicUrl}${localisePath(invitation.language, '/join-business')}?token=${token}`;
    const content = renderEmail({
      language: invitation.language,
      preheader: request,
      greeting: emailFrames[invitation.language].greeting(null),
      paragraphs: [request, roles[invitation.role], how, unknown],
      action: { label: action, url },
      footer,
    });
    return { to: invitation.email, subject, ...content };
  }),
  successionEmail.withComposer(sendMail, async ({ userId }) => {
    const owner = await findNewOwner(db, userId);
    if (!owner) return undefined;
    const { subject, text, rights, action } = texts[owner.language].succession;
    const { greeting, footer } = emailFrames[owner.language];
    const content = renderEmail({
      language: owner.language,
      preheader: text(owner.companyName),
      greeting: greeting(null),
      paragraphs: [text(owner.companyName), rights],
      action: { label: action, url: `${publicUrl}${localisePath(owner.language, '/business')}` },
      footer,
    });
    return { to: owner.email, subject, ...content };
  }),
];
