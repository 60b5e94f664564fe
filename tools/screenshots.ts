/**
 * Command: takes the screenshots of the README from the built product with its demo data, and writes them to
 * docs/images. Run it again after a change of these screens: `npm run build && npm run screenshots`. The option
 * `-- --journeys <folder>` takes the journeys of visitors and members in all variants instead, to be looked at;
 * `--only report --in fr-phone-dark` takes a part of them. E2E_URL and E2E_DATABASE_URL name a product that runs.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { seedDemoQueue } from '../apps/server/src/seed/demo-queue.ts';
import { startFolderMailServer } from '../apps/server/test/support/mail-folder.ts';
import { chromiumOptions } from './chromium.ts';
import { takeJourneys } from './journey-screenshots.ts';
import { createPeople, type Product, startProduct } from './product.ts';

const folder = join(import.meta.dirname, '../docs/images');

const phone = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 780 } };

interface Provider {
  id: string;
  verificationStatus: string;
}

async function findFlaggedProvider(url: string): Promise<string> {
  const providers = (await (await fetch(`${url}/api/providers?limit=100`)).json()) as Provider[];
  const flagged = providers.find(({ verificationStatus }) => verificationStatus === 'Flagged');
  if (!flagged) throw new Error('The demo data has no flagged provider to show.');
  return `/provider/${flagged.id}`;
}

async function takePicture(
  context: BrowserContext,
  url: string,
  name: string,
  prepare?: (page: Page) => Promise<void>,
) {
  const page = await context.newPage();
  await page.goto(url);
  await prepare?.(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  await page.close();
  console.log(`docs/images/${name}.png`);
}

/** A visitor who has seen all alerts: no notification covers the page. */
async function openAsVisitor(browser: Browser, size: typeof phone | typeof desktop): Promise<BrowserContext> {
  const context = await browser.newContext({ ...size, deviceScaleFactor: 1.5, colorScheme: 'light', locale: 'en-GB' });
  await context.addInitScript(() => localStorage.setItem('lastAlertNotification', new Date().toISOString()));
  return context;
}

async function openAsModerator(browser: Browser, { databaseUrl }: Product): Promise<BrowserContext> {
  const people = createPeople(databaseUrl);
  const moderator = await people.make({ isModerator: true, firstName: 'Moderator' });
  const cookie = await people.signIn(moderator.id, { hasSecondFactor: true });
  await people.close();
  const context = await openAsVisitor(browser, desktop);
  await context.addCookies([{ ...cookie, domain: 'localhost', path: '/', secure: true }]);
  return context;
}

async function takePicturesOfReadme(): Promise<void> {
  const mailFolder = await mkdtemp(join(tmpdir(), 'hakiki-screenshots-'));
  const mail = await startFolderMailServer(mailFolder);
  const product = await startProduct('screenshots', { smtpUrl: mail.url });
  const browser = await chromium.launch(chromiumOptions);
  try {
    await mkdir(folder, { recursive: true });
    await seedDemoQueue(product);
    const visitorOnPhone = await openAsVisitor(browser, phone);
    const visitor = await openAsVisitor(browser, desktop);
    const moderator = await openAsModerator(browser, product);

    await takePicture(visitor, `${product.url}/`, 'home');
    await takePicture(visitorOnPhone, `${product.url}${await findFlaggedProvider(product.url)}`, 'provider');
    await takePicture(visitorOnPhone, `${product.url}/report-scam`, 'report');
    await takePicture(moderator, `${product.url}/admin/queue`, 'queue', async (page) => {
      await page.getByRole('table', { name: 'Open cases' }).waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Next case' }).click();
      await page.waitForURL(/case=/);
    });
  } finally {
    await browser.close();
    await product.stop();
    await mail.stop();
    await rm(mailFolder, { recursive: true });
  }
}

async function takePicturesOfJourneys(to: string, parts: { only: string[]; inVariants: string[] }): Promise<void> {
  const { E2E_URL: url, E2E_DATABASE_URL: databaseUrl } = process.env;
  const running = url && databaseUrl ? { url, databaseUrl } : undefined;
  const product = running ? undefined : await startProduct('screenshots');
  const browser = await chromium.launch(chromiumOptions);
  try {
    await takeJourneys(browser, (running ?? product)!, to, parts);
  } finally {
    await browser.close();
    await product?.stop();
  }
}

const { values } = parseArgs({
  options: {
    journeys: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    in: { type: 'string', multiple: true, default: [] },
  },
});
await (values.journeys
  ? takePicturesOfJourneys(values.journeys, { only: values.only, inVariants: values.in })
  : takePicturesOfReadme());
