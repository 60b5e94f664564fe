import { expectAccessible, onBothScreens } from './accessible.ts';
import { expect, test } from './product-test.ts';

const tabs = ['', '?tab=report'];

test.describe('has no accessibility violations, light and dark', () => {
  test.setTimeout(90_000);

  for (const path of [...onBothScreens, '/dashboard', '/admin', '/signup?tab=regtech']) {
    test(`on ${path}`, ({ page, open }) => expectAccessible({ page, open, path }));
  }
  for (const tab of tabs) {
    test(`on a provider${tab}`, async ({ page, open, providers }) => {
      const [best] = await providers('?limit=1');
      await expectAccessible({ page, open, path: `/provider/${best!.id}${tab}` });
    });
  }
  test('on a flagged provider', async ({ page, open, providers }) => {
    const [flagged] = await providers('?verificationStatus=flagged&limit=1');
    await expectAccessible({ page, open, path: `/provider/${flagged!.id}` });
  });

  test('on the account page and in the menu of a signed-in person', async ({ page, open, people, signInAs }) => {
    const { id } = await signInAs({
      firstName: 'Nomvula-Thandeka',
      lastName: 'Ramaphosa-Demonstration',
      subscriptionTier: 'premium',
      userType: 'business',
    });
    await people.signIn(id, { device: 'Samsung Internet on Android' });
    await expectAccessible({ page, open, path: '/account' });
    const menu = page.getByRole('button', { name: 'Open menu' });
    const act = async () => {
      if (await menu.isVisible()) await menu.click();
    };
    await expectAccessible({ page, open, path: '/dashboard', act });
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
