/// <reference lib="dom" />
/**
 * Measures taps on a slow network and a cheap phone: from the home page by a search to a verdict, without a document
 * load. For each tap: when the first feedback is visible, and when the result is. `npm run lab -- --taps`.
 */
import { chromium, devices, type Browser, type Locator, type Page } from '@playwright/test';
import { alertStorageKeys } from '@hakiki/contract/alert-announcing';
import { chromiumOptions } from './chromium.ts';

const goals = { signMs: 100, shownMs: 5000 };
const slowNetwork = { rttMs: 400, throughputKbps: 400, cpuSlowdown: 6 };

interface TapTiming {
  signMs: number;
  shownMs: number;
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

async function measureTap(page: Page, target: Locator, shown: string): Promise<TapTiming> {
  await page.evaluate((selector) => {
    const frames = async () => {
      const tapped = performance.now();
      const seen: Partial<TapTiming> = {};
      while (seen.shownMs === undefined) {
        await new Promise(requestAnimationFrame);
        const sinceMs = performance.now() - tapped;
        const isShown = document.querySelector(selector) !== null;
        if (isShown || document.documentElement.hasAttribute('data-moving')) seen.signMs ??= sinceMs;
        if (isShown) seen.shownMs = sinceMs;
      }
      return seen;
    };
    addEventListener('click', () => Object.assign(window, { seenAfterTap: frames() }), { capture: true, once: true });
  }, shown);
  await target.tap();
  await page.locator(shown).first().waitFor();
  return page.evaluate(() => (window as unknown as { seenAfterTap: Promise<TapTiming> }).seenAfterTap);
}

async function measureJourney(browser: Browser, url: string): Promise<Record<string, TapTiming>> {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.addInitScript((key) => localStorage.setItem(key, '2999-01-01'), alertStorageKeys.lastAnnounced);
  const session = await context.newCDPSession(page);
  const bytesPerSecond = (slowNetwork.throughputKbps * 1000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowNetwork.rttMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowNetwork.cpuSlowdown });
  await page.goto(url);
  await page.locator('html[data-ready]').waitFor();
  await page.waitForLoadState('networkidle');
  const form = page.getByRole('main').getByRole('search').first();
  await form.getByRole('searchbox').fill('a');
  const search = await measureTap(page, form.getByRole('button').first(), 'main ul[data-view] article[data-provider]');
  await page.waitForLoadState('networkidle');
  const link = page.locator('main ul[data-view] article[data-provider] a[href*="/provider/"]').first();
  const verdict = await measureTap(page, link, 'main article h1');
  await context.close();
  return { search, verdict };
}

export async function measureTaps(url: string, runs: number): Promise<void> {
  const { rttMs, throughputKbps, cpuSlowdown } = slowNetwork;
  console.log(`${throughputKbps} kbit/s, ${rttMs} ms, ${cpuSlowdown}x CPU, median of ${runs}`);
  const browser = await chromium.launch(chromiumOptions);
  try {
    const journeys: Record<string, TapTiming>[] = [];
    for (let run = 0; run < runs; run += 1) journeys.push(await measureJourney(browser, url));
    for (const name of ['search', 'verdict']) {
      const of = (figure: keyof TapTiming) => median(journeys.map((one) => one[name]?.[figure] ?? Number.NaN));
      const isGood = of('signMs') <= goals.signMs && of('shownMs') <= goals.shownMs;
      const figures = `first sign ${Math.round(of('signMs'))} ms, shown ${Math.round(of('shownMs'))} ms`;
      console.log(`${isGood ? 'reached' : 'missed '}  ${name}  ${figures}`);
    }
  } finally {
    await browser.close();
  }
}
