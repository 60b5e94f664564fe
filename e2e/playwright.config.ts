import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from '../tools/chromium.ts';

/**
 * Tests run once, on a phone, which has the least space; on both screens only where the layout depends on the size.
 * Features of the desktop have files of their own. Accessibility is checked on both: accessibility.spec.ts names the
 * pages with another layout on a desktop.
 */
const onBoth = /\/(?:accessibility|header)\.spec\.ts$/;
/** Companies use a desktop as often; at night their tests run there, too. */
const ofCompanies = /\/(?:business|business-colleagues|claims|invoices|replies)\.spec\.ts$/;
const desktop = { viewport: { width: 1280, height: 800 } };
const desktopOnly = /\/(?:desktop|foreign-sites|stored-text|console-journey|console-regroup)\.spec\.ts$/;
/**
 * In a project of their own, since each worker keeps the product that it started; otherwise each file would start one.
 */
const ownProduct =
  /\/(?:alerts|claims|console-decisions|invoices|masks|moderator|redaction|reviews|step-up)\.spec\.ts$/;
const withoutScripts = /\/without-scripts\.spec\.ts$/;

/**
 * One device pixel per CSS pixel: a Pixel 7 has seven, which is slow to paint without a graphics card, and no test
 * needs it.
 */
const phone = { ...devices['Pixel 7'], viewport: { width: 360, height: 740 }, deviceScaleFactor: 1 };

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './support/start-product.ts',
  fullyParallel: true,
  // These end a test that hangs. Machines are shared: slowness is not a failure.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 2,
  forbidOnly: true,
  reporter: process.env['CI']
    ? [['line'], ['json', { outputFile: process.env['E2E_REPORT'] ?? '../test-results/e2e.json' }]]
    : 'list',
  use: {
    baseURL: process.env['E2E_URL'],
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions,
    // Tests can neither delay nor see what a service worker answers; offline.spec.ts allows it.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'phone', testIgnore: [withoutScripts, desktopOnly, ownProduct], use: phone },
    { name: 'phone, own product', testMatch: ownProduct, use: phone },
    { name: 'desktop', testMatch: [onBoth, desktopOnly], use: desktop },
    ...(process.env['NIGHTLY'] ? [{ name: 'companies, desktop', testMatch: ofCompanies, use: desktop }] : []),
    {
      name: 'no-javascript',
      testMatch: withoutScripts,
      use: { viewport: { width: 360, height: 740 }, javaScriptEnabled: false },
    },
  ],
});
