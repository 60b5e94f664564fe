/** The product offline. The service worker is real; the network is cut for the whole browser. */
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { offlinePages, localisePath, serviceWorkerPath, type Language } from '@hakiki/contract/site';
import { listViolations } from './support/accessibility.ts';
import { expect, expectNoHorizontalScroll, test } from './support/product-test.ts';

test.use({ serviceWorkers: 'allow', expectedError: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/ });

/** Reads the cached paths, by cache. */
const readStores = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const stores = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const kept = await (await caches.open(name)).keys();
        return [name, kept.map(({ url }) => new URL(url).pathname)] as const;
      }),
    );
    return Object.fromEntries(stores);
  });

const listStoredUrls = async (page: Page): Promise<string[]> => Object.values(await readStores(page)).flat();

async function visitAndWaitForCache(
  page: Page,
  open: (path: string) => Promise<void>,
  path = '/',
  language: Language = 'en',
) {
  await open(path);
  await expect.poll(() => listStoredUrls(page)).toContain(localisePath(language, '/offline'));
}

const expectedPages = (language: Language): string[] =>
  offlinePages.flatMap((path) => {
    const page = localisePath(language, path);
    return path === '/offline' ? [page] : [page, `${page}.data`];
  });

for (const language of ['en', 'fr'] as const) {
  const at = (path: string) => localisePath(language, path);
  const words = {
    en: { firstHour: 'I lost money: the first hour', safety: 'Safety guide', offline: 'No connection' },
    fr: { firstHour: 'Argent perdu : la première heure', safety: 'Guide de sécurité', offline: 'Pas de connexion' },
  }[language];

  test(`after one visit the guides open offline with styles and menu, in ${language} [WARN-14]`, async ({
    page,
    open,
    context,
  }) => {
    await visitAndWaitForCache(page, open, at('/'), language);
    await context.setOffline(true);
    for (const [path, title] of [
      ['/first-hour', words.firstHour],
      ['/safety', words.safety],
    ] as const) {
      await open(at(path));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page).toHaveURL(at(path));
      // Its styles and scripts are there, too.
      expect(await page.evaluate(() => getComputedStyle(document.querySelector('header > div')!).position)).toBe(
        'sticky',
      );
      await page.getByRole('button', { name: language === 'en' ? 'Open menu' : 'Ouvrir le menu' }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      await page.keyboard.press('Escape');
    }
  });
}

test('offline, another page is replaced by one that links to the guides, and opens when the connection is back [WARN-14]', async ({
  page,
  open,
  context,
}) => {
  await visitAndWaitForCache(page, open);
  await context.setOffline(true);
  await open('/directory?search=coin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
  await expect(page.getByText('Do not send money to a service you could not check.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/directory?search=coin');
  expect(await listViolations(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  await page.getByRole('link', { name: 'I lost money: the first hour' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('I lost money: the first hour');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Safety Guide' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Safety guide');

  await open('/directory?search=coin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
  await context.setOffline(false);
  await expect(page).toHaveURL('/directory?search=coin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Provider directory');
});

test('the offline page opens the requested page when the connection is back, even without an online event [WARN-14]', async ({
  page,
  open,
  context,
}) => {
  await visitAndWaitForCache(page, open);
  await page.addInitScript(() => addEventListener('online', (told) => told.stopImmediatePropagation()));
  await context.setOffline(true);
  await open('/directory?search=coin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
  await context.setOffline(false);
  await expect(page).toHaveURL('/directory?search=coin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Provider directory');
});

test('a link that is followed offline opens the guide or says what is missing [WARN-14]', async ({
  page,
  open,
  context,
}) => {
  await visitAndWaitForCache(page, open);
  await context.setOffline(true);
  await page.locator('footer').getByRole('link', { name: 'Safety Guide', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Safety guide');
  await page.locator('footer').getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/contact');
});

test('the service worker stores the listed pages and their files, and no personal data, also after logging out [WARN-14]', async ({
  page,
  open,
  signInAs,
}) => {
  await visitAndWaitForCache(page, open);
  await signInAs();
  for (const path of [
    '/account',
    '/dashboard',
    '/my-reports',
    '/follow',
    '/directory?search=my+secret',
    '/report-scam',
  ]) {
    await open(path);
  }
  await open('/account');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/');
  const kept = await listStoredUrls(page);
  expect(kept.filter((path) => !path.startsWith('/assets/')).toSorted()).toEqual(expectedPages('en').toSorted());
  const texts = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const answers = (await Promise.all(stores.map((store) => store.matchAll()))).flat();
    return Promise.all(answers.map((response) => response.text()));
  });
  expect(texts.filter((text) => /my.secret|@example/.test(text))).toEqual([]);
});

test('no service worker is installed and nothing is cached for visitors with data saving [WARN-14]', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto('/');
  // The scripts load only now.
  await page.getByRole('searchbox').first().focus();
  await page.locator('html[data-ready]').waitFor();
  await page.waitForTimeout(6000);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await readStores(page)).toEqual({});
});

/** The product before and after a deployment: only the build name of its service worker differs. */
async function startDeployments(
  origin: string,
): Promise<{ url: string; deploy: (build: string) => void; server: Server }> {
  let build = 'first';
  const server = createServer((incoming, reply) => {
    const target = new URL(incoming.url ?? '/', origin);
    // Without a conditional header: an unchanged file would come without its text.
    const { 'if-none-match': _, ...given } = incoming.headers;
    const headers = { ...given, host: target.host, 'accept-encoding': 'identity' };
    incoming.pipe(
      ask(target, { method: incoming.method, headers }, (response) => {
        if (target.pathname !== serviceWorkerPath) {
          reply.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(reply);
          return;
        }
        void response.toArray().then((parts: Buffer[]) => {
          const script = Buffer.concat(parts)
            .toString()
            .replace(/kept-[0-9a-f]{12}/, `kept-${build}`);
          const { 'content-length': _length, etag: _tag, ...kept } = response.headers;
          reply.writeHead(200, kept).end(script);
        });
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: (next) => (build = next),
    server,
  };
}

test('a new build replaces everything the previous one cached, in every language [WARN-14]', async ({
  page,
  context,
  baseURL,
}) => {
  const { url, deploy, server } = await startDeployments(baseURL!);
  try {
    const open = async (path: string) => {
      await page.goto(url + path);
      await page.locator('html[data-ready]').waitFor();
    };
    await visitAndWaitForCache(page, open);
    await visitAndWaitForCache(page, open, '/fr', 'fr');
    const before = await readStores(page);
    expect(Object.keys(before)).toEqual(['kept-first']);

    deploy('second');
    await open('/fr/about');
    await expect.poll(async () => Object.keys(await readStores(page))).toEqual(['kept-second']);
    expect((await readStores(page))['kept-second']!.toSorted()).toEqual(before['kept-first']!.toSorted());
    await goOffline(context, server);
    await open('/safety');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Safety guide');
    await open('/fr/safety');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guide de sécurité');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

async function goOffline(context: BrowserContext, server: Server): Promise<void> {
  await context.setOffline(true);
  server.closeAllConnections();
}
