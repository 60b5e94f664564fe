import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './product-test.ts';

const screens = [
  '/',
  '/directory',
  '/directory?view=grid&sort=risk',
  '/directory?search=zzzzqqqq',
  '/safety',
  '/help',
  '/about',
  '/privacy',
  '/terms',
  '/fr/directory',
  '/pricing',
  '/dashboard',
  '/admin',
  '/nothing-here',
  '/provider/unknown',
];
const tabs = ['', '?tab=reviews', '?tab=compliance', '?tab=security', '?tab=report'];

test.describe('has no accessibility violations, light and dark', () => {
  test.setTimeout(90_000);

  /** Each theme is a fresh page: one that changes its colours under the reader's eyes is measured half-way. */
  async function expectAccessible(page: Page, open: (path: string) => Promise<void>, path: string) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(path);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${path}, ${colorScheme}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  }

  for (const path of screens) {
    test(`on ${path}`, ({ page, open }) => expectAccessible(page, open, path));
  }
  for (const tab of tabs) {
    test(`on a provider${tab}`, async ({ page, open, providers }) => {
      const [best] = await providers('?limit=1');
      await expectAccessible(page, open, `/provider/${best!.id}${tab}`);
    });
  }
  test('on a flagged provider', async ({ page, open, providers }) => {
    const [flagged] = await providers('?verificationStatus=flagged&limit=1');
    await expectAccessible(page, open, `/provider/${flagged!.id}`);
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
