import AxeBuilder from '@axe-core/playwright';
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
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`has no accessibility violations on any screen, ${colorScheme}`, async ({ page, open, providers }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const [best] = await providers('?limit=1');
    const [flagged] = await providers('?verificationStatus=flagged&limit=1');
    const tabs = ['', '?tab=reviews', '?tab=compliance', '?tab=security', '?tab=report'];
    const provider = tabs.map((tab) => `/provider/${best!.id}${tab}`);
    for (const path of [...screens, ...provider, `/provider/${flagged!.id}`, '/provider/unknown']) {
      await open(path);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}

test('lets a keyboard reach a provider from the first page', async ({ page, open }) => {
  await open('/directory');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox')).toBeFocused();
});
