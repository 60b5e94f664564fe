import { expect, test } from './product-test.ts';

test('shows results as list or grid [DIR-08]', async ({ page, open }) => {
  await open('/directory');
  const results = page.locator('ul[data-view]');
  await expect(results).toHaveAttribute('data-view', 'list');
  const [first, second] = [
    page.locator('article[data-provider]').nth(0),
    page.locator('article[data-provider]').nth(1),
  ];
  expect((await second.boundingBox())!.y).toBeGreaterThan((await first.boundingBox())!.y);
  await page.getByRole('link', { name: 'Grid' }).click();
  await expect(results).toHaveAttribute('data-view', 'grid');
  await expect.poll(async () => (await second.boundingBox())!.y).toBe((await first.boundingBox())!.y);
});
