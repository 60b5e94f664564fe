import { violationsOn } from './accessible.ts';
import { expect, test } from './product-test.ts';

test('closes the mobile menu when a link is followed [HEADER-23] [HEADER-25]', async ({ page, open }) => {
  await open('/directory');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await menu.getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(menu).toBeHidden();
});

test('has no accessibility violations with the menu and the filters open', async ({ page, open }) => {
  await open('/directory');
  for (const name of ['Open menu', 'Filters']) {
    await page.getByRole('button', { name, exact: true }).click();
    expect(await violationsOn(page), name).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test('keeps touch targets at 44 px on a phone', async ({ page, open, providers }) => {
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
