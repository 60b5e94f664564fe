import { expectAccessible, pagesOnBothScreens, testAccessible } from './support/accessibility.ts';
import { expect, test } from './support/product-test.ts';

test.describe('accessibility on both screen sizes', () => {
  testAccessible([...pagesOnBothScreens, '/dashboard', '/admin', '/signup?tab=regtech']);

  test('a provider page, its report form and a flagged provider have no accessibility violations', async ({
    page,
    open,
    providers,
  }) => {
    const [best] = await providers('?limit=1');
    const [flagged] = await providers('?verificationStatus=flagged&limit=1');
    for (const path of [best!.id, `${best!.id}?tab=report`, flagged!.id]) {
      await expectAccessible({ page, open, path: `/provider/${path}` });
    }
  });

  test('the account page and the dashboard of a member, on a phone with the menu open, have no accessibility violations', async ({
    page,
    open,
    people,
    signInAs,
  }) => {
    const { id } = await signInAs({
      firstName: 'Nomvula-Thandeka',
      lastName: 'Ramaphosa-Demonstration',
      subscriptionTier: 'premium',
      userType: 'business',
    });
    await people.signIn(id, { device: 'Samsung Internet on Android' });
    await expectAccessible({ page, open, path: '/account' });
    const menu = page.getByRole('button', { name: 'Open menu' });
    const prepare = async () => {
      if (await menu.isVisible()) await menu.click();
    };
    await expectAccessible({ page, open, path: '/dashboard', prepare });
  });
});

test('a visitor skips to the content of the directory by keyboard and then reaches its search field', async ({
  page,
  open,
}) => {
  await open('/directory');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox')).toBeFocused();
});
