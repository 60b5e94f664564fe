/**
 * OpenID Connect client for Google: authorization code flow with PKCE, state and nonce; checks signature, issuer,
 * audience and expiry of the id_token. It returns a verified identity; authorization happens elsewhere. The caller
 * stores the attempt that `start` returns in a short-lived cookie and passes it to `finish`.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
} from 'openid-client';
import { unavailable } from '../../../platform/app-error.ts';

const GOOGLE_ISSUER = 'https://accounts.google.com';
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface GoogleOptions {
  issuerUrl?: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** Allows plain HTTP, only to loopback addresses and outside production. */
  allowInsecure?: boolean;
  /** Timeout of each request. */
  timeoutSeconds?: number;
}

export interface SignInAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface GoogleIdentity {
  email: string;
  emailVerified: boolean;
  /** Never changes, unlike the address. */
  subject: string;
}

export function createGoogleOidcClient(options: GoogleOptions) {
  const { clientId, clientSecret, redirectUri, allowInsecure = false, timeoutSeconds = 5 } = options;
  const issuer = new URL(options.issuerUrl ?? GOOGLE_ISSUER);
  if (allowInsecure && !loopbackHosts.has(issuer.hostname)) {
    throw new Error('Sign-in without encryption is only for a provider on this machine.');
  }

  const discover = () =>
    discovery(issuer, clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      // Without this option the library trusts TLS and does not check the signature of the id_token.
      execute: [enableNonRepudiationChecks, ...(allowInsecure ? [allowInsecureRequests] : [])],
    });
  const getConfiguration = cacheOnSuccess(discover);

  return {
    /** Throws UNAVAILABLE when Google cannot be reached. */
    async start(): Promise<SignInAttempt & { url: string }> {
      const attempt = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await getConfiguration(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { ...attempt, url: url.href };
    },

    /** Throws unless the callback is a complete and fresh response to this attempt. The error is only for the log. */
    async finish(callbackUrl: string, attempt: SignInAttempt): Promise<GoogleIdentity> {
      // Behind a proxy the URL of the request differs from the registered one; only its query matters.
      const callback = new URL(redirectUri);
      callback.search = new URL(callbackUrl, redirectUri).search;
      const tokens = await authorizationCodeGrant(await getConfiguration(), callback, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.codeVerifier,
      }).catch((error: unknown) => {
        throw new Error(`Google sign-in failed: ${toLogMessage(error)}`);
      });
      const claims = tokens.claims();
      if (typeof claims?.['email'] !== 'string') throw new Error('The id_token names no email address.');
      return { email: claims['email'], emailVerified: claims['email_verified'] === true, subject: claims.sub };
    },
  };
}

/** Errors of the library contain codes and tokens, so only their messages may be logged. */
function toLogMessage(error: unknown) {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return error.error;
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Caches the configuration after the first use; after a failure the next call tries again. */
function cacheOnSuccess(load: () => Promise<Configuration>) {
  let cached: Promise<Configuration> | undefined;
  return () => {
    cached ??= load().catch((error: unknown) => {
      cached = undefined;
      throw unavailable(error);
    });
    return cached;
  };
}
