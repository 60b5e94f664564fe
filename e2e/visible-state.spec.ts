/** The visible state: painted colours, opened pages and changed plans. */
import { makeProvider } from '../apps/server/test/support/factories.ts';
import { openNavigation } from './support/account-helpers.ts';
import { nameColourOf } from './support/colours.ts';
import { expect, newEmailAddress, test } from './support/product-test.ts';

const schemes = ['light', 'dark'] as const;

test('the home page opens at the root, with its search [ROUTE-01]', async ({ page, open, providers }) => {
  const [provider] = await providers('?sort=name&limit=1');
  await open('/');
  await expect(page).toHaveTitle(/Hakiki/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const search = page.getByRole('main').getByRole('searchbox').first();
  await search.fill(provider!.name);
  await search.press('Enter');
  await expect(page).toHaveURL(/\/directory\?search=/);
  await expect(page.getByRole('main').getByText(provider!.name, { exact: true }).first()).toBeVisible();
});

test('a bar is green from 80, yellow from 50 and red below, in light and dark, and as long as its number [PROV-11] [PROV-12] [PROV-13]', async ({
  page,
  open,
  db,
}) => {
  for (const [regulatoryCompliance, userSatisfaction, securityMeasures, colours] of [
    [80, 79, 49, ['green', 'yellow', 'red']],
    [50, 100, 1, ['yellow', 'green', 'red']],
  ] as const) {
    const { id } = await makeProvider(db, { regulatoryCompliance, userSatisfaction, securityMeasures });
    await open(`/provider/${id}`);
    const bars = page.getByRole('tabpanel').getByRole('meter');
    await expect(bars).toHaveCount(3);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      for (const [index, value] of [regulatoryCompliance, userSatisfaction, securityMeasures].entries()) {
        const bar = bars.nth(index);
        await expect
          .poll(() => nameColourOf(bar.locator('rect'), 'fill'), `${value} in ${colorScheme}`)
          .toBe(colours[index]);
        const [whole, drawn] = [(await bar.boundingBox())!.width, (await bar.locator('rect').boundingBox())!.width];
        expect(Math.round((drawn / whole) * 100)).toBe(value);
      }
    }
  }
});

test('every footer link opens its page for a visitor, and the login in place of the news [FOOTER-01] [REAL-11]', async ({
  page,
  open,
}) => {
  const entries = {
    'Risk Assessment': ['/directory', 'Provider directory'],
    'Community Reviews': ['/reports', 'Fraud Reports and Alerts'],
    'Submit Provider': ['/submit-provider', /Submit a Provider/],
    'Safety Guide': ['/safety', /safe/i],
    'Regulatory Updates': ['/signup', 'Log in'],
    'Research Reports': ['/reports', 'Fraud Reports and Alerts'],
    'API Documentation': ['/api', 'API Access'],
    'Help Center': ['/help', /Help center/],
    About: ['/about', /About|Hakiki/],
    Regulators: ['/', /./],
    Contact: ['/contact', /Contact/],
    Privacy: ['/privacy', /Privacy/i],
    Terms: ['/terms', /Terms/i],
  } as const;
  await open('/compare');
  for (const [name, [address, heading]] of Object.entries(entries)) {
    await test.step(name, async () => {
      await page.locator('footer').getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL((url) => url.pathname === address);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toHaveText(heading);
      await expect(title).not.toHaveText(/not found/i);
      if (name === 'Regulators') await expect(page.locator('#regulators')).toBeInViewport();
    });
  }
});

test.describe('in the console', () => {
  test.use({ expectedError: /status of (?:401|403)/ });

  test('the console shows an active subscription in green, a free plan in grey and every other in red, in light and dark [ADMIN-23] [DEC-96]', async ({
    page,
    open,
    people,
    signInAs,
  }) => {
    await signInAs({ isAdmin: true }, { hasSecondFactor: true });
    const colours = { active: 'green', expired: 'red', cancelled: 'red', pending: 'red', inactive: 'grey' } as const;
    for (const subscriptionStatus of Object.keys(colours) as (keyof typeof colours)[]) {
      const { email } = await people.make({ email: newEmailAddress(subscriptionStatus), subscriptionStatus });
      await open(`/admin?tab=users&search=${encodeURIComponent(email)}`);
      const status = page.locator('[data-subscription]').filter({ visible: true });
      await expect(status).toHaveCount(1);
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await expect
          .poll(() => nameColourOf(status, 'color'), `${subscriptionStatus} in ${colorScheme}`)
          .toBe(colours[subscriptionStatus]);
      }
    }
  });

  test('an administrator who upgrades their own plan sees its badge without a reload [AUTH-05]', async ({
    page,
    open,
    signInAs,
  }) => {
    const { email } = await signInAs({ isAdmin: true, firstName: 'Zawadi' }, { hasSecondFactor: true });
    const expectBadge = async (badges: string[]) => {
      const navigation = await openNavigation(page);
      await expect(navigation.getByText('Zawadi').filter({ visible: true })).toBeVisible();
      await expect(navigation.getByText(/^(?:Premium|API)$/).filter({ visible: true })).toHaveText(badges);
    };
    await open('/dashboard');
    await expectBadge([]);
    await open(`/admin?tab=users&search=${encodeURIComponent(email)}`);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page
      .getByRole('button', { name: /Upgrade/ })
      .filter({ visible: true })
      .click();
    await expect(page.getByRole('button', { name: /Downgrade/ }).filter({ visible: true })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Site' }).click();
    await expect(page).toHaveURL((url) => url.pathname === '/');
    await expectBadge(['Premium']);
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });
});
