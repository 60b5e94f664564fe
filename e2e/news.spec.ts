/** The news of authorities, for visitors, members and administrators. */
import { makeNewsItem } from '../apps/server/test/support/factories.ts';
import { expect, expectNoHorizontalScroll, newEmailAddress, test } from './support/product-test.ts';

test('a visitor of the news is sent to the login, by URL and by link [NEWS-01] [ROUTE-13]', async ({ page, open }) => {
  const response = await page.request.get('/news', { maxRedirects: 0 });
  expect([response.status(), response.headers()['location']]).toEqual([302, '/api/login?next=%2Fnews']);
  await page.goto('/news');
  await expect(page).toHaveURL(/\/signup\?login=true&next=%2Fnews$/);
  await open('/directory');
  await page.locator('footer').getByRole('link', { name: 'Regulatory Updates' }).click();
  await expect(page).toHaveURL(/\/signup\?login=true&next=%2Fnews$/);
});

test('a member filters the news by country and, with tab or select, by category, and clears the filters [NEWS-02] [NEWS-03] [NEWS-04] [NEWS-05] [NEWS-06] [NEWS-07] [DEC-62]', async ({
  page,
  open,
  db,
  signInAs,
}) => {
  const mark = newEmailAddress('notice').split('@')[0]!;
  const soon = new Date(Date.now() + 60_000);
  await makeNewsItem(db, { title: `${mark} rules`, category: 'regulation', publishedAt: soon });
  await makeNewsItem(db, {
    title: `${mark} in Ghana`,
    sourceCountry: 'ghana',
    sourceName: 'Demo Bank of Ghana',
    sourceUrl: `https://authority.example/${mark}`,
    priority: 'high',
    tags: ['deposits'],
    publishedAt: soon,
  });
  await signInAs();
  await open('/news');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Regulatory and Compliance News');
  const article = (name: string) => page.getByRole('article').filter({ hasText: name });
  await expect(article(`${mark} rules`)).toBeVisible();

  const ghana = article(`${mark} in Ghana`);
  await expect(ghana).toContainText('High priority');
  await expect(ghana.getByRole('listitem')).toHaveText(['deposits']);
  const link = ghana.getByRole('link', { name: /Demo Bank of Ghana/ });
  await expect(link).toHaveAttribute('href', `https://authority.example/${mark}`);
  await expect(link).toHaveAttribute('rel', /noopener/);

  const requestedUrls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/compliance-news') requestedUrls.push(search);
  });
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Ghana');
  await expect(article(`${mark} rules`)).toHaveCount(0);
  await expect(ghana).toBeVisible();
  await page.getByRole('tab', { name: 'Warning' }).click();
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('warning');
  await expect(ghana).toBeVisible();
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Guidance');
  await expect(page.getByRole('tab', { name: 'Guidance' })).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/\/news\?country=ghana&category=guidance$/);
  await expect(ghana).toHaveCount(0);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/news$/);
  await expect(article(`${mark} rules`)).toBeVisible();
  expect(requestedUrls).toEqual([
    '?limit=20&country=ghana',
    '?limit=20&country=ghana&category=warning',
    '?limit=20&country=ghana&category=guidance',
  ]);
  await expectNoHorizontalScroll(page);
});

test('the French filters of the news show their selected labels in full on a small phone [NEWS-02] [NEWS-03]', async ({
  page,
  open,
  signInAs,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs();
  await open('/fr/news');
  const cut = await page
    .getByRole('search')
    .getByRole('combobox')
    .evaluateAll((selects: HTMLSelectElement[]) =>
      selects.flatMap((select) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(select);
        const pen = document.createElement('canvas').getContext('2d')!;
        pen.font = font;
        const ARROW = 16;
        const availableWidth =
          select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - ARROW;
        const selectedLabel = select.selectedOptions[0]!.text;
        return pen.measureText(selectedLabel).width > availableWidth ? [selectedLabel] : [];
      }),
    );
  expect(cut).toEqual([]);
});

test('an administrator with a tablet sees no URL of a news source broken inside a name', async ({
  page,
  open,
  signInAs,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  await open('/admin/news');
  const links = page.getByRole('table', { name: 'Sources' }).locator('a[target=_blank]');
  await expect(links.first()).toBeVisible();
  const broken = await links.evaluateAll((all) =>
    all.flatMap((link) => {
      const names = document.createTreeWalker(link.firstElementChild!, NodeFilter.SHOW_TEXT);
      const brokenNames: string[] = [];
      while (names.nextNode()) {
        for (const { index, 0: name } of (names.currentNode.textContent ?? '').matchAll(/[^/-]+/g)) {
          const range = document.createRange();
          range.setStart(names.currentNode, index);
          range.setEnd(names.currentNode, index + name.length);
          if (range.getClientRects().length > 1) brokenNames.push(name);
        }
      }
      return brokenNames;
    }),
  );
  expect(broken).toEqual([]);
  await expectNoHorizontalScroll(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a member reads, pages and filters the news without scripts [NEWS-02] [NEWS-05]', async ({ page, signInAs }) => {
    await signInAs();
    await page.goto('/news');
    // The same announcement of several authorities is one article.
    await expect(page.locator('[data-news]')).toHaveCount(20);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/\/news\?page=2$/);
    await page.getByRole('tab', { name: 'Enforcement' }).click();
    await page.getByRole('combobox', { name: 'Country' }).selectOption('Uganda');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/country=uganda&category=enforcement$/);
    await expect(page.getByRole('article')).toContainText(['Administrative penalty']);
  });
});

test.describe('when the news cannot be read', () => {
  test.use({ expectedError: /status of 5\d\d|ERR_FAILED/ });

  test('the news page shows an error when the news cannot be read, and retries on request [DEC-65] [ERR-05]', async ({
    page,
    open,
    signInAs,
  }) => {
    await signInAs();
    await open('/news');
    await page.route('**/api/compliance-news?*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await page.getByRole('tab', { name: 'Guidance' }).click();
    await expect(page.getByText('Could not load the news')).toBeVisible();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
