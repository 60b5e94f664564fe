import type { Page } from '@playwright/test';
import { listViolations } from './support/accessibility.ts';
import { openNavigation } from './support/account-helpers.ts';
import { expect, expectNoHorizontalScroll, isPhone, observeLayoutShift, test } from './support/product-test.ts';

const visitorLinks = [
  ['Providers', '/directory'],
  ['Compare', '/compare'],
  ['Pricing', '/pricing'],
  ['Reports', '/reports'],
] as const;
const report = ['Report', '/report'] as const;
const visitorActions = [
  ['Log In', '/signup?login=true'],
  ['Join Now', '/signup'],
] as const;

/** The last entries of the menu: help, and the other language. */
const menuHelp = [
  ['Check a link or number', '/check'],
  ['All fraud alerts', '/alerts'],
  ['Follow a report', '/follow'],
  ['Licences by country', '/licences'],
  ['English', '/directory'],
  ['Français', '/fr/directory'],
  ['Português', '/pt/directory'],
  ['Kiswahili', '/sw/directory'],
  ['العربية', '/ar/directory'],
] as const;

test('visitors see exactly their links and actions [HEADER-01] [HEADER-02] [HEADER-03] [HEADER-05] [HEADER-13] [HEADER-14] [HEADER-15] [HEADER-16]', async ({
  page,
  open,
}) => {
  await open('/directory');
  const header = page.locator('header').first();
  await expect(header.getByRole('link', { name: /^Hakiki.*Home$/ })).toHaveAttribute('href', '/');
  if (isPhone(page)) await page.getByRole('button', { name: 'Open menu' }).click();
  const links = await header.getByRole('link').filter({ visible: true }).all();
  const shown = await Promise.all(
    links.map(async (link) => [await link.innerText(), await link.getAttribute('href')] as const),
  );
  expect(shown.filter(([, address]) => address !== '/')).toEqual(
    isPhone(page)
      ? [report, ['I lost money', '/first-hour'], ...visitorLinks, ...visitorActions, ...menuHelp]
      : [...visitorLinks, report, ...visitorActions],
  );
});

test('the link of the current page alone is highlighted, for eyes and for screen readers [HEADER-18]', async ({
  page,
  open,
}) => {
  for (const [path, name] of [
    ['/directory', 'Providers'],
    ['/reports', 'Reports'],
  ] as const) {
    await open(path);
    if (isPhone(page)) await page.getByRole('button', { name: 'Open menu' }).click();
    const links = page.getByRole('navigation', { name: isPhone(page) ? 'Menu' : 'Main' }).getByRole('link');
    await expect(links.and(page.locator('[aria-current=page]'))).toHaveText([name]);
    const styles = await links.evaluateAll((all) =>
      all.map((link) => {
        const { backgroundColor, fontWeight, textDecorationLine } = getComputedStyle(link);
        return [link.textContent, `${backgroundColor} ${fontWeight} ${textDecorationLine}`] as const;
      }),
    );
    const current = styles.find(([text]) => text === name)?.[1];
    const others = new Set(styles.flatMap(([text, style]) => (text === name ? [] : [style])));
    expect(current, path).toMatch(/underline$/);
    expect([...others], path).toHaveLength(1);
    expect([...others][0], path).toMatch(/none$/);
    expect(current?.split(' 6')[0], path).not.toBe([...others][0]?.split(' 5')[0]);
  }
});

test('pages under /admin have no header and footer [ROUTE-25]', async ({ page, open }) => {
  for (const path of ['/admin', '/admin/login', '/admin/unknown']) {
    await open(path);
    await expect(page.locator('header')).toHaveCount(0);
    await expect(page.locator('footer')).toHaveCount(0);
  }
});

test('an unknown path shows the 404 page with a link home [ROUTE-24] [DEC-68] [DEC-86]', async ({ page, open }) => {
  for (const path of ['/nothing-here', '/directory/extra', '/xx/directory', '/fr/nothing']) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(404);
  }
  await open('/nothing-here');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
});

test('the directory, a provider and the listed public pages exist [ROUTE-02] [ROUTE-03] [DEC-86]', async ({
  page,
  open,
  providers,
}) => {
  const [provider] = await providers('?limit=1');
  await open('/directory');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Provider directory');
  await open(`/provider/${provider!.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(provider!.name);
  for (const path of [
    '/safety',
    '/first-hour',
    '/help',
    '/about',
    '/privacy',
    '/terms',
    '/',
    '/compare',
    '/pricing',
    '/contact',
    '/reports',
  ]) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(200);
  }
});

test('every footer entry links to a page that exists [FOOTER-01] [REAL-11]', async ({ page, open }) => {
  await open('/directory');
  const footer = page.locator('footer');
  const entries: Record<string, string> = {
    'Risk Assessment': '/directory',
    'Community Reviews': '/reports',
    'Submit Provider': '/submit-provider',
    'Safety Guide': '/safety',
    'Regulatory Updates': '/news',
    'Research Reports': '/reports',
    'API Documentation': '/api',
    'Help Center': '/help',
    About: '/about',
    Regulators: '/#regulators',
    Contact: '/contact',
    Privacy: '/privacy',
    Terms: '/terms',
  };
  for (const [name, address] of Object.entries(entries)) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
    expect((await page.request.get(address)).status(), address).toBe(200);
  }
});

test('the footer has social entries, copyright and both notices [FOOTER-02] [FOOTER-03] [FOOTER-04] [FOOTER-05] [REAL-12]', async ({
  page,
  open,
}) => {
  await open('/');
  const footer = page.locator('footer');
  for (const name of ['Twitter', 'LinkedIn', 'Telegram']) {
    await expect(footer.getByText(name)).toBeVisible();
    // No URL is configured here, so the entry is no link.
    await expect(footer.getByRole('link', { name })).toHaveCount(0);
  }
  await expect(footer.getByText(/© \d{4} Hakiki/)).toBeVisible();
  for (const [notice, meaning] of [
    ['Verified SSL', 'It does not mean that a site is honest.'],
    ['Data Protected', 'Any site can print these words'],
  ] as const) {
    await footer.getByRole('link', { name: notice, exact: true }).click();
    await expect(page.getByRole('heading', { name: `What “${notice}” means` })).toBeInViewport();
    await expect(page.getByText(meaning)).toBeInViewport();
  }
  for (const [name, address] of [
    ['I lost money', '/first-hour'],
    ['All fraud alerts', '/alerts'],
    ['Follow a report', '/follow'],
  ] as const) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
  }
});

test('the theme switches, is remembered, and follows the system by default', async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open('/directory');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const switchTheme = async () =>
    (await openNavigation(page)).getByRole('button', { name: 'Switch between light and dark' }).click();
  const light = await background();
  await switchTheme();
  const dark = await background();
  expect(dark).not.toBe(light);
  await open('/safety');
  expect(await background()).toBe(dark);
  await switchTheme();
  await page.emulateMedia({ colorScheme: 'dark' });
  await open('/safety');
  expect(await background()).toBe(dark);
});

test('the language is in the URL, and the choice is remembered', async ({ page, open }) => {
  await open('/directory?search=a');
  await page.locator('footer').getByRole('link', { name: 'Français' }).click();
  await expect(page).toHaveURL(/\/fr\/directory\?search=a$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('prestataires correspondent à « a »');
  await page.goto('/safety');
  await expect(page).toHaveURL(/\/fr\/safety$/);
  await page.locator('footer').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/\/safety$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('a language that is chosen before the scripts run stays chosen', async ({ page, open }) => {
  await open('/fr/safety');
  await page.evaluate(() => localStorage.setItem('language', 'fr'));
  // As a plain link does, without the page's own code.
  await page.evaluate(() => location.assign('/safety'));
  await expect(page).toHaveURL(/[^r]\/safety$/);
  await open('/about');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('a change of language keeps path, query, anchor and the section in view [WARN-16]', async ({ page, open }) => {
  await open('/first-hour?from=a#evidence');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.evaluate(() => document.getElementById('report')!.scrollIntoView());
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Français' }).click();
  await expect(page).toHaveURL(/\/fr\/first-hour\?from=a#evidence$/);
  const where = page.getByRole('heading', { name: 'Où signaler' });
  await expect.poll(async () => (await where.boundingBox())!.y).toBeLessThan(200);
});

test('a visitor who prefers English is not offered French', async ({ page, open }) => {
  await open('/first-hour');
  await expect(page.getByRole('link', { name: 'Lire ce site en français' })).toBeHidden();
});

test.describe('a browser that prefers French', () => {
  test.use({ locale: 'fr-FR' });
  const offered = (page: Page) => page.getByRole('link', { name: 'Lire ce site en français' });

  test('a browser that prefers French is offered the same page in French, stays in it, and is not asked again [WARN-16]', async ({
    page,
    open,
  }) => {
    await open('/directory?search=a#top');
    await offered(page).click();
    await expect(page).toHaveURL(/\/fr\/directory\?search=a#top$/);
    await page.goto('/first-hour');
    await expect(page).toHaveURL(/\/fr\/first-hour$/);
    // The choice of a language is stored once the scripts have loaded.
    await open(page.url());
    await page.locator('footer').getByRole('link', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('I lost money: the first hour');
    await expect(offered(page)).toBeHidden();
  });

  test('a browser that prefers French may stay in English, and is not asked again, also on other pages [WARN-16]', async ({
    page,
    open,
  }) => {
    await open('/');
    await expect(page.getByRole('main').getByRole('searchbox')).toBeInViewport({ ratio: 1 });
    await expectNoHorizontalScroll(page);
    await page.getByRole('button', { name: 'Rester en anglais' }).click();
    await expect(offered(page)).toBeHidden();
    await open('/safety');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(offered(page)).toBeHidden();
  });

  test('the offer of French does not move the page, which is the same for everyone [WARN-16]', async ({
    page,
    open,
    request,
  }) => {
    const readLayoutShift = await observeLayoutShift(page);
    await open('/first-hour');
    await expect(offered(page)).toBeVisible();
    expect(await readLayoutShift()).toBeLessThan(0.01);
    const bodyFor = async (language: string) =>
      (await request.get('/first-hour', { headers: { 'Accept-Language': language } })).text();
    expect(await bodyFor('fr')).toBe(await bodyFor('en'));
  });

  test('the offer of French works without storage [WARN-16]', async ({ page, open }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('switched off', 'SecurityError');
        },
      });
    });
    await open('/first-hour');
    await page.getByRole('button', { name: 'Rester en anglais' }).click();
    await expect(offered(page)).toBeHidden();
    await open('/first-hour');
    await offered(page).click();
    await expect(page).toHaveURL(/\/fr\/first-hour$/);
  });
});

for (const language of ['en', 'fr'] as const) {
  test(`the header fits 320 px, in ${language} [WARN-16]`, async ({ page, open }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['', '/directory', '/first-hour', '/about']) {
      await open(language === 'fr' ? `/fr${path}` : path || '/');
      const bar = page.locator('header > div').first();
      for (const control of await bar.getByRole('button').filter({ visible: true }).all()) {
        expect((await control.boundingBox())!.width).toBe(44);
        await expect(control).toBeInViewport({ ratio: 1 });
      }
      expect((await bar.boundingBox())!.height).toBeLessThan(72);
      await expectNoHorizontalScroll(page);
    }
  });
}

test('pages tell search engines about the other language and have one URL for English', async ({ page }) => {
  await page.goto('/fr/directory');
  const origin = new URL(page.url()).origin;
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}/fr/directory`);
  await expect(page.locator('link[rel=alternate][hreflang=en]')).toHaveAttribute('href', `${origin}/directory`);
  await expect(page.locator('link[rel=alternate][hreflang=x-default]')).toHaveAttribute('href', `${origin}/directory`);
  const english = await page.request.get('/en/directory', { maxRedirects: 0 });
  expect([english.status(), english.headers()['location']]).toEqual([301, '/directory']);
});

test.describe('offline', () => {
  test.use({ expectedError: /ERR_INTERNET_DISCONNECTED/ });

  test('a page says when the connection is lost and when it is back', async ({ page, open, context }) => {
    await open('/directory');
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toBeHidden();
  });
});

test('a tap on a link shows progress at once, and the new page gets the focus and announces its title [WARN-13]', async ({
  page,
  open,
  providers,
}) => {
  const [provider] = await providers('?limit=1');
  await open('/directory');
  // From here on responses wait until they are released, as on a slow network.
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/(?:assets|api)\//, async (route) => {
    await released;
    await route.continue();
  });
  await page.evaluate(() => {
    const look = () => {
      const tapped = performance.now();
      new MutationObserver(() => {
        document.body.dataset['shownAfterMs'] ??= String(performance.now() - tapped);
      }).observe(document.documentElement, { attributeFilter: ['data-moving'] });
    };
    addEventListener('click', look, { capture: true });
  });
  const progress = page.getByTestId('progress');
  await expect(progress).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: provider!.name, exact: true }).first().click();
  await expect(progress).toBeVisible();
  expect(await page.evaluate(() => Number(document.body.dataset['shownAfterMs']))).toBeLessThan(100);
  await expect(page.getByTestId('arrival')).toHaveText('Loading the page');

  release();
  await expect(page.getByRole('heading', { level: 1, name: provider!.name })).toBeFocused();
  await expect(page.getByTestId('arrival')).toHaveText(`${provider!.name} | Hakiki`);
  await expect(page).toHaveTitle(`${provider!.name} | Hakiki`);
  await expect(progress).toBeHidden();
  expect(await listViolations(page)).toEqual([]);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Provider directory' })).toBeFocused();
  await expect(page.getByTestId('arrival')).toHaveText('Provider directory | Hakiki');
  await expect(page).toHaveTitle('Provider directory | Hakiki');
});

test('the focus moves to the target of a link, and stays where the visitor filters or types [WARN-13]', async ({
  page,
  open,
}) => {
  await open('/directory');
  await page.locator('footer').getByRole('link', { name: 'Regulators', exact: true }).click();
  await expect(page).toHaveURL(/#regulators$/);
  await expect(page.locator('#regulators')).toBeFocused();
  await expect(page.locator('#regulators')).toBeInViewport();

  await open('/directory');
  const search = page.getByRole('searchbox', { name: 'Search providers' });
  await search.pressSequentially('a');
  await expect(page).toHaveURL(/search=a$/);
  await expect(search).toBeFocused();
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await sort.focus();
  await sort.selectOption('name');
  await expect(page).toHaveURL(/sort=name/);
  await expect(sort).toBeFocused();
  await expect(page.getByTestId('arrival')).toHaveText('');
});

test('the scripts of a page load together when its link is touched, and not before [WARN-13]', async ({
  page,
  open,
  providers,
}) => {
  const [provider] = await providers('?limit=1');
  // Idle downloads are complete once the page polls.
  const polled = page.waitForResponse(/\/api\/fraud-alerts/);
  await open('/directory');
  await polled;
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.mouse.wheel(0, 400);
  await page.waitForTimeout(300);
  expect(requestedPaths.filter((path) => path.startsWith('/assets/'))).toEqual([]);

  await page.mouse.wheel(0, -400);
  const link = page.getByRole('main').getByRole('link', { name: provider!.name, exact: true }).first();
  await link.dispatchEvent('pointerdown', { pointerType: 'touch' });
  const verdict = `/api/providers/${provider!.id}`;
  await expect.poll(() => requestedPaths).toContain(verdict);
  expect(requestedPaths.filter((path) => /\/assets\/provider-.*\.js$/.test(path))).not.toEqual([]);
  await expect(page).toHaveURL(/\/directory$/);
  const before = requestedPaths.filter((path) => path.endsWith('.js')).length;
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: provider!.name })).toBeVisible();
  expect(requestedPaths.filter((path) => path.endsWith('.js'))).toHaveLength(before);
  expect(requestedPaths.filter((path) => path === verdict)).toHaveLength(1);
});

test('the news page shows a spinner while the account is checked, and the console shows Loading... [AUTH-02] [ADMIN-04] [DEC-66]', async ({
  page,
  open,
  signInAs,
}) => {
  let release = () => {};
  const blockCall = (call: string) =>
    page.route(call, async (route) => {
      await new Promise<void>((resolve) => (release = resolve));
      await route.continue();
    });
  // A members' page contains the user; a link to it may be faster than the response.
  await blockCall('**/api/auth/user');
  await open('/directory');
  await page.locator('footer').getByRole('link', { name: 'Regulatory Updates' }).click();
  await expect(page).toHaveURL(/\/news$/);
  const spinner = page.getByRole('main').getByRole('status');
  await expect(spinner).toHaveText('Checking whether you are logged in');
  release();
  await expect(spinner).toHaveCount(0);
  // Leaving before the redirect would interrupt the next page.
  await expect(page).toHaveURL(/\/signup\?login=true&next=%2Fnews$/);

  await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  await open('/account');
  await blockCall('**/api/admin/access');
  await page.getByRole('link', { name: 'Open the admin portal' }).click();
  await expect(page.getByText('Loading...')).toBeVisible();
  release();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

test('public pages send nothing to third parties and do not scroll horizontally', async ({ page, open, providers }) => {
  const [flagged] = await providers('?verificationStatus=flagged&limit=1');
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  const pages = ['', '?page=2', '?page=3', '?view=grid', '?country=south+africa'].map((query) => `/directory${query}`);
  for (const path of ['/', ...pages, `/provider/${flagged!.id}`, '/safety', '/fr/terms', '/nothing']) {
    await open(path);
    await expectNoHorizontalScroll(page);
  }
  expect([...hosts]).toEqual([new URL(page.url()).origin]);
});

test('a message that a chat app shares with the installed site is checked, on a cold start and in no address [CHECK-07]', async ({
  page,
  context,
}) => {
  await page.goto('/');
  const manifestPath = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await page.request.get(manifestPath!)).json()) as {
    display: string;
    share_target: { action: string; method: string; enctype: string; params: Record<string, string> };
  };
  // Android offers only an installed site as a target, and it does not install one with `browser`.
  expect(manifest.display).toBe('minimal-ui');
  const { action, method, enctype, params } = manifest.share_target;
  expect([method, enctype]).toEqual(['POST', 'application/x-www-form-urlencoded']);
  // A chat app sends a text, a browser an address; what is missing is left out.
  for (const kind of ['text', 'url']) {
    const cold = await context.newPage();
    // The origin of what another app sends is opaque.
    await cold.goto('data:text/html,<form method="post"><input></form>');
    await cold.evaluate(
      ([target, name]) => {
        const [form, input] = [document.forms[0]!, document.querySelector('input')!];
        Object.assign(form, { action: target });
        Object.assign(input, { name, value: 'Fastari Daily Gains' });
        form.submit();
      },
      [new URL(action, page.url()).href, params[kind]!],
    );
    await expect(cold.getByRole('heading', { level: 1 })).toHaveText('Fastari Daily Gains is flagged. Do not pay.');
    expect(new URL(cold.url()).search).toBe('');
    await cold.close();
  }
});

test('the list of alerts links to its feeds, in the language of the page', async ({ page, open }) => {
  for (const prefix of ['', '/fr']) {
    await open(`${prefix}/alerts`);
    for (const [type, name, path] of [
      ['application/rss+xml', 'RSS', `${prefix}/alerts/feed.xml`],
      ['application/feed+json', 'JSON Feed', `${prefix}/alerts/feed.json`],
    ] as const) {
      await expect(page.locator(`head link[rel=alternate][type="${type}"]`)).toHaveAttribute('href', path);
      await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
      const feed = await page.request.get(path);
      expect([feed.status(), feed.headers()['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
    }
  }
});

test('password managers find the page that changes a password', async ({ page, signInAs }) => {
  await signInAs();
  await page.goto('/.well-known/change-password');
  await expect(page).toHaveURL('/account#password');
  await expect(page.getByRole('heading', { name: 'Password', exact: true })).toBeInViewport();
});
