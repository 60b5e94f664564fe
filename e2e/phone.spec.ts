import { listViolations } from './support/accessibility.ts';
import { expect, test } from './support/product-test.ts';

test('the mobile menu closes when a link is followed [HEADER-23] [HEADER-25]', async ({ page, open }) => {
  await open('/directory');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await menu.getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(menu).toBeHidden();
});

test('the filters and the menu are dialogs: the focus stays inside, Escape closes them and returns the focus [WARN-13]', async ({
  page,
  open,
}) => {
  await open('/directory');
  for (const [button, name] of [
    ['Filters', 'Filters'],
    ['Open menu', 'Menu'],
  ] as const) {
    const opener = page.getByRole('button', { name: button, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
    expect(await isInside()).toBe(true);
    // Once around in both directions. Between the last and the first control the browser's own bar may have the focus.
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press(key);
        expect((await page.evaluate(() => document.activeElement === document.body)) || (await isInside()), name).toBe(
          true,
        );
      }
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('a choice in the filters applies at once, and a tap beside them closes them and returns the focus', async ({
  page,
  open,
}) => {
  await open('/directory');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  await dialog.getByRole('checkbox', { name: 'Flagged' }).check();
  await expect(page).toHaveURL(/verificationStatus=Flagged/);
  await expect(dialog).toBeVisible();
  await page.touchscreen.tap(8, 300);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused();
});

test('the open menu and the open filters have no accessibility violations', async ({ page, open }) => {
  await open('/directory');
  for (const name of ['Open menu', 'Filters']) {
    await page.getByRole('button', { name, exact: true }).click();
    expect(await listViolations(page), name).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test('touch targets of the directory and of a provider page are at least 44 px high on a phone', async ({
  page,
  open,
  providers,
}) => {
  const [provider] = await providers('?limit=1');
  for (const path of ['/directory', `/provider/${provider!.id}`]) {
    await open(path);
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'header a, header button, main a[class*=min-h], main button[class*=min-h], select, [role=tab]',
        ),
      ]
        .filter((element) => element.offsetParent && element.getBoundingClientRect().height < 43.5)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(small).toEqual([]);
  }
});

test('every disclosure has a visible marker, on the forms, the lists and the pages of providers and alerts', async ({
  page,
  open,
  providers,
}) => {
  const [provider] = await providers('?limit=1');
  for (const path of [
    '/report-scam',
    '/submit-provider',
    '/alerts',
    '/reports',
    '/decisions',
    `/provider/${provider!.id}`,
  ]) {
    await open(path);
    const summaries = page.locator('summary:visible');
    expect(await summaries.count(), path).toBeGreaterThan(0);
    const unmarked = await summaries.evaluateAll((elements) =>
      elements
        .filter(
          (element) =>
            !element.querySelector('svg') && Number.parseFloat(getComputedStyle(element, '::before').width) < 5,
        )
        .map((element) => element.textContent),
    );
    expect(unmarked, path).toEqual([]);
  }
});

test('the five tabs of a provider are all in view on a narrow phone [PROV-08]', async ({ page, open, providers }) => {
  const [provider] = await providers('?limit=1');
  for (const language of ['', '/fr']) {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(`${language}/provider/${provider!.id}`);
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveCount(5);
    for (const tab of await tabs.all()) {
      const box = (await tab.boundingBox())!;
      expect([box.x >= 0, box.x + box.width <= 360], (await tab.textContent())!).toEqual([true, true]);
    }
  }
});
