/** A test of the product in a real browser: it waits until the page is hydrated, and an unexpected error in the console fails it. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test';
import { alertStorageKeys } from '@hakiki/contract/alert-announcing';
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { listContactMessages } from '@hakiki/contract/contact-admin';
import type { listPendingExperiences } from '@hakiki/contract/experiences-admin';
import type { listPendingReviews } from '@hakiki/contract/reviews-admin';
import type { Provider } from '@hakiki/contract/directory';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import type { Receipt } from '@hakiki/contract/filed';
import { letterTo, startMailServer, type ReceivedLetter } from '../apps/server/test/mail-folder.ts';
import type { Internet } from './internet.ts';
import { openPayfast, type RemotePayfast } from '../tools/payfast/control.ts';
import { openPeople, startProduct, type People, type Product } from '../tools/product.ts';

/** The browser reports every refused call; being signed out and missing pages are part of normal life. */
const expected = [/status of 401/, /status of 404/];

interface Fixtures {
  /** Opens a page and waits until it is hydrated. */
  open: (path: string) => Promise<void>;
  /** Providers of the demo data, as the API gives them. */
  providers: (query?: string) => Promise<Provider[]>;
  /** Makes a person and opens a session in this test's browser; the password is PASSWORD of the makers. */
  signInAs: (given?: Parameters<People['make']>[0], session?: Parameters<People['signIn']>[1]) => Promise<Person>;
  /** A scam report that somebody sent; the test's own browser stays signed out. */
  fileReport: (given?: Record<string, unknown>, by?: Person) => Promise<FiledReport>;
  /** Somebody of the team, who sees what waits and decides on it as the console does. */
  moderator: Moderator;
  /** Waits for the newest letter to an address, as a person waits for it. */
  letterTo: (address: string, subject: string) => Promise<ReceivedLetter>;
  /** Whether alerts made so far are news to this browser. A toast of the notifier would push away the one a journey waits for. */
  hearsOfAlerts: boolean;
  /** Errors a test causes on purpose. */
  expectedError: RegExp | undefined;
}

interface FiledReport {
  id: string;
  title: string;
  receipt: Receipt;
}

type Person = Awaited<ReturnType<People['make']>>;

interface WorkerFixtures {
  /** Whose product the journeys are made on: all share one, see `ownProductTest`. */
  databaseUrl: string;
  appSecret: string;
  /** Where its letters arrive. */
  mailFolder: string;
  /** What PayFast and its buyers do: charge a card, refuse it, cancel. Its page is at the address that the form leads to. */
  payfast: RemotePayfast;
  people: People;
  /** Where the makers put the rows that journeys need. */
  db: People['db'];
}

type Moderator = ReturnType<typeof moderatorAt>;

export const test = base.extend<Fixtures, WorkerFixtures>({
  databaseUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the needed fixtures from the pattern
    async ({}, use) => {
      await use(process.env['E2E_DATABASE_URL'] ?? '');
    },
    { scope: 'worker' },
  ],
  appSecret: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      await use(process.env['E2E_APP_SECRET'] ?? '');
    },
    { scope: 'worker' },
  ],
  mailFolder: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      await use(process.env['E2E_MAIL_FOLDER'] ?? '');
    },
    { scope: 'worker' },
  ],
  payfast: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      await use(openPayfast(process.env['E2E_PAYFAST_URL'] ?? ''));
    },
    { scope: 'worker' },
  ],
  people: [
    async ({ databaseUrl }, use) => {
      const people = openPeople(databaseUrl);
      await use(people);
      await people.close();
    },
    { scope: 'worker' },
  ],
  db: [({ people }, use) => use(people.db), { scope: 'worker' }],
  signInAs: async ({ people, context }, use) => {
    await use(async (given, session) => {
      const person = await people.make({ email: newAddress(), ...given });
      await addCookie(context, await people.signIn(person.id, session));
      return person;
    });
  },
  fileReport: async ({ people, baseURL }, use) => {
    await use(async (given, by) => {
      const person = by ?? (await people.make({ email: newAddress('reporter') }));
      const cookie = await people.signIn(person.id);
      const answer = await write(`${baseURL}/api/fraud-alerts`, 'POST', cookie, { ...aScam(), ...given });
      return (await answer.json()) as FiledReport;
    });
  },
  moderator: async ({ people, baseURL }, use) => {
    const { id } = await people.make({ email: newAddress('moderator'), isAdmin: true });
    await use(moderatorAt(`${baseURL}/api/admin`, await people.signIn(id, { hasSecondFactor: true })));
  },
  letterTo: async ({ mailFolder }, use) => {
    await use((address, subject) => letterTo(mailFolder, address, subject));
  },
  expectedError: [undefined, { option: true }],
  hearsOfAlerts: [false, { option: true }],
  page: async ({ page, expectedError, hearsOfAlerts }, use, { title, errors: failures }) => {
    const errors: string[] = [];
    const refused: string[] = [];
    if (!hearsOfAlerts) {
      const key = alertStorageKeys.lastAnnounced;
      await page.addInitScript((name) => localStorage.setItem(name, '2999-01-01T00:00:00.000Z'), key);
    }
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
    });
    await use(page);
    if (failures.length > 0) console.log(await describeEnd(title, page, refused));
    const unexpected = errors.filter((text) => ![...expected, expectedError].some((pattern) => pattern?.test(text)));
    expect(unexpected).toEqual([]);
  },
  open: async ({ page }, use) => {
    await use(async (path) => {
      await page.goto(path);
      // A touch: the scripts do not wait until the browser is idle, which late-scripts.spec.ts does.
      await page.evaluate(() =>
        document.querySelector('button')?.dispatchEvent(new Event('keydown', { bubbles: true })),
      );
      await page.locator('html[data-ready]').waitFor();
    });
  },
  providers: async ({ request }, use) => {
    await use((query = '') => listProviders(request, query));
  },
});

/** What a person would have had before them when a journey failed: of a run elsewhere only the output is kept. */
async function describeEnd(title: string, page: Page, refused: readonly string[]): Promise<string> {
  const seen = await page.locator('body').ariaSnapshot().catch(String);
  return [`At the end of “${title}”`, page.url(), ...refused, seen.slice(0, 6000)].join('\n');
}

interface OwnProductFixtures {
  ownProduct: Product;
  productOf: string;
  /** What its worker takes for the internet, where a journey has one. */
  internet: Internet | undefined;
}

/**
 * For journeys that change what everybody sees: a product apart, so that no other journey is surprised. Those that count what
 * is in it name one of their own, since a worker keeps its product from file to file.
 */
export const ownProductTest = test.extend<{ baseURL: string }, OwnProductFixtures>({
  productOf: ['all who bear others', { scope: 'worker', option: true }],
  internet: [undefined, { scope: 'worker' }],
  mailFolder: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hakiki-e2e-own-mail-'));
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  ownProduct: [
    async ({ mailFolder, internet, productOf: _ }, use) => {
      const mail = await startMailServer(mailFolder);
      const product = await startProduct('e2e-own', { smtpUrl: mail.url, ...(internet && { internet }) });
      await use(product);
      try {
        await product.verifyAudit();
      } finally {
        await product.stop();
        await mail.stop();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  databaseUrl: [({ ownProduct }, use) => use(ownProduct.databaseUrl), { scope: 'worker' }],
  appSecret: [({ ownProduct }, use) => use(ownProduct.appSecret), { scope: 'worker' }],
  payfast: [({ ownProduct }, use) => use(openPayfast(ownProduct.payfastUrl)), { scope: 'worker' }],
  baseURL: ({ ownProduct }, use) => use(ownProduct.url),
});

/** An address nobody has yet, however often the tests run. */
export const newAddress = (name = 'person'): string => `${name}.${randomUUID().slice(0, 8)}@example.com`;

/** What a report of a scam says at least. Its title is found again by its number. */
export const aScam = () => ({
  title: `Fake exchange ${randomUUID().slice(0, 8)} takes deposits`,
  alertType: 'fake_platform',
  severity: 'High',
  description:
    'The site took my deposit and showed me profits for a month. When I asked for my money they wanted a fee first, and then nobody answered.',
  affectedCountries: ['kenya'],
});

/** A call as the site's own pages make it. */
export async function write(url: string, method: string, cookie: { name: string; value: string }, body?: unknown) {
  const answer = await fetch(url, {
    method,
    headers: {
      Origin: new URL(url).origin,
      Cookie: `${cookie.name}=${cookie.value}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

function moderatorAt(url: string, cookie: { name: string; value: string }) {
  async function read<Items>(path: string): Promise<Items> {
    const answer = await fetch(url + path, { headers: { Cookie: `${cookie.name}=${cookie.value}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Items;
  }
  const approve = async (path: string): Promise<void> => {
    await write(`${url}/${path}/approve`, 'PUT', cookie);
  };
  const reason = 'We checked it.';
  const newest = '?limit=100';
  return {
    /** Every alert with this title, whoever may see it. */
    async listAlerts(title: string) {
      const found = await read<AdminAlert[]>(`/fraud-alerts?limit=100&search=${encodeURIComponent(title)}`);
      return found.filter((alert) => alert.title === title);
    },
    /** Among the experiences that wait. */
    async findExperience(text: string) {
      const waiting = await read<ReplyOf<typeof listPendingExperiences>>(`/experiences${newest}`);
      return waiting.find(({ experience }) => experience === text);
    },
    /** Among the messages that nobody has dealt with. */
    async findMessage(from: string) {
      const waiting = await read<ReplyOf<typeof listContactMessages>>(`/contact-messages${newest}`);
      return waiting.find(({ email }) => email === from);
    },
    /** From the list of those that wait, as the console does it. */
    async approveAlert(id: string): Promise<void> {
      await read(`/fraud-alerts${newest}&status=pending`);
      await write(`${url}/fraud-alerts/${id}/approve`, 'PUT', cookie, { reason });
    },
    async rejectAlert(id: string): Promise<void> {
      await read(`/fraud-alerts${newest}&status=pending`);
      await write(`${url}/fraud-alerts/${id}/reject`, 'PUT', cookie, { reason });
    },
    approveExperience: (id: string) => approve(`experiences/${id}`),
    /** The one review of this provider that waits becomes public. */
    async approveReview(of: string): Promise<void> {
      const waiting = await read<ReplyOf<typeof listPendingReviews>>(`/reviews${newest}`);
      const review = waiting.find(({ providerId }) => providerId === of);
      if (!review) throw new Error('No review of this provider waits.');
      await approve(`reviews/${review.id}`);
    },
  };
}

export const addCookie = (context: BrowserContext, cookie: { name: string; value: string }): Promise<void> =>
  context.addCookies([{ ...cookie, domain: 'localhost', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' }]);

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
