import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from '../tools/chromium.ts';

/**
 * What exists on one kind of screen only has a file of its own. Long journeys, and what looks the same on both, are made once,
 * on the phone.
 */
const phoneOnly =
  /(?:phone|offline|late-scripts|narrow|account|compare|directory|home|provider|shell|accessibility-public|reviews|requests|toasts|sign-up|verify-email|admin|contact|pricing|alerts|follow|reports|report-forms|dashboard|console-looks|seen|appeals|decisions|moderator|redaction|step-up|referrals|subscribe|test-payment|news)\.spec\.ts/;
const desktopOnly = /(?:desktop|foreign-sites|stored-text|console-journey|console-regroup)\.spec\.ts/;
const withoutScripts = /without-scripts\.spec\.ts/;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './start-product.ts',
  fullyParallel: true,
  // Machines are shared: a slow one is not a failure.
  timeout: 60_000,
  expect: { timeout: 10_000 },
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
    {
      name: 'phone',
      testIgnore: [withoutScripts, desktopOnly],
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 } },
    },
    { name: 'desktop', testIgnore: [withoutScripts, phoneOnly], use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'no-javascript',
      testMatch: withoutScripts,
      use: { viewport: { width: 360, height: 740 }, javaScriptEnabled: false },
    },
  ],
});
