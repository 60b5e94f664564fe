import { describe, expect, it } from 'vitest';
import { type Browser, openBrowser, summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { toInvalidInputReply, expectedReply } from '../../../../test/support/expected-replies.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import {
  PASSWORD,
  makeAlert,
  makeApiKey,
  makeBusiness,
  makeBusinessDocument,
  makeListingClaim,
  makeProvider,
  makeBusinessReply,
  makeReport,
  makeReview,
  makeSession,
  makeUser,
} from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const mailbox = useMailbox(test, server);

const NEW_PASSWORD = 'nine-lions-at-the-river';

async function createLoggedInUser(overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(test.database.db, overrides);
  const { token, id: sessionId } = await makeSession(test.database.db, { userId: user.id });
  return { user, sessionId, browser: openBrowser(server, { cookies: [['session', token]] }) };
}
const isSignedIn = async (browser: Browser) => (await browser.get('/api/auth/user')).status === 200;
const login = (email: string, password = PASSWORD) => server.post('/api/auth/login', { email, password });
const subjectsTo = async (email: string) => (await mailbox.listEmailsTo(email)).map(({ subject }) => subject);

interface Session {
  id: string;
  device: string;
  isCurrent: boolean;
  createdAt: string;
  lastSeenAt: string;
}
const listSessions = async (browser: Browser) =>
  (await (await browser.get('/api/account/sessions')).json()) as Session[];

describe('POST /api/account/password', () => {
  const change = (browser: Browser, overrides: object) =>
    browser.post('/api/account/password', {
      currentPassword: PASSWORD,
      password: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
      ...overrides,
    });

  it('a member changes the password, gets a new session token and an email', async () => {
    const { user, browser } = await createLoggedInUser();
    const before = browser.cookies.get('session');
    expect((await change(browser, {})).status).toBe(200);
    expect(browser.cookies.get('session')).not.toBe(before);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await login(user.email)).status).toBe(401);
    expect((await login(user.email, NEW_PASSWORD)).status).toBe(200);
    expect(await subjectsTo(user.email)).toEqual(['Your password was changed']);
  });

  it('rejects a wrong current password, a different confirmation and a weak new password', async () => {
    const { user, browser } = await createLoggedInUser();
    expect(await summarizeResponse(await change(browser, { currentPassword: 'wrong' }))).toBe('403 WRONG_PASSWORD');
    expect(await (await change(browser, { confirmPassword: 'x' })).json()).toEqual(
      toInvalidInputReply({ confirmPassword: "Passwords don't match" }),
    );
    const easy = { password: 'qwerty123', confirmPassword: 'qwerty123' };
    expect(await (await change(browser, easy)).json()).toEqual(
      toInvalidInputReply({ password: 'This password is too easy to guess. Please choose another one' }),
    );
    expect((await login(user.email)).status).toBe(200);
  });
});

describe('sessions', () => {
  it('lists the sessions of their owner, newest first, and marks the current one', async () => {
    const user = await makeUser(test.database.db);
    const phone = openBrowser(server, {
      userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile',
    });
    const laptop = openBrowser(server, {
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
    });
    await phone.post('/api/auth/login', { email: user.email, password: PASSWORD });
    await laptop.post('/api/auth/login', { email: user.email, password: PASSWORD });
    const { user: otherMember } = await createLoggedInUser();
    const listed = await listSessions(phone);
    expect(listed.map(({ device, isCurrent }) => ({ device, isCurrent }))).toEqual([
      { device: 'Firefox on Windows', isCurrent: false },
      { device: 'Chrome on Android', isCurrent: true },
    ]);
    expect(JSON.stringify(listed)).not.toContain(otherMember.id);
  });

  it('does not list unfinished or expired sessions', async () => {
    const { user, browser } = await createLoggedInUser();
    await makeSession(test.database.db, { userId: user.id, awaitsFactor: true });
    await makeSession(test.database.db, { userId: user.id, expiresAt: new Date(Date.now() - 1000) });
    expect(await listSessions(browser)).toHaveLength(1);
  });

  it('a member ends single sessions, but not those of other members', async () => {
    const { user, browser } = await createLoggedInUser();
    const { sessionId: otherSessionId, browser: otherMember } = await createLoggedInUser();
    const { id } = await makeSession(test.database.db, { userId: user.id });
    expect(await summarizeResponse(await browser.delete(`/api/account/sessions/${otherSessionId}`))).toBe(
      '404 SESSION_NOT_FOUND',
    );
    expect(await isSignedIn(otherMember)).toBe(true);
    expect((await browser.delete(`/api/account/sessions/${id}`)).status).toBe(200);
    expect(await summarizeResponse(await browser.delete(`/api/account/sessions/${id}`))).toBe('404 SESSION_NOT_FOUND');
    expect(await summarizeResponse(await browser.delete('/api/account/sessions/no-id'))).toBe('404 SESSION_NOT_FOUND');
  });

  it('a member ends all sessions but the current one', async () => {
    const { user, sessionId, browser } = await createLoggedInUser();
    const { browser: otherMember } = await createLoggedInUser();
    await makeSession(test.database.db, { userId: user.id });
    await makeSession(test.database.db, { userId: user.id, awaitsFactor: true });
    expect((await browser.delete('/api/account/sessions')).status).toBe(200);
    expect(await test.sql('select id from sessions where user_id = $1', [user.id])).toEqual([{ id: sessionId }]);
    expect(await isSignedIn(otherMember)).toBe(true);
  });

  it('allows at most fifty sessions and deletes the oldest ones', async () => {
    const { user, browser: oldest } = await createLoggedInUser();
    await test.sql("update sessions set last_seen_at = now() - interval '5 minutes' where user_id = $1", [user.id]);
    for (let nth = 0; nth < 49; nth += 1) await makeSession(test.database.db, { userId: user.id });
    expect(await isSignedIn(oldest)).toBe(true);
    const browser = openBrowser(server);
    await browser.post('/api/auth/login', { email: user.email, password: PASSWORD });
    expect(await isSignedIn(oldest)).toBe(false);
    expect(await listSessions(browser)).toHaveLength(50);
  });

  it('unfinished logins do not push out the sessions of the owner', async () => {
    const { user, browser } = await createLoggedInUser();
    await test.sql("update sessions set last_seen_at = now() - interval '5 minutes' where user_id = $1", [user.id]);
    for (let nth = 0; nth < 60; nth += 1) {
      await makeSession(test.database.db, { userId: user.id, awaitsFactor: true });
    }
    await login(user.email);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('a session lasts thirty days from the login and shows its last use by the hour', async () => {
    const { user } = await createLoggedInUser();
    const browser = openBrowser(server);
    await browser.post('/api/auth/login', { email: user.email, password: PASSWORD });
    const session = (await listSessions(browser)).find(({ isCurrent }) => isCurrent);
    const stateOf = async () =>
      (
        await test.sql(
          `select extract(day from expires_at - created_at)::int as days, last_seen_at >= date_trunc('hour', now()) as seen
           from sessions where id = $1`,
          [session?.id],
        )
      )[0];
    expect(await stateOf()).toEqual({ days: 30, seen: true });
    await test.sql("update sessions set last_seen_at = now() - interval '1 day' where id = $1", [session?.id]);
    await browser.get('/api/auth/user');
    await expect.poll(stateOf, { timeout: 5000 }).toEqual({ days: 30, seen: true });
  });
});

describe('POST /api/account/email', () => {
  const requestEmailChange = (browser: Browser, email: string, currentPassword = PASSWORD) =>
    browser.post('/api/account/email', { email, currentPassword });
  const confirm = async (token: string) => server.post('/api/auth/confirm-email-change', { token });
  const tokenFor = (email: string) => mailbox.getTokenFromEmail(email, '/confirm-email');
  const readEmail = async (id: string) => (await test.sql('select email from users where id = $1', [id]))[0]?.['email'];
  const toNewAddress = (old: string) => old.replace('person', 'moved');

  it.each(['old', 'new'] as const)(
    'changes the address only when both addresses agree, the %s one first',
    async (firstToConfirm) => {
      const { user, browser } = await createLoggedInUser();
      const target = toNewAddress(user.email);
      const changeResponse = await requestEmailChange(browser, target);
      expect(changeResponse.status).toBe(200);
      expect(await changeResponse.json()).toEqual({
        message: 'We have written to both addresses. The change happens when both have agreed.',
      });
      const tokens = [await tokenFor(user.email), await tokenFor(target)];
      if (firstToConfirm === 'new') tokens.reverse();

      const firstReply = await confirm(tokens[0] ?? '');
      expect(await firstReply.json()).toEqual({
        message: 'Thank you. The other address still has to agree.',
        isComplete: false,
      });
      expect(await readEmail(user.id)).toBe(user.email);
      expect(await (await browser.get('/api/account')).json()).toEqual(
        expectedReply('GET /api/account', {
          email: user.email,
          emailChange: {
            email: target,
            isConfirmedByOld: firstToConfirm === 'old',
            isConfirmedByNew: firstToConfirm === 'new',
          },
        }),
      );
      expect(await summarizeResponse(await confirm(tokens[0] ?? ''))).toBe('400 LINK_INVALID');

      expect(await (await confirm(tokens[1] ?? '')).json()).toEqual({
        message: 'Your email address was changed.',
        isComplete: true,
      });
      expect(await readEmail(user.id)).toBe(target);
      expect((await login(target)).status).toBe(200);
      expect((await login(user.email)).status).toBe(401);
      expect(await (await browser.get('/api/account')).json()).toEqual(
        expectedReply('GET /api/account', { email: target, emailChange: null }),
      );
      expect(await subjectsTo(target)).toEqual(['Confirm your new email address', 'Your email address was changed']);
      expect(await summarizeResponse(await confirm(tokens[1] ?? ''))).toBe('400 LINK_INVALID');
    },
  );

  it('changes the address when both agree at the same time', async () => {
    const { user, browser } = await createLoggedInUser();
    const target = toNewAddress(user.email);
    await requestEmailChange(browser, target);
    const responses = await Promise.all([confirm(await tokenFor(user.email)), confirm(await tokenFor(target))]);
    const bodies = (await Promise.all(responses.map((response) => response.json()))) as { isComplete: boolean }[];
    expect(bodies.filter(({ isComplete }) => isComplete)).toHaveLength(1);
    expect(await readEmail(user.id)).toBe(target);
  });

  it('does not reveal that a new address has an account, sends it no email and never completes the change', async () => {
    const { user, browser } = await createLoggedInUser();
    const { email: taken } = await makeUser(test.database.db);
    const free = await (await requestEmailChange(browser, toNewAddress(user.email))).json();
    expect(await (await requestEmailChange(browser, taken)).json()).toEqual(free);
    expect(await mailbox.listEmailsTo(taken)).toEqual([]);
    expect(await (await confirm(await tokenFor(user.email))).json()).toEqual(
      expectedReply('POST /api/auth/confirm-email-change', { isComplete: false }),
    );
    expect(await readEmail(user.id)).toBe(user.email);
  });

  it('rejects the change when another account took the address meanwhile', async () => {
    const { user, browser } = await createLoggedInUser();
    const target = toNewAddress(user.email);
    await requestEmailChange(browser, target);
    await confirm(await tokenFor(user.email));
    await makeUser(test.database.db, { email: target });
    expect(await summarizeResponse(await confirm(await tokenFor(target)))).toBe('409 EMAIL_TAKEN');
    expect(await readEmail(user.id)).toBe(user.email);
  });

  it('a new request replaces the earlier one', async () => {
    const { user, browser } = await createLoggedInUser();
    const [wrong, right] = [`x${toNewAddress(user.email)}`, toNewAddress(user.email)];
    await requestEmailChange(browser, wrong);
    const [oldSide, newSide] = [await tokenFor(user.email), await tokenFor(wrong)];
    await requestEmailChange(browser, right);
    expect(await summarizeResponse(await confirm(oldSide))).toBe('400 LINK_INVALID');
    expect(await summarizeResponse(await confirm(newSide))).toBe('400 LINK_INVALID');
    await confirm(await tokenFor(user.email));
    await confirm(await tokenFor(right));
    expect(await readEmail(user.id)).toBe(right);
  });

  it('a change of address expires after 24 hours', async () => {
    const { user, browser } = await createLoggedInUser();
    const target = toNewAddress(user.email);
    await requestEmailChange(browser, target);
    await confirm(await tokenFor(user.email));
    const token = await tokenFor(target);
    await test.sql("update email_changes set expires_at = expires_at - interval '24 hours' where user_id = $1", [
      user.id,
    ]);
    expect(await summarizeResponse(await confirm(token))).toBe('400 LINK_INVALID');
    expect(await (await browser.get('/api/account')).json()).toEqual(
      expectedReply('GET /api/account', { emailChange: null }),
    );
    expect(await readEmail(user.id)).toBe(user.email);
  });

  it('a change of address invalidates password links that were sent to the old address', async () => {
    const { user, browser } = await createLoggedInUser();
    const target = toNewAddress(user.email);
    await server.post('/api/auth/forgot-password', { email: user.email });
    const token = await mailbox.getTokenFromEmail(user.email, '/reset-password');
    await requestEmailChange(browser, target);
    await confirm(await tokenFor(user.email));
    await confirm(await tokenFor(target));
    const reset = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect(await summarizeResponse(await server.post('/api/auth/reset-password', reset))).toBe('400 LINK_INVALID');
  });

  it('requires the password and a valid address', async () => {
    const { user, browser } = await createLoggedInUser();
    expect(await summarizeResponse(await requestEmailChange(browser, toNewAddress(user.email), 'wrong'))).toBe(
      '403 WRONG_PASSWORD',
    );
    expect(await (await requestEmailChange(browser, 'nowhere')).json()).toEqual(
      toInvalidInputReply({ email: 'Please enter a valid email address' }),
    );
    expect(await subjectsTo(user.email)).toEqual([]);
  });
});

describe('GET /api/account/data', () => {
  it('a member downloads all stored data of the account, without any credentials', async () => {
    const { user, browser } = await createLoggedInUser({
      userType: 'regtech',
      cellphoneNumber: '0800000000',
      organizationName: 'Demo Bank',
      regulatoryLicense: 'LIC-1',
      organizationType: 'bank',
      language: 'fr',
    });
    await browser.post('/api/account/email', { email: `moved-${user.email}`, currentPassword: PASSWORD });
    const response = await browser.get('/api/account/data');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="hakiki-account.json"');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const text = await response.text();
    expect(JSON.parse(text)).toEqual(
      expectedReply('GET /api/account/data', {
        user: {
          id: user.id,
          email: user.email,
          firstName: 'Amina',
          userType: 'regtech',
          cellphoneNumber: '0800000000',
          organizationName: 'Demo Bank',
          regulatoryLicense: 'LIC-1',
          organizationType: 'bank',
          language: 'fr',
        },
        account: { email: user.email, emailChange: { email: `moved-${user.email}` }, passkeys: [] },
        sessions: [{ device: 'Chrome on Android', isCurrent: true }],
        activity: [{ action: 'account.data-downloaded' }, { action: 'account.email-change-asked' }],
      }),
    );
    expect(text).not.toMatch(/argon2|hash|secret/i);
    expect(text).not.toContain(browser.cookies.get('session') ?? '');
  });

  it("the download has the member's reports, visits and preferences, and no data of other members", async () => {
    const { user, browser } = await createLoggedInUser({ subscriptionTier: 'premium' });
    const other = await createLoggedInUser();
    const { db } = test.database;
    const provider = await makeProvider(db);
    await makeAlert(db, { title: 'What I reported first', createdBy: user.id, createdAt: new Date('2026-05-01') });
    await makeReport(db, { status: 'pending', createdBy: user.id, createdAt: new Date('2026-05-02') });
    await makeAlert(db, { title: 'What another reported', createdBy: other.user.id });
    await browser.send('PUT', `/api/providers/${provider.id}/visit`);
    await browser.send('PUT', '/api/alert-preferences', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ severities: ['High'], countries: ['kenya'] }),
    });
    const text = await (await browser.get('/api/account/data')).text();
    expect(JSON.parse(text)).toEqual(
      expectedReply('GET /api/account/data', {
        filings: [
          {
            kind: 'report',
            title: 'My withdrawal has been pending for three weeks and nobody answers.',
            reportType: 'withdrawal_issues',
            status: 'pending',
          },
          {
            kind: 'alert',
            title: 'What I reported first',
            reportType: null,
            status: 'approved',
            amountLost: null,
          },
        ],
        visits: [{ providerId: provider.id }],
        alertPreferences: { severities: ['High'], countries: ['kenya'], getsEmail: false },
        newsPreferences: { country: null, category: null, getsLetter: false, feedMadeAt: null },
      }),
    );
    expect(text).not.toContain('What another reported');
  });

  it("the download has the member's business, API keys and webhooks, without their secrets", async () => {
    const { db } = test.database;
    const { user, browser } = await createLoggedInUser({ userType: 'business', subscriptionTier: 'api' });
    const { id: providerId } = await makeProvider(db);
    const business = await makeBusiness(db, {
      companyName: 'Demo Kora Ltd',
      providerId,
      members: [{ userId: user.id, role: 'editor' }],
    });
    const businessId = business.id;
    await makeListingClaim(db, { businessId, providerId, domain: 'kora.example', token: 'a code that proves' });
    await makeBusinessReply(db, {
      providerId,
      businessId,
      text: 'First.',
      endedAt: new Date(),
      createdAt: new Date('2026-05-01'),
    });
    await makeBusinessReply(db, { providerId, businessId, text: 'Second.', createdAt: new Date('2026-05-02') });
    await makeBusinessDocument(db, { businessId, name: 'licence.pdf', nameKey: 'licence.pdf' });
    const { key } = await makeApiKey(db, { accountId: user.id, name: 'Payments' });
    const hook = { url: 'https://hooks.kora.example/hakiki', events: ['alert.published'] };
    const { secret } = (await (await browser.post('/api/webhooks', hook)).json()) as { secret: string };
    // Data of another person in another business.
    const other = await makeBusiness(db, { companyName: 'Demo Other Ltd' });
    await makeBusinessDocument(db, { businessId: other.id, name: 'other.pdf' });
    await makeApiKey(db, { name: 'Of another' });

    const text = await (await browser.get('/api/account/data')).text();
    expect(JSON.parse(text)).toEqual(
      expectedReply('GET /api/account/data', {
        user: { id: user.id, userType: 'business' },
        business: {
          companyName: 'Demo Kora Ltd',
          contactEmail: business.contactEmail,
          role: 'editor',
          claims: [{ providerId, domain: 'kora.example', method: 'dns', status: 'pending' }],
          replies: [
            { kind: 'provider', subjectId: providerId, text: 'Second.', status: 'pending' },
            { kind: 'provider', subjectId: providerId, text: 'First.', status: 'pending' },
          ],
          documents: [{ name: 'licence.pdf', version: 1, status: 'pending' }],
        },
        apiKeys: [{ name: 'Payments', lastUsed: null, status: 'active', isTest: false, expires: null, addresses: [] }],
        webhooks: [{ ...hook, state: 'active', failingSince: null, overlapUntil: null }],
      }),
    );
    for (const hidden of [key, secret, 'a code that proves', 'Demo Other Ltd', 'other.pdf', 'Of another']) {
      expect(hidden).toBeTruthy();
      expect(text).not.toContain(hidden);
    }
  });

  it('the download has no business, keys or webhooks for a member without any', async () => {
    const { browser } = await createLoggedInUser();
    expect(await (await browser.get('/api/account/data')).json()).toEqual(
      expectedReply('GET /api/account/data', { business: null, apiKeys: [], webhooks: [] }),
    );
  });
});

describe('POST /api/account/delete', () => {
  /** Names of all tables that have a row with this text. */
  async function listTablesContaining(text: string): Promise<string[]> {
    const tables = await test.sql(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await test.sql(`select 1 from "${String(name)}" t where t::text like '%' || $1 || '%'`, [text]);
      if (rows.length > 0) found.push(String(name));
    }
    return found.toSorted();
  }

  it('deletes the member from every table; reviews stay without an author, and audit entries stay', async () => {
    const { user, browser } = await createLoggedInUser({ referralCode: 'GONE-1' });
    const { id: providerId } = await makeProvider(test.database.db);
    const review = await makeReview(test.database.db, { providerId, userId: user.id });
    await browser.post('/api/account/email', { email: `moved-${user.email}`, currentPassword: PASSWORD });
    await server.post('/api/auth/forgot-password', { email: user.email });
    await browser.post('/api/account/authenticator-app', { currentPassword: PASSWORD });
    await browser.post('/api/account/passkeys/challenge', { currentPassword: PASSWORD });
    await test.sql("insert into backup_codes (user_id, code_hash) values ($1, 'x')", [user.id]);
    expect(await listTablesContaining(user.id)).toEqual([
      'audit_entries',
      'authenticator_apps',
      'backup_codes',
      'email_changes',
      'mailed_tokens',
      'passkey_challenges',
      'reviews',
      'sessions',
      'users',
    ]);

    expect(await summarizeResponse(await browser.post('/api/account/delete', { currentPassword: 'wrong' }))).toBe(
      '403 WRONG_PASSWORD',
    );
    const response = await browser.post('/api/account/delete', { currentPassword: PASSWORD });
    expect(await response.json()).toEqual({ message: 'Your account was deleted.' });
    expect(browser.cookies.has('session')).toBe(false);

    expect(await listTablesContaining(user.id)).toEqual(['audit_entries']);
    expect(await listTablesContaining(user.email)).toEqual([]);
    expect(await test.sql('select user_id, experience from reviews where id = $1', [review.id])).toEqual([
      { user_id: null, experience: review.experience },
    ]);
    expect(
      await test.sql("select actor_id from audit_entries where subject = $1 and action = 'account.deleted'", [user.id]),
    ).toEqual([{ actor_id: user.id }]);
    expect(await summarizeResponse(await login(user.email))).toBe('401 WRONG_CREDENTIALS');
  });

  it('an email confirms the deletion in the language of the account, after the account is gone', async () => {
    const { user, browser } = await createLoggedInUser();
    await test.sql("update users set language = 'fr' where id = $1", [user.id]);
    await browser.post('/api/account/delete', { currentPassword: PASSWORD });
    const email = (await mailbox.listEmailsTo(user.email)).at(-1)!;
    expect(email.subject).toBe('Votre compte Hakiki a été supprimé');
    expect(email.text).toContain('sans votre nom');
  });

  it('leaves no email address in the job queue', async () => {
    const { user, browser } = await createLoggedInUser();
    await browser.post('/api/account/email', { email: `moved-${user.email}`, currentPassword: PASSWORD });
    await browser.post('/api/account/delete', { currentPassword: PASSWORD });
    await mailbox.listEmailsTo(user.email);
    expect(await test.sql("select id from pgboss.job t where t::text like '%' || $1 || '%'", [user.email])).toEqual([]);
  });
});
