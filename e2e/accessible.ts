/** Whether a screen can be used by everybody, as far as a machine can tell. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll } from './product-test.ts';

interface Look {
  page: Page;
  open: (path: string) => Promise<void>;
  path: string;
  /** Brings the screen into the state to be looked at. */
  act?: () => Promise<void>;
}

/**
 * Each theme is a fresh page: one that changes its colours under the reader's eyes is measured half-way. Only colours differ
 * between the themes, so everything else is measured once.
 */
export async function expectAccessible({ page, open, path, act = async () => {} }: Look): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(path);
    await act();
    const axe = new AxeBuilder({ page });
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules('color-contrast')).analyze();
    expect(violations.map(({ id, nodes }) => `${path}, ${colorScheme}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  await expectNoSidewaysScroll(page);
}
