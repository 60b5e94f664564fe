import { expect, test } from './support/product-test.ts';

test('a visitor sees directory results as a list or a grid [DIR-08]', async ({ page, open }) => {
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

for (const width of [1024, 1280]) {
  for (const path of ['/', '/fr']) {
    test(`each header entry stays on one line at ${width} px on ${path} [WARN-16]`, async ({ page, open }) => {
      await page.setViewportSize({ width, height: 800 });
      await open(path);
      const entries = page.locator('header a:visible, header button:visible');
      const tall = await entries.evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height > 48).map((one) => one.textContent),
      );
      expect(await entries.count()).toBeGreaterThan(7);
      expect(tall).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  }
}

test('no word of the footer is broken at 360, 768, 1024 and 1280 px, in either language [FOOTER-01]', async ({
  page,
  open,
}) => {
  for (const path of ['/about', '/fr/about']) {
    await open(path);
    for (const width of [360, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const { words, broken } = await page.locator('footer').evaluate((footer) => {
        const texts = document.createTreeWalker(footer, NodeFilter.SHOW_TEXT);
        const found: { word: string; lines: number }[] = [];
        while (texts.nextNode()) {
          for (const { 0: word, index } of (texts.currentNode.nodeValue ?? '').matchAll(/[\p{L}\d]+/gu)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            found.push({ word, lines: range.getClientRects().length });
          }
        }
        return { words: found.length, broken: found.filter(({ lines }) => lines > 1).map(({ word }) => word) };
      });
      expect(words).toBeGreaterThan(50);
      expect(broken, `${path} at ${width} px`).toEqual([]);
    }
  }
});
