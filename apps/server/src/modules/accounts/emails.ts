/** Emails about an account, in the person's language. The text is rendered when the job runs. */
import { UserId } from '@hakiki/contract/accounts';
import { lifetimes } from '@hakiki/contract/limits';
import { type Language, localisePath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import { emailFrames, renderEmail } from '../../platform/mail/layout.ts';
import { defineEmail } from '../../platform/mail/email-job.ts';
import type { OutgoingEmail, SendMail } from '../../platform/mail/mail.ts';
import type { DerivedTokens } from '../../platform/derived-token.ts';
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

interface Text {
  subject: string;
  paragraphs: string[];
}
interface EmailTexts {
  links: Record<MailedTokenPurpose, Text & { action: string }>;
  notices: Record<Notice, Text & { action?: string }>;
  device: (device: string) => string;
  /** Added for administrators and moderators. */
  staff: string;
  factorReset: Text & { action: string };
  token: (token: string) => string;
}

const { emailTokenHours: hours, factorResetHours: resetHours } = lifetimes;

const emailTexts: Record<Language, EmailTexts> = {
  en: {
    links: {
      'verify-email': {
        subject: 'Verify your email address',
        paragraphs: [
          'Please confirm that this is your email address. Then you can log in to Hakiki.',
          `The link works once, for ${hours} hours. If you did not sign up, you do not need to do anything.`,
        ],
        action: 'Verify my email address',
      },
      'reset-password': {
        subject: 'Choose a new password',
        paragraphs: [
          'Someone asked for a new password for your Hakiki account. If that was you, choose one now.',
          `The link works once, for ${hours} hours. If it was not you, ignore this email: your password stays as it is.`,
        ],
        action: 'Choose a new password',
      },
      'change-email-old': {
        subject: 'Confirm the change of your email address',
        paragraphs: [
          'Someone who knows your password asked to change the email address of your Hakiki account.',
          'If that was you, agree here, and also confirm the email that we sent to the new address.',
          'If it was not you, do nothing, and change your password at once: without your agreement the address stays.',
        ],
        action: 'Agree to the change',
      },
      'change-email-new': {
        subject: 'Confirm your new email address',
        paragraphs: [
          'Please confirm that this address should be used for your Hakiki account from now on.',
          `The link works once, for ${hours} hours. The address changes when the old one has agreed too.`,
        ],
        action: 'Confirm this address',
      },
    },
    notices: {
      'password-changed': {
        subject: 'Your password was changed',
        paragraphs: [
          'The password of your Hakiki account was just changed, and all other devices were logged out.',
          'If that was not you, choose a new password at once with “Forgot your password?” on the login page.',
        ],
      },
      'email-changed': {
        subject: 'Your email address was changed',
        paragraphs: ['Both addresses have agreed: from now on we write to this one.'],
      },
      'factor-added': {
        subject: 'A new way to log in was added',
        paragraphs: [
          'An authenticator app or a passkey was just added to your Hakiki account.',
          'If that was not you, change your password at once and remove it on your account page.',
        ],
      },
      'factor-removed': {
        subject: 'A way to log in was removed',
        paragraphs: [
          'An authenticator app or a passkey was just removed from your Hakiki account.',
          'If that was not you, change your password at once.',
        ],
      },
      'factor-reset': {
        subject: 'Your second factor was reset',
        paragraphs: [
          'As announced, we have removed the authenticator app, the backup codes and the passkeys of your Hakiki account, and all your devices were logged out.',
          'Log in with your password and set up a new second factor at once. If you did not ask for this, choose a new password first with “Forgot your password?” on the login page, and write to us.',
        ],
      },
      'codes-stopped': {
        subject: 'Ten wrong codes for your account',
        paragraphs: [
          'Someone who knows the password of your Hakiki account has entered ten wrong codes within a day. For a day after the first one, we do not accept codes from your authenticator app. You can still log in with a passkey or a backup code.',
          'If that was not you, choose a new password at once with “Forgot your password?” on the login page.',
        ],
      },
      'backup-codes-renewed': {
        subject: 'Your backup codes were replaced',
        paragraphs: [
          'New backup codes were just made for your Hakiki account. The old ones no longer work.',
          'If that was not you, change your password at once, end all other sessions on your account page and get new backup codes.',
        ],
      },
      'backup-code-used': {
        subject: 'A backup code was used',
        paragraphs: [
          'One of the backup codes of your Hakiki account was just used. It does not work again.',
          'If that was not you, change your password at once, end all other sessions on your account page and get new backup codes.',
        ],
      },
      'new-browser': {
        subject: 'Your account was opened in a new browser',
        paragraphs: [
          'Someone just logged in to your Hakiki account in a browser that was not used with it before. After you delete your cookies, or in a private window, your own browser counts as new too.',
          'If that was not you, choose a new password at once with “Forgot your password?” on the login page. That also ends every session.',
        ],
      },
      'sign-up-tried': {
        subject: 'You already have an account',
        paragraphs: [
          'Someone just tried to sign up to Hakiki with your email address. Nothing was changed: the address belongs to your account.',
          'If that was you, log in. If you no longer know the password, choose “Forgot your password?” there. If it was not you, you do not need to do anything.',
        ],
        action: 'Log in',
      },
      'administrator-granted': {
        subject: 'You are an administrator now',
        paragraphs: [
          'The operator has made you an administrator of Hakiki. To make sure that nobody but you gets in, your password, authenticator app, backup codes and passkeys were removed and all your devices were logged out.',
          'A second email contains a link to choose a new password. Then log in on the team login page and set up a second factor: you need one to open the console.',
          'If you did not expect this, write to us before you do anything else.',
        ],
      },
      'moderator-granted': {
        subject: 'You are a moderator now',
        paragraphs: [
          'An administrator has made you a moderator of Hakiki: you read what people report and decide what the public is warned about.',
          'All your devices were logged out. Log in again with your second factor, or set one up on your account page: the queue does not open with a password alone.',
        ],
      },
      'moderator-revoked': {
        subject: 'You are no longer a moderator',
        paragraphs: [
          'An administrator has ended your role as a moderator of Hakiki. All your devices were logged out, and your cases are released for others.',
          'Your account stays as it is, and so does everything that you decided. Thank you for your work.',
        ],
      },
    },
    factorReset: {
      subject: `Your second factor will be reset in ${resetHours} hours`,
      paragraphs: [
        `Our team was asked to reset the second factor of your Hakiki account, because it was lost. In ${resetHours} hours we remove your authenticator app, your backup codes and your passkeys, and log out all your devices. Then you log in with your password and set up a new factor.`,
        'If you asked for this, you do not need to do anything. If you did not, stop it now and change your password: someone is trying to get into your account.',
      ],
      action: 'Stop it and keep my second factor',
    },
    device: (device) => `The browser: ${device}.`,
    staff:
      'You work in the console of Hakiki. If it was not you, also tell another administrator or the operator at once: they can end your role and all your sessions.',
    token: (token) => `Or enter this token by hand: ${token}`,
  },
  fr: {
    links: {
      'verify-email': {
        subject: 'Vérifiez votre adresse e-mail',
        paragraphs: [
          'Veuillez confirmer que cette adresse e-mail est bien la vôtre. Vous pourrez ensuite vous connecter à Hakiki.',
          `Le lien fonctionne une seule fois, pendant ${hours} heures. Si vous ne vous êtes pas inscrit, vous n’avez rien à faire.`,
        ],
        action: 'Vérifier mon adresse e-mail',
      },
      'reset-password': {
        subject: 'Choisissez un nouveau mot de passe',
        paragraphs: [
          'Quelqu’un a demandé un nouveau mot de passe pour votre compte Hakiki. Si c’est vous, choisissez-le maintenant.',
          `Le lien fonctionne une seule fois, pendant ${hours} heures. Si ce n’est pas vous, ignorez ce message : votre mot de passe ne change pas.`,
        ],
        action: 'Choisir un nouveau mot de passe',
      },
      'change-email-old': {
        subject: 'Confirmez le changement de votre adresse e-mail',
        paragraphs: [
          'Quelqu’un qui connaît votre mot de passe a demandé à changer l’adresse e-mail de votre compte Hakiki.',
          'Si c’est vous, donnez votre accord ici, et confirmez aussi le message envoyé à la nouvelle adresse.',
          'Si ce n’est pas vous, ne cliquez pas et changez tout de suite votre mot de passe : sans votre accord, l’adresse reste la même.',
        ],
        action: 'Accepter le changement',
      },
      'change-email-new': {
        subject: 'Confirmez votre nouvelle adresse e-mail',
        paragraphs: [
          'Veuillez confirmer que cette adresse doit désormais servir pour votre compte Hakiki.',
          `Le lien fonctionne une seule fois, pendant ${hours} heures. L’adresse change quand l’ancienne a aussi donné son accord.`,
        ],
        action: 'Confirmer cette adresse',
      },
    },
    notices: {
      'password-changed': {
        subject: 'Votre mot de passe a été changé',
        paragraphs: [
          'Le mot de passe de votre compte Hakiki vient d’être changé, et tous les autres appareils ont été déconnectés.',
          'Si ce n’est pas vous, choisissez tout de suite un nouveau mot de passe avec « Mot de passe oublié ? » sur la page de connexion.',
        ],
      },
      'email-changed': {
        subject: 'Votre adresse e-mail a été changée',
        paragraphs: ['Les deux adresses ont donné leur accord : nous écrivons désormais à celle-ci.'],
      },
      'factor-added': {
        subject: 'Un nouveau moyen de connexion a été ajouté',
        paragraphs: [
          'Une application d’authentification ou une clé d’accès vient d’être ajoutée à votre compte Hakiki.',
          'Si ce n’est pas vous, changez tout de suite votre mot de passe et retirez-la sur la page de votre compte.',
        ],
      },
      'factor-removed': {
        subject: 'Un moyen de connexion a été retiré',
        paragraphs: [
          'Une application d’authentification ou une clé d’accès vient d’être retirée de votre compte Hakiki.',
          'Si ce n’est pas vous, changez tout de suite votre mot de passe.',
        ],
      },
      'factor-reset': {
        subject: 'Votre second facteur a été réinitialisé',
        paragraphs: [
          'Comme annoncé, nous avons supprimé l’application d’authentification, les codes de secours et les clés d’accès de votre compte Hakiki, et tous vos appareils ont été déconnectés.',
          'Connectez-vous avec votre mot de passe et configurez tout de suite un nouveau second facteur. Si vous ne l’avez pas demandé, choisissez d’abord un nouveau mot de passe avec « Mot de passe oublié ? » sur la page de connexion, et écrivez-nous.',
        ],
      },
      'codes-stopped': {
        subject: 'Dix codes erronés pour votre compte',
        paragraphs: [
          'Quelqu’un qui connaît le mot de passe de votre compte Hakiki a saisi dix codes erronés en un jour. Pendant un jour à compter du premier, nous n’acceptons aucun code de votre application d’authentification. Vous pouvez toujours vous connecter avec une clé d’accès ou un code de secours.',
          'Si ce n’est pas vous, choisissez tout de suite un nouveau mot de passe avec « Mot de passe oublié ? » sur la page de connexion.',
        ],
      },
      'backup-codes-renewed': {
        subject: 'Vos codes de secours ont été remplacés',
        paragraphs: [
          'De nouveaux codes de secours viennent d’être créés pour votre compte Hakiki. Les anciens ne fonctionnent plus.',
          'Si ce n’est pas vous, changez tout de suite votre mot de passe, fermez toutes les autres sessions sur la page de votre compte et demandez de nouveaux codes de secours.',
        ],
      },
      'backup-code-used': {
        subject: 'Un code de secours a été utilisé',
        paragraphs: [
          'L’un des codes de secours de votre compte Hakiki vient d’être utilisé. Il ne fonctionnera plus.',
          'Si ce n’est pas vous, changez tout de suite votre mot de passe, fermez toutes les autres sessions sur la page de votre compte et demandez de nouveaux codes de secours.',
        ],
      },
      'new-browser': {
        subject: 'Votre compte a été ouvert dans un nouveau navigateur',
        paragraphs: [
          'Quelqu’un vient de se connecter à votre compte Hakiki dans un navigateur qui n’avait pas encore servi à ce compte. Si vous avez effacé vos cookies, ou dans une fenêtre privée, votre propre navigateur compte aussi comme nouveau.',
          'Si ce n’est pas vous, choisissez tout de suite un nouveau mot de passe avec « Mot de passe oublié ? » sur la page de connexion. Toutes les sessions seront alors fermées.',
        ],
      },
      'sign-up-tried': {
        subject: 'Vous avez déjà un compte',
        paragraphs: [
          'Quelqu’un vient d’essayer de s’inscrire sur Hakiki avec votre adresse e-mail. Rien n’a changé : cette adresse est celle de votre compte.',
          'Si c’est vous, connectez-vous. Si vous avez oublié votre mot de passe, choisissez « Mot de passe oublié ? ». Si ce n’est pas vous, vous n’avez rien à faire.',
        ],
        action: 'Se connecter',
      },
      'administrator-granted': {
        subject: 'Vous êtes maintenant administrateur',
        paragraphs: [
          'L’exploitant vous a confié l’administration de Hakiki. Pour que personne d’autre que vous ne puisse entrer, votre mot de passe, votre application d’authentification, vos codes de secours et vos clés d’accès ont été supprimés, et tous vos appareils ont été déconnectés.',
          'Un second e-mail contient un lien pour choisir un nouveau mot de passe. Connectez-vous ensuite sur la page de connexion de l’équipe et configurez un second facteur : sans lui, la console ne s’ouvre pas.',
          'Si vous ne vous y attendiez pas, écrivez-nous avant toute autre chose.',
        ],
      },
      'moderator-granted': {
        subject: 'Vous êtes maintenant modérateur',
        paragraphs: [
          'Un administrateur vous a confié la modération de Hakiki : vous lisez ce que les gens signalent et décidez de quoi le public est averti.',
          'Tous vos appareils ont été déconnectés. Reconnectez-vous avec votre second facteur, ou configurez-en un sur la page de votre compte : un mot de passe seul n’ouvre pas la file.',
        ],
      },
      'moderator-revoked': {
        subject: 'Vous n’êtes plus modérateur',
        paragraphs: [
          'Un administrateur a mis fin à votre rôle de modérateur de Hakiki. Tous vos appareils ont été déconnectés, et les dossiers que vous aviez pris sont libres pour d’autres.',
          'Votre compte reste tel quel, tout comme ce que vous avez décidé. Merci pour votre travail.',
        ],
      },
    },
    factorReset: {
      subject: `Votre second facteur sera réinitialisé dans ${resetHours} heures`,
      paragraphs: [
        `Notre équipe a reçu une demande de réinitialisation du second facteur de votre compte Hakiki, parce qu’il serait perdu. Dans ${resetHours} heures, nous supprimerons votre application d’authentification, vos codes de secours et vos clés d’accès, et déconnecterons tous vos appareils. Vous vous connecterez ensuite avec votre mot de passe et configurerez un nouveau facteur.`,
        'Si vous l’avez demandé, vous n’avez rien à faire. Sinon, arrêtez-la maintenant et changez votre mot de passe : quelqu’un veut accéder à votre compte.',
      ],
      action: 'L’arrêter et garder mon second facteur',
    },
    device: (device) => `Le navigateur : ${device.replace(' on ', ' sur ')}.`,
    staff:
      'Vous travaillez dans la console de Hakiki. Si ce n’est pas vous, prévenez aussi tout de suite un autre administrateur ou l’exploitant : ils peuvent mettre fin à votre rôle et à toutes vos sessions.',
    token: (token) => `Ou saisissez ce jeton à la main : ${token}`,
  },
};

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
    const { greeting, footer } = emailFrames[language];
    const { subject, paragraphs, action } = emailTexts[language].factorReset;
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
    const { greeting, footer } = emailFrames[language];
    const { links, token: formatToken } = emailTexts[language];
    const { subject, paragraphs, action } = links[purpose];
    const content = renderEmail({
      language,
      preheader: paragraphs[0] ?? subject,
      // The name is free text and the address may belong to somebody else, so the name is left out: nobody can send
      // text to others through us.
      greeting: greeting(found.emailVerifiedAt && purpose !== 'change-email-new' ? firstName : null),
      paragraphs: purpose === 'verify-email' ? [...paragraphs, formatToken(token)] : paragraphs,
      action: { label: action, url: buildLinkUrl(publicUrl, language, purpose, token) },
      footer,
    });
    return { to, subject, ...content };
  }),

  noticeEmail.withComposer(sendMail, async ({ userId, notice, device }): Promise<OutgoingEmail | undefined> => {
    const user = await findUserById(database.db, userId);
    if (!user) return undefined;
    const { greeting, footer } = emailFrames[user.language];
    const texts = emailTexts[user.language];
    const { subject, paragraphs, action } = texts.notices[notice];
    const [firstParagraph = subject, ...remaining] = paragraphs;
    const warnsStaff = isSecurityAlert(notice) && (user.isAdmin || user.isModerator);
    const content = renderEmail({
      language: user.language,
      preheader: firstParagraph,
      greeting: greeting(user.firstName),
      paragraphs: [
        firstParagraph,
        ...(device ? [texts.device(device)] : []),
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
