import type { Page } from '@playwright/test';
import { PASSWORD } from '../apps/server/test/support/factories.ts';
import { expectToast, field, logIn, openNavigation } from './support/account-helpers.ts';
import { tabToAndPressEnter, tabToAndType } from './support/keyboard.ts';
import { expect, expectNoHorizontalScroll, isPhone, newEmailAddress, test } from './support/product-test.ts';

/** Records the paths of API calls from now on. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

async function chooseInHeader(page: Page, name: string) {
  if (isPhone(page)) await tabToAndPressEnter(page, page.getByRole('button', { name: 'Open menu' }));
  const where = isPhone(page) ? page.getByRole('dialog', { name: 'Menu' }) : page.locator('header').first();
  await tabToAndPressEnter(page, where.getByRole('link', { name, exact: true }));
}

test('a visitor signs up, verifies by email, reaches the dashboard and logs out, by keyboard alone [SIGNUP-04] [SIGNUP-07] [SIGNUP-08] [SIGNUP-27] [SIGNUP-28] [VERIFY-01] [VERIFY-07] [VERIFY-08] [VERIFY-09] [LOGIN-03] [AUTH-03] [AUTH-04] [HEADER-17] [DEC-35] [DEC-38] [DEC-46]', async ({
  page,
  open,
  waitForEmail,
}) => {
  const email = newEmailAddress('wanjiru');
  await open('/?ref=FRIEND-CODE');
  const calls = recordCalls(page);
  await chooseInHeader(page, 'Join Now');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account');
  await expect(page.getByRole('tab')).toHaveText(['Individual', 'Business', 'RegTech']);

  await tabToAndType(page, field(page, 'First name'), 'Wanjiru');
  await tabToAndType(page, field(page, 'Last name'), 'Demo');
  await tabToAndType(page, field(page, 'Email address'), email);
  await tabToAndType(page, field(page, 'Cellphone number'), '+254 700 000 000');
  await tabToAndType(page, field(page, 'Password'), PASSWORD);
  await tabToAndType(page, field(page, 'Confirm password'), PASSWORD);
  const sent = page.waitForRequest('**/api/auth/signup');
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toEqual({
    userType: 'user',
    firstName: 'Wanjiru',
    lastName: 'Demo',
    email,
    cellphoneNumber: '+254 700 000 000',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    referralCode: 'FRIEND-CODE',
    language: 'en',
  });
  await expectToast(page, 'Account created successfully', 'Please check your email to verify your account.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible();
  // The user is requested again, and is still a visitor: signing up signs nobody in.
  await expect.poll(() => calls.filter((call) => call === 'GET /api/auth/user').length).toBeGreaterThan(0);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('__Host-session');

  const sentEmail = await waitForEmail(email, 'Verify your email address');
  await open(sentEmail.link);
  await expectToast(page, 'Email verified successfully', 'You can now log in.');
  await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible();
  await page.waitForURL(/\/signup\?login=true$/);

  await tabToAndType(page, field(page, 'Email address'), email);
  await tabToAndType(page, field(page, 'Password'), PASSWORD);
  await page.evaluate(() => document.documentElement.setAttribute('data-before-login', ''));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard$/);
  await page.locator('html[data-ready]').waitFor();
  // A full redirect: the old document is gone.
  await expect(page.locator('html[data-before-login]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');

  await chooseInHeader(page, 'Log Out');
  await page.waitForURL((url) => url.pathname === '/');
  await page.locator('html[data-ready]').waitFor();
  await expect((await openNavigation(page)).getByRole('link', { name: 'Log In' })).toBeVisible();
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
});

test('the sign-up form keeps the email address when the account type changes, and creates a RegTech account with its own fields [SIGNUP-01] [SIGNUP-04] [SIGNUP-09] [SIGNUP-10] [SIGNUP-11]', async ({
  page,
  open,
}) => {
  await open('/signup?tab=business');
  await expect(page.getByRole('tab', { name: 'Business' })).toHaveAttribute('aria-selected', 'true');
  await field(page, 'Business name').fill('Demo Trading');
  await field(page, 'Email address').fill('kept@example.com');
  await expectNoHorizontalScroll(page);

  await page.getByRole('tab', { name: 'Business' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tab=regtech/);
  await expect(page.getByRole('tab', { name: 'RegTech' })).toBeFocused();
  await expect(field(page, 'Email address')).toHaveValue('kept@example.com');
  const email = newEmailAddress('regtech');
  await field(page, 'Organization name').fill('Demo Bank');
  await field(page, 'Regulatory license number').fill('L-100');
  const kinds = page.getByRole('combobox', { name: 'Organization type' });
  expect(
    await kinds.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
  ).toEqual([
    '',
    'bank',
    'financial_institution',
    'regulator',
    'compliance_firm',
    'fintech',
    'crypto_exchange',
    'other',
  ]);
  await kinds.selectOption('bank');
  await field(page, 'Contact person name').fill('Sipho');
  await field(page, 'Contact person surname').fill('Demo');
  await field(page, 'Email address').fill(email);
  await field(page, 'Cellphone number').fill('0700000000');
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm password').fill(PASSWORD);
  await expectNoHorizontalScroll(page);
  const sent = page.waitForRequest('**/api/auth/signup');
  await page.getByRole('button', { name: 'Create account' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    userType: 'regtech',
    organizationName: 'Demo Bank',
    regulatoryLicense: 'L-100',
    organizationType: 'bank',
  });
  await expectToast(page, 'Account created successfully');
});

test('the sign-up form shows what is missing at each field, and its summary links there by keyboard [SIGNUP-12] [SIGNUP-13] [SIGNUP-20] [SIGNUP-21] [SIGNUP-22] [SIGNUP-23]', async ({
  page,
  open,
}) => {
  await open('/signup');
  await tabToAndPressEnter(page, page.getByRole('button', { name: 'Create account' }));
  const summary = page.getByRole('group', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'First name is required',
    'Last name is required',
    'Please enter a valid email address',
    'Please enter a valid cellphone number',
    'Password must be at least 8 characters',
    'Please confirm your password',
  ]);
  await tabToAndPressEnter(page, summary.getByRole('link', { name: 'Please enter a valid cellphone number' }));
  const phone = field(page, 'Cellphone number');
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await expect(phone).toHaveAccessibleDescription(/Please enter a valid cellphone number/);
  await expectNoHorizontalScroll(page);
});

test('the sign-up page switches between registration and login and has a heading for administrators [SIGNUP-02] [SIGNUP-03] [SIGNUP-05] [SIGNUP-06] [LOGIN-06] [DEC-36] [DEC-38]', async ({
  page,
  open,
}) => {
  await open('/signup');
  await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/signup\?login=true$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in');
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account');
  await open('/signup?admin=true');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin login');
  await open('/api/login');
  await expect(page).toHaveURL(/\/signup\?login=true$/);
});

test('an administrator who logs in is sent to the admin area [LOGIN-04] [DEC-36]', async ({ page, open, people }) => {
  const { email } = await people.make({ email: newEmailAddress('admin'), isAdmin: true });
  await open('/signup?admin=true');
  await logIn(page, email, PASSWORD);
  await page.waitForURL(/\/admin$/);
  await expect(page.getByText('Admin: Amina')).toBeVisible();
});

test.describe('rejected sign-ups and logins', () => {
  test.use({ expectedError: /status of (?:400|401|403|409)/ });

  test('the form says when an account exists, a password is wrong, or an address is not verified [SIGNUP-29] [LOGIN-01] [LOGIN-02] [LOGIN-05] [DEC-35]', async ({
    page,
    open,
    people,
  }) => {
    const { email } = await people.make({ email: newEmailAddress('known') });
    const unproved = await people.make({ email: newEmailAddress('unproved'), emailVerifiedAt: null });

    await open('/signup');
    await field(page, 'First name').fill('Amina');
    await field(page, 'Last name').fill('Demo');
    await field(page, 'Email address').fill(email);
    await field(page, 'Cellphone number').fill('0700000000');
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Confirm password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectToast(page, 'Signup failed', 'An account with this email already exists.');
    await expect(field(page, 'First name')).toHaveValue('Amina');

    await open('/signup?login=true');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('group', { name: 'There is a problem' }).getByRole('link')).toHaveText([
      'Please enter a valid email address',
      'Password is required',
    ]);
    await logIn(page, email, 'not-the-password');
    await expectToast(page, 'Login failed', 'Invalid email or password. Please try again.');
    await logIn(page, unproved.email, PASSWORD);
    await expectToast(page, 'Login failed', 'Please verify your email before logging in.');
    await page.getByRole('main').getByRole('link', { name: 'Get a new verification link' }).click();
    await expect(page).toHaveURL(/\/verify-email$/);
    await expect(page.getByRole('heading', { name: 'Get a new link' })).toBeVisible();
  });
});

const rejections = [
  {
    path: '/signup',
    create: 'Create account',
    tooLong: 'Too long: at most 100 characters, and you wrote 1,200',
    invalidEmail: 'Please enter a valid email address',
    whole: 'Please check what you entered.',
    common: 'This password is too easy to guess. Please choose another one',
  },
  {
    path: '/fr/signup',
    create: 'Créer le compte',
    tooLong: 'Trop long : 100 caractères au plus, et vous en avez écrit 1 200',
    invalidEmail: 'Veuillez saisir une adresse e-mail valide',
    whole: 'Veuillez vérifier votre saisie.',
    common: 'Ce mot de passe est trop facile à deviner. Veuillez en choisir un autre',
  },
];
test.describe('validation errors', () => {
  // The browser logs the error response.
  test.use({ expectedError: /status of 400/ });
  for (const { path, create, tooLong, invalidEmail, whole, common } of rejections) {
    test(`the sign-up form shows errors of the browser and of the server at the field, in the language of ${path} [SIGNUP-21] [SHAPE-01] [WARN-15]`, async ({
      page,
      open,
    }) => {
      const getInput = (name: string) => page.locator(`form input[name="${name}"]`);
      // French has a non-breaking space before a colon and between thousands.
      const toPattern = (words: string) =>
        new RegExp(words.replaceAll('.', String.raw`\.`).replaceAll(' ', String.raw`\s`));
      await open(path);
      await getInput('firstName').fill('x'.repeat(1200));
      await getInput('lastName').fill('Demo');
      await getInput('email').fill('wanjiru');
      await getInput('cellphoneNumber').fill('+254 700 000 000');
      await getInput('password').fill('password');
      await getInput('confirmPassword').fill('password');
      await page.getByRole('button', { name: create }).click();
      await expect(getInput('firstName')).toHaveAccessibleDescription(toPattern(tooLong));
      await expect(getInput('email')).toHaveAccessibleDescription(toPattern(invalidEmail));

      await getInput('firstName').fill('Wanjiru');
      await getInput('email').fill(newEmailAddress('wanjiru'));
      const signupResponse = page.waitForResponse('**/api/auth/signup');
      await page.getByRole('button', { name: create }).click();
      expect(await (await signupResponse).json()).toEqual({
        message: 'Please check what you entered.',
        code: 'INVALID_INPUT',
        fields: { password: 'This password is too easy to guess. Please choose another one' },
        fieldErrors: { password: { code: 'PASSWORD_COMMON' } },
      });
      await expect(getInput('password')).toHaveAccessibleDescription(toPattern(common));
      await expectToast(page, '', whole);
    });
  }
});
