import type { UserId } from '@hakiki/contract/accounts';
import { existingAccountSignUps } from '@hakiki/contract/limits';
import { organizationTypes } from '@hakiki/contract/sign-up';
import { beforeEach, describe, expect, it } from 'vitest';
import { openBrowser, summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { toInvalidInputReply } from '../../../../test/support/expected-replies.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makeUser, PASSWORD } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';
import { linkEmail } from '../emails.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
/** With the real rate limits, behind a proxy that sends the address of the client. */
const rateLimitedServer = useServer(test, { settings: { trustedProxies: ['loopback'] } });
const mailbox = useMailbox(test, server);

let nth = 0;
const createAddress = () => `newcomer${(nth += 1)}@example.com`;
const contact = () => ({
  email: createAddress(),
  cellphoneNumber: '+234 800 000 0000',
  password: PASSWORD,
  confirmPassword: PASSWORD,
});
const individual = (overrides: object = {}) => ({
  userType: 'user',
  firstName: 'Amina',
  lastName: 'Demo',
  ...contact(),
  ...overrides,
});
const business = (overrides: object = {}) => ({
  userType: 'business',
  businessName: 'Demo Traders',
  firstName: 'Kofi',
  lastName: 'Demo',
  ...contact(),
  ...overrides,
});
const regtech = (overrides: object = {}) => ({
  userType: 'regtech',
  organizationName: 'Demo Bank',
  regulatoryLicense: 'LIC-1',
  organizationType: 'bank',
  firstName: 'Wanjiru',
  lastName: 'Demo',
  ...contact(),
  ...overrides,
});

const signUp = (person: object) => server.post('/api/auth/signup', person);
const verify = (token: unknown) => server.post('/api/auth/verify-email', { token });
const resend = (email: unknown) => server.post('/api/auth/resend-verification', { email });
const login = (email: string) => server.post('/api/auth/login', { email, password: PASSWORD });
const readUserRow = async (email: string) => (await test.sql('select * from users where email = $1', [email]))[0];

/** The messages that the form would show at its fields. */
async function readFieldErrors(person: object): Promise<Record<string, string>> {
  const response = await signUp(person);
  expect(response.status).toBe(400);
  const { code, fields } = (await response.json()) as { code: string; fields: Record<string, string> };
  expect(code).toBe('INVALID_INPUT');
  return fields;
}

describe('POST /api/auth/signup', () => {
  it('creates an individual account and asks the person to check their email [CALL-11] [SHAPE-06] [SIGNUP-07]', async () => {
    const person = individual();
    const response = await signUp(person);
    expect(response.status).toBe(201);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await response.json()).toEqual({
      message: 'Account created successfully. Please check your email to verify your account.',
      email: person.email,
    });
    expect(await readUserRow(person.email)).toEqual(
      expect.objectContaining({
        first_name: 'Amina',
        last_name: 'Demo',
        cellphone_number: '+234 800 000 0000',
        user_type: 'user',
        email_verified_at: null,
        subscription_tier: 'free',
        subscription_status: 'inactive',
      }),
    );
  });

  it('stores the business name of a business account [SIGNUP-08] [SIGNUP-09] [ROLE-03]', async () => {
    const person = business();
    expect((await signUp(person)).status).toBe(201);
    expect(await readUserRow(person.email)).toEqual(
      expect.objectContaining({ user_type: 'business', business_name: 'Demo Traders' }),
    );
  });

  it('stores organization, license and type of a regtech account [SIGNUP-08] [SIGNUP-10] [ROLE-03]', async () => {
    const person = regtech();
    expect((await signUp(person)).status).toBe(201);
    expect(await readUserRow(person.email)).toEqual(
      expect.objectContaining({
        user_type: 'regtech',
        organization_name: 'Demo Bank',
        regulatory_license: 'LIC-1',
        organization_type: 'bank',
      }),
    );
  });

  it('accepts exactly seven organization types [SIGNUP-11]', async () => {
    expect(organizationTypes).toEqual([
      'bank',
      'financial_institution',
      'regulator',
      'compliance_firm',
      'fintech',
      'crypto_exchange',
      'other',
    ]);
    const statuses = await Promise.all(
      organizationTypes.map(async (organizationType) => (await signUp(regtech({ organizationType }))).status),
    );
    expect(statuses).toEqual(organizationTypes.map(() => 201));
    expect(await readFieldErrors(regtech({ organizationType: 'church' }))).toEqual({
      organizationType: 'Organization type is required',
    });
  });

  it.each([
    ['an individual without first name [SIGNUP-12]', individual, 'firstName', 'First name is required'],
    ['an individual without last name [SIGNUP-13]', individual, 'lastName', 'Last name is required'],
    ['a business without name [SIGNUP-14]', business, 'businessName', 'Business name is required'],
    ['a business without representative [SIGNUP-15]', business, 'firstName', 'Representative name is required'],
    ['a business without surname [SIGNUP-16]', business, 'lastName', 'Representative surname is required'],
    ['an organisation without name [SIGNUP-17]', regtech, 'organizationName', 'Organization name is required'],
    ['an organisation without contact [SIGNUP-18]', regtech, 'firstName', 'Contact person name is required'],
    ['an organisation without surname [SIGNUP-19]', regtech, 'lastName', 'Contact person surname is required'],
    [
      'an organisation without licence [SIGNUP-25]',
      regtech,
      'regulatoryLicense',
      'Regulatory license number is required',
    ],
    ['an organisation without kind [SIGNUP-26]', regtech, 'organizationType', 'Organization type is required'],
  ])('tells %s what is missing', async (_, person, field, message) => {
    expect(await readFieldErrors(person({ [field]: undefined }))).toEqual({ [field]: message });
    expect(await readFieldErrors(person({ [field]: '  ' }))).toEqual({ [field]: message });
  });

  it('requires name, license and type for each account type [SIGNUP-12] [SIGNUP-13] [SIGNUP-14] [SIGNUP-15] [SIGNUP-16] [SIGNUP-17] [SIGNUP-18] [SIGNUP-19] [SIGNUP-25] [SIGNUP-26]', async () => {
    const nothing = { password: undefined, confirmPassword: undefined, email: undefined, cellphoneNumber: undefined };
    const shared = {
      email: 'Please enter a valid email address',
      cellphoneNumber: 'Please enter a valid cellphone number',
      password: 'Password must be at least 8 characters',
      confirmPassword: 'Please confirm your password',
    };
    expect(await readFieldErrors({ userType: 'user', ...nothing })).toEqual({
      ...shared,
      firstName: 'First name is required',
      lastName: 'Last name is required',
    });
    expect(await readFieldErrors({ userType: 'business', ...nothing })).toEqual({
      ...shared,
      businessName: 'Business name is required',
      firstName: 'Representative name is required',
      lastName: 'Representative surname is required',
    });
    expect(await readFieldErrors({ userType: 'regtech', ...nothing })).toEqual({
      ...shared,
      organizationName: 'Organization name is required',
      firstName: 'Contact person name is required',
      lastName: 'Contact person surname is required',
      regulatoryLicense: 'Regulatory license number is required',
      organizationType: 'Organization type is required',
    });
  });

  it.each(['', 'amina', 'amina@', '@example.com', 'amina@example', 'a b@example.com'])(
    'rejects %j as an email address [SIGNUP-20] [DEC-82]',
    async (email) => {
      expect(await readFieldErrors(individual({ email }))).toEqual({ email: 'Please enter a valid email address' });
    },
  );

  it('says that an address or a number is too long, not that it is invalid [WARN-15]', async () => {
    const long = { email: `${'a'.repeat(250)}@example.com`, cellphoneNumber: '0'.repeat(31) };
    expect(await readFieldErrors(individual(long))).toEqual({
      email: 'Too long: at most 254 characters, and you wrote 262',
      cellphoneNumber: 'Too long: at most 30 characters, and you wrote 31',
    });
  });

  it('requires ten characters of a cellphone number [SIGNUP-21] [CONST-05]', async () => {
    const wrong = { cellphoneNumber: 'Please enter a valid cellphone number' };
    expect(await readFieldErrors(individual({ cellphoneNumber: '080000000' }))).toEqual(wrong);
    expect(await readFieldErrors(individual({ cellphoneNumber: 'call me later' }))).toEqual(wrong);
    expect((await signUp(individual({ cellphoneNumber: '0800000000' }))).status).toBe(201);
  });

  it('requires eight characters of a password [SIGNUP-22] [CONST-05]', async () => {
    expect(await readFieldErrors(individual({ password: 'qz7-wlx', confirmPassword: 'qz7-wlx' }))).toEqual({
      password: 'Password must be at least 8 characters',
    });
    expect((await signUp(individual({ password: 'qz7-wlxk', confirmPassword: 'qz7-wlxk' }))).status).toBe(201);
  });

  it('requires the same password twice [SIGNUP-23] [SIGNUP-24]', async () => {
    expect(await readFieldErrors(individual({ confirmPassword: '' }))).toEqual({
      confirmPassword: 'Please confirm your password',
    });
    expect(await readFieldErrors(individual({ confirmPassword: `${PASSWORD}!` }))).toEqual({
      confirmPassword: "Passwords don't match",
    });
  });

  it("rejects a common password and one that contains the person's name", async () => {
    for (const password of ['password1', 'Amina2024', 'HAKIKI!!2025']) {
      expect(await readFieldErrors(individual({ password, confirmPassword: password }))).toEqual({
        password: 'This password is too easy to guess. Please choose another one',
      });
    }
  });

  it('reports that an address already has an account, in upper or lower case [DEC-35]', async () => {
    const { email } = await makeUser(test.database.db);
    const response = await signUp(individual({ email: ` ${email.toUpperCase()} ` }));
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({
      code: 'EMAIL_TAKEN',
      message: 'An account with this email already exists.',
    });
  });

  it('notifies the owner of the address once a day that somebody tried to sign up [DEC-35]', async () => {
    const owner = await makeUser(test.database.db);
    const frenchOwner = await makeUser(test.database.db, { language: 'fr' });
    const unverified = await makeUser(test.database.db, { emailVerifiedAt: null });
    for (const { email } of [owner, owner, frenchOwner, unverified]) {
      expect(await summarizeResponse(await rateLimitedServer.post('/api/auth/signup', individual({ email })))).toBe(
        '409 EMAIL_TAKEN',
      );
    }
    const emails = await mailbox.listEmailsTo(owner.email);
    expect(emails.map(({ subject }) => subject)).toEqual(['You already have an account']);
    expect(emails[0]?.text).toContain('http://hakiki.test/signup?login=true');
    expect((await mailbox.listEmailsTo(frenchOwner.email)).map(({ subject }) => subject)).toEqual([
      'Vous avez déjà un compte',
    ]);
    expect(await mailbox.listEmailsTo(unverified.email)).toEqual([]);
  });

  it('reports taken addresses twenty times an hour to one client; then all its sign-ups are rate limited [DEC-35]', async () => {
    const { email } = await makeUser(test.database.db);
    const address = '203.0.113.77';
    const signUpFrom = async (overrides: object, from = address) =>
      summarizeResponse(
        await openBrowser(rateLimitedServer, { address: from }).post('/api/auth/signup', individual(overrides)),
      );
    const weak = { password: 'password1', confirmPassword: 'password1' };
    const outcomes: string[] = [];
    for (let nth = 0; nth < existingAccountSignUps.points; nth += 1) outcomes.push(await signUpFrom({ email }));
    expect(new Set(outcomes)).toEqual(new Set(['409 EMAIL_TAKEN']));
    expect(await signUpFrom({ email })).toBe('429 RATE_LIMITED');
    expect(await signUpFrom({}), 'an address without an account is answered alike').toBe('429 RATE_LIMITED');
    expect([await signUpFrom({ ...weak, email }), await signUpFrom(weak)], 'and a weak password tells nothing').toEqual(
      ['400 INVALID_INPUT', '400 INVALID_INPUT'],
    );
    expect(await signUpFrom({}, '203.0.113.78')).toBe('201');
  });

  it('does not count sign-ups that create an account', async () => {
    const address = '203.0.113.79';
    for (let nth = 0; nth < existingAccountSignUps.points + 1; nth += 1) {
      const response = await openBrowser(rateLimitedServer, { address }).post('/api/auth/signup', individual());
      expect(response.status).toBe(201);
    }
  });

  it('does not log the new member in [DEC-35]', async () => {
    const browser = openBrowser(server);
    expect((await browser.post('/api/auth/signup', individual())).status).toBe(201);
    expect(browser.cookies.size).toBe(0);
    expect((await browser.get('/api/auth/user')).status).toBe(401);
  });

  it('ignores role, plan and status in the request [DEC-32] [DEC-37]', async () => {
    const id = '01890000-0000-7000-8000-000000000001';
    const person = individual({
      id,
      isAdmin: true,
      role: 'admin',
      subscriptionTier: 'enterprise',
      subscriptionStatus: 'active',
      subscriptionEndsAt: '2099-01-01T00:00:00Z',
      emailVerifiedAt: '2020-01-01T00:00:00Z',
      status: 'active',
      passwordHash: 'x',
    });
    expect((await signUp(person)).status).toBe(201);
    const row = await readUserRow(person.email);
    expect(row).toEqual(
      expect.objectContaining({
        is_admin: false,
        subscription_tier: 'free',
        subscription_status: 'inactive',
        subscription_ends_at: null,
        email_verified_at: null,
        user_type: 'user',
      }),
    );
    expect(row?.['id']).not.toBe(id);
    expect(row?.['password_hash']).toMatch(/^\$argon2id\$/);
  });

  it('rejects an unknown account type [ENT-04]', async () => {
    expect(await summarizeResponse(await signUp(individual({ userType: 'admin' })))).toBe('400 INVALID_INPUT');
    expect(await summarizeResponse(await signUp(individual({ userType: undefined })))).toBe('400 INVALID_INPUT');
  });

  it('creates one account and one email for twenty concurrent submits, and rejects nineteen with 409', async () => {
    const person = individual();
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await signUp(person)).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await test.sql('select id from users where email = $1', [person.email])).toHaveLength(1);
    expect(await mailbox.listEmailsTo(person.email)).toHaveLength(1);
  });

  it('generates another id when its end would make a bank reference ambiguous', async () => {
    await makeUser(test.database.db, { id: '01890000-0000-7000-8000-0000deadbeef' as UserId });
    // The first generated id ends like the one above. Sequences keep their value when a transaction fails.
    await test.sql('create sequence drawn');
    await test.sql(`create function draw_badly() returns trigger language plpgsql as $$ begin
      if nextval('drawn') = 1 then new.id := overlay(new.id::text placing 'deadbeef' from 29)::uuid; end if;
      return new; end $$`);
    await test.sql('create trigger draw_badly before insert on users for each row execute function draw_badly()');
    const person = individual();
    const response = await signUp(person);
    await test.sql('drop trigger draw_badly on users');
    expect(response.status).toBe(201);
    expect(await test.sql('select last_value::int as tries from drawn')).toEqual([{ tries: 2 }]);
    expect(String((await readUserRow(person.email))?.['id'])).not.toMatch(/deadbeef$/);
    expect(await mailbox.listEmailsTo(person.email)).toHaveLength(1);
  });
});

describe('POST /api/auth/verify-email', () => {
  let email: string;
  beforeEach(async () => {
    const person = individual();
    ({ email } = person);
    await signUp(person);
  });

  it('a visitor who signed up can log in after verifying the address with the emailed token [CALL-13] [SHAPE-08] [DEC-35] [ROLE-02]', async () => {
    const rejectedResponse = await login(email);
    expect(rejectedResponse.status).toBe(403);
    expect(await rejectedResponse.json()).toEqual({
      code: 'EMAIL_NOT_VERIFIED',
      message: 'Please verify your email before logging in.',
    });
    const response = await verify(await mailbox.getTokenFromEmail(email, '/verify-email'));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ message: 'Email verified successfully. You can now log in.' });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect((await login(email)).status).toBe(200);
  });

  it('accepts a token once, also when it is sent twenty times at the same time [DEC-35]', async () => {
    const token = await mailbox.getTokenFromEmail(email, '/verify-email');
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await verify(token)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(
      await test.sql(
        `select from audit_entries where action = 'account.email-verified' and subject = (
      select id::text from users where email = $1)`,
        [email],
      ),
    ).toHaveLength(1);
  });

  it('tells a member who opens a used link again that the address is verified, and nobody else [VERIFY-11]', async () => {
    const token = await mailbox.getTokenFromEmail(email, '/verify-email');
    await verify(token);
    const again = await verify(token);
    expect([again.status, await again.json()]).toEqual([
      409,
      { code: 'EMAIL_ALREADY_VERIFIED', message: 'Your address is already verified. Log in.' },
    ]);
    const other = await verify(`${token.slice(0, -4)}AAAA`);
    expect([other.status, await other.json()]).toEqual([
      400,
      { code: 'VERIFICATION_LINK_INVALID', message: 'The verification link may be invalid or expired.' },
    ]);
  });

  it('accepts a token for 24 hours by the clock of the database [DEC-35]', async () => {
    const token = await mailbox.getTokenFromEmail(email, '/verify-email');
    const age = (hours: string) =>
      test.sql(
        `update mailed_tokens set expires_at = now() + interval '24 hours' - $2::interval
         where user_id = (select id from users where email = $1)`,
        [email, hours],
      );
    const [storedToken] = await test.sql(
      `select extract(epoch from expires_at - created_at)::int as seconds from mailed_tokens
       where user_id = (select id from users where email = $1)`,
      [email],
    );
    expect(storedToken).toEqual({ seconds: 24 * 3600 });
    await age('24 hours 1 second');
    expect(await summarizeResponse(await verify(token))).toBe('400 VERIFICATION_LINK_INVALID');
    await age('23 hours 59 minutes');
    expect((await verify(token)).status).toBe(200);
  });

  it('asks for the token when it is missing [VERIFY-03]', async () => {
    for (const token of [undefined, '', '   ']) {
      const response = await verify(token);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual(toInvalidInputReply({ token: 'Please enter your verification token' }));
    }
  });

  it('rejects a token that was sent for another purpose', async () => {
    const { email: known } = await makeUser(test.database.db);
    await server.post('/api/auth/forgot-password', { email: known });
    const token = await mailbox.getTokenFromEmail(known, '/reset-password');
    expect(await summarizeResponse(await verify(token))).toBe('400 VERIFICATION_LINK_INVALID');
    expect(await summarizeResponse(await verify('A'.repeat(43)))).toBe('400 VERIFICATION_LINK_INVALID');
  });
});

describe('POST /api/auth/resend-verification', () => {
  it('gives the same response for an unverified, a verified and an unknown address, and sends an email only to the first [CALL-14] [SHAPE-09]', async () => {
    const { email: unverified } = await makeUser(test.database.db, { emailVerifiedAt: null });
    const { email: verified } = await makeUser(test.database.db);
    const unknown = createAddress();
    const statuses = await Promise.all(
      [unverified, verified, unknown].map(async (email) => {
        const response = await resend(email);
        return { status: response.status, body: await response.json() };
      }),
    );
    const same = { status: 200, body: { message: 'Please check your inbox for the verification link.' } };
    expect(statuses).toEqual([same, same, same]);
    expect(await mailbox.listEmailsTo(unverified)).toHaveLength(1);
    expect(await mailbox.listEmailsTo(verified)).toEqual([]);
    expect(await mailbox.listEmailsTo(unknown)).toEqual([]);
    expect((await verify(await mailbox.getTokenFromEmail(unverified, '/verify-email'))).status).toBe(200);
    expect((await login(unverified)).status).toBe(200);
  });

  it('rejects an invalid address [DEC-82]', async () => {
    const response = await resend('amina');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(toInvalidInputReply({ email: 'Please enter a valid email address' }));
  });
});

describe('verification emails', () => {
  it("writes in the person's language, with link and token, and without the name before the address is verified [DEC-85]", async () => {
    const englishUser = individual({ firstName: 'Cheap coins at spam.example' });
    const frenchUser = individual({ firstName: 'Aya', language: 'fr' });
    await signUp(englishUser);
    await signUp(frenchUser);
    const [english] = await mailbox.listEmailsTo(englishUser.email);
    expect(english?.subject).toBe('Verify your email address');
    expect(english?.text).toContain('Hello,');
    expect(english?.text + String(english?.html)).not.toContain('spam.example');
    const token = await mailbox.getTokenFromEmail(englishUser.email, '/verify-email');
    expect(english?.text).toContain(`http://hakiki.test/verify-email?token=${token}`);
    expect(english?.text).toContain(`Or enter this token by hand: ${token}`);
    expect(english?.html).toContain(`http://hakiki.test/verify-email?token=${token}`);

    const [french] = await mailbox.listEmailsTo(frenchUser.email);
    expect(french?.subject).toBe('Vérifiez votre adresse e-mail');
    expect(french?.text).toContain('Bonjour,');
    expect(french?.text).toContain('http://hakiki.test/fr/verify-email?token=');
    expect((await verify(await mailbox.getTokenFromEmail(frenchUser.email, '/fr/verify-email'))).status).toBe(200);
  });

  it('sends no email for a link that was used meanwhile, nor to a deleted account [DEC-85]', async () => {
    const sent: string[] = [];
    const jobs = server.running.services.accounts.emailJobs(({ to }) => {
      sent.push(to);
      return Promise.resolve();
    });
    const linkJob = jobs.find(({ name }) => name === linkEmail.job.name);
    const { id, email } = await makeUser(test.database.db, { emailVerifiedAt: null });
    await resend(email);
    const [token] = await test.sql('select id as "tokenId" from mailed_tokens where user_id = $1', [id]);
    const late = () => linkJob?.run(token, { id: 'late' });
    await late();
    expect(sent).toEqual([email]);
    await verify(await mailbox.getTokenFromEmail(email, '/verify-email'));
    await late();
    await test.sql('delete from users where id = $1', [id]);
    await late();
    expect(sent).toEqual([email]);
  });
});

describe('rate limits of public writes', () => {
  it.each([
    ['/api/auth/signup', 60, 3600],
    ['/api/auth/resend-verification', 30, 3600],
    ['/api/auth/verify-email', 60, 300],
    ['/api/auth/login', 120, 300],
    ['/api/reports', 600, 3600],
    ['/api/fraud-alerts', 600, 3600],
    ['/api/providers', 600, 3600],
    ['/api/contact', 60, 3600],
    ['/api/experiences', 60, 3600],
  ])(
    'limits requests per client at %s, and the response says how long to wait [DEC-84]',
    async (path, points, window) => {
      const from = (address: string) => openBrowser(rateLimitedServer, { address: `${address}.${path.length}` });
      const one = from('198.51.100');
      const statuses: number[] = [];
      for (let tries = 0; tries < points; tries += 1) statuses.push((await one.post(path)).status);
      expect(new Set(statuses)).toEqual(new Set([400]));

      const rejectedResponse = await one.post(path);
      expect(rejectedResponse.status).toBe(429);
      expect(await rejectedResponse.json()).toEqual({
        code: 'RATE_LIMITED',
        message: 'Too many requests. Please wait a moment.',
      });
      const wait = Number(rejectedResponse.headers.get('Retry-After'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(window);
      expect((await from('203.0.113').post(path)).status).toBe(400);
    },
  );

  it('sends one address at most five emails an hour, with an unchanged response [DEC-84]', async () => {
    const { email } = await makeUser(test.database.db, { emailVerifiedAt: null });
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const browser = openBrowser(rateLimitedServer, { address: `192.0.2.${index}` });
        return (await browser.post('/api/auth/resend-verification', { email })).status;
      }),
    );
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(
      await test.sql(
        'select count(*)::int as n from mailed_tokens where user_id in (select id from users where email = $1)',
        [email],
      ),
    ).toEqual([{ n: 5 }]);
  });
});
