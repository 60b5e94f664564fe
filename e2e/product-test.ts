/** A test of the product in a real browser: it waits until the page is alive, and an unexpected error in the console fails it. */
import { test as base, expect, type APIRequestContext, type Page } from '@playwright/test';
import type { Provider } from '@hakiki/contract/directory';

/** The browser reports every refused call; being signed out and missing pages are part of normal life. */
const expected = [/status of 401/, /status of 404/];

interface Fixtures {
  /** Opens a page and waits until its scripts have taken over. */
  open: (path: string) => Promise<void>;
  /** Providers of the demo data, as the API gives them. */
  providers: (query?: string) => Promise<Provider[]>;
  /** Errors a test causes on purpose. */
  expectedError: RegExp | undefined;
}

export const test = base.extend<Fixtures>({
  expectedError: [undefined, { option: true }],
  page: async ({ page, expectedError }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await use(page);
    const unexpected = errors.filter((text) => ![...expected, expectedError].some((pattern) => pattern?.test(text)));
    expect(unexpected).toEqual([]);
  },
  open: async ({ page }, use) => {
    await use(async (path) => {
      await page.goto(path);
      await page.locator('html[data-ready]').waitFor();
    });
  },
  providers: async ({ request }, use) => {
    await use((query = '') => listProviders(request, query));
  },
});

async function listProviders(request: APIRequestContext, query: string): Promise<Provider[]> {
  const answer = await request.get(`/api/providers${query}`);
  return (await answer.json()) as Provider[];
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // A phone widens its window to fit what overflows, so only the screen itself is a measure.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  );
}

export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 1024;

export { expect };
