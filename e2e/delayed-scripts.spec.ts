/// <reference lib="dom" />
/** The scripts of a page load after it (decision 0025). These tests delay them and act before they load. */
import type { Page } from '@playwright/test';
import { field } from './support/account-helpers.ts';
import { expect, test } from './support/product-test.ts';
import { fillInScamReport } from './support/report-helpers.ts';

/** Blocks scripts until the returned function is called. */
async function blockScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

function recordScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  return scripts;
}

const waitForHydration = (page: Page) => page.locator('html[data-ready]').waitFor();
const readTheme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);

test('pages request their first script after their first paint, pages with forms included', async ({ page }) => {
  for (const path of ['/', '/directory', '/fr/safety', '/report-scam', '/signup']) {
    // No interaction: it would start the scripts, possibly before the paint.
    await page.goto(path);
    await waitForHydration(page);
    const { paintedAt, firstScriptAt } = await page.evaluate(() => {
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
      return {
        paintedAt: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
        firstScriptAt: Math.min(...scripts.map(({ startTime }) => startTime)),
      };
    });
    expect(firstScriptAt, path).toBeGreaterThan(paintedAt!);
    expect(firstScriptAt, path).toBeLessThan(Infinity);
  }
});

test('a scam report typed before the scripts load is unchanged afterwards, and is then validated and saved as a draft [SCAM-01] [DEC-82]', async ({
  page,
}) => {
  const release = await blockScripts(page);
  await page.goto('/report-scam');
  const title = await fillInScamReport(page);
  await field(page, 'Amount lost (optional)').focus();
  const typed = () =>
    page.evaluate(() =>
      [...new FormData(document.querySelector<HTMLFormElement>('main form')!)]
        // Follows the ticked country as soon as scripts run.
        .filter(([name]) => name !== 'amountMoney')
        .map(String),
    );
  const before = await typed();
  expect(before.join()).toContain(title);

  release();
  await waitForHydration(page);
  expect(await typed()).toEqual(before);
  await expect(field(page, 'Amount lost (optional)')).toBeFocused();
  // The live validation has read it.
  await expect(page.getByText('Long enough.').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('draft:scam'))).toContain(title);
});

test('an anonymous report that is submitted before the scripts load waits for them, and needs no email [SCAM-19] [DEC-91]', async ({
  page,
}) => {
  const release = await blockScripts(page);
  await page.goto('/report-scam');
  await fillInScamReport(page);
  await page.getByRole('button', { name: 'Submit report' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-moving');
  release();
  await expect(page).toHaveURL(/\/follow$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Report received' })).toBeVisible();
});

test.describe('where no script ever loads', () => {
  test.use({ expectedError: /status of 400/ });

  test('a report whose scripts do not load is sent without them, and the error is in view with what was typed [DEC-91]', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await blockScripts(page);
    await page.goto('/report-scam');
    const title = await fillInScamReport(page);
    await page.getByRole('button', { name: 'Submit report' }).click();
    const summary = page.locator('[data-error-summary]');
    await expect(summary).toBeVisible({ timeout: 20_000 });
    await expect(summary).toBeInViewport({ ratio: 1 });
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link', { name: 'Enter your email, or log in first' })).toBeVisible();
    await expect(field(page, 'Title')).toHaveValue(title);
  });
});

test('two clicks on a button that needs scripts show progress, and are replayed as one when they have loaded', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const release = await blockScripts(page);
  const scripts = recordScripts(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const theme = page.getByRole('button', { name: 'Switch between light and dark' });
  await theme.click();
  // Without feedback people click again.
  await theme.click();
  await expect(page.getByTestId('progress')).toBeVisible();
  expect(await readTheme(page)).toBeUndefined();

  release();
  await waitForHydration(page);
  await expect.poll(() => readTheme(page)).toBe('dark');
  await expect(page.getByTestId('progress')).toBeHidden();
  expect(scripts).not.toEqual([]);
});

test('native browser functions work before the scripts load: the menu, a search and a link [HOME-04]', async ({
  page,
}) => {
  const release = await blockScripts(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  release();
  await waitForHydration(page);
  await expect(menu).toBeVisible();

  await page.unrouteAll();
  await blockScripts(page);
  await page.goto('/');
  await page.getByRole('searchbox').first().fill('Fastari');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/directory\?.*search=Fastari/);
  await page.locator('article[data-provider]').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/provider\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fastari Daily Gains');
});

test('all choices made before the scripts load are applied when they have loaded [DIR-04]', async ({ page }) => {
  const release = await blockScripts(page);
  await page.goto('/directory');
  await page.getByRole('searchbox').fill('a');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('checkbox', { name: 'Exchange' }).check();
  await page.getByRole('checkbox', { name: 'Wallet' }).check();
  await page.getByRole('combobox', { name: 'Country' }).selectOption('nigeria');
  expect(new URL(page.url()).search).toBe('');
  release();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ search: 'a', type: 'Exchange,Wallet', country: 'nigeria' });
  await expect(page.getByRole('searchbox')).toHaveValue('a');
  await expect(page.getByRole('checkbox', { name: 'Wallet' })).toBeChecked();
});

for (const connection of [{ saveData: true }, { effectiveType: '2g' }]) {
  test(`on a connection like ${JSON.stringify(connection)} scripts load when a visitor fills in a field, and not when a link gets the focus`, async ({
    page,
  }) => {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection);
    const scripts = recordScripts(page);
    await page.goto('/?ref=FRIEND-CODE');
    await page.getByRole('main').getByRole('link').first().focus();
    await page.goto('/signup');
    await page.waitForTimeout(2500);
    expect(scripts).toEqual([]);

    await field(page, 'First name').fill('Wanjiru');
    await waitForHydration(page);
    await expect(field(page, 'First name')).toHaveValue('Wanjiru');
    expect(await page.evaluate(() => sessionStorage.getItem('referral'))).toBe('FRIEND-CODE');
  });
}
