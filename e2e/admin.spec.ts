import { PASSWORD } from '../apps/server/test/support/factories.ts';
import { expectToast, field } from './support/account-helpers.ts';
import { tabToAndPressEnter, tabToAndType } from './support/keyboard.ts';
import { expect, expectNoHorizontalScroll, newEmailAddress, test } from './support/product-test.ts';

test.use({ expectedError: /status of (?:401|403)/ });

test('visitors and members who are not administrators cannot open the console [ROUTE-15] [ADMIN-01] [ADMIN-02] [ADMIN-03] [ADMIN-05] [ADMIN-06] [ADMIN-07] [ADMIN-08] [DEC-36]', async ({
  page,
  open,
  signInAs,
}) => {
  await open('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Access Required');
  await expect(page.getByText('You need to be logged in to access the admin portal')).toBeVisible();
  for (const name of ['Login', 'Go to Home']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', '/');
  }
  await signInAs();
  await open('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  await expect(page.getByText("You don't have permission to access the admin portal")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
  await expect(page.locator('footer')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test('an administrator without a second factor is sent to set one up, and one with it opens the console [ADMIN-09] [ADMIN-10] [ADMIN-11] [DEC-68]', async ({
  page,
  open,
  signInAs,
}) => {
  await signInAs({ isAdmin: true, firstName: 'Amina' });
  await open('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Portal');
  await expect(page.getByText('Admin: Amina')).toBeVisible();
  await expect(page.getByText('Set up a second factor')).toBeVisible();
  await tabToAndPressEnter(page, page.getByRole('link', { name: 'Set up two-factor authentication' }));
  await expect(page).toHaveURL(/\/account#two-factor$/);
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeInViewport();

  const { email } = await signInAs({ isAdmin: true, firstName: null }, { hasSecondFactor: true });
  await open('/admin');
  await expect(page.getByText(`Admin: ${email}`)).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText([/^Overview/, /^Users/, /^Providers/, /^Fraud Alerts/, /^Reports/]);
  await expectNoHorizontalScroll(page);
  await tabToAndPressEnter(page, page.getByRole('link', { name: 'Back to Site' }));
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('an administrator logs in by keyboard, and a member is told that the admin credentials are invalid [ROUTE-16] [ALOGIN-01] [ALOGIN-03] [ALOGIN-04] [ALOGIN-05] [DEC-36] [DEC-45]', async ({
  page,
  open,
  people,
}) => {
  const admin = await people.make({ email: newEmailAddress('admin'), isAdmin: true });
  const nobody = await people.make({ email: newEmailAddress('nobody') });
  await open('/admin/login');
  await expect(page.locator('header, footer')).toHaveCount(0);
  // The product runs as in production: no test administrator is shown.
  await expect(page.getByText('Test administrator')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to main site' })).toHaveAttribute('href', '/');
  await tabToAndType(page, field(page, 'Email address'), nobody.email);
  await tabToAndType(page, field(page, 'Password'), PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Admin login failed', 'Invalid admin credentials. Please try again.');
  await tabToAndType(page, field(page, 'Email address'), admin.email);
  await tabToAndType(page, field(page, 'Password'), PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin$/);
  await expect(page.getByText('Admin: Amina')).toBeVisible();
});

test('the admin login says that Google sign-in is not available when it is not set up [ALOGIN-02] [REAL-27] [SHAPE-25]', async ({
  page,
  open,
}) => {
  await open('/admin/login');
  const button = page.getByRole('link', { name: 'Sign in with Google' });
  await expect(button).toHaveAttribute('href', '/api/admin/login/google');
  await tabToAndPressEnter(page, button);
  await page.waitForURL(/\/admin\/login\?error=google$/);
  await expect(page.getByText('Google sign-in is not available')).toBeVisible();
});
