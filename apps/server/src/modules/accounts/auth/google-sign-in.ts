/** Login with Google, for staff. A sealed cookie binds the callback to the browser that started it. */
import { AppError } from '../../../platform/app-error.ts';
import type { AppSecret } from '../../../platform/app-secret.ts';
import { setCookieHeader, clearCookieHeader, readCookie } from '../../../platform/http/cookies.ts';
import { redirectTo } from '../../../platform/http/route.ts';
import type { Log } from '../../../platform/log/log.ts';
import { createGoogleOidcClient } from './google-oidc.ts';
import { createSecretBox } from '../../../platform/sealing/secret-box.ts';
import type { SignIn } from './sign-in.ts';

const COOKIE_NAME = 'google';
const COOKIE_SECONDS = 600;
const CALLBACK_PATH = '/api/admin/login/google/callback';

interface Deps {
  signIn: SignIn;
  log: Log;
  settings: {
    appSecret: AppSecret;
    publicUrl: string;
    isProduction: boolean;
    google: { clientId: string; clientSecret: string; issuerUrl: string } | undefined;
  };
}

interface StoredAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export function createGoogleSignInFlow({ signIn, log, settings }: Deps) {
  const { appSecret, publicUrl, isProduction: isSecure, google: client } = settings;
  const box = createSecretBox(appSecret, 'google-sign-in');
  const google = client
    ? createGoogleOidcClient({
        ...client,
        redirectUri: publicUrl + CALLBACK_PATH,
        allowInsecure: !isSecure && client.issuerUrl.startsWith('http:'),
      })
    : undefined;
  const redirectToLogin = (error: 'google' | 'google-refused') =>
    redirectTo(`/admin/login?error=${error}`, [clearCookieHeader(COOKIE_NAME, isSecure)]);

  return {
    async start() {
      if (!google) return redirectToLogin('google');
      try {
        const { url, ...asked } = await google.start();
        const sealed = box.seal(JSON.stringify(asked), COOKIE_NAME);
        return redirectTo(url, [setCookieHeader(COOKIE_NAME, sealed, { maxAgeSeconds: COOKIE_SECONDS, isSecure })]);
      } catch (error) {
        log.error({ err: error }, 'google sign-in is not reachable');
        return redirectToLogin('google');
      }
    },

    async finish(request: Request) {
      if (!google) return redirectToLogin('google');
      try {
        const attempt = JSON.parse(
          box.open(readCookie(request, COOKIE_NAME, isSecure) ?? '', COOKIE_NAME),
        ) as StoredAttempt;
        const { search } = new URL(request.url);
        const { email, emailVerified } = await google.finish(publicUrl + CALLBACK_PATH + search, attempt);
        if (!emailVerified) throw new AppError('FORBIDDEN');
        const loginResult = await signIn.loginFromGoogle(request, email);
        if (!loginResult) return redirectToLogin('google-refused');
        const next = loginResult.isAdmitted ? '/admin' : '/signup?login=true&admin=true&step=code';
        return redirectTo(next, [...loginResult.cookies, clearCookieHeader(COOKIE_NAME, isSecure)]);
      } catch (error) {
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'google sign-in refused');
        return redirectToLogin('google-refused');
      }
    },
  };
}
