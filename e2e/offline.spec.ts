/** The product offline. The service worker is real; the network is cut for the whole browser. */
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import {
  isKeptWhenVisited,
  offlinePages,
  localisePath,
  serviceWorkerPath,
  visitedPagesCache,
  type Language,
} from '@hakiki/contract/site';
import { savedLists } from '@hakiki/contract/open-data-values';
import { listViolations } from './support/accessibility.ts';
import { field } from './support/account-helpers.ts';
import { expect, expectNoHorizontalScroll, observeLayoutShift, test } from './support/product-test.ts';
import { fillInScamReport, submitScamReport } from './support/report-helpers.ts';

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

const listVisited = async (page: Page): Promise<string[]> =>
  ((await readStores(page))[visitedPagesCache.name] ?? []).filter(isKeptWhenVisited);

const today = () =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Africa/Johannesburg' }).format(new Date());

test('home, a provider and alerts open offline as they were visited, with the date of the copy; the offline page lists them [WARN-14]', async ({
  page,
  open,
  context,
  providers,
  request,
}) => {
  const [provider] = await providers('?verificationStatus=flagged&limit=1');
  const [alert] = (await (await request.get('/api/fraud-alerts/active')).json()) as { id: string; title: string }[];
  const paths = ['/', `/provider/${provider!.id}`, '/alerts', `/alerts/${alert!.id}`];
  await visitAndWaitForCache(page, open);
  // The second by a link inside the site, as most people open it.
  await open(`/directory?search=${encodeURIComponent(provider!.name)}`);
  await page.locator(`a[href="/provider/${provider!.id}"]`).first().click();
  await expect(page).toHaveURL(`/provider/${provider!.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(provider!.name);
  // A page is stored once its visitor has stayed for a moment.
  await expect.poll(() => listVisited(page)).toContain(paths[1]);
  for (const path of paths.slice(2)) {
    await open(path);
    await expect.poll(() => listVisited(page)).toContain(path);
  }

  await context.setOffline(true);
  const headings = [/./, provider!.name, 'Fraud alerts', alert!.title];
  for (const [index, path] of paths.entries()) {
    await open(path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(headings[index]!);
    await expect(page.getByText(`Saved on ${today()}. The page could not be loaded, so you see a copy.`)).toBeVisible();
    for (const failure of [/^No connection/, /Could not load/, /went wrong/]) {
      await expect(page.getByText(failure).filter({ visible: true })).toHaveCount(0);
    }
    await expectNoHorizontalScroll(page);
  }
  // A link leads from one copy to another.
  await page.getByRole('link', { name: /^Hakiki.*Home$/ }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(`Saved on ${today()}`)).toBeVisible();

  await open('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
  await expect(page.getByRole('heading', { name: 'Pages you opened on this device' })).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
  await page.locator(`main a[href="/provider/${provider!.id}"]`).click();
  await expect(page).toHaveURL(`/provider/${provider!.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(provider!.name);

  await context.setOffline(false);
  await open(`/provider/${provider!.id}`);
  await expect(page.getByText('Saved on')).toHaveCount(0);
});

test('the device keeps the 30 pages that were visited last and the files that they name, and no search [WARN-14]', async ({
  page,
  open,
  providers,
}) => {
  const paths = (await providers('?limit=34')).map(({ id }) => `/provider/${id}`);
  expect(paths.length).toBeGreaterThan(visitedPagesCache.maxPages);
  await visitAndWaitForCache(page, open);
  await page.evaluate(async (visitedPaths) => {
    const { active } = await navigator.serviceWorker.ready;
    for (const visited of [...visitedPaths, '/directory?search=secret', '/account', '/alerts?page=2'])
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows, this is a worker
      active?.postMessage({ visited });
  }, paths);
  await expect.poll(() => listVisited(page)).toContain(paths.at(-1));
  expect(await listVisited(page)).toEqual(paths.slice(-visitedPagesCache.maxPages));
  const unnamed = await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    const keys = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    const isFile = (path: string) => path.startsWith('/assets/');
    const texts = await Promise.all(
      keys.filter((key) => !isFile(key)).map(async (key) => (await cache.match(key))!.text()),
    );
    return keys.filter((key) => isFile(key) && !texts.some((text) => text.includes(key)));
  }, visitedPagesCache.name);
  expect(unnamed).toEqual([]);
  const stored = await listStoredUrls(page);
  expect(stored.filter((path) => !path.startsWith('/assets/')).toSorted()).toEqual(
    [...expectedPages('en'), ...paths.slice(-visitedPagesCache.maxPages)].toSorted(),
  );
});

test('offline, another page is replaced by one that links to the guides, does not move, and opens when the connection is back [WARN-14]', async ({
  page,
  open,
  context,
}) => {
  const readLayoutShift = await observeLayoutShift(page);
  await visitAndWaitForCache(page, open);
  await context.setOffline(true);
  await open('/directory?search=coin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
  await expect(page.getByText('Do not send money to a service you could not check.')).toBeVisible();
  await expect(page.getByText('We look up "coin" when the connection is back.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/directory?search=coin');
  expect(await listViolations(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  expect(await readLayoutShift()).toBeLessThan(0.01);
  await page.getByRole('link', { name: 'I lost money: the steps for every country' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('I lost money: the first hour');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Safety Guide' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Safety guide');

  await open('/directory?search=coin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
  await context.setOffline(false);
  await expect(page).toHaveURL('/directory?search=coin');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('"coin"');
});

test('offline, a link that is pressed while the scripts start leads to its page [WARN-14]', async ({
  page,
  open,
  context,
}) => {
  await visitAndWaitForCache(page, open);
  await context.setOffline(true);
  await page.addInitScript(() => {
    if (location.pathname !== '/offline') return;
    // React's handlers work already, the effects of the page begin.
    const add = document.addEventListener.bind(document);
    document.addEventListener = (...[kind, handle, options]: Parameters<typeof add>) => {
      if (kind === 'pointerover' && typeof options === 'object')
        document.querySelector<HTMLAnchorElement>('header a[href="/alerts"]')?.click();
      add(kind, handle, options);
    };
  });
  await page.goto('/directory');
  await expect(page).toHaveURL('/offline#/alerts');
});

for (const firstPage of ['/', '/report-scam']) {
  test(`after one visit to ${firstPage} a scam report can be written offline; it is stored and sent once when the connection is back [WARN-14] [DEC-89]`, async ({
    page,
    open,
    context,
    administrator,
  }) => {
    await visitAndWaitForCache(page, open, firstPage);
    await context.setOffline(true);
    await open('/contact');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Report a scam/ })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report a Scam');
    await open('/report-scam');
    await expect(page.getByText(`Saved on ${today()}.`)).toBeVisible();
    const title = await fillInScamReport(page);
    await expect(page.getByRole('button', { name: 'Submit report' })).toHaveAccessibleDescription(
      'You are offline. Your answers are kept on this device and sent when you are connected.',
    );
    await submitScamReport(page);
    await expect(page.getByText('Saved on this phone. We send it when you are online again.')).toBeVisible();
    // It is sent from another page.
    await open('/safety');
    await expect(page.getByText('Your scam report is waiting on this phone')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByTestId('filed').getByRole('heading', { name: 'Report received' })).toBeVisible();
    expect(await administrator.listAlerts(title)).toHaveLength(1);
  });
}

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
  await expect(page.getByRole('heading', { level: 1 })).toContainText('"coin"');
});

test('a search on the home page that is sent offline is kept, and answered when the connection is back [WARN-14]', async ({
  page,
  open,
  context,
}) => {
  await visitAndWaitForCache(page, open);
  await open('/');
  await context.setOffline(true);
  await page.getByRole('searchbox').first().fill('coin');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/directory\?search=coin/);
});

test('a text that another app shares with the check offline opens the check [WARN-14]', async ({
  page,
  open,
  context,
}) => {
  await visitAndWaitForCache(page, open);
  await open('/');
  await context.setOffline(true);
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/check' });
    document.body.append(form);
    form.submit();
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check before you pay');
  await expect(page).toHaveURL('/check');
});

/** A filter of the server's `createFilter`: bad-demo.example, @fastari_help and a wallet. */
const FILTER = 'SEtGSQAAAAEAAAADnjd5uQAAAAgAAAAIAAAAAAAAAAAAIQAAAAAAAAAAkwAAcQAA';

for (const [input, answer] of [
  ['https://pay.bad-demo.example/login', 'This may be on our list of scams. Do not pay.'],
  ['shop-demo.example', 'It is not on the list that this phone has saved. Do not pay yet.'],
] as const) {
  test(`offline, the check answers ${input} from the saved list, with its date [CHECK-10]`, async ({
    page,
    open,
    context,
  }) => {
    await visitAndWaitForCache(page, open);
    // The worker of this product publishes no files.
    await page.evaluate(
      async ([name, path, list]) => {
        const bytes = Uint8Array.from(atob(list), (char) => char.charCodeAt(0));
        const headers = { 'Last-Modified': 'Sun, 01 Nov 2026 10:00:00 GMT' };
        await (await caches.open(name)).put(path, new Response(bytes, { headers }));
      },
      [savedLists.cache, savedLists.paths.core, FILTER] as const,
    );
    await context.setOffline(true);
    await open('/check');
    await field(page, 'What were you sent?').fill(input);
    await page.getByRole('main').getByRole('button', { name: 'Check', exact: true }).click();
    await expect(page.getByTestId('answer').getByRole('heading')).toHaveText(answer);
    await expect(page.getByTestId('answer')).toContainText('Nov 1, 2026');
    expect(await listViolations(page)).toEqual([]);
    await expectNoHorizontalScroll(page);
    await page.getByText('Without a connection').click();
    await expect(page.getByText('This phone has our list of Nov 1, 2026')).toBeVisible();
  });
}

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
  await expect(page.getByText('This page opens by itself when the connection is back.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/contact');
  // Of a country that was not visited the numbers are missing, but not the steps.
  await open('/first-hour');
  await page.getByRole('main').getByRole('link', { name: 'Kenya', exact: true }).click();
  await page.getByRole('link', { name: 'I lost money: the steps for every country' }).click();
  await expect(page).toHaveURL('/first-hour#now');
  await expect(page.getByRole('heading', { name: 'Do this now, in this order' })).toBeInViewport();
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
  expect(kept.filter((path) => !path.startsWith('/assets/')).toSorted()).toEqual(
    [...expectedPages('en'), '/'].toSorted(),
  );
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
    // Opening a store that was just deleted would create it again.
    const listGuideStores = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('kept-')));
    await expect.poll(() => listVisited(page)).toEqual(['/', '/fr']);
    const before = await readStores(page);
    expect(await listGuideStores()).toEqual(['kept-first']);

    deploy('second');
    // The browser skips the check for an update while an earlier one is running; the next page looks again.
    await expect(async () => {
      await open('/fr/about');
      await expect.poll(listGuideStores, { timeout: 10_000 }).toEqual(['kept-second']);
    }).toPass();
    // Visited pages outlive a build.
    expect(await listVisited(page)).toEqual(['/', '/fr']);
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

test('after one visit to a country the steps of each way of paying open offline, are ticked off, and the evidence pack becomes a report with its fields filled, which is sent when the connection is back [HOUR-04] [HOUR-06]', async ({
  page,
  open,
  context,
}) => {
  await visitAndWaitForCache(page, open, '/first-hour/kenya');
  await expect
    .poll(() => listStoredUrls(page))
    .toEqual(expect.arrayContaining(['/first-hour/kenya', '/first-hour/kenya/m-pesa', '/first-hour/kenya/bank']));
  await context.setOffline(true);
  await open('/first-hour/kenya');
  await page.getByRole('link', { name: 'M-PESA to a phone number' }).click();
  await expect(page.getByRole('link', { name: 'Write to 456' })).toHaveAttribute('href', 'sms:456');
  await open('/first-hour/kenya/m-pesa');
  await page.getByRole('checkbox', { name: /Undo the payment/ }).check();
  await expect(page.getByRole('checkbox', { name: /Done at .*Undo the payment/ })).toBeChecked();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await expect(page.locator('[data-step]').nth(1)).toHaveAttribute('data-step', 'police');

  await open('/evidence-pack');
  await page.getByRole('textbox', { name: 'Who took the money?' }).fill('Demo Yield Club');
  await page
    .getByRole('textbox', { name: 'What happened?' })
    .fill('They promised to double the money within a week. When I wanted it back, they asked for a tax first.');
  await page.getByRole('combobox', { name: 'Your country' }).selectOption('kenya');
  await page.getByRole('button', { name: 'Make a scam report of it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report a Scam');
  await expect(page.locator('[name=title]')).toHaveValue('Money lost to Demo Yield Club');
  await expect(page.getByRole('checkbox', { name: 'Kenya' })).toBeChecked();
  await page.getByRole('combobox', { name: 'Type of scam' }).selectOption('fake_platform');
  await page.getByRole('radio', { name: 'High' }).check();
  await page.getByRole('button', { name: 'Submit report' }).click();
  await expect(page.getByText('Saved on this phone. We send it when you are online again.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Report received' })).toBeVisible();
});

test('the steps of the longest list of contacts print on one page [HOUR-04]', async ({ page, open }) => {
  await open('/first-hour/nigeria/bank');
  const pdf = await page.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' } });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
