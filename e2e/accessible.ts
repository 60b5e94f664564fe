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

const DESK_FROM_PX = 768;

/**
 * Each theme is a fresh page: one that changes its colours under the reader's eyes is measured half-way. Only colours differ
 * between the themes, so everything else is measured once; and the colours are the same on a phone and on a desk.
 */
export async function expectAccessible({ page, open, path, act = async () => {} }: Look): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < DESK_FROM_PX;
  for (const colorScheme of isPhone ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(path);
    await act();
    const axe = new AxeBuilder({ page });
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules('color-contrast')).analyze();
    expect(violations.map(({ id, nodes }) => `${path}, ${colorScheme}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  await expectNoSidewaysScroll(page);
}
