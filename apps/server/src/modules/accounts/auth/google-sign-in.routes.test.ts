import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, openBrowser } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { makeUser } from '../../../../test/support/factories.ts';
import { type OidcServer, startOidcServer } from '../../../../test/support/oidc-server.ts';
import { useServer } from '../../../../test/support/server.ts';

const client = { clientId: 'hakiki', clientSecret: 'a secret between the two of us' };
const PUBLIC_URL = 'http://hakiki.test';
const REJECTED_PATH = '/admin/login?error=google-refused';

const test = useDatabase();
const withoutGoogle = useServer(test);
/** The issuer URL is set when the provider has its port, before any server starts. */
const google = { ...client, issuerUrl: '' };
let provider: OidcServer;
beforeAll(async () => {
  provider = await startOidcServer({
    ...client,
    redirectUri: `${PUBLIC_URL}/api/admin/login/google/callback`,
  });
  google.issuerUrl = provider.issuerUrl;
});
afterAll(() => provider.stop());
const server = useServer(test, { settings: { rateLimitScale: 1000, google } });
afterEach(() => provider.restoreIdTokens());

const createUser = (overrides: Parameters<typeof makeUser>[1] = {}) => makeUser(test.database.db, overrides);

/** Follows the redirect to Google and returns the callback path. */
async function getCallbackPath(browser: Browser): Promise<string> {
  const response = await browser.get('/api/admin/login/google');
  expect(response.status).toBe(302);
  const callbackUrl = new URL(await provider.followRedirects(response.headers.get('Location') ?? ''));
  return callbackUrl.pathname + callbackUrl.search;
}

async function signInAs(email: string, emailVerified = true) {
  provider.signInAs({ subject: `google-${email}`, email, emailVerified });
  const browser = openBrowser(server);
  const callback = await getCallbackPath(browser);
  const browserBefore = browser.copy();
  const response = await browser.get(callback);
  return { browser, asked: browserBefore, callback, location: response.headers.get('Location') };
}
const isSignedIn = async (browser: Browser) => (await browser.get('/api/auth/user')).status === 200;

describe('GET /api/admin/login/google', () => {
  it('redirects to Google with code, PKCE, state and nonce [CALL-40] [SHAPE-25] [REAL-27]', async () => {
    const response = await openBrowser(server).get('/api/admin/login/google');
    expect(response.status).toBe(302);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const { origin, searchParams } = new URL(response.headers.get('Location') ?? '');
    expect(origin).toBe(provider.issuerUrl);
    expect(Object.fromEntries(searchParams)).toEqual(
      expect.objectContaining({
        response_type: 'code',
        client_id: 'hakiki',
        redirect_uri: `${PUBLIC_URL}/api/admin/login/google/callback`,
        code_challenge_method: 'S256',
      }),
    );
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)?.length).toBeGreaterThan(40);
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^google=v1\.[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
    expect(cookie).not.toContain(searchParams.get('state'));
  });

  it.each(['/api/admin/login/google', '/api/admin/login/google/callback?code=x&state=y'])(
    'redirects back to the login when Google sign-in is not configured, from %s [CALL-40] [SHAPE-25] [REAL-27]',
    async (path) => {
      const response = await openBrowser(withoutGoogle).get(path);
      expect(response.status).toBe(302);
      expect(response.headers.get('Location')).toBe('/admin/login?error=google');
    },
  );
});

describe('the callback from Google', () => {
  it('logs in an existing administrator with a verified address, in upper or lower case [DEC-36]', async () => {
    const { id, email } = await createUser({ isAdmin: true });
    const { browser, location } = await signInAs(email.toUpperCase());
    expect(location).toBe('/admin');
    expect(browser.cookies.has('google')).toBe(false);
    expect(await (await browser.get('/api/auth/user')).json()).toEqual(expectedReply('GET /api/auth/user', { id }));
    expect((await browser.get('/api/admin/access')).status).toBe(200);
    expect(
      await test.sql("select detail from audit_entries where subject = $1 and action = 'account.signed-in'", [id]),
    ).toEqual([{ detail: { method: 'google' } }]);
  });

  it('rejects unverified addresses, members and unknown addresses [DEC-36]', async () => {
    const { email: admin } = await createUser({ isAdmin: true });
    const { email: unverified } = await createUser({ isAdmin: true, emailVerifiedAt: null });
    const { email: noAdmin } = await createUser({ subscriptionTier: 'enterprise' });
    const attempts = [
      await signInAs(admin, false),
      await signInAs(unverified),
      await signInAs(noAdmin),
      await signInAs('nobody@example.com'),
    ];
    for (const { browser, location } of attempts) {
      expect(location).toBe(REJECTED_PATH);
      expect(browser.cookies.size).toBe(0);
    }
    expect(await test.sql("select id from users where email = 'nobody@example.com'")).toEqual([]);
  });

  it('rejects a callback in another browser than the one that started it', async () => {
    const { email } = await createUser({ isAdmin: true });
    provider.signInAs({ subject: 'google-1', email, emailVerified: true });
    const victim = openBrowser(server);
    const callback = await getCallbackPath(victim);
    const other = openBrowser(server);
    await getCallbackPath(other);
    for (const otherBrowser of [openBrowser(server), other]) {
      expect((await otherBrowser.get(callback)).headers.get('Location')).toBe(REJECTED_PATH);
      expect(await isSignedIn(otherBrowser)).toBe(false);
    }
  });

  it('accepts a callback once', async () => {
    const { email } = await createUser({ isAdmin: true });
    const { asked, callback, location } = await signInAs(email);
    expect(location).toBe('/admin');
    expect((await asked.get(callback)).headers.get('Location')).toBe(REJECTED_PATH);
    expect(await isSignedIn(asked)).toBe(false);
  });

  it('rejects a changed cookie, state or nonce', async () => {
    const { email } = await createUser({ isAdmin: true });
    provider.signInAs({ subject: 'google-1', email, emailVerified: true });
    const browser = openBrowser(server);
    const callback = await getCallbackPath(browser);
    const altered = browser.copy();
    altered.cookies.set('google', `${browser.cookies.get('google')?.slice(0, -4)}AAAA`);
    expect((await altered.get(callback)).headers.get('Location')).toBe(REJECTED_PATH);
    const elsewhere = browser.copy();
    const another = callback.replace(/state=(.)/, (_, first: string) => `state=${first === '_' ? '-' : '_'}`);
    expect((await elsewhere.get(another)).headers.get('Location')).toBe(REJECTED_PATH);
    provider.alterClaims((claims) => ({ ...claims, nonce: 'another' }));
    expect((await browser.get(callback)).headers.get('Location')).toBe(REJECTED_PATH);
  });

  it('asks an administrator with an authenticator app for the code', async () => {
    const { id, email } = await createUser({ isAdmin: true });
    await test.sql("insert into authenticator_apps (user_id, sealed_secret, confirmed_at) values ($1, 'v1.x', now())", [
      id,
    ]);
    const { browser, location } = await signInAs(email);
    expect(location).toBe('/signup?login=true&admin=true&step=code');
    expect(browser.cookies.has('session')).toBe(true);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('redirects back to the login when Google is no longer reachable', async () => {
    const browser = openBrowser(server);
    const callback = await getCallbackPath(browser);
    await provider.stop();
    expect((await browser.get(callback)).headers.get('Location')).toBe(REJECTED_PATH);
  });
});
