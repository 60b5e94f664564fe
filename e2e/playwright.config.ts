import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from '../tools/chromium.ts';

/**
 * A journey is made once, on the phone, where there is least room; on both screens only where what is shown depends on the size,
 * and for companies, which look after their listing at a desk as often.
 * What exists on a desk alone, or is done there, has a file of its own. That pages fit and can be used by everybody is looked at on
 * both: accessibility.spec.ts names the pages that a desk lays out in another way.
 */
const onBoth = /\/(?:accessibility|header|business|business-colleagues|claims|invoices|replies)\.spec\.ts$/;
const desktopOnly = /\/(?:desktop|foreign-sites|stored-text|console-journey|console-regroup)\.spec\.ts$/;
/** One after the other, since each worker keeps the product that it started for them; scattered, each file would start one. */
const ownProduct =
  /\/(?:alerts|claims|console-decisions|invoices|masks|moderator|redaction|reviews|step-up)\.spec\.ts$/;
const withoutScripts = /\/without-scripts\.spec\.ts$/;

/** One pixel for each of CSS: a Pixel 7 has seven, which a machine without a graphics card would all paint, and no journey looks at. */
const phone = { ...devices['Pixel 7'], viewport: { width: 360, height: 740 }, deviceScaleFactor: 1 };

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './start-product.ts',
  fullyParallel: true,
  // Machines are shared: a slow one is not a failure.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  workers: 2,
  forbidOnly: true,
  reporter: process.env['CI']
    ? [['line'], ['json', { outputFile: process.env['E2E_REPORT'] ?? '../test-results/e2e.json' }]]
    : 'list',
  use: {
    baseURL: process.env['E2E_URL'],
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions,
    // What a worker answers, a journey can neither hold back nor see; offline.spec.ts lets it in.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'phone', testIgnore: [withoutScripts, desktopOnly, ownProduct], use: phone },
    { name: 'phone, own product', testMatch: ownProduct, use: phone },
    { name: 'desktop', testMatch: [onBoth, desktopOnly], use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'no-javascript',
      testMatch: withoutScripts,
      use: { viewport: { width: 360, height: 740 }, javaScriptEnabled: false },
    },
  ],
});
