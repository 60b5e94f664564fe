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
import { unavailable } from '../../platform/app-error.ts';

const GOOGLE = 'https://accounts.google.com';
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

export function createGoogleSignIn(options: GoogleOptions) {
  const { clientId, clientSecret, redirectUri, allowInsecure = false, timeoutSeconds = 5 } = options;
  const issuer = new URL(options.issuerUrl ?? GOOGLE);
  if (allowInsecure && !loopbackHosts.has(issuer.hostname)) {
    throw new Error('Sign-in without encryption is only for a provider on this machine.');
  }

  const discover = () =>
    discovery(issuer, clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      // Without this option the library trusts TLS and does not check the signature of the id_token.
      execute: [enableNonRepudiationChecks, ...(allowInsecure ? [allowInsecureRequests] : [])],
    });
  const configured = keepOnceMade(discover);

  return {
    /** Throws UNAVAILABLE when Google cannot be reached. */
    async start(): Promise<SignInAttempt & { url: string }> {
      const attempt = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await configured(), {
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
      const answer = new URL(redirectUri);
      answer.search = new URL(callbackUrl, redirectUri).search;
      const tokens = await authorizationCodeGrant(await configured(), answer, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.codeVerifier,
      }).catch((error: unknown) => {
        throw new Error(`Google sign-in failed: ${wordsOf(error)}`);
      });
      const claims = tokens.claims();
      if (typeof claims?.['email'] !== 'string') throw new Error('The id_token names no email address.');
      return { email: claims['email'], emailVerified: claims['email_verified'] === true, subject: claims.sub };
    },
  };
}

/** Errors of the library contain codes and tokens, so only their messages may be logged. */
function wordsOf(error: unknown) {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return error.error;
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Caches the configuration after the first use; after a failure the next call tries again. */
function keepOnceMade(make: () => Promise<Configuration>) {
  let kept: Promise<Configuration> | undefined;
  return () => {
    kept ??= make().catch((error: unknown) => {
      kept = undefined;
      throw unavailable(error);
    });
    return kept;
  };
}
