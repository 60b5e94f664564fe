/**
 * Sign-in with Google, for admins: OpenID Connect with authorisation code, PKCE, state and nonce, and an id_token whose
 * signature, issuer, audience and expiry are checked. It says whose address it is; whether that person may enter is decided
 * elsewhere. The caller keeps what `start` returns beside the url, in a short-lived cookie of this browser, for `finish`.
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
  /** Talks without encryption, and only to this machine; outside production alone. */
  allowInsecure?: boolean;
  /** How long any one answer of the other side may take. */
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
      // Without it the library trusts the encrypted connection and leaves the signature of the id_token unread.
      execute: [enableNonRepudiationChecks, ...(allowInsecure ? [allowInsecureRequests] : [])],
    });
  const configured = keepOnceMade(discover);

  return {
    /** Throws UNAVAILABLE when Google does not answer. */
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

    /** Throws for anything but a whole and fresh answer to this attempt; the error is for the log. */
    async finish(callbackUrl: string, attempt: SignInAttempt): Promise<GoogleIdentity> {
      // Behind a proxy the address we were called at is not the one we registered; what counts is the query.
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

/** The errors of the library carry codes and tokens along; only their words may reach the log. */
function wordsOf(error: unknown) {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return error.error;
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Looked up at the first use and kept; after a failure the next use tries again. */
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
