import * as account from '@hakiki/contract/account';
import { getAuthUser } from '@hakiki/contract/accounts';
import { parseReturnPath } from '@hakiki/contract/return-path';
import * as signInCalls from '@hakiki/contract/sign-in';
import { defaultLanguage, languages, localisePath } from '@hakiki/contract/site';
import { resendVerification, signUp, verifyEmail } from '@hakiki/contract/sign-up';
import { handle, redirectTo } from '../../platform/http/route.ts';
import type { AccountsService } from './service.ts';

export const accountsRoutes = ({ accounts }: { accounts: AccountsService }) => {
  const { registration, signIn, factors, factorResets, ownAccount, googleSignIn } = accounts;
  return [
    handle(getAuthUser, ({ actor }) => actor.user),

    handle(signUp, ({ body, clientIp }) => registration.signUp(body, clientIp)),
    handle(verifyEmail, ({ body }) => registration.verifyEmail(body.token)),
    handle(resendVerification, ({ body }) => registration.resendVerification(body.email)),

    handle(signInCalls.login, ({ body, request }) => signIn.login(request, body)),
    handle(signInCalls.loginSecondFactor, ({ body, request }) => signIn.finishWithCode(request, body.code)),
    handle(signInCalls.passkeyChallenge, () => factors.createPasskeyChallenge()),
    handle(signInCalls.passkeyLogin, ({ body, request }) => signIn.passkeyLogin(request, body.response)),
    handle(signInCalls.forgotPassword, ({ body }) => registration.forgotPassword(body.email)),
    handle(signInCalls.resetPassword, ({ body }) => ownAccount.resetPassword(body.token, body.password)),
    handle(signInCalls.confirmEmailChange, ({ body }) => ownAccount.confirmEmailChange(body.token)),
    handle(signInCalls.keepFactor, ({ body }) => factorResets.stop(body.token)),
    handle(signInCalls.adminLogin, ({ body, request }) => signIn.adminLogin(request, body)),

    handle(signInCalls.goToLogin, ({ query: { next: asked } }) => {
      const next = parseReturnPath(asked);
      const language = languages.find((code) => code === next?.split('/')[1]) ?? defaultLanguage;
      const query = next ? `login=true&next=${encodeURIComponent(next)}` : 'login=true';
      return redirectTo(`${localisePath(language, '/signup')}?${query}`);
    }),
    handle(signInCalls.logout, async ({ request }) =>
      redirectTo('/', isOwnNavigation(request) ? await signIn.logout(request) : []),
    ),
    handle(signInCalls.googleLogin, () => googleSignIn.start()),
    handle(signInCalls.googleCallback, ({ request }) => googleSignIn.finish(request)),

    handle(account.getAccount, ({ actor }) => ownAccount.describe(actor)),
    handle(account.changePassword, async ({ actor, body }) => {
      await ownAccount.verifyPassword(actor, body.currentPassword);
      return ownAccount.changePassword(actor, body.password);
    }),
    handle(account.changeEmail, async ({ actor, body }) => {
      await ownAccount.verifyPassword(actor, body.currentPassword);
      return ownAccount.changeEmail(actor, body.email);
    }),
    handle(account.listSessions, ({ actor }) => ownAccount.listSessions(actor)),
    handle(account.endSession, ({ actor, params }) => ownAccount.endSession(actor, params.id)),
    handle(account.endOtherSessions, ({ actor }) => ownAccount.endOtherSessions(actor)),
    handle(account.startAuthenticatorApp, async ({ actor, body }) => {
      await ownAccount.verifyPassword(actor, body.currentPassword);
      return factors.startAuthenticatorApp(actor);
    }),
    handle(account.confirmAuthenticatorApp, ({ actor, body }) => factors.confirmAuthenticatorApp(actor, body.code)),
    handle(account.removeAuthenticatorApp, async ({ actor, body }) => {
      await ownAccount.verifyPassword(actor, body.currentPassword);
      return factors.removeAuthenticatorApp(actor);
    }),
    handle(account.renewBackupCodes, async ({ actor, body }) => {
      await ownAccount.verifyPassword(actor, body.currentPassword);
      return factors.renewBackupCodes(actor);
    }),
    handle(account.startPasskey, async ({ actor, body }) => {
      await ownAccount.verifyPassword(actor, body.currentPassword);
      return factors.startPasskey(actor);
    }),
    handle(account.addPasskey, ({ actor, body }) => factors.addPasskey(actor, body.name, body.response)),
    handle(account.removePasskey, async ({ actor, body, params }) => {
      await ownAccount.verifyPassword(actor, body.currentPassword);
      return factors.removePasskey(actor, params.id);
    }),
    handle(account.downloadAccountData, ({ actor }) => ownAccount.download(actor)),
    handle(account.deleteAccount, async ({ actor, body }) => {
      await ownAccount.verifyPassword(actor, body.currentPassword);
      return ownAccount.delete(actor);
    }),

    handle(account.stepUpWithCode, ({ actor, body }) => factors.stepUpWithCode(actor, body.code)),
    handle(account.stepUpWithPasskey, ({ actor, body }) => factors.stepUpWithPasskey(actor, body.response)),

    handle(account.getAdminAccess, () => ({ isOpen: true as const })),
  ];
};

/** Prevents logout by another site, by an image on our own pages, and by a browser that prefetches the link. */
function isOwnNavigation({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site') ?? 'none';
  const destination = headers.get('sec-fetch-dest') ?? 'document';
  const isPrefetch = headers.get('sec-purpose')?.includes('prefetch') ?? false;
  return !isPrefetch && destination === 'document' && ['same-origin', 'same-site', 'none'].includes(site);
}
