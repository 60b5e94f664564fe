/** The smallest phones, and people who read large letters: nothing is cut, nothing lies beside the screen. */
import { pagesFor } from '@hakiki/contract/pages';
import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, test } from './product-test.ts';

const otherStates = ['/signup?login=true', '/directory?search=binance', '/directory?view=grid', '/nothing-here'];

/** What can be pressed or filled in, and what is written, but lies beside the screen or does not fit its own box. */
const faultsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const nameOf = (element: Element) => `${element.tagName} ${element.outerHTML.slice(0, 140)}`;
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      // Words for screen readers have a box of one pixel.
      element.getBoundingClientRect().width > 1 &&
      !element.closest('.sr-only');
    const scrollsItself = (element: Element): boolean => {
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(around).overflowX) && around !== document.documentElement) return true;
      }
      return false;
    };
    const controls = [
      ...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary'),
    ]
      .filter(isShown)
      .filter((element) => {
        const { left, right, width: own } = element.getBoundingClientRect();
        return own > 1 && (left < -1 || right > width + 1) && !scrollsItself(element);
      })
      .map((element) => `beside the screen: ${nameOf(element)}`);
    const squeezed = [...document.querySelectorAll('header button')]
      .filter((button) => isShown(button) && button.getBoundingClientRect().width < 43.5)
      .map((button) => `too narrow to touch: ${nameOf(button)}`);
    const cut = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, li, a, button, label, td, th, dd, dt, span')]
      .filter(isShown)
      .filter((element) => {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
        // Shortened with dots on purpose: the whole is a tap away.
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
        const isCutX = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
        const isCutY = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
        return isCutX || isCutY;
      })
      .map((element) => `cut: ${nameOf(element)}`);
    return [...controls, ...squeezed, ...cut];
  });

const looks = [
  { name: '360 px wide', viewport: { width: 360, height: 740 }, letters: '100%' },
  { name: '320 px wide', viewport: { width: 320, height: 640 }, letters: '100%' },
  { name: 'letters of twice the size on a phone', viewport: { width: 360, height: 740 }, letters: '200%' },
  { name: 'everything twice the size on a desk', viewport: { width: 640, height: 400 }, letters: '100%' },
] as const;

for (const { name, viewport, letters } of looks) {
  test(`public pages fit the screen with ${name} [WARN-13]`, async ({ page, open, providers }) => {
    test.slow();
    const [flagged] = await providers('?verificationStatus=flagged&limit=1');
    const [verified] = await providers('?verificationStatus=verified&limit=1');
    const tabs = ['', '?tab=security', '?tab=compliance', '?tab=reviews', '?tab=report'];
    await page.setViewportSize(viewport);
    // As a browser does whose reader asked for larger letters.
    await page.addInitScript((size) => {
      addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = size));
    }, letters);
    const faults: string[] = [];
    for (const path of [
      ...pagesFor('public'),
      ...otherStates,
      ...tabs.map((tab) => `/provider/${verified!.id}${tab}`),
      `/provider/${flagged!.id}`,
      `/compare?providers=${flagged!.id},${verified!.id}`,
      '/fr',
      '/fr/directory',
      '/fr/pricing',
      '/fr/report-scam',
      `/fr/provider/${flagged!.id}`,
    ]) {
      await open(path);
      const scrolls = await page.evaluate(() => document.documentElement.scrollWidth);
      if (scrolls > viewport.width) faults.push(`${path} is ${scrolls} px wide`);
      faults.push(...(await faultsOn(page)).map((fault) => `${path} ${fault}`));
    }
    expect(faults).toEqual([]);
  });
}

for (const { name, viewport, letters } of looks.slice(1, 3)) {
  test(`menu and filters can be used with ${name} [WARN-13]`, async ({ page, open }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript((size) => {
      addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = size));
    }, letters);
    await open('/directory');
    for (const [button, dialog] of [
      ['Open menu', 'Menu'],
      ['Filters', 'Filters'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      const opened = page.getByRole('dialog', { name: dialog });
      await expect(opened.getByRole('button', { name: /^Close/ })).toBeInViewport({ ratio: 1 });
      expect(await opened.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1);
      const last = opened.locator('a, button').filter({ visible: true }).last();
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport({ ratio: 1 });
      await expectNoSidewaysScroll(page);
      await page.keyboard.press('Escape');
    }
  });
}
