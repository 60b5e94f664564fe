import type { Page } from '@playwright/test';
import { expectToast } from './support/account-helpers.ts';
import { expect, expectNoHorizontalScroll, isPhone, test } from './support/product-test.ts';

const MAXIMUM_MESSAGE = 'Maximum of 4 providers can be compared at once';
const readSelection = (page: Page) => new URL(page.url()).searchParams.get('providers')?.split(',') ?? [];
const getColumns = (page: Page) => page.getByRole('table').locator('thead [data-provider]');
const matches = (page: Page) => page.locator('[data-match]');

/** A part of a name that several providers share. */
const findSharedNamePart = (names: readonly string[], atLeast: number): string =>
  names
    .flatMap((name) => name.split(/\W+/))
    .find((word) => word.length > 3 && names.filter((name) => name.includes(word)).length >= atLeast)!;

test('a visitor adds up to four providers by searching names and removes one, and the URL changes with them [COMP-01] [COMP-02] [COMP-03] [COMP-04] [COMP-05] [COMP-06] [COMP-07] [COMP-09] [COMP-11]', async ({
  page,
  open,
  providers,
}) => {
  const part = findSharedNamePart(
    (await providers()).map(({ name }) => name),
    5,
  );
  await open('/compare');
  await expect(page.getByText('Nothing to compare yet')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill(part.toUpperCase());
  await expect(matches(page).first()).toContainText(new RegExp(part, 'i'));
  expect(await matches(page).count()).toBeLessThanOrEqual(10);

  const chosen: string[] = [];
  for (const count of [1, 2, 3, 4]) {
    const id = (await matches(page).first().getAttribute('data-match'))!;
    await matches(page).first().click();
    chosen.push(id);
    await expect(getColumns(page)).toHaveCount(count);
    expect(readSelection(page)).toEqual(chosen);
    await expect(page.locator(`[data-match="${id}"]`)).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: '4 of 4 chosen' })).toBeVisible();
  await matches(page).first().click();
  await expectToast(page, MAXIMUM_MESSAGE);
  expect(readSelection(page)).toEqual(chosen);
  await expectNoHorizontalScroll(page);

  await getColumns(page)
    .first()
    .getByRole('link', { name: /^Remove/ })
    .click();
  await expect(getColumns(page)).toHaveCount(3);
  expect(readSelection(page)).toEqual(chosen.slice(1));
});

test('a shared comparison opens as shared, with only the differences if chosen; the panel opens and closes [COMP-08] [COMP-09] [COMP-10] [DEC-13]', async ({
  page,
  open,
  providers,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [first, second, third] = await providers('?limit=3');
  await open(`/compare?providers=${first!.id},${second!.id},unknown,${third!.id}`);
  await expect(getColumns(page).getByRole('link', { name: /^(?!Remove)/ })).toHaveText(
    [first, second, third].map((one) => one!.name),
  );
  await expect(page.getByText('1 provider in this link is not in the register and was left out.')).toBeVisible();
  expect(readSelection(page)).toEqual([first, second, third].map((one) => one!.id));
  await expectNoHorizontalScroll(page);

  const panel = page.getByRole('searchbox', { name: 'Search by name' });
  await expect(panel).toBeHidden();
  await page.getByText('Add a provider', { exact: true }).click();
  await expect(panel).toBeVisible();
  await page.getByText('Add a provider', { exact: true }).click();
  await expect(panel).toBeHidden();

  const rows = page.getByRole('table').locator('tbody tr');
  const all = await rows.count();
  const onlyDifferences = page.getByRole('checkbox', { name: 'Show differences only' });
  await onlyDifferences.click();
  await expect(onlyDifferences).toBeChecked();
  await expect(page).toHaveURL(/differences=only/);
  const different = await rows.count();
  expect(different).toBeLessThanOrEqual(all);
  expect(await page.locator('tbody tr:not([data-differs])').count()).toBe(0);

  // Chromium for tests has no share menu, so the link is copied.
  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await page.getByRole('button', { name: 'Share' }).click();
  await expectToast(page, 'Link copied');
  await open(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(rows).toHaveCount(different);
  await expect(getColumns(page)).toHaveCount(3);
});

test('providers chosen on cards stay chosen during the visit, and a fifth is rejected [COMP-03] [COMP-10] [DEC-13]', async ({
  page,
  open,
  providers,
}) => {
  const five = await providers('?limit=5');
  const choose = async (name: string) => {
    await open('/directory');
    const card = page
      .locator('article[data-provider]')
      .filter({ has: page.getByRole('heading', { name, exact: true }) });
    await card.getByRole('link', { name: /compare/i }).click();
  };
  for (const [place, { name }] of five.slice(0, 4).entries()) {
    await choose(name);
    await expect(getColumns(page)).toHaveCount(place + 1);
  }
  expect(readSelection(page)).toEqual(five.slice(0, 4).map(({ id }) => id));
  await choose(five[4]!.name);
  await expectToast(page, MAXIMUM_MESSAGE);
  await expect(page).toHaveURL(/\/directory$/);
});

test('the directory shows chosen providers in a tray, where each can be removed and the comparison opened [COMP-02] [COMP-11]', async ({
  page,
  open,
  providers,
}) => {
  const [first, second] = await providers('?verificationStatus=verified&limit=2');
  await open(`/compare?providers=${first!.id},${second!.id}`);
  await expect(getColumns(page)).toHaveCount(2);
  await open('/directory');
  const tray = page.getByRole('region', { name: 'Your comparison' });
  await expect(tray.getByText('2 of 4 chosen')).toBeInViewport();
  await expect(tray.getByRole('listitem')).toContainText([first!.name, second!.name]);
  await expectNoHorizontalScroll(page);

  // At the end of the page the tray is below the last card and the pagination, and covers nothing.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const bottomOf = async (of: typeof tray) => of.boundingBox().then((box) => box!.y + box!.height);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  expect(await bottomOf(pages)).toBeLessThanOrEqual((await tray.boundingBox())!.y);
  // An element with keyboard focus is not covered by the tray.
  const last = page.locator('article[data-provider]').last().getByRole('link').first();
  await last.focus();
  expect(await bottomOf(last)).toBeLessThanOrEqual((await tray.boundingBox())!.y);

  await tray.getByRole('button', { name: `Remove ${first!.name}` }).press('Enter');
  await expect(tray.getByText('1 of 4 chosen')).toBeFocused();
  await tray.getByRole('link', { name: 'Compare now' }).click();
  await expect(page).toHaveURL(new RegExp(`/compare\\?providers=${second!.id}$`));
  await expect(getColumns(page)).toHaveCount(1);
});

test('a comparison of four providers scrolls inside its frame on a phone, and its print version hides the share button and the remove links', async ({
  page,
  open,
  providers,
}) => {
  const ids = (await providers('?limit=4')).map(({ id }) => id);
  await open(`/compare?providers=${ids.join(',')}`);
  await expect(getColumns(page)).toHaveCount(4);
  await expectNoHorizontalScroll(page);
  const region = page.getByRole('region', { name: 'Providers side by side' });
  const { inside, outside } = await region.evaluate((element) => ({
    inside: element.scrollWidth,
    outside: element.clientWidth,
  }));
  if (isPhone(page)) expect(inside).toBeGreaterThan(outside);
  else expect(inside).toBeLessThanOrEqual(outside);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
  await expect(
    getColumns(page)
      .first()
      .getByRole('link', { name: /^Remove/ }),
  ).toBeHidden();
});
