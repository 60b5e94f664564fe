import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OidcServer, startOidcServer } from '../../../../test/support/oidc-server.ts';
import { createGoogleOidcClient } from './google-oidc.ts';

const client = {
  clientId: 'hakiki',
  clientSecret: 'a secret between the two of us',
  redirectUri: 'http://hakiki.test/api/admin/login/google/callback',
};
const account = { subject: 'google-1', email: 'amina@mail.example', emailVerified: true };
const createClient = (issuerUrl: string, more = {}) =>
  createGoogleOidcClient({ ...client, issuerUrl, allowInsecure: true, ...more });

let provider: OidcServer;
let google: ReturnType<typeof createGoogleOidcClient>;

beforeAll(async () => {
  provider = await startOidcServer(client);
  google = createClient(provider.issuerUrl);
});
afterEach(() => {
  provider.signInAs(account);
  provider.restoreIdTokens();
});
afterAll(() => provider.stop());

async function getCallback() {
  const { url, ...attempt } = await google.start();
  return { attempt, callbackUrl: await provider.followRedirects(url) };
}

async function signIn() {
  const { attempt, callbackUrl } = await getCallback();
  return google.finish(callbackUrl, attempt);
}

describe('the OpenID Connect client for Google', () => {
  it('returns the verified address of the account [REAL-27]', async () => {
    expect(await signIn()).toEqual(account);
  });

  it('reports when the address was never verified', async () => {
    provider.signInAs({ subject: 'google-2', email: 'kofi@mail.example', emailVerified: false });
    expect(await signIn()).toEqual({ subject: 'google-2', email: 'kofi@mail.example', emailVerified: false });
    provider.signInAs({ subject: 'google-2', email: 'kofi@mail.example' });
    expect(await signIn()).toMatchObject({ emailVerified: false });
  });

  it('accepts only the boolean true as verified, not the text', async () => {
    provider.alterClaims((claims) => ({ ...claims, email_verified: 'true' }));
    expect(await signIn()).toMatchObject({ emailVerified: false });
  });

  it('fails when the id_token has no address', async () => {
    provider.signInAs({ subject: 'google-3' });
    await expect(signIn()).rejects.toThrow('no email address');
  });

  it('requests a code with a hashed verifier, a state and a nonce, new for each attempt', async () => {
    const [one, other] = [await google.start(), await google.start()];
    const urlParams = Object.fromEntries(new URL(one.url).searchParams);
    expect(urlParams).toMatchObject({
      client_id: 'hakiki',
      redirect_uri: client.redirectUri,
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      state: one.state,
      nonce: one.nonce,
    });
    expect(one.url).not.toContain(one.codeVerifier);
    expect(one.url).not.toContain(encodeURIComponent(client.clientSecret));
    for (const key of ['state', 'nonce', 'codeVerifier'] as const) expect(one[key]).not.toBe(other[key]);
  });

  it('works behind a proxy, where the request has another URL', async () => {
    const { attempt, callbackUrl } = await getCallback();
    const { pathname, search } = new URL(callbackUrl);
    expect(await google.finish(`http://127.0.0.1:3000${pathname}${search}`, attempt)).toEqual(account);
  });

  it('fails when the person declines at Google', async () => {
    provider.cancelSignIns();
    const { attempt, callbackUrl } = await getCallback();
    expect(callbackUrl).toContain('error=access_denied');
    await expect(google.finish(callbackUrl, attempt)).rejects.toThrow('access_denied');
  });
});

describe('rejected Google logins', () => {
  it('rejects the state of another attempt [REAL-27]', async () => {
    const { attempt, callbackUrl } = await getCallback();
    const { state } = await google.start();
    await expect(google.finish(callbackUrl, { ...attempt, state })).rejects.toThrow('unexpected "state"');
    expect(await google.finish(callbackUrl, attempt)).toEqual(account);
  });

  it('rejects a callback without a state', async () => {
    const { attempt, callbackUrl } = await getCallback();
    const without = new URL(callbackUrl);
    without.searchParams.delete('state');
    await expect(google.finish(without.href, attempt)).rejects.toThrow('"state" missing');
  });

  it('rejects the nonce of another attempt', async () => {
    const { attempt, callbackUrl } = await getCallback();
    const { nonce } = await google.start();
    await expect(google.finish(callbackUrl, { ...attempt, nonce })).rejects.toThrow('unexpected ID Token "nonce"');
  });

  it('rejects an intercepted code without its verifier', async () => {
    const { attempt, callbackUrl } = await getCallback();
    const { codeVerifier } = await google.start();
    await expect(google.finish(callbackUrl, { ...attempt, codeVerifier })).rejects.toThrow('invalid_grant');
  });

  it('rejects a code that is used a second time', async () => {
    const { attempt, callbackUrl } = await getCallback();
    await google.finish(callbackUrl, attempt);
    await expect(google.finish(callbackUrl, attempt)).rejects.toThrow('invalid_grant');
  });

  it('fails when our client secret is wrong', async () => {
    const { attempt, callbackUrl } = await getCallback();
    const wrongClient = createClient(provider.issuerUrl, { clientSecret: 'a guess' });
    await expect(wrongClient.finish(callbackUrl, attempt)).rejects.toThrow('invalid_client');
    expect(await google.finish(callbackUrl, attempt)).toEqual(account);
  });

  it('reports a failure without revealing a code or a token', async () => {
    let sent = '';
    provider.alterIdTokens((idToken) => (sent = otherSignature(idToken)));
    const { attempt, callbackUrl } = await getCallback();
    const error: unknown = await google.finish(callbackUrl, attempt).catch((error: unknown) => error);
    const logged = inspect(error, { depth: null, showHidden: true });
    expect(logged).toContain('signature verification failed');
    expect(sent).not.toBe('');
    for (const secret of [
      ...sent.split('.'),
      new URL(callbackUrl).searchParams.get('code'),
      ...Object.values(attempt),
    ]) {
      expect(logged).not.toContain(secret);
    }
  });

  const bareToken = (idToken: string) => {
    const [, claims = ''] = idToken.split('.');
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
  };
  const otherEmail = (idToken: string) => {
    const [head = '', claims = '', signature = ''] = idToken.split('.');
    const originalClaims = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...originalClaims, email: 'admin@hakiki.example' })).toString(
      'base64url',
    );
    return `${head}.${forged}.${signature}`;
  };
  const otherSignature = (idToken: string) => {
    const [head = '', claims = '', signature = ''] = idToken.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(10) ^ 1, 10);
    return `${head}.${claims}.${bytes.toString('base64url')}`;
  };

  it.for([
    ['has other claims than were signed', otherEmail, 'signature verification failed'],
    ['has a damaged signature', otherSignature, 'signature verification failed'],
    ['has no signature', bareToken, 'unexpected JWT "alg"'],
    ['is not a token', () => 'not a token', 'Invalid JWT'],
  ] as const)('rejects an id_token that %s', async ([, alter, reason]) => {
    provider.alterIdTokens(alter);
    await expect(signIn()).rejects.toThrow(reason);
    provider.restoreIdTokens();
    expect(await signIn()).toEqual(account);
  });

  it('rejects an id_token that is signed by a key that the provider does not publish', async () => {
    const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    provider.alterClaims((claims) => claims, otherKeys.privateKey);
    await expect(signIn()).rejects.toThrow('signature verification failed');
  });

  const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
  it.for([
    ['another audience', { aud: 'some-other-app' }, '"aud"'],
    ['another issuer', { iss: 'https://evil.example' }, '"iss"'],
    ['an expiry in the past', { iat: anHourAgo, exp: anHourAgo + 60 }, '"exp"'],
    ['another nonce', { nonce: 'replayed' }, '"nonce"'],
    ['no nonce', { nonce: undefined }, '"nonce"'],
    ['several audiences and another authorised party', { aud: ['hakiki', 'other'], azp: 'other' }, '"azp"'],
  ] as const)('rejects a correctly signed id_token with %s', async ([, change, reason]) => {
    provider.alterClaims((claims) => ({ ...claims, ...change }));
    await expect(signIn()).rejects.toThrow(reason);
    provider.alterClaims((claims) => claims);
    expect(await signIn()).toEqual(account);
  });
});

describe('an unreachable Google', () => {
  it('reports that Google is unreachable, and works again without a restart', async () => {
    const port = await freePort();
    const lateClient = createClient(`http://127.0.0.1:${port}`);
    await expect(lateClient.start()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(lateClient.start()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const lateProvider = await startOidcServer(client, port);
    const { url, ...attempt } = await lateClient.start();
    expect(await lateClient.finish(await lateProvider.followRedirects(url), attempt)).toEqual(account);
    await lateProvider.stop();
  });

  it('gives up after the timeout when Google does not respond', async () => {
    const silentProvider = await startOidcServer(client);
    silentProvider.stopResponding();
    const started = performance.now();
    await expect(createClient(silentProvider.issuerUrl, { timeoutSeconds: 1 }).start()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(performance.now() - started).toBeLessThan(4000);
    await silentProvider.stop();
  });

  it('gives up a login after the timeout, and the next login works', async () => {
    const flakyProvider = await startOidcServer(client);
    const impatientClient = createClient(flakyProvider.issuerUrl, { timeoutSeconds: 1 });
    const { url, ...attempt } = await impatientClient.start();
    const callbackUrl = await flakyProvider.followRedirects(url);
    flakyProvider.stopResponding();
    const started = performance.now();
    await expect(impatientClient.finish(callbackUrl, attempt)).rejects.toThrow('timed out');
    expect(performance.now() - started).toBeLessThan(4000);
    flakyProvider.resumeResponding();
    const again = await impatientClient.start();
    expect(await impatientClient.finish(await flakyProvider.followRedirects(again.url), again)).toEqual(account);
    await flakyProvider.stop();
  });
});

describe('Google sign-in over plain HTTP', () => {
  it('allows plain HTTP only to a provider on this machine', () => {
    expect(() => createClient('http://accounts.example')).toThrow('only for a provider on this machine');
    expect(() => createClient('http://127.0.0.1.evil.example')).toThrow('only for a provider on this machine');
    expect(() => createGoogleOidcClient({ ...client, allowInsecure: true })).toThrow(
      'only for a provider on this machine',
    );
  });

  it('rejects plain HTTP unless it is allowed explicitly', async () => {
    const strict = createGoogleOidcClient({ ...client, issuerUrl: provider.issuerUrl });
    await expect(strict.start()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

async function freePort() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
