/** Account screens in the listed states. They have one column on every device and are checked on a phone only. */
import { PASSWORD } from '../apps/server/test/support/factories.ts';
import { listPages } from '@hakiki/contract/pages';
import { expectAccessible, testAccessible } from './support/accessibility.ts';
import { field } from './support/account-helpers.ts';
import { expect, test } from './support/product-test.ts';

test.use({ expectedError: /status of (?:400|403)/ });

const screens = [
  '/signup?tab=business',
  '/fr/signup?tab=regtech',
  '/signup?login=true&created=1',
  '/signup?login=true&admin=true',
  '/signup?login=true&step=code',
  '/verify-email?verified=1',
  '/forgot-password?sent=1',
  '/reset-password?token=none',
  '/confirm-email?token=none',
  '/confirm-email?confirmed=partly',
  '/keep-factor?token=none',
  '/keep-factor?confirmed=kept',
  '/admin/login?error=google',
];

test.describe('accessibility of the account screens', () => {
  testAccessible(screens);

  for (const [path, button] of [
    ['/signup?tab=regtech', 'Create account'],
    ['/signup?login=true', 'Log in'],
    ['/verify-email', 'Verify email'],
  ] as const) {
    test(`${path} with errors after a rejected form has no accessibility violations, light and dark`, async ({
      page,
      open,
    }) => {
      const prepare = async () => {
        await page.getByRole('button', { name: button, exact: true }).click();
        await expect(page.locator('[data-error-summary]')).toBeFocused();
      };
      await expectAccessible({ page, open, path, prepare });
    });
  }

  test('a failed verification has no accessibility violations, light and dark', async ({ page, open }) => {
    const prepare = () => expect(page.getByRole('group', { name: 'Verification Failed' })).toBeVisible();
    await expectAccessible({ page, open, path: '/verify-email?token=none', prepare });
  });

  test('the account page of a member has no accessibility violations with all sections open during the setup of an authenticator app, light and dark', async ({
    page,
    open,
    signInAs,
  }) => {
    await signInAs();
    const prepare = async () => {
      const section = page.getByRole('region', { name: 'Two-factor authentication' });
      await field(section, 'Current password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
      await expect(section.getByRole('img')).toBeVisible();
      for (const summary of await page.locator('summary').all()) await summary.click();
    };
    await expectAccessible({ page, open, path: '/account', prepare });
  });

  test('the personal pages of a premium business member and the staff pages of an administrator have no accessibility violations, light and dark', async ({
    page,
    open,
    signInAs,
  }) => {
    await signInAs({ subscriptionTier: 'premium', userType: 'business' });
    for (const path of listPages('personal')) await expectAccessible({ page, open, path });
    await signInAs({ isAdmin: true }, { hasSecondFactor: true });
    for (const path of listPages('staff')) await expectAccessible({ page, open, path });
  });

  test('/admin has no accessibility violations for a member and for an administrator without a second factor, light and dark', async ({
    page,
    open,
    signInAs,
  }) => {
    await signInAs();
    await expectAccessible({ page, open, path: '/admin' });
    await signInAs({ isAdmin: true });
    await expectAccessible({ page, open, path: '/admin' });
  });
});
