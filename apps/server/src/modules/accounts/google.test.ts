import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OidcServer, startOidcServer } from '../../../test/oidc-server.ts';
import { createGoogleSignIn } from './google.ts';

const client = {
  clientId: 'hakiki',
  clientSecret: 'a secret between the two of us',
  redirectUri: 'http://hakiki.test/api/admin/login/google/callback',
};
const amina = { subject: 'google-1', email: 'amina@mail.example', emailVerified: true };
const signInAt = (issuerUrl: string, more = {}) =>
  createGoogleSignIn({ ...client, issuerUrl, allowInsecure: true, ...more });

let provider: OidcServer;
let google: ReturnType<typeof createGoogleSignIn>;

beforeAll(async () => {
  provider = await startOidcServer(client);
  google = signInAt(provider.issuerUrl);
});
afterEach(() => {
  provider.answerAs(amina);
  provider.sendHonestTokens();
});
afterAll(() => provider.stop());

async function arrive() {
  const { url, ...attempt } = await google.start();
  return { attempt, callbackUrl: await provider.browse(url) };
}

async function signIn() {
  const { attempt, callbackUrl } = await arrive();
  return google.finish(callbackUrl, attempt);
}

describe('sign-in with Google', () => {
  it('says whose address it is [REAL-27]', async () => {
    expect(await signIn()).toEqual(amina);
  });

  it('says when the address was never verified', async () => {
    provider.answerAs({ subject: 'google-2', email: 'kofi@mail.example', emailVerified: false });
    expect(await signIn()).toEqual({ subject: 'google-2', email: 'kofi@mail.example', emailVerified: false });
    provider.answerAs({ subject: 'google-2', email: 'kofi@mail.example' });
    expect(await signIn()).toMatchObject({ emailVerified: false });
  });

  it('takes only true for verified, not a word that means it', async () => {
    provider.alterClaims((claims) => ({ ...claims, email_verified: 'true' }));
    expect(await signIn()).toMatchObject({ emailVerified: false });
  });

  it('fails without an address', async () => {
    provider.answerAs({ subject: 'google-3' });
    await expect(signIn()).rejects.toThrow('no email address');
  });

  it('asks with a code, a hashed verifier, a state and a nonce, new each time', async () => {
    const [one, other] = [await google.start(), await google.start()];
    const asked = Object.fromEntries(new URL(one.url).searchParams);
    expect(asked).toMatchObject({
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

  it('works behind a proxy, where the request has another address', async () => {
    const { attempt, callbackUrl } = await arrive();
    const { pathname, search } = new URL(callbackUrl);
    expect(await google.finish(`http://127.0.0.1:3000${pathname}${search}`, attempt)).toEqual(amina);
  });

  it('fails when the person says no over there', async () => {
    provider.decline();
    const { attempt, callbackUrl } = await arrive();
    expect(callbackUrl).toContain('error=access_denied');
    await expect(google.finish(callbackUrl, attempt)).rejects.toThrow('access_denied');
  });
});

describe('sign-in with Google is refused', () => {
  it('when the state is that of another attempt [REAL-27]', async () => {
    const { attempt, callbackUrl } = await arrive();
    const { state } = await google.start();
    await expect(google.finish(callbackUrl, { ...attempt, state })).rejects.toThrow('unexpected "state"');
    expect(await google.finish(callbackUrl, attempt)).toEqual(amina);
  });

  it('when the answer carries no state', async () => {
    const { attempt, callbackUrl } = await arrive();
    const without = new URL(callbackUrl);
    without.searchParams.delete('state');
    await expect(google.finish(without.href, attempt)).rejects.toThrow('"state" missing');
  });

  it('when the nonce is that of another attempt', async () => {
    const { attempt, callbackUrl } = await arrive();
    const { nonce } = await google.start();
    await expect(google.finish(callbackUrl, { ...attempt, nonce })).rejects.toThrow('unexpected ID Token "nonce"');
  });

  it('when the code was caught by somebody without the verifier', async () => {
    const { attempt, callbackUrl } = await arrive();
    const { codeVerifier } = await google.start();
    await expect(google.finish(callbackUrl, { ...attempt, codeVerifier })).rejects.toThrow('invalid_grant');
  });

  it('when the code is used a second time', async () => {
    const { attempt, callbackUrl } = await arrive();
    await google.finish(callbackUrl, attempt);
    await expect(google.finish(callbackUrl, attempt)).rejects.toThrow('invalid_grant');
  });

  it('when our own secret is wrong', async () => {
    const { attempt, callbackUrl } = await arrive();
    const impostor = signInAt(provider.issuerUrl, { clientSecret: 'a guess' });
    await expect(impostor.finish(callbackUrl, attempt)).rejects.toThrow('invalid_client');
    expect(await google.finish(callbackUrl, attempt)).toEqual(amina);
  });

  it('with words that give no code and no token away', async () => {
    let sent = '';
    provider.alterIdTokens((idToken) => (sent = otherSignature(idToken)));
    const { attempt, callbackUrl } = await arrive();
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
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...said, email: 'admin@hakiki.example' })).toString('base64url');
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
    ['is none at all', () => 'not a token', 'Invalid JWT'],
  ] as const)('when the id_token %s', async ([, alter, reason]) => {
    provider.alterIdTokens(alter);
    await expect(signIn()).rejects.toThrow(reason);
    provider.sendHonestTokens();
    expect(await signIn()).toEqual(amina);
  });

  it('when the id_token is signed by a key the provider does not publish', async () => {
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
    provider.alterClaims((claims) => claims, stranger.privateKey);
    await expect(signIn()).rejects.toThrow('signature verification failed');
  });

  const past = Math.floor(Date.now() / 1000) - 3600;
  it.for([
    ['another audience', { aud: 'some-other-app' }, '"aud"'],
    ['another issuer', { iss: 'https://evil.example' }, '"iss"'],
    ['a time long past', { iat: past, exp: past + 60 }, '"exp"'],
    ['another nonce', { nonce: 'replayed' }, '"nonce"'],
    ['no nonce', { nonce: undefined }, '"nonce"'],
    ['several audiences and another authorised party', { aud: ['hakiki', 'other'], azp: 'other' }, '"azp"'],
  ] as const)('when a well-signed id_token names %s', async ([, change, reason]) => {
    provider.alterClaims((claims) => ({ ...claims, ...change }));
    await expect(signIn()).rejects.toThrow(reason);
    provider.alterClaims((claims) => claims);
    expect(await signIn()).toEqual(amina);
  });
});

describe('when Google does not answer', () => {
  it('says so, and works as soon as it answers again, without a restart', async () => {
    const port = await freePort();
    const patient = signInAt(`http://127.0.0.1:${port}`);
    await expect(patient.start()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(patient.start()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const late = await startOidcServer(client, port);
    const { url, ...attempt } = await patient.start();
    expect(await patient.finish(await late.browse(url), attempt)).toEqual(amina);
    await late.stop();
  });

  it('does not wait for ever', async () => {
    const silent = await startOidcServer(client);
    silent.fallSilent();
    const started = performance.now();
    await expect(signInAt(silent.issuerUrl, { timeoutSeconds: 1 }).start()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(performance.now() - started).toBeLessThan(4000);
    await silent.stop();
  });

  it('in the middle of a sign-in, gives up in time and lets the next one in', async () => {
    const moody = await startOidcServer(client);
    const hasty = signInAt(moody.issuerUrl, { timeoutSeconds: 1 });
    const { url, ...attempt } = await hasty.start();
    const callbackUrl = await moody.browse(url);
    moody.fallSilent();
    const started = performance.now();
    await expect(hasty.finish(callbackUrl, attempt)).rejects.toThrow('timed out');
    expect(performance.now() - started).toBeLessThan(4000);
    moody.speakAgain();
    const again = await hasty.start();
    expect(await hasty.finish(await moody.browse(again.url), again)).toEqual(amina);
    await moody.stop();
  });
});

describe('sign-in without encryption', () => {
  it('is possible only with a provider on this machine', () => {
    expect(() => signInAt('http://accounts.example')).toThrow('only for a provider on this machine');
    expect(() => signInAt('http://127.0.0.1.evil.example')).toThrow('only for a provider on this machine');
    expect(() => createGoogleSignIn({ ...client, allowInsecure: true })).toThrow('only for a provider on this machine');
  });

  it('has to be asked for', async () => {
    const strict = createGoogleSignIn({ ...client, issuerUrl: provider.issuerUrl });
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
