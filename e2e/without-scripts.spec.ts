import { expect, test } from './product-test.ts';

test('reads, searches, filters, sorts and pages without JavaScript [DIR-01] [DIR-04] [REAL-13]', async ({
  page,
  providers,
}) => {
  const all = await providers();
  await page.goto('/directory');
  const cards = page.locator('article[data-provider]');
  await expect(cards).toHaveCount(20);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
  await expect(cards.first().getByRole('heading')).toHaveText(all[20]!.name);

  await page.goto('/directory');
  await page.getByRole('searchbox').fill(all[3]!.name);
  await page.keyboard.press('Enter');
  await expect(cards).toHaveCount(1);

  await page.goto('/directory');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('checkbox', { name: 'Exchange' }).check();
  await page.getByRole('checkbox', { name: 'Wallet' }).check();
  await page.getByRole('combobox', { name: 'Country' }).selectOption('nigeria');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  const expected = await providers('?type=exchange,wallet&country=nigeria');
  await expect(page.getByTestId('count')).toHaveText(`Showing ${expected.length} providers`);

  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name');
  await page.getByRole('searchbox').press('Enter');
  const sorted = await providers('?type=exchange,wallet&country=nigeria&sort=name');
  await expect(cards.first().getByRole('heading')).toHaveText(sorted[0]!.name);
});

test('opens the menu, the tabs and the other language without JavaScript [PROV-08]', async ({ page, providers }) => {
  const [provider] = await providers('?limit=1');
  await page.goto(`/provider/${provider!.id}`);
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Insurance');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Providers' }).click();
  await expect(page).toHaveURL(/\/directory$/);
  await page.locator('footer').getByRole('link', { name: 'Français' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Annuaire des prestataires');
});

test('offers nothing that needs scripts', async ({ page }) => {
  await page.goto('/directory');
  await expect(page.getByRole('button', { name: 'Switch between light and dark' })).toBeHidden();
});
