/** The Chromium that journeys and measurements drive, without what only a person at a screen would use. */
import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** The same engine without a window around it: journeys take a sixth less of the machine (137 s against 165 s, side by side). */
const withoutWindow = '/usr/bin/chromium-headless-shell';

/**
 * Debian's Chromium gives every test a window with two pages of suggestions under its address bar, and keeps one more
 * process in reserve. Nobody sees them, and they cost as much as the page under test.
 */
const unseen = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** What Playwright turns off itself: of two lists Chromium takes the last. */
const byPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export const chromiumOptions: LaunchOptions = {
  executablePath: process.env['CHROMIUM'] ?? (existsSync(withoutWindow) ? withoutWindow : '/usr/bin/chromium'),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    `--disable-features=${[...byPlaywright, ...unseen].join()}`,
  ],
};
