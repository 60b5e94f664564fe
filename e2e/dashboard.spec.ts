import { expectToast } from './support/account-helpers.ts';
import { expect, expectNoHorizontalScroll, test } from './support/product-test.ts';

test('a free member sees statistics, lists and the link to premium on the dashboard [DASH-02] [DASH-03] [DASH-04] [DASH-07] [DASH-09] [DASH-10] [DEC-58]', async ({
  page,
  open,
  signInAs,
}) => {
  await signInAs({ firstName: 'Amina' });
  await open('/dashboard');
  const main = page.getByRole('main');
  await expect(main.getByText('Verified Providers')).toBeVisible();
  await expect(main.getByText('Money Saved')).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveText(['Alerts', 'Reports']);
  await page.getByRole('tab', { name: 'Reports' }).click();
  await expect(page).toHaveURL(/tab=reports/);
  await expect(page.getByRole('link', { name: 'Upgrade to Premium' })).toHaveAttribute('href', '/pricing');
  await expect(page.getByRole('region', { name: 'Quick Actions' }).getByRole('link')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Configure Alerts' })).toHaveCount(0);
  await expectNoHorizontalScroll(page);
});

test('a premium member sees the analysis and chooses which alerts are announced [DASH-04] [DASH-11] [DASH-13] [DASH-14] [DEC-60]', async ({
  page,
  open,
  signInAs,
}) => {
  await signInAs({ subscriptionTier: 'premium', subscriptionStatus: 'active' });
  await open('/dashboard');
  await expect(page.getByText('Premium member')).toBeVisible();
  await expect(page.getByText('Money Saved')).toBeVisible();
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Providers by risk level');
  await expectNoHorizontalScroll(page);

  await page.getByRole('button', { name: 'Configure Alerts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which alerts do you want to get?' });
  await expect(dialog.getByRole('checkbox', { name: 'High' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'High' }).uncheck();
  await dialog.getByRole('combobox', { name: 'My countries' }).selectOption('Kenya');
  await dialog.getByRole('checkbox', { name: 'Also email me about new alerts' }).check();
  await dialog.getByRole('button', { name: 'Save choices' }).click();
  await expectToast(page, 'Alerts configured');
  await expect(dialog).toHaveCount(0);
  await open('/dashboard');
  await page.getByRole('button', { name: 'Configure Alerts' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'High' })).not.toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Critical' })).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Kenya' })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Also email me about new alerts' })).toBeChecked();
});

test('a view of a provider is recorded once for a premium member, and not for a free member [REAL-17]', async ({
  page,
  open,
  providers,
  signInAs,
}) => {
  const [provider] = await providers('?limit=1');
  const noted: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith(`/api/providers/${provider!.id}/visit`)) noted.push(response.status());
  });
  await signInAs();
  await open(`/provider/${provider!.id}`);
  await page.waitForLoadState('networkidle');
  expect(noted).toEqual([]);
  await signInAs({ subscriptionTier: 'premium', subscriptionStatus: 'active' });
  await open(`/provider/${provider!.id}`);
  await expect.poll(() => noted).toEqual([200]);
  await page.getByRole('tab', { name: 'Compliance' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Compliance' })).toContainText('Licence information');
  expect(noted).toEqual([200]);
});

test('a member watches a provider on its page, finds it on the dashboard, and stops there', async ({
  page,
  open,
  providers,
  signInAs,
}) => {
  const [provider] = await providers('?limit=1');
  await signInAs();
  await open(`/provider/${provider!.id}`);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expectToast(page, 'You watch this provider');
  await expect(page.getByRole('button', { name: 'Stop watching' })).toBeVisible();
  await open('/dashboard');
  const watched = page.getByRole('region', { name: 'Watched providers' });
  await expect(watched.getByRole('link', { name: provider!.name })).toBeVisible();
  await watched.getByRole('button', { name: `Stop watching ${provider!.name}` }).click();
  await expect(watched).toContainText('You watch no provider yet.');
  await expectNoHorizontalScroll(page);
});

test('a member chooses their country and sees its alerts on the next visit, too', async ({ page, open, signInAs }) => {
  await signInAs();
  await open('/dashboard');
  await page.getByRole('combobox', { name: 'My country' }).selectOption('Kenya');
  await expect(page).toHaveURL(/country=kenya/);
  await open('/dashboard');
  await expect(page.getByRole('combobox', { name: 'My country' })).toHaveValue('kenya');
  await expect(page.getByRole('tabpanel')).toContainText('Alerts in Kenya');
  const country = page.getByRole('region', { name: 'My country' });
  await expect(country).toContainText(/New alerts in the last 12 weeks: \d/);
  await expectNoHorizontalScroll(page);
});
