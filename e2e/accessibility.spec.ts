import { expectAccessible, onBothScreens, testAccessible } from './accessible.ts';
import { expect, test } from './product-test.ts';

test.describe('has no accessibility violations, light and dark', () => {
  test.setTimeout(90_000);

  testAccessible([...onBothScreens, '/dashboard', '/admin', '/signup?tab=regtech']);

  test('on a provider, its report form and a flagged one', async ({ page, open, providers }) => {
    const [best] = await providers('?limit=1');
    const [flagged] = await providers('?verificationStatus=flagged&limit=1');
    for (const path of [best!.id, `${best!.id}?tab=report`, flagged!.id]) {
      await expectAccessible({ page, open, path: `/provider/${path}` });
    }
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
