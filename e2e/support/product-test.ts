/** Tests the product in a real browser: waits until the page is hydrated, and fails on an unexpected console error. */
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
import {
  waitForEmailInFolder,
  startFolderMailServer,
  type ReceivedEmail,
} from '../../apps/server/test/support/mail-folder.ts';
import type { CompanyServers } from './company-servers.ts';
import { openPayfast, type RemotePayfast } from '../../tools/payfast/control.ts';
import { createPeople, startProduct, type People, type Product } from '../../tools/product.ts';

/** The browser logs every error response; 401 and 404 are part of normal use. */
const expectedErrors = [/status of 401/, /status of 404/];

interface Fixtures {
  /** Opens a page and waits until it is hydrated. */
  open: (path: string) => Promise<void>;
  /** Providers of the demo data, from the API. */
  providers: (query?: string) => Promise<Provider[]>;
  /** Creates a user and a session in this test's browser; the password is PASSWORD of the factories. */
  signInAs: (overrides?: Parameters<People['make']>[0], session?: Parameters<People['signIn']>[1]) => Promise<Person>;
  /** Sends a scam report as a member; the test's own browser stays signed out. */
  fileReport: (overrides?: Record<string, unknown>, reporter?: Person) => Promise<FiledReport>;
  /** An administrator who lists pending items and decides through the console's API. */
  administrator: Administrator;
  /** Waits for the newest email to an address. */
  waitForEmail: (address: string, subject: string) => Promise<ReceivedEmail>;
  /**
   * Whether existing alerts are announced in this browser. An alert toast would replace the toast that a test waits
   * for.
   */
  hearsOfAlerts: boolean;
  /** Console errors that a test causes on purpose. */
  expectedError: RegExp | undefined;
}

interface FiledReport {
  id: string;
  title: string;
  receipt: Receipt;
}

type Person = Awaited<ReturnType<People['make']>>;

interface WorkerFixtures {
  /** The product under test: all tests share one, see `ownProductTest`. */
  databaseUrl: string;
  appSecret: string;
  /** The folder of its emails. */
  mailFolder: string;
  /** Controls PayFast: charge a card, decline it, cancel. Its page is at the URL of the payment form. */
  payfast: RemotePayfast;
  people: People;
  /** The database for rows that tests insert. */
  db: People['db'];
}

type Administrator = ReturnType<typeof createAdministrator>;

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
      const people = createPeople(databaseUrl);
      await use(people);
      await people.close();
    },
    { scope: 'worker' },
  ],
  db: [({ people }, use) => use(people.db), { scope: 'worker' }],
  signInAs: async ({ people, context }, use) => {
    await use(async (overrides, session) => {
      const person = await people.make({ email: newEmailAddress(), ...overrides });
      await addCookie(context, await people.signIn(person.id, session));
      return person;
    });
  },
  fileReport: async ({ people, baseURL }, use) => {
    await use(async (overrides, reporter) => {
      const person = reporter ?? (await people.make({ email: newEmailAddress('reporter') }));
      const cookie = await people.signIn(person.id);
      const response = await sendRequest(`${baseURL}/api/fraud-alerts`, 'POST', cookie, {
        ...newScamReport(),
        ...overrides,
      });
      return (await response.json()) as FiledReport;
    });
  },
  administrator: async ({ people, baseURL }, use) => {
    const { id } = await people.make({ email: newEmailAddress('administrator'), isAdmin: true });
    await use(createAdministrator(`${baseURL}/api/admin`, await people.signIn(id, { hasSecondFactor: true })));
  },
  waitForEmail: async ({ mailFolder }, use) => {
    await use((address, subject) => waitForEmailInFolder(mailFolder, address, subject));
  },
  expectedError: [undefined, { option: true }],
  hearsOfAlerts: [false, { option: true }],
  page: async ({ page, expectedError, hearsOfAlerts }, use, { title, errors: failures }) => {
    const errors: string[] = [];
    const errorResponses: string[] = [];
    if (!hearsOfAlerts) {
      const key = alertStorageKeys.lastAnnounced;
      await page.addInitScript((name) => localStorage.setItem(name, '2999-01-01T00:00:00.000Z'), key);
    }
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('response', (response) => {
      if (response.status() >= 400)
        errorResponses.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
    await use(page);
    if (failures.length > 0) console.log(await describeFailure(title, page, errorResponses));
    const unexpected = errors.filter(
      (text) => ![...expectedErrors, expectedError].some((pattern) => pattern?.test(text)),
    );
    expect(unexpected).toEqual([]);
  },
  open: async ({ page }, use) => {
    await use(async (path) => {
      await page.goto(path);
      // An interaction starts the scripts at once instead of when the browser is idle; see delayed-scripts.spec.ts.
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

/** Describes the page of a failed test: a CI run keeps only the output. */
async function describeFailure(title: string, page: Page, errorResponses: readonly string[]): Promise<string> {
  const snapshot = await page.locator('body').ariaSnapshot().catch(String);
  return [`At the end of “${title}”`, page.url(), ...errorResponses, snapshot.slice(0, 6000)].join('\n');
}

interface OwnProductFixtures {
  ownProduct: Product;
  productOf: string;
  /** Company servers that its worker calls, if a test has them. */
  internet: CompanyServers | undefined;
}

/**
 * For tests that change public data: a separate product, so that no other test is affected. Tests that count rows name
 * a product of their own, since a worker keeps its product from file to file.
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
      const mail = await startFolderMailServer(mailFolder);
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

/** A new address in every run. */
export const newEmailAddress = (name = 'person'): string => `${name}.${randomUUID().slice(0, 8)}@example.com`;

/** A minimal scam report with a unique title. */
export const newScamReport = () => ({
  title: `Fake exchange ${randomUUID().slice(0, 8)} takes deposits`,
  alertType: 'fake_platform',
  severity: 'High',
  description:
    'The site took my deposit and showed me profits for a month. When I asked for my money they wanted a fee first, and then nobody answered.',
  affectedCountries: ['kenya'],
});

/** Sends a request as the web pages do, and throws on an error response. */
export async function sendRequest(
  url: string,
  method: string,
  cookie: { name: string; value: string },
  body?: unknown,
) {
  const response = await fetch(url, {
    method,
    headers: {
      Origin: new URL(url).origin,
      Cookie: `${cookie.name}=${cookie.value}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response;
}

function createAdministrator(url: string, cookie: { name: string; value: string }) {
  async function read<Items>(path: string): Promise<Items> {
    const response = await fetch(url + path, { headers: { Cookie: `${cookie.name}=${cookie.value}` } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Items;
  }
  const approve = async (path: string): Promise<void> => {
    await sendRequest(`${url}/${path}/approve`, 'PUT', cookie);
  };
  const reason = 'We checked it.';
  const newest = '?limit=100';
  return {
    /** Every alert with this title, in any status. */
    async listAlerts(title: string) {
      const found = await read<AdminAlert[]>(`/fraud-alerts?limit=100&search=${encodeURIComponent(title)}`);
      return found.filter((alert) => alert.title === title);
    },
    /** Finds a pending experience. */
    async findExperience(text: string) {
      const pending = await read<ReplyOf<typeof listPendingExperiences>>(`/experiences${newest}`);
      return pending.find(({ experience }) => experience === text);
    },
    /** Finds an open message. */
    async findMessage(senderEmail: string) {
      const pending = await read<ReplyOf<typeof listContactMessages>>(`/contact-messages${newest}`);
      return pending.find(({ email }) => email === senderEmail);
    },
    /**
     * Approves as the console does: reads the pending list first, which marks its alerts as shown, then sends a default
     * reason.
     */
    async approveAlert(id: string): Promise<void> {
      await read(`/fraud-alerts${newest}&status=pending`);
      await sendRequest(`${url}/fraud-alerts/${id}/approve`, 'PUT', cookie, { reason });
    },
    async rejectAlert(id: string): Promise<void> {
      await read(`/fraud-alerts${newest}&status=pending`);
      await sendRequest(`${url}/fraud-alerts/${id}/reject`, 'PUT', cookie, { reason });
    },
    approveExperience: (id: string) => approve(`experiences/${id}`),
    /** Approves the only pending review of this provider. */
    async approveReview(of: string): Promise<void> {
      const pending = await read<ReplyOf<typeof listPendingReviews>>(`/reviews${newest}`);
      const review = pending.find(({ providerId }) => providerId === of);
      if (!review) throw new Error('There is no pending review of this provider.');
      await approve(`reviews/${review.id}`);
    },
  };
}

export const addCookie = (context: BrowserContext, cookie: { name: string; value: string }): Promise<void> =>
  context.addCookies([{ ...cookie, domain: 'localhost', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' }]);

async function listProviders(request: APIRequestContext, query: string): Promise<Provider[]> {
  const response = await request.get(`/api/providers${query}`);
  return (await response.json()) as Provider[];
}

/** Sums from now on how far the page moved by itself: the score of its layout shifts. */
export async function observeLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as unknown as { value: number };
        Object.assign(globalThis, { shift: (globalThis as unknown as { shift: number }).shift + value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
}

export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  // A phone widens its viewport to fit what overflows, so compare with the screen.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  );
}

export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 1024;

export { expect };
