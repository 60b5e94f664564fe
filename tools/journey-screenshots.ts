/**
 * The journeys of visitors and members as screenshots in all variants: phone and desktop, light and dark, each
 * language, enlarged text, without scripts. Somebody has to look at them, so they are written to a folder and not
 * compared.
 */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { languages, localisePath, type Language } from '@hakiki/contract/site';
import { createPeople } from './product.ts';

interface Variant {
  name: string;
  language: Language;
  width: number;
  colorScheme: 'light' | 'dark';
  textScale: number;
  hasScripts: boolean;
}

const screens = [
  { size: 'phone', width: 360 },
  { size: 'desktop', width: 1280 },
] as const;

export const variants: Variant[] = languages.flatMap((language) => [
  ...screens.flatMap(({ size, width }) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      name: `${language}-${size}-${colorScheme}`,
      language,
      width,
      colorScheme,
      textScale: 1,
      hasScripts: true,
    })),
  ),
  {
    name: `${language}-phone-large`,
    language,
    width: 360,
    colorScheme: 'light' as const,
    textScale: 2,
    hasScripts: true,
  },
  {
    name: `${language}-phone-no-scripts`,
    language,
    width: 360,
    colorScheme: 'light' as const,
    textScale: 1,
    hasScripts: false,
  },
]);

interface Step {
  name: string;
  /** In English; the variant adds its language. Without a path the step continues where the last one ended. */
  path?: string;
  prepare?: (page: Page) => Promise<void>;
}

interface Journey {
  name: string;
  isMember?: true;
  steps: Step[];
}

interface DemoPaths {
  flagged: string;
  verified: string;
  alert: string;
}

async function readDemoPaths(url: string): Promise<DemoPaths> {
  const read = async <Row>(path: string) => (await (await fetch(url + path)).json()) as Row[];
  const providers = await read<{ id: string; verificationStatus: string }>('/api/providers?limit=100');
  const [alert] = await read<{ id: string }>('/api/fraud-alerts/active');
  const findProvider = (status: string) => {
    const provider = providers.find(({ verificationStatus }) => verificationStatus === status);
    if (!provider) throw new Error(`The demo data has no provider with the status ${status}.`);
    return `/provider/${provider.id}`;
  };
  return { flagged: findProvider('Flagged'), verified: findProvider('Verified'), alert: `/alerts/${alert?.id}` };
}

/** By the names of the fields, which are the same in every language. */
async function fillInReport(page: Page): Promise<void> {
  await page.locator('main [name=title]').fill('Withdrawals are refused until I pay a release fee');
  await page.locator('main [name=alertType]').selectOption('fake_platform');
  await page.locator('main [name=severity][value=High]').check();
  await page
    .locator('main [name=description]')
    .fill('A trader on WhatsApp promised daily profits. When I asked for my money they wanted a release fee first.');
  await page.locator('main [name=affectedCountries]').first().check();
}

const submit = (page: Page) => page.locator('main form').last().getByRole('button').last().click();

const listJourneys = ({ flagged, verified, alert }: DemoPaths): Journey[] => [
  {
    name: 'check',
    steps: [
      { name: 'home', path: '/' },
      { name: 'known', path: '/directory?search=Fastari' },
      { name: 'unknown', path: '/directory?search=Nobody+knows+this' },
      { name: 'flagged', path: flagged },
      { name: 'verified', path: verified },
      { name: 'alerts', path: '/alerts' },
      { name: 'alert', path: alert },
    ],
  },
  {
    name: 'report',
    steps: [
      { name: 'choice', path: '/report' },
      { name: 'form', path: '/report-scam' },
      {
        name: 'errors',
        async prepare(page) {
          await submit(page);
          await page.locator('[data-error-summary]').waitFor();
        },
      },
      {
        name: 'receipt',
        async prepare(page) {
          await fillInReport(page);
          await submit(page);
          await page.locator('main [data-testid=filed], main ol').first().waitFor({ timeout: 60_000 });
        },
      },
      { name: 'elsewhere', path: '/safety' },
    ],
  },
  { name: 'follow', steps: [{ name: 'empty', path: '/follow' }] },
  {
    name: 'rescue',
    steps: [
      { name: 'start', path: '/first-hour' },
      { name: 'country', path: '/first-hour/kenya' },
      { name: 'evidence', path: '/evidence-pack' },
      { name: 'offline', path: '/offline' },
    ],
  },
  {
    name: 'join',
    steps: [
      { name: 'pricing', path: '/pricing' },
      { name: 'sign-up', path: '/signup' },
      { name: 'log-in', path: '/signup?login=true' },
    ],
  },
  {
    name: 'member',
    isMember: true,
    steps: [
      { name: 'dashboard', path: '/dashboard' },
      { name: 'provider', path: flagged },
      { name: 'my-reports', path: '/my-reports' },
      { name: 'account', path: '/account' },
      { name: 'subscribe', path: '/subscribe' },
      { name: 'news', path: '/news' },
    ],
  },
];

async function openContext(browser: Browser, { width, colorScheme, hasScripts }: Variant): Promise<BrowserContext> {
  const isPhone = width < 600;
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 740 : 800 },
    ...(isPhone && { isMobile: true, hasTouch: true }),
    colorScheme,
    javaScriptEnabled: hasScripts,
    locale: 'en-GB',
  });
  await context.addInitScript(() => localStorage.setItem('lastAlertNotification', '2999-01-01T00:00:00.000Z'));
  return context;
}

async function takeJourney(page: Page, { name, steps }: Journey, variant: Variant, url: string, folder: string) {
  for (const step of steps) {
    if (step.path) {
      await page.goto(url + localisePath(variant.language, step.path));
      if (variant.hasScripts) await page.locator('html[data-ready]').waitFor({ timeout: 60_000 });
    }
    // As in a browser with a larger default font size.
    await page.evaluate(
      (percent) => (document.documentElement.style.fontSize = percent),
      `${variant.textScale * 100}%`,
    );
    await step.prepare?.(page);
    await page.waitForLoadState('networkidle');
    const path = join(folder, `${name}-${step.name}.${variant.name}.png`);
    await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    console.log(path);
  }
}

/** Takes the journeys whose name is given, or all. */
export async function takeJourneys(
  browser: Browser,
  { url, databaseUrl }: { url: string; databaseUrl: string },
  folder: string,
  { only = [], inVariants = [] }: { only?: readonly string[]; inVariants?: readonly string[] },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const journeys = listJourneys(await readDemoPaths(url)).filter(
    ({ name }) => only.length === 0 || only.includes(name),
  );
  const people = createPeople(databaseUrl);
  const { id } = await people.make({ firstName: 'Member', email: `member-${randomUUID()}@example.com` });
  const cookie = { ...(await people.signIn(id)), domain: 'localhost', path: '/', secure: true };
  await people.close();
  for (const variant of variants) {
    if (inVariants.length > 0 && !inVariants.includes(variant.name)) continue;
    for (const journey of journeys) {
      const context = await openContext(browser, variant);
      if (journey.isMember) await context.addCookies([cookie]);
      const page = await context.newPage();
      // The others are still worth looking at.
      await takeJourney(page, journey, variant, url, folder).catch((error: unknown) =>
        console.error(`${journey.name} in ${variant.name}:`, error),
      );
      await context.close();
    }
  }
}
