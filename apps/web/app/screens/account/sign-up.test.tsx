import { organizationTypes } from '@hakiki/contract/sign-up';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startFakeServer, startJsonServer, createFakeApi } from '../../../test/fake-api.ts';
import { aUser } from '../../../test/factories.ts';
import { openPage } from '../../../test/page.tsx';
import {
  getFieldNames,
  getPostForm,
  getLinks,
  getOptions,
  getText,
  getAttributeValues,
} from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { authUser } from '../../lib/api/auth.ts';
import { QueryStore } from '../../lib/api/query-store.ts';
import * as screen from './sign-up.tsx';
import { signUpForms } from './sign-up-forms.ts';

const contactFields = {
  firstName: 'Amina',
  lastName: 'Diallo',
  email: 'amina@example.org',
  cellphoneNumber: '+221 77 123 45 67',
  password: 'baobab river stone',
  confirmPassword: 'baobab river stone',
};
const formValues = {
  individual: contactFields,
  business: { ...contactFields, businessName: 'Baobab Exchange' },
  regtech: {
    ...contactFields,
    organizationName: 'Bank of the River',
    regulatoryLicense: 'FSP 12345',
    organizationType: 'bank',
  },
};
type Kind = keyof typeof formValues;
const kinds = Object.keys(formValues) as Kind[];

const renderBody = async (address: string) => (await openPage(screen, address)).body;
const createdApi = () => startJsonServer({ message: 'Created.', email: 'amina@example.org' }, 201);

describe('the registration page', () => {
  it.each([
    ['/signup', 'Individual'],
    ['/signup?tab=individual', 'Individual'],
    ['/signup?tab=business', 'Business'],
    ['/signup?tab=regtech', 'RegTech'],
    ['/signup?tab=other', 'Individual'],
  ])('%s opens the tab %s of three [SIGNUP-01] [SIGNUP-04] [ROUTE-17]', async (address, selectedTab) => {
    const form = within(await renderBody(address));
    expect(form.getAllByRole('tab').map(getText)).toEqual(['Individual', 'Business', 'RegTech']);
    expect(form.getAllByRole('tab', { selected: true }).map(getText)).toEqual([selectedTab]);
  });

  it('the sign-up page opens the login form with login=true, and each form links to the other [SIGNUP-02] [SIGNUP-05] [SIGNUP-06]', async () => {
    const registration = await renderBody('/signup?tab=business');
    expect(getLinks(registration)).toContainEqual({ text: 'Log in', href: '/signup?login=true' });
    const login = await renderBody('/signup?login=true');
    expect(getText(within(login).getByRole('heading', { level: 1 }))).toBe('Log in');
    expect(getFieldNames(login)).toEqual(['form', 'email', 'password']);
    expect(getLinks(login)).toContainEqual({ text: 'Create an account', href: '/signup' });
    expect(getLinks(login)).toContainEqual({ text: 'Forgot your password?', href: '/forgot-password' });
  });

  it('the sign-up page shows the admin heading above the login form with admin=true [SIGNUP-03] [DEC-36]', async () => {
    const body = await renderBody('/signup?admin=true');
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Admin login');
    expect(getFieldNames(body)).toEqual(['form', 'email', 'password']);
  });

  it('every field has a label, an autocomplete value and the right keyboard', async () => {
    const body = await renderBody('/signup?tab=regtech');
    const fields = [...body.querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), select')];
    expect(fields.map(({ labels }) => labels?.length)).toEqual(fields.map(() => 1));
    expect(Object.fromEntries(fields.map((field) => [field.name, field.autocomplete]))).toMatchObject({
      firstName: 'given-name',
      lastName: 'family-name',
      email: 'email',
      cellphoneNumber: 'tel',
      organizationName: 'organization',
      password: 'new-password',
      confirmPassword: 'new-password',
    });
  });

  it('the list of organisation types offers exactly the types of the contract, as labels [SIGNUP-11]', async () => {
    const options = getOptions(await renderBody('/signup?tab=regtech'), 'organizationType');
    expect(options.map(([value]) => value)).toEqual(['', ...organizationTypes]);
    expect(options.map(([, text]) => text)).not.toContain('crypto_exchange');
  });

  it('a signed-in member sees a link to their dashboard', async () => {
    const store = new QueryStore(createFakeApi({}).api);
    store.setInitial(authUser.key, { status: 'ready', data: aUser() });
    const { body } = await openPage(screen, '/signup', { store });
    expect(getText(body)).toContain('You are logged in as amina@example.org.');
    expect(getLinks(body)).toContainEqual({ text: 'Go to your dashboard', href: '/dashboard' });
  });

  it('the sign-up page is in French under /fr', async () => {
    setTestLanguage('fr');
    const body = await renderBody('/fr/signup');
    expect(getText(within(body).getByRole('heading', { level: 1 }))).toBe('Créez votre compte');
    expect(getLinks(body)).toContainEqual({ text: 'Se connecter', href: '/fr/signup?login=true' });
  });
});

describe('registration without scripts', () => {
  it.each([
    ['individual', 'user', ['firstName', 'lastName']],
    ['business', 'business', ['businessName', 'firstName', 'lastName']],
    ['regtech', 'regtech', ['organizationName', 'regulatoryLicense', 'organizationType', 'firstName', 'lastName']],
  ] as const)(
    'registration of kind %s shows its fields and sends them as %s [SIGNUP-07] [SIGNUP-08] [SIGNUP-09] [SIGNUP-10]',
    async (kind, userType, ownFields) => {
      const address = `/signup?tab=${kind}`;
      const shared = ['email', 'cellphoneNumber', 'password', 'confirmPassword'];
      expect(getFieldNames(await renderBody(address))).toEqual(['form', ...ownFields, ...shared]);

      const { api, requests } = await createdApi();
      await openPage(screen, address, { api, formFields: { form: kind, ...formValues[kind], isAdmin: 'true' } });

      expect(requests).toMatchObject([{ method: 'POST', path: '/api/auth/signup' }]);
      expect(JSON.parse(requests[0]!.body)).toEqual({ ...formValues[kind], userType, language: 'en' });
    },
  );

  /** Collects the texts about one field: beside it, linked by aria-describedby, and in the summary above the form. */
  async function collectFieldErrors(kind: Kind, field: string, value: string) {
    const formFields = { form: kind, ...formValues[kind], [field]: value };
    const { status, body } = await openPage(screen, `/signup?tab=${kind}`, { formFields });
    const id = `${kind}-${field}`;
    const control = body.querySelector(`:is(input, select)#${id}`);
    const isTied =
      control?.getAttribute('aria-invalid') === 'true' &&
      control.getAttribute('aria-describedby')?.split(' ').includes(`${id}-error`);
    return {
      status,
      isTied,
      beside: getText(body.querySelector(`p#${id}-error`)!),
      onTop: getLinks(body).find(({ href }) => href === `#${id}`)?.text,
    };
  }
  const expectedError = (sentence: string) => ({ status: 400, isTied: true, beside: sentence, onTop: sentence });

  it.each([
    ['firstName', '', 'First name is required'],
    ['lastName', ' ', 'Last name is required'],
    ['email', 'amina@', 'Please enter a valid email address'],
    ['cellphoneNumber', '123456789', 'Please enter a valid cellphone number'],
    ['password', 'short12', 'Password must be at least 8 characters'],
    ['confirmPassword', '', 'Please confirm your password'],
    ['confirmPassword', 'something else', "Passwords don't match"],
  ])(
    'registration of a person rejects %s left as %j with “%s” [SIGNUP-12] [SIGNUP-13] [SIGNUP-20] [SIGNUP-21] [SIGNUP-22] [SIGNUP-23] [SIGNUP-24] [CONST-05] [DEC-82]',
    async (field, value, sentence) => {
      expect(await collectFieldErrors('individual', field, value)).toEqual(expectedError(sentence));
    },
  );

  it.each([
    ['businessName', 'Business name is required'],
    ['firstName', 'Representative name is required'],
    ['lastName', 'Representative surname is required'],
  ])(
    'registration of a business rejects a blank %s with “%s” [SIGNUP-14] [SIGNUP-15] [SIGNUP-16]',
    async (field, sentence) => {
      expect(await collectFieldErrors('business', field, '')).toEqual(expectedError(sentence));
    },
  );

  it.each([
    ['organizationName', 'Organization name is required'],
    ['firstName', 'Contact person name is required'],
    ['lastName', 'Contact person surname is required'],
    ['regulatoryLicense', 'Regulatory license number is required'],
    ['organizationType', 'Organization type is required'],
  ])(
    'registration of a RegTech team rejects a blank %s with “%s” [SIGNUP-17] [SIGNUP-18] [SIGNUP-19] [SIGNUP-25] [SIGNUP-26]',
    async (field, sentence) => {
      expect(await collectFieldErrors('regtech', field, '')).toEqual(expectedError(sentence));
    },
  );

  it.each(kinds)(
    'registration of kind %s keeps the typed values after an error, but puts no password into the page',
    async (kind) => {
      const { body } = await openPage(screen, `/signup?tab=${kind}`, {
        formFields: { form: kind, ...formValues[kind], confirmPassword: 'something else' },
      });
      expect(body.innerHTML).not.toContain('baobab river stone');
      expect(body.innerHTML).not.toContain('something else');
      const {
        password: _,
        confirmPassword: __,
        organizationType: ___,
        ...kept
      } = { organizationType: '', ...formValues[kind] };
      expect(getAttributeValues(body, 'value')).toEqual(expect.arrayContaining(Object.values(kept)));
      if (kind === 'regtech') expect(body.querySelector('select')?.value).toBe('bank');
    },
  );

  it('registration redirects to the login with a check-your-email message and opens no session [SIGNUP-28] [DEC-35]', async () => {
    const { api } = await createdApi();
    const page = await openPage(screen, '/signup', { api, formFields: { form: 'individual', ...contactFields } });
    expect(page).toMatchObject({ status: 303, location: '/signup?login=true&created=1', cookies: [] });
    const text = getText(await renderBody(page.location!));
    expect(text).toContain('Check your email');
    expect(text).toContain('Open it within 24 hours');
  });

  it('registration shows the server’s message when it fails, or a fallback text when there is none [SIGNUP-29] [DEC-35]', async () => {
    const emailTaken = { message: 'An account with this email already exists.', code: 'EMAIL_TAKEN' };
    const formFields = { form: 'individual', ...contactFields };
    const { api } = await startJsonServer(emailTaken, 409);
    const rejectedPage = await openPage(screen, '/signup', { api, formFields });
    expect(rejectedPage.status).toBe(409);
    expect(getText(rejectedPage.body)).toContain('Signup failed An account with this email already exists.');
    const { api: brokenApi } = await startFakeServer((response) => response.destroy());
    const failedPage = await openPage(screen, '/signup', { api: brokenApi, formFields });
    expect(getText(failedPage.body)).toContain('Signup failed Something went wrong. Please try again.');
  });

  it('registration sends the referral code of the URL [DEC-46]', async () => {
    const body = await renderBody('/signup?ref=KIBO42');
    expect([...new FormData(getPostForm(body))]).toContainEqual(['referralCode', 'KIBO42']);
    const { api, requests } = await createdApi();
    await openPage(screen, '/signup?ref=KIBO42', {
      api,
      formFields: { form: 'individual', ...contactFields, referralCode: 'KIBO42' },
    });
    expect(JSON.parse(requests[0]!.body)).toMatchObject({ referralCode: 'KIBO42' });
    const hrefs = getLinks(body).map(({ href }) => href);
    expect(hrefs).toContain('/signup?tab=business&ref=KIBO42');
    expect(hrefs).toContain('/signup?login=true&ref=KIBO42');
  });

  it('registration ignores a referral code that is longer than any real code [DEC-46]', async () => {
    expect(getFieldNames(await renderBody(`/signup?ref=${'x'.repeat(41)}`))).not.toContain('referralCode');
  });

  it('registration sends the language of the page, so that emails to the member are in that language', async () => {
    setTestLanguage('fr');
    const { api, requests } = await createdApi();
    const page = await openPage(screen, '/fr/signup', { api, formFields: { form: 'individual', ...contactFields } });
    expect(JSON.parse(requests[0]!.body)).toMatchObject({ language: 'fr' });
    expect(page.location).toBe('/fr/signup?login=true&created=1');
  });
});

it('the auth state is loaded again after a sign-up [AUTH-04] [DEC-35]', async () => {
  const requests: string[] = [];
  const store = new QueryStore((path) => {
    requests.push(path);
    return Promise.resolve(Response.json({ message: 'Created.', email: 'amina@example.org' }));
  });
  await signUpForms.individual.submit(contactFields, new URL('http://site.example/signup'), (write, input) =>
    store.send(write, input),
  );
  expect(requests).toEqual(['/api/auth/signup', '/api/auth/user']);
});

describe('login without scripts', () => {
  const formFields = { form: 'login', email: 'amina@example.org', password: 'baobab river stone' };
  const cookie = { 'Set-Cookie': 'session=abc; Path=/; HttpOnly' };

  it.each([
    ['/signup?login=true', '/dashboard'],
    ['/signup?admin=true', '/admin'],
    ['/signup?login=true&admin=true', '/admin'],
    ['/signup?login=true&next=%2Fcompare%3Fproviders%3Da%2Cb', '/compare?providers=a,b'],
    ['/fr/signup?login=true&next=%2Ffr%2Fsubscribe', '/fr/subscribe'],
    ['/signup?login=true&next=https%3A%2F%2Fevil.example', '/dashboard'],
    ['/signup?login=true&next=%2F%5Cevil.example', '/dashboard'],
    ['/signup?login=true&next=%2F%2Fevil.example', '/dashboard'],
  ])(
    'login from %s redirects to %s with the session cookie [LOGIN-03] [LOGIN-04] [DEC-36] [DEC-94]',
    async (address, location) => {
      const { api, requests } = await startJsonServer({ user: aUser() }, 200, cookie);
      expect(await openPage(screen, address, { api, formFields })).toMatchObject({
        status: 303,
        location,
        cookies: [cookie['Set-Cookie']],
      });
      expect(requests).toMatchObject([{ method: 'POST', path: '/api/auth/login' }]);
    },
  );

  it('login requires a valid address and a password [LOGIN-01] [LOGIN-02]', async () => {
    const { body } = await openPage(screen, '/signup?login=true', {
      formFields: { form: 'login', email: 'amina', password: '' },
    });
    expect(getLinks(body)).toEqual(
      expect.arrayContaining([
        { text: 'Please enter a valid email address', href: '#login-email' },
        { text: 'Password is required', href: '#login-password' },
      ]),
    );
    expect(getAttributeValues(body, 'value')).toContain('amina');
  });

  it('login shows the server’s message when it fails, or a fallback text when there is none [LOGIN-05]', async () => {
    const { api } = await startJsonServer(
      { message: 'Too many requests. Please wait a moment.', code: 'RATE_LIMITED' },
      429,
    );
    const limitedPage = await openPage(screen, '/signup?login=true', { api, formFields });
    expect(limitedPage.status).toBe(429);
    expect(getText(limitedPage.body)).toContain('Login failed Too many requests. Please wait a moment.');
    const { api: brokenApi } = await startFakeServer((response) => response.destroy());
    const failedPage = await openPage(screen, '/signup?login=true', { api: brokenApi, formFields });
    expect(getText(failedPage.body)).toContain('Login failed Invalid email or password. Please try again.');
  });

  it('login offers a new link to a member who has not verified their address [DEC-35]', async () => {
    const reply = { message: 'Please verify your email before logging in.', code: 'EMAIL_NOT_VERIFIED' };
    const { api } = await startJsonServer(reply, 403);
    const { body } = await openPage(screen, '/signup?login=true', { api, formFields });
    expect(getText(body)).toContain('Login failed Please verify your email before logging in.');
    expect(getLinks(body)).toContainEqual({ text: 'Get a new verification link', href: '/verify-email' });
  });

  it.each([
    ['/signup?login=true', '/signup?login=true&step=code', '/dashboard'],
    ['/signup?admin=true', '/signup?login=true&admin=true&step=code', '/admin'],
    ['/signup?login=true&next=%2Fsubscribe', '/signup?login=true&step=code&next=%2Fsubscribe', '/subscribe'],
  ])('login from %s asks for the second factor and then continues [DEC-94]', async (address, step, location) => {
    const unfinishedLogin = await startJsonServer({ message: 'Code.', code: 'SECOND_FACTOR_REQUIRED' }, 401, cookie);
    const passwordStep = await openPage(screen, address, { api: unfinishedLogin.api, formFields });
    expect(passwordStep).toMatchObject({ status: 303, location: step, cookies: [cookie['Set-Cookie']] });
    const body = await renderBody(step);
    expect(getFieldNames(body)).toEqual(['form', 'code']);
    expect(getAttributeValues(body, 'autoComplete')).toEqual(['one-time-code']);

    const { api, requests } = await startJsonServer({ user: aUser() });
    const codeStep = await openPage(screen, step, { api, formFields: { form: 'code', code: ' ab12-cd34 ' } });
    expect(codeStep).toMatchObject({ status: 303, location });
    expect(requests).toMatchObject([{ path: '/api/auth/login/second-factor', body: '{"code":"ab12-cd34"}' }]);
  });
});
