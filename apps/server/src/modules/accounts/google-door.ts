/** Login with Google, for staff. A sealed cookie binds the callback to the browser that started it. */
import { AppError } from '../../platform/app-error.ts';
import type { AppSecret } from '../../platform/app-secret.ts';
import { setCookieHeader, clearCookieHeader, readCookie } from '../../platform/http/cookies.ts';
import { redirectTo } from '../../platform/http/route.ts';
import type { Log } from '../../platform/log/log.ts';
import { createGoogleSignIn } from './google.ts';
import { createSecretBox } from '../../platform/sealing/secret-box.ts';
import type { SignIn } from './sign-in.ts';

const NAME = 'google';
const MINUTES_10 = 600;
const CALLBACK_PATH = '/api/admin/login/google/callback';

interface Needs {
  signIn: SignIn;
  log: Log;
  settings: {
    appSecret: AppSecret;
    publicUrl: string;
    isProduction: boolean;
    google: { clientId: string; clientSecret: string; issuerUrl: string } | undefined;
  };
}

interface Asked {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export function createGoogleDoor({ signIn, log, settings }: Needs) {
  const { appSecret, publicUrl, isProduction: isSecure, google: client } = settings;
  const box = createSecretBox(appSecret, 'google-sign-in');
  const google = client
    ? createGoogleSignIn({
        ...client,
        redirectUri: publicUrl + CALLBACK_PATH,
        allowInsecure: !isSecure && client.issuerUrl.startsWith('http:'),
      })
    : undefined;
  const refuse = (error: 'google' | 'google-refused') =>
    redirectTo(`/admin/login?error=${error}`, [clearCookieHeader(NAME, isSecure)]);

  return {
    async start() {
      if (!google) return refuse('google');
      try {
        const { url, ...asked } = await google.start();
        const sealed = box.seal(JSON.stringify(asked), NAME);
        return redirectTo(url, [setCookieHeader(NAME, sealed, { maxAgeSeconds: MINUTES_10, isSecure })]);
      } catch (error) {
        log.error({ err: error }, 'google sign-in is not reachable');
        return refuse('google');
      }
    },

    async finish(request: Request) {
      if (!google) return refuse('google');
      try {
        const asked = JSON.parse(box.open(readCookie(request, NAME, isSecure) ?? '', NAME)) as Asked;
        const { search } = new URL(request.url);
        const { email, emailVerified } = await google.finish(publicUrl + CALLBACK_PATH + search, asked);
        if (!emailVerified) throw new AppError('FORBIDDEN');
        const admitted = await signIn.admitFromGoogle(request, email);
        if (!admitted) return refuse('google-refused');
        const next = admitted.isAdmitted ? '/admin' : '/signup?login=true&admin=true&step=code';
        return redirectTo(next, [...admitted.cookies, clearCookieHeader(NAME, isSecure)]);
      } catch (error) {
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'google sign-in refused');
        return refuse('google-refused');
      }
    },
  };
}
