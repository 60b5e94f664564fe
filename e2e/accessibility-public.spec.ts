import { listPages } from '@hakiki/contract/pages';
import { expectAccessible, pagesOnBothScreens, testAccessible } from './support/accessibility.ts';
import { expect, test } from './support/product-test.ts';

test.describe('accessibility of public pages', () => {
  testAccessible([
    ...listPages('public').filter((one) => !pagesOnBothScreens.includes(one)),
    '/directory?view=grid&sort=risk',
    '/directory?search=zzzzqqqq',
    '/directory?search=Binance',
    '/directory?search=Fastari%20Daily%20Gains&verificationStatus=Verified',
    '/fr/first-hour',
    '/fr/directory',
    '/nothing-here',
    '/provider/unknown',
    '/signup?login=true',
    '/?shared=yes',
    '/contact?mailed=1',
    '/fr/contact?subject=Regulator%20demo',
    '/confirm-submission?token=none',
    '/confirm-submission?confirmed=contact',
    '/confirm-submission?confirmed=experience',
    '/fr/pricing',
    '/fr',
  ]);

  test("a provider's reviews, compliance and security tabs have no accessibility violations", async ({
    page,
    open,
    providers,
  }) => {
    const [best] = await providers('?limit=1');
    for (const tab of ['reviews', 'compliance', 'security']) {
      await expectAccessible({ page, open, path: `/provider/${best!.id}?tab=${tab}` });
    }
  });

  test('comparisons with a search and with differences only have no accessibility violations', async ({
    page,
    open,
    providers,
  }) => {
    const ids = (await providers('?limit=4')).map(({ id }) => id);
    for (const path of [
      `/compare?providers=${ids.join(',')}&search=a`,
      `/compare?providers=${ids[0]},${ids[1]}&differences=only`,
    ]) {
      await expectAccessible({ page, open, path });
    }
  });

  test('the contact form and the experience form with errors have no accessibility violations', async ({
    page,
    open,
  }) => {
    for (const { path, fold, button } of [
      { path: '/contact', button: 'Send message' },
      { path: '/', fold: 'Write about a provider', button: 'Submit experience' },
    ]) {
      const prepare = async () => {
        if (fold) await page.getByText(fold).click();
        await page.getByRole('button', { name: button, exact: true }).click();
        await expect(page.locator('[data-error-summary]')).toBeFocused();
      };
      await expectAccessible({ page, open, path, prepare });
    }
  });

  test('the upgrade message for a free member and the review form with errors of a premium member have no accessibility violations', async ({
    page,
    open,
    providers,
    signInAs,
  }) => {
    const reviewed = (await providers()).find(({ reviewCount }) => reviewCount > 1)!;
    const path = `/provider/${reviewed.id}?tab=reviews&sort=lowest`;
    const prepare = () => expect(page.getByRole('link', { name: 'Upgrade to Premium' })).toBeVisible();
    await signInAs();
    await expectAccessible({ page, open, path, prepare });
    await signInAs({ subscriptionTier: 'premium' });
    await expectAccessible({
      page,
      open,
      path,
      async prepare() {
        await page.getByRole('button', { name: 'Submit review' }).click();
        await expect(page.locator('[data-error-summary]')).toBeFocused();
      },
    });
  });

  test('the compliance tab of a verified and of a flagged provider has no accessibility violations', async ({
    page,
    open,
    providers,
  }) => {
    for (const status of ['verified', 'flagged']) {
      const [provider] = await providers(`?verificationStatus=${status}&limit=1`);
      await expectAccessible({ page, open, path: `/provider/${provider!.id}?tab=compliance` });
    }
  });
});
