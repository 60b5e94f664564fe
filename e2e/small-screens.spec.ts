/** The smallest phones and large fonts: nothing is cut off or outside the screen. */
import { listPages } from '@hakiki/contract/pages';
import type { Page } from '@playwright/test';
import { expect, expectNoHorizontalScroll, test } from './support/product-test.ts';

const otherStates = ['/signup?login=true', '/directory?search=binance', '/directory?view=grid', '/nothing-here'];

/** Lists controls and texts that are outside the screen or do not fit their box. */
const findLayoutProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const nameOf = (element: Element) => `${element.tagName} ${element.outerHTML.slice(0, 140)}`;
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      // Texts for screen readers have a box of one pixel.
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
        // Shortened with dots on purpose: the full text is a tap away.
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
        const isCutX = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
        const isCutY = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1;
        return isCutX || isCutY;
      })
      .map((element) => `cut: ${nameOf(element)}`);
    return [...controls, ...squeezed, ...cut];
  });

/** At most this share of the screen for a word that must stay whole: the rest are margins. */
const MAX_WORD_SHARE = 0.75;

/** Lists words that are broken inside. Addresses, wallets and codes may break, and words that fit into no card. */
const findBrokenWords = (page: Page): Promise<string[]> =>
  page.evaluate((maxShare) => {
    const maxWidth = document.documentElement.clientWidth * maxShare;
    const range = document.createRange();
    const listBoxes = () => [...range.getClientRects()].filter(({ width }) => width > 0);
    // The first letter and a text that is cut with dots have boxes of their own on the same line.
    const isOnSeveralLines = () => listBoxes().some(({ top }, _, [first]) => top >= first!.bottom - 1);
    const isHidden = (element: Element) =>
      element.closest('.sr-only, script, style, option, textarea, code, pre, svg') ??
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      range.selectNodeContents(node);
      if (!isOnSeveralLines() || isHidden(node.parentElement!)) continue;
      for (const { 0: text, index } of node.textContent!.matchAll(/\S+/g)) {
        const isAddress = /[.@/:_\d]\p{L}|\p{L}\d/u.test(text);
        for (const word of isAddress ? [] : text.matchAll(/\p{L}{2,}/gu)) {
          range.setStart(node, index + word.index);
          range.setEnd(node, index + word.index + word[0].length);
          const width = listBoxes().reduce((sum, box) => sum + box.width, 0);
          if (isOnSeveralLines() && width <= maxWidth)
            broken.push(`broken word: ${word[0]} in ${node.parentElement!.outerHTML.slice(0, 160)}`);
        }
      }
    }
    return broken;
  }, MAX_WORD_SHARE);

const doubledText = {
  name: 'double font size at 320 px',
  viewport: { width: 320, height: 640 },
  fontSize: '200%',
} as const;
const zoomedDesktop = {
  name: '200 % zoom on a desktop',
  viewport: { width: 640, height: 360 },
  fontSize: '100%',
} as const;
const screenSettings = [
  { name: '360 px wide', viewport: { width: 360, height: 740 }, fontSize: '100%' },
  { name: '320 px wide', viewport: { width: 320, height: 640 }, fontSize: '100%' },
  { name: 'double font size on a phone', viewport: { width: 360, height: 740 }, fontSize: '200%' },
  zoomedDesktop,
  doubledText,
] as const;

interface ScreenSetting {
  name: string;
  viewport: { width: number; height: number };
  fontSize: string;
}

/** Resizes the open page instead of loading it again; its scripts react within a frame. */
async function applyScreenSetting(page: Page, { viewport, fontSize }: ScreenSetting): Promise<void> {
  await page.setViewportSize(viewport);
  // As a browser with a larger default font size.
  await page.evaluate(async (size) => {
    document.documentElement.style.fontSize = size;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, fontSize);
}

/** Opens a page once and lists what is wrong with it in each setting. */
async function findProblems(page: Page, path: string, settings: readonly ScreenSetting[]): Promise<string[]> {
  const problems: string[] = [];
  for (const setting of settings) {
    await applyScreenSetting(page, setting);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    const found = [
      ...(width > setting.viewport.width ? [`is ${width} px wide`] : []),
      ...(await findLayoutProblems(page)),
      ...(await findBrokenWords(page)),
      ...(setting === doubledText || setting === zoomedDesktop ? await findReadingProblems(page) : []),
    ];
    problems.push(...found.map((problem) => `${path} with ${setting.name}: ${problem}`));
  }
  return problems;
}

test(`public pages have no sideways scrolling, no cut text and no broken word with ${screenSettings.map(({ name }) => name).join(', ')}`, async ({
  page,
  open,
  providers,
  request,
}) => {
  test.slow();
  const [flagged] = await providers('?verificationStatus=flagged&limit=1');
  const [verified] = await providers('?verificationStatus=verified&limit=1');
  // The oldest one: other tests publish alerts about names that are no words.
  const alert = ((await (await request.get('/api/fraud-alerts/active')).json()) as { id: string }[]).at(-1);
  const tabs = ['', '?tab=security', '?tab=compliance', '?tab=reviews', '?tab=report'];
  const compare = `/compare?providers=${flagged!.id},${verified!.id}`;
  const inFrench = ['', '/directory', '/pricing', '/report-scam', '/reports', '/news', '/first-hour', '/transparency'];
  const problems: string[] = [];
  for (const path of [
    ...listPages('public'),
    ...otherStates,
    ...tabs.map((tab) => `/provider/${verified!.id}${tab}`),
    `/provider/${flagged!.id}`,
    compare,
    `/alerts/${alert!.id}`,
    ...[...inFrench, compare, `/provider/${flagged!.id}`, `/alerts/${alert!.id}`].map((path) => `/fr${path}`),
  ]) {
    await open(path);
    problems.push(...(await findProblems(page, path, screenSettings)));
  }
  expect(problems).toEqual([]);
});

for (const setting of screenSettings.slice(1, 3)) {
  test(`menu and filters can be used with ${setting.name} [WARN-13]`, async ({ page, open }) => {
    await open('/directory');
    await applyScreenSetting(page, setting);
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
      await expectNoHorizontalScroll(page);
      await page.keyboard.press('Escape');
    }
  });
}

for (const viewport of [zoomedDesktop.viewport, { width: 360, height: 640 }]) {
  test(`what gets the focus on a provider page is never under a bar at ${viewport.width} x ${viewport.height} px`, async ({
    page,
    open,
    providers,
  }) => {
    const [verified] = await providers('?verificationStatus=Verified&limit=1');
    await page.setViewportSize(viewport);
    await open(`/provider/${verified!.id}`);
    const covered: string[] = [];
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press('Tab');
      const cover = await page.evaluate(() => {
        const focused = document.activeElement!;
        const { left, top, width, height } = focused.getBoundingClientRect();
        const upper = document.elementFromPoint(left + width / 2, top + height / 2);
        const isSeen = !upper || focused.contains(upper) || upper.contains(focused);
        return isSeen ? undefined : `${focused.outerHTML.slice(0, 80)} under ${upper.outerHTML.slice(0, 80)}`;
      });
      if (cover) covered.push(cover);
    }
    expect(covered).toEqual([]);
  });
}

test('with double font size on a phone a select shows its whole choice', async ({ page, open }) => {
  await open('/report-scam');
  await applyScreenSetting(page, screenSettings[2]);
  const select = page.getByRole('combobox', { name: 'Type of scam' });
  const [needed, available] = await select.evaluate((element: HTMLSelectElement) => {
    // `font` is empty where digits have one width.
    const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(element);
    const context = document.createElement('canvas').getContext('2d')!;
    context.font = `${fontSize} ${fontFamily}`;
    return [
      context.measureText(element.selectedOptions[0]!.text).width,
      element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
    ];
  });
  expect(needed).toBeLessThanOrEqual(available);
});

/** At most this share of the height for what stays while the page scrolls. */
const MAX_STICKY_SHARE = 0.2;

/** Lists selects and buttons with cut texts, and bars that take too much of the screen. */
const findReadingProblems = (page: Page): Promise<string[]> =>
  page.evaluate(async (maxStickyShare) => {
    const context = document.createElement('canvas').getContext('2d')!;
    const widthOf = (text: string, element: Element) => {
      const { font, letterSpacing } = getComputedStyle(element);
      context.font = font;
      return context.measureText(text).width + text.length * (Number.parseFloat(letterSpacing) || 0);
    };
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1 &&
      !element.closest('.sr-only');
    const cutSelects = [...document.querySelectorAll('select')].filter(isShown).flatMap((select) => {
      const { paddingLeft, paddingRight } = getComputedStyle(select);
      const available = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const text = select.selectedOptions[0]?.text ?? '';
      // The beginning of a long text is enough to know it.
      const needed = Math.min(widthOf(text, select), widthOf('0000000', select));
      return needed > available + 1
        ? [`select shows no text: ${text}, ${Math.round(needed)} of ${Math.round(available)} px`]
        : [];
    });
    const cutButtons = [...document.querySelectorAll<HTMLElement>('button, a[href], summary')]
      .filter((element) => isShown(element) && !element.querySelector('.line-clamp-2, .truncate'))
      .filter(
        ({ scrollWidth, clientWidth, className }) =>
          clientWidth > 0 && scrollWidth > clientWidth + 1 && !/truncate|line-clamp/.test(className),
      )
      .map((element) => `text wider than its button: ${element.outerHTML.slice(0, 140)}`);
    // In the middle of the page bars stick.
    scrollTo(0, document.documentElement.scrollHeight / 2);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const bars = [...document.querySelectorAll('body *')].filter((element) => {
      const { position, pointerEvents, top: stickyTop, bottom: stickyBottom } = getComputedStyle(element);
      // A label that sticks while a table scrolls sideways is no bar.
      if (stickyTop === 'auto' && stickyBottom === 'auto') return false;
      if (!/sticky|fixed/.test(position) || pointerEvents === 'none' || !isShown(element)) return false;
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    const height = bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0);
    scrollTo(0, 0);
    const tall =
      height > maxStickyShare * innerHeight
        ? [
            `bars take ${Math.round(height)} of ${innerHeight} px: ${bars.map((bar) => bar.outerHTML.slice(0, 100)).join(' and ')}`,
          ]
        : [];
    return [...cutSelects, ...cutButtons, ...tall];
  }, MAX_STICKY_SHARE);

test('member pages have no sideways scrolling, no cut text and no broken word at 320 px with double font size', async ({
  page,
  open,
  signInAs,
}) => {
  await signInAs({ subscriptionTier: 'premium', userType: 'business' });
  const problems: string[] = [];
  for (const path of [...listPages('personal'), '/fr/dashboard', '/fr/account', '/fr/subscribe', '/fr/my-reports']) {
    await open(path);
    problems.push(...(await findProblems(page, path, [screenSettings[1], doubledText])));
  }
  expect(problems).toEqual([]);
});
