import type { Page } from '@playwright/test';
import { listCoveredByToast, toast } from './support/account-helpers.ts';
import { expect, test } from './support/product-test.ts';

/** Four are selected already, so the next one shows a toast. */
async function showToast(page: Page) {
  await page.evaluate(() => sessionStorage.setItem('compareSelection', 'a,b,c,d'));
  await page.getByRole('link', { name: 'Add to Compare' }).click();
  // A toast stays while the pointer is over it.
  await page.mouse.move(5, 300);
}

test.beforeEach(async ({ page, providers }) => {
  const [provider] = await providers('?limit=1');
  await page.clock.install();
  await page.goto(`/provider/${provider!.id}`);
  await page.locator('html[data-ready]').waitFor();
  // From here on the test controls the clock.
  await page.clock.pauseAt(Date.now() + 3_600_000);
});

test('only one toast is shown at a time [TOAST-01]', async ({ page }) => {
  await showToast(page);
  await expect(toast(page)).toHaveCount(1);
  await showToast(page);
  await expect(toast(page)).toHaveCount(1);
});

test('a toast is shown for five seconds [TOAST-03]', async ({ page }) => {
  await showToast(page);
  await expect(toast(page)).toHaveCount(1);
  await page.clock.runFor(4900);
  await expect(toast(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(toast(page)).toHaveCount(0);
});

test('a swipe of 50 px to the right dismisses a toast, a shorter one or one to the left does not [TOAST-04] [TOAST-05]', async ({
  page,
}) => {
  await showToast(page);
  const swipe = async (distance: number) => {
    const box = (await toast(page).first().boundingBox())!;
    const [x, y] = [box.x + 60, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance, y, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(49);
  await expect(toast(page)).toHaveCount(1);
  await swipe(-55);
  await expect(toast(page)).toHaveCount(1);
  await swipe(50);
  await expect(toast(page)).toHaveCount(0);
});

test('F8 moves the focus to the toasts [TOAST-06]', async ({ page }) => {
  await showToast(page);
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeFocused();
});

test('toasts are at most 420 px wide [TOAST-07]', async ({ page }) => {
  await showToast(page);
  const region = page.getByRole('region', { name: 'Notifications (F8)' });
  expect(await region.evaluate((element) => getComputedStyle(element).maxWidth)).toBe('420px');
  expect((await region.boundingBox())!.width).toBeLessThanOrEqual(420);
});

test('a toast covers nothing that can be pressed or filled in and moves nothing, from 320 to 1280 px and with doubled letters; F8 shows its full text [WARN-06]', async ({
  page,
}) => {
  const listPositions = () =>
    page.locator('body > header :is(a, button):visible:not([data-toasts] *)').evaluateAll((all) =>
      all.map((element) => {
        const { left, top } = element.getBoundingClientRect();
        return [element.textContent, Math.round(left), Math.round(top)];
      }),
    );
  const text = toast(page).locator('p').first();
  for (const [width, letters] of [
    [320, '100%'],
    [320, '200%'],
    [360, '100%'],
    [360, '200%'],
    [768, '100%'],
    [1024, '100%'],
    [1280, '100%'],
  ] as const) {
    const where = `${width} px, letters ${letters}`;
    await page.setViewportSize({ width, height: 740 });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, letters);
    const before = await listPositions();
    await showToast(page);
    await expect(toast(page)).toHaveCount(1);
    expect(await listCoveredByToast(page), where).toEqual([]);
    expect(await listPositions(), where).toEqual(before);
    await page.keyboard.press('F8');
    await expect(text).toBeInViewport({ ratio: 1 });
    const cutPx = await text.evaluate(({ parentElement }) => parentElement!.scrollHeight - parentElement!.clientHeight);
    expect(cutPx, where).toBeLessThanOrEqual(1);
    await page.getByRole('button', { name: 'Close notification' }).click();
    await expect(toast(page)).toHaveCount(0);
  }
});

const certification = (page: Page) => page.getByRole('list', { name: 'Certifications' }).getByRole('button').first();

test('a tooltip opens after 700 ms, and the next one at once within 300 ms [TOAST-08] [TOAST-09]', async ({ page }) => {
  const button = certification(page);
  const tooltip = page.getByRole('tooltip');
  const [inside, outside] = [await centre(button), { x: 5, y: 300 }];
  await page.mouse.move(outside.x, outside.y);
  await page.mouse.move(inside.x, inside.y);
  await page.clock.runFor(600);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(150);
  await expect(tooltip).toBeVisible();
  await page.mouse.move(outside.x, outside.y);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(200);
  await page.mouse.move(inside.x, inside.y);
  await page.clock.runFor(10);
  await expect(tooltip).toBeVisible();
  await page.mouse.move(outside.x, outside.y);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(400);
  await page.mouse.move(inside.x, inside.y);
  await page.clock.runFor(10);
  await expect(tooltip).toHaveCount(0);
});

test('a tooltip opens at once on keyboard focus and closes on Escape', async ({ page }) => {
  await certification(page).focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

test('a tooltip stays open while the mouse moves to its text, and closes on Escape there, too', async ({ page }) => {
  const button = certification(page);
  const tooltip = page.getByRole('tooltip');
  const inside = await centre(button);
  await page.mouse.move(inside.x, inside.y);
  await page.clock.runFor(750);
  const text = (await tooltip.boundingBox())!;
  await page.mouse.move(text.x + 10, text.y + text.height / 2, { steps: 40 });
  await page.clock.runFor(750);
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
});

test('a tooltip at the right edge of a phone is fully visible', async ({ page }) => {
  const button = certification(page);
  // As far right as possible, whatever the text before it.
  await button.evaluate((element) => element.parentElement!.style.setProperty('margin-inline-start', 'auto'));
  await button.focus();
  const { x, width } = (await page.getByRole('tooltip').boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(360);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

async function centre(target: ReturnType<Page['locator']>) {
  await target.scrollIntoViewIfNeeded();
  const box = (await target.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
