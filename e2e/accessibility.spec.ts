import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { PASSWORD } from '../apps/server/test/makers.ts';
import { field } from './account-pieces.ts';
import { expect, expectNoSidewaysScroll, test } from './product-test.ts';

const screens = [
  '/',
  '/directory',
  '/directory?view=grid&sort=risk',
  '/directory?search=zzzzqqqq',
  '/safety',
  '/help',
  '/about',
  '/privacy',
  '/terms',
  '/fr/directory',
  '/pricing',
  '/dashboard',
  '/admin',
  '/nothing-here',
  '/provider/unknown',
  '/signup',
  '/signup?tab=business',
  '/signup?tab=regtech',
  '/signup?login=true&created=1',
  '/signup?login=true&admin=true',
  '/signup?login=true&step=code',
  '/fr/signup?tab=regtech',
  '/verify-email',
  '/verify-email?verified=1',
  '/forgot-password?sent=1',
  '/reset-password',
  '/reset-password?token=none',
  '/confirm-email?token=none',
  '/confirm-email?confirmed=partly',
  '/admin/login?error=google',
];
const tabs = ['', '?tab=reviews', '?tab=compliance', '?tab=security', '?tab=report'];

test.describe('has no accessibility violations, light and dark', () => {
  test.setTimeout(90_000);

  /** Each theme is a fresh page: one that changes its colours under the reader's eyes is measured half-way. */
  async function expectAccessible(
    page: Page,
    open: (path: string) => Promise<void>,
    path: string,
    act = async () => {},
  ) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(path);
      await act();
      await expectNoSidewaysScroll(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${path}, ${colorScheme}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  }

  for (const path of screens) {
    test(`on ${path}`, ({ page, open }) => expectAccessible(page, open, path));
  }
  for (const tab of tabs) {
    test(`on a provider${tab}`, async ({ page, open, providers }) => {
      const [best] = await providers('?limit=1');
      await expectAccessible(page, open, `/provider/${best!.id}${tab}`);
    });
  }
  test('on a flagged provider', async ({ page, open, providers }) => {
    const [flagged] = await providers('?verificationStatus=flagged&limit=1');
    await expectAccessible(page, open, `/provider/${flagged!.id}`);
  });

  test('on forms that came back', async ({ page, open }) => {
    for (const [path, button] of [
      ['/signup?tab=regtech', 'Create account'],
      ['/signup?login=true', 'Log in'],
      ['/verify-email', 'Verify email'],
    ] as const) {
      await expectAccessible(page, open, path, async () => {
        await page.getByRole('button', { name: button, exact: true }).click();
        await expect(page.locator('[data-error-summary]')).toBeFocused();
      });
    }
  });

  test.describe('for people', () => {
    test.use({ expectedError: /status of (?:400|403)/ });

    test('on a failed verification', async ({ page, open }) => {
      await expectAccessible(page, open, '/verify-email?token=none', async () => {
        await expect(page.getByRole('group', { name: 'Verification Failed' })).toBeVisible();
      });
    });

    test('on the account page, also while an authenticator app is set up', async ({ page, open, people, signInAs }) => {
      const { id } = await signInAs({ firstName: 'Nomvula-Thandeka', lastName: 'Ramaphosa-Demonstration' });
      await people.signIn(id, { device: 'Samsung Internet on Android' });
      await expectAccessible(page, open, '/account', async () => {
        for (const summary of await page.locator('summary').all()) await summary.click();
      });
      await expectAccessible(page, open, '/account', async () => {
        const section = page.getByRole('region', { name: 'Two-factor authentication' });
        await field(section, 'Current password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
        await expect(section.getByRole('img')).toBeVisible();
      });
    });

    test('on the admin gate', async ({ page, open, signInAs }) => {
      await signInAs();
      await expectAccessible(page, open, '/admin');
      await signInAs({ isAdmin: true });
      await expectAccessible(page, open, '/admin');
      await signInAs({ isAdmin: true }, { hasSecondFactor: true });
      await expectAccessible(page, open, '/admin');
    });

    test('with the menu of a signed-in person', async ({ page, open, signInAs }) => {
      await signInAs({ subscriptionTier: 'premium', userType: 'business' });
      await expectAccessible(page, open, '/dashboard', async () => {
        const menu = page.getByRole('button', { name: 'Open menu' });
        if (await menu.isVisible()) await menu.click();
      });
    });
  });
});

test('lets a keyboard reach a provider from the first page', async ({ page, open }) => {
  await open('/directory');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox')).toBeFocused();
});
