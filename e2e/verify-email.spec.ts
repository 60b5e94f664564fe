import { PASSWORD } from '../apps/server/test/support/factories.ts';
import { expectToast, field } from './support/account-helpers.ts';
import { tabToAndPressEnter, tabToAndType } from './support/keyboard.ts';
import { expect, newEmailAddress, test } from './support/product-test.ts';

test.use({ expectedError: /status of 4(00|09)/ });

test('a member whose verification failed requests a new link and enters its token by hand, by keyboard alone [VERIFY-02] [VERIFY-03] [VERIFY-04] [VERIFY-05] [VERIFY-06] [VERIFY-10] [VERIFY-11] [VERIFY-12] [DEC-80] [DEC-83] [DEC-85]', async ({
  page,
  people,
  waitForEmail,
}) => {
  const { email } = await people.make({ email: newEmailAddress('late'), emailVerifiedAt: null });
  let release = () => {};
  const responseReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/auth/verify-email', async (route) => {
    await responseReleased;
    await route.continue();
  });
  await page.goto('/verify-email?token=not-a-token');
  await expect(page.getByText('Verifying your email…').last()).toBeVisible();
  release();
  const box = page.getByRole('group', { name: 'Verification Failed' });
  await expect(box).toBeFocused();
  await expect(box).toContainText('The verification link may be invalid or expired.');
  await expectToast(page, 'Verification failed', 'The verification link may be invalid or expired.');

  await tabToAndPressEnter(page, page.getByRole('button', { name: 'Send a new link' }));
  await expectToast(page, 'Email required', 'Please enter your email address');
  await tabToAndType(page, field(page, 'Email address'), email);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Verification email sent', 'Please check your inbox for the verification link.');

  const { link } = await waitForEmail(email, 'Verify your email address');
  await page.goto('/verify-email');
  await page.locator('html[data-ready]').waitFor();
  await tabToAndPressEnter(page, page.getByRole('button', { name: 'Verify email' }));
  await expectToast(page, 'Token required', 'Please enter your verification token');
  await tabToAndType(page, field(page, 'Verification token'), new URL(link).searchParams.get('token') ?? '');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Email verified successfully', 'You can now log in.');
  await tabToAndPressEnter(page, page.getByRole('link', { name: 'Go to Login' }));
  await expect(page).toHaveURL(/\/signup\?login=true$/);

  // A link works once, and says so the second time.
  await page.goto(link);
  await expect(page.getByText('Your address is already verified')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/signup?login=true');
});

test('a link verifies once and continues to the login after three seconds, but not if the member went elsewhere before [VERIFY-01] [VERIFY-06] [VERIFY-08]', async ({
  page,
  people,
  request,
  waitForEmail,
}) => {
  const calls: string[] = [];
  let release = () => {};
  await page.route('**/api/auth/verify-email', async (route) => {
    calls.push(route.request().url());
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  await page.clock.install();
  /** Up to the success message, from which on the test controls the clock. */
  const verify = async (hoursFromNow: number) => {
    const { email } = await people.make({ email: newEmailAddress('quick'), emailVerifiedAt: null });
    await request.post('/api/auth/resend-verification', { data: { email } });
    await page.goto((await waitForEmail(email, 'Verify your email address')).link);
    await page.locator('html[data-ready]').waitFor();
    await expect(page.getByText('Verifying your email…').last()).toBeVisible();
    await page.clock.pauseAt(Date.now() + hoursFromNow * 3_600_000);
    release();
    await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible();
  };

  await verify(1);
  await page.clock.runFor(2900);
  await expect(page).toHaveURL(/\/verify-email/);
  await page.clock.runFor(200);
  await expect(page).toHaveURL(/\/signup\?login=true$/);
  expect(calls).toHaveLength(1);

  await page.clock.resume();
  await verify(2);
  await page.locator('footer').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await page.clock.runFor(5000);
  await expect(page).toHaveURL(/\/privacy$/);
});

test.describe('when no email can be requested', () => {
  test.use({ expectedError: /status of 503/ });

  test('the verification page shows the text for a failed resend [VERIFY-13]', async ({ page, open }) => {
    await page.route('**/api/auth/resend-verification', (route) => route.fulfill({ status: 503, body: '' }));
    await open('/verify-email');
    await field(page, 'Email address').fill('someone@example.com');
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await expectToast(page, 'Failed to resend email', 'Please try again later.');
    await expect(field(page, 'Email address')).toHaveValue('someone@example.com');
  });
});

test.describe('a forgotten password', () => {
  test.use({ expectedError: /status of (?:400|401|403)/ });

  test('a member replaces a forgotten password with the link of the email, which ends every session and works once, by keyboard alone', async ({
    page,
    open,
    signInAs,
    request,
    waitForEmail,
    context,
  }) => {
    const { email } = await signInAs();
    const [session] = await context.cookies();
    const isAlive = async () =>
      (await request.get('/api/auth/user', { headers: { cookie: `${session!.name}=${session!.value}` } })).ok();
    expect(await isAlive()).toBe(true);
    await context.clearCookies();

    await open('/signup?login=true');
    await tabToAndPressEnter(page, page.getByRole('link', { name: 'Forgot your password?' }));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await tabToAndType(page, field(page, 'Email address'), email);
    await page.keyboard.press('Enter');
    await expect(page.getByText('If there is an account with this address, a link is on its way.')).toBeVisible();

    const { link } = await waitForEmail(email, 'Choose a new password');
    await open(link);
    const password = 'four quiet rivers east';
    await tabToAndType(page, field(page, 'New password'), '12345678');
    await tabToAndType(page, field(page, 'Confirm password'), '12345678');
    await page.keyboard.press('Enter');
    await expect(field(page, 'New password')).toHaveAccessibleDescription(/This password is too easy to guess/);
    await tabToAndType(page, field(page, 'New password'), password);
    await tabToAndType(page, field(page, 'Confirm password'), password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your password was changed')).toBeVisible();
    expect(await isAlive()).toBe(false);

    await tabToAndType(page, field(page, 'Email address'), email);
    await tabToAndType(page, field(page, 'Password'), PASSWORD);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Login failed', 'Invalid email or password. Please try again.');
    await tabToAndType(page, field(page, 'Password'), password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dashboard$/);
    expect((await waitForEmail(email, 'Your password was changed')).text).toContain('If that was not you');

    await open(link);
    await field(page, 'New password').fill('another good password');
    await field(page, 'Confirm password').fill('another good password');
    await page.getByRole('button', { name: 'Save new password' }).click();
    await expectToast(page, 'The password was not changed', 'This link may be invalid or expired.');
    await expect(page.getByRole('main').getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
  });
});
