/**
 * Launch options of the Chromium for e2e tests and measurements, without features that only a person at a screen needs.
 */
import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/**
 * The headless build of the same engine: e2e tests need a sixth less time (137 s instead of 165 s, measured side by
 * side).
 */
const headlessBinary = '/usr/bin/chromium-headless-shell';

/**
 * Debian's Chromium opens two suggestion pages under the address bar of every window and a spare renderer process. They
 * are invisible and cost as much as the page under test.
 */
const disabledFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** Features that Playwright disables itself, repeated here because Chromium uses only the last of two lists. */
const disabledByPlaywright = [
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
  executablePath: process.env['CHROMIUM'] ?? (existsSync(headlessBinary) ? headlessBinary : '/usr/bin/chromium'),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    `--disable-features=${[...disabledByPlaywright, ...disabledFeatures].join()}`,
  ],
};
