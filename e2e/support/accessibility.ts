/** Checks with axe whether a screen is accessible. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect, expectNoHorizontalScroll, test } from './product-test.ts';

interface AccessibilityCheck {
  page: Page;
  open: (path: string) => Promise<void>;
  path: string;
  /** Brings the screen into the state to check. */
  prepare?: () => Promise<void>;
}

/** Public pages with another layout on a desktop; the others are checked on a phone. */
export const pagesOnBothScreens = ['/', '/directory', '/pricing'];

const DESKTOP_MIN_WIDTH_PX = 768;

/**
 * Only colours differ between the themes, so the other rules run once; colours are the same on a phone and on a
 * desktop.
 */
export async function expectAccessible({
  page,
  open,
  path,
  prepare = async () => {},
}: AccessibilityCheck): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await open(path);
  await prepare();
  expect.soft(await listViolations(page), `${path}, light`).toEqual([]);
  if ((page.viewportSize()?.width ?? 0) < DESKTOP_MIN_WIDTH_PX) {
    await switchToDark(page);
    expect.soft(await listViolations(page, 'color-contrast'), `${path}, dark`).toEqual([]);
  }
  await expectNoHorizontalScroll(page);
}

const PAGES_PER_TEST = 6;

/** Checks several pages per test: a new browser per page would load the site's scripts and axe again. */
export function testAccessible(paths: readonly string[]): void {
  for (let from = 0; from < paths.length; from += PAGES_PER_TEST) {
    const group = paths.slice(from, from + PAGES_PER_TEST);
    test(`${group.join(', ')} have no accessibility violations, on a phone also in dark mode`, async ({
      page,
      open,
    }) => {
      for (const path of group) await expectAccessible({ page, open, path });
    });
  }
}

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Lists violations of all rules, or of one. Our pages have no frames, so axe runs directly in the page, and its 650 kB
 * are loaded once per page.
 */
export async function listViolations(page: Page, rule?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // Colours that fade in would be measured half-way.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
  return page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    { resultTypes: ['violations' as const], ...(rule && { runOnly: [rule] }) },
  );
}

/** Switches without a transition: fading colours would be measured half-way. */
async function switchToDark(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noTransitions = new CSSStyleSheet();
    noTransitions.replaceSync('*, ::before, ::after { transition-property: none !important; }');
    document.adoptedStyleSheets.push(noTransitions);
  });
  await page.emulateMedia({ colorScheme: 'dark' });
}
