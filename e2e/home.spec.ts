import { expectToast, field } from './support/account-helpers.ts';
import { tabToAndPressEnter, tabTo, tabToAndType } from './support/keyboard.ts';
import { expect, expectNoHorizontalScroll, test } from './support/product-test.ts';

test('a visitor searches from the home page, and the URL contains only the given text and country [HOME-02] [HOME-03] [HOME-04] [DEC-87]', async ({
  page,
  open,
}) => {
  const search = page.getByRole('main').getByRole('search');
  const addressAfter = async (text: string, country: string) => {
    await open('/');
    await search.getByRole('searchbox').fill(text);
    await search.getByRole('combobox', { name: 'Country' }).selectOption(country);
    await search.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL((url) => url.pathname === '/directory');
    return new URL(page.url()).search;
  };
  await open('/');
  await expect(search.getByRole('searchbox')).toBeInViewport();
  // The countries of the documents first, then the rest of Africa.
  const options = await search.getByRole('option').allTextContents();
  expect(options.slice(0, 7)).toEqual([
    'All countries',
    'Nigeria',
    'South Africa',
    'Kenya',
    'Ghana',
    'Uganda',
    'Algeria',
  ]);
  expect(options).toHaveLength(55);
  expect(await addressAfter('', 'all')).toBe('');
  expect(await addressAfter('coin', 'all')).toBe('?search=coin');
  expect(await addressAfter('', 'south africa')).toBe('?country=south+africa');
  expect(await addressAfter(' a&b ', 'kenya')).toBe('?search=a%26b&country=kenya');
  await expect(page.getByRole('searchbox')).toHaveValue('a&b');
});

for (const [language, path] of [
  ['English', '/'],
  ['French', '/fr'],
] as const) {
  test(`the first screen of the home page on a phone shows the search, the first-hour guide and the alerts, and the page is less than 4,500 px high, in ${language} [WARN-10]`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await open(path);
    const main = page.getByRole('main');
    const inOrder = [
      main.getByRole('searchbox'),
      main.getByRole('search').getByRole('button'),
      main.getByRole('link', { name: /^(?:I lost money|J’ai perdu de l’argent)/ }),
      main.locator('summary[data-line]'),
    ];
    const tops: number[] = [];
    for (const part of inOrder) {
      await expect(part).toBeInViewport({ ratio: 1 });
      tops.push((await part.boundingBox())!.y);
    }
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4500);
    await inOrder[2]!.click();
    await expect(page).toHaveURL(/\/first-hour$/);
  });
}

test('the home page shows alerts in one line that opens, most severe first; a visitor dismisses one, and the next links to its page [WARN-10] [BANNER-01] [BANNER-02] [BANNER-03] [BANNER-04] [DEC-21]', async ({
  page,
  open,
  request,
}) => {
  const response = await request.get('/api/fraud-alerts/active');
  const active = (await response.json()) as { id: string; title: string; severity: string }[];
  const ranks = ['Critical', 'High', 'Medium', 'Low'];
  const severest = active.toSorted((one, other) => ranks.indexOf(one.severity) - ranks.indexOf(other.severity));
  await open('/');
  const banner = page.getByRole('region', { name: 'Fraud alerts' });
  const line = banner.locator('summary[data-line]');
  await expect(line).toContainText(severest[0]!.title);
  await expect(line).toContainText(String(active.length));
  await line.click();
  const shown = banner.locator('li[data-alert]').filter({ visible: true });
  await expect(shown.getByRole('heading')).toHaveText(severest.slice(0, 3).map(({ title }) => title));
  const more = banner.getByRole('link', { name: /^View \d+ more alerts$/ });
  await expect(more).toHaveText(`View ${active.length - 3} more alerts`);
  await expect(more).toHaveAttribute('href', '/alerts');

  await banner.getByRole('button', { name: `Dismiss this alert: ${severest[0]!.title}` }).click();
  const next = severest.slice(1, 4).map(({ title }) => title);
  await expect(shown.getByRole('heading')).toHaveText(next);
  await expect(more).toHaveText(`View ${active.length - 4} more alerts`);
  expect(await page.evaluate(() => localStorage.getItem('dismissedFraudAlerts'))).toBe(
    JSON.stringify([severest[0]!.id]),
  );
  await open('/');
  await expect(line).toContainText(next[0]!);
  await line.click();
  await expect(shown.getByRole('heading')).toHaveText(next);
  await expect(shown.getByRole('link').first()).toHaveAttribute('href', `/alerts/${severest[1]!.id}`);
});

test('a member sees the full text of an alert on the home page [DEC-16]', async ({ page, open, signInAs, request }) => {
  const cut = (
    (await (await request.get('/api/fraud-alerts/active')).json()) as {
      id: string;
      description: string;
      severity: string;
      descriptionCut?: true;
    }[]
  ).find(({ severity, descriptionCut }) => severity === 'Critical' && descriptionCut);
  await signInAs();
  await open('/');
  const banner = page.getByRole('region', { name: 'Fraud alerts' });
  await banner.locator('summary[data-line]').click();
  const alert = banner.locator(`li[data-alert="${cut!.id}"]`);
  await alert.getByText('Read all of it').click();
  const whole = (await (await page.request.get('/api/fraud-alerts/active')).json()) as {
    id: string;
    description: string;
  }[];
  const { description } = whole.find(({ id }) => id === cut!.id)!;
  expect(description.length).toBeGreaterThan(cut!.description.length);
  await expect(alert).toContainText(description.slice(-40));
  await expect(alert.getByText(description.slice(-40))).toBeVisible();
});

test('the first Tab on the home page reaches a link that skips to the search, the second one that skips to the content [WARN-10]', async ({
  page,
  open,
}) => {
  await open('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to search' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();
  await open('/');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});

test('a visitor searches from the home page by keyboard alone [HOME-02] [HOME-04]', async ({
  page,
  open,
  providers,
}) => {
  const [, known] = await providers('?limit=2');
  await open('/');
  await tabToAndType(page, page.getByRole('main').getByRole('searchbox'), known!.name);
  await page.keyboard.press('Enter');
  await expect(page.locator('article[data-provider]').first().getByRole('heading')).toHaveText(known!.name);
});

test('the home page shows the numbers of the register and its first three verified providers [HOME-05] [HOME-10] [HOME-11]', async ({
  page,
  open,
  request,
  providers,
}) => {
  const stats = (await (await request.get('/api/stats')).json()) as Record<string, number>;
  await open('/');
  const statistics = page.getByRole('main').locator('dl').first();
  const shown = ['totalProviders', 'verifiedProviders', 'flaggedProviders', 'countries'];
  await expect(statistics.locator('dd')).toHaveText(shown.map((name) => stats[name]!.toLocaleString('en-US')));
  const verified = page.getByRole('region', { name: 'Verified providers' });
  const first = await providers('?verificationStatus=Verified&limit=3');
  await expect(verified.locator('article[data-provider]').getByRole('heading')).toHaveText(
    first.map(({ name }) => name),
  );
  await verified.getByRole('link', { name: 'Browse all providers' }).click();
  await expect(page).toHaveURL(/\/directory$/);
});

test('the home page links to sign-up, to a demo with its subject filled in, and to RegTech [HOME-06] [HOME-07] [HOME-08] [HOME-15] [HOME-16] [REAL-09] [REAL-10]', async ({
  page,
  open,
}) => {
  for (const [name, path] of [
    ['Sign up as an individual', '/signup'],
    ['Sign up as a business', '/signup?tab=business'],
    ['Sign in here', '/signup'],
  ] as const) {
    await open('/');
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
  }
  await open('/');
  await page.getByRole('link', { name: 'Learn More' }).click();
  await expect(page).toHaveURL(/\/regtech$/);
  await open('/');
  await page.getByRole('link', { name: 'Request Demo' }).click();
  await expect(page).toHaveURL(/\/contact\?subject=Regulator%20demo$/);
  await expect(field(page, 'Subject')).toHaveValue('Regulator demo');
});

test('the home page shows warnings by country on a map and in a table, and both link to the providers of a country', async ({
  page,
  open,
  request,
}) => {
  const counted = (await (await request.get('/api/stats/countries')).json()) as {
    country: string;
    flaggedProviders: number;
  }[];
  const most = counted.toSorted((one, other) => other.flaggedProviders - one.flaggedProviders)[0]!;
  await open('/');
  const warnings = page.getByRole('region', { name: 'Warnings by country' });
  await warnings.getByText('Show the map').click();
  await expect(warnings.locator('svg use[data-step="3"]').first()).toBeVisible();
  expect(await warnings.locator('svg a').count()).toBe(54);
  await warnings.getByText('All countries as a table').click();
  const rows = warnings.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(counted.length + 1);
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText(String(most.flaggedProviders));
  await rows.nth(1).getByRole('link').click();
  await expect(page).toHaveURL((url) => url.pathname === '/directory' && url.searchParams.has('country'));
  await page.goBack();
  const country = warnings.locator('svg a', { hasText: /^Nigeria/ });
  // The centre of a country's bounding box may be in another country.
  await country.dispatchEvent('click');
  await expect(page).toHaveURL(/\/directory\?country=nigeria$/);
});

test('a visitor shares an experience by keyboard, and the form is empty again [HOME-13] [REAL-02] [DEC-28]', async ({
  page,
  open,
  administrator,
}) => {
  const text = `Paid out after two days. ${crypto.randomUUID()}`;
  await open('/');
  const form = page.getByRole('region', { name: 'Share your experience' });
  await tabToAndPressEnter(page, form.locator('summary'));
  await tabToAndPressEnter(page, form.getByRole('button', { name: 'Submit experience' }));
  const summary = form.locator('[data-error-summary]');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(3);
  await expect(form.getByRole('textbox', { name: /email/i })).toHaveCount(0);

  await tabToAndType(page, field(form, 'Provider name'), 'A coin shop');
  await tabTo(page, form.getByRole('radio').first());
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect(form.getByRole('radio', { name: '4 stars: good' })).toBeChecked();
  await tabToAndType(page, field(form, 'Your experience'), text);
  await tabTo(page, form.getByRole('combobox', { name: 'Type of issue' }));
  await page.keyboard.type('Fees');
  await tabToAndPressEnter(page, form.getByRole('button', { name: 'Submit experience' }));
  await expectToast(page, 'Experience Submitted', 'Thank you. It will be visible once verified by the team.');
  await expect(field(form, 'Provider name')).toHaveValue('');
  await expect(form.getByRole('radio', { checked: true })).toHaveCount(0);
  expect(await administrator.findExperience(text)).toMatchObject({
    providerName: 'A coin shop',
    rating: 4,
    issueType: 'fees',
    status: 'pending',
  });
  await expectNoHorizontalScroll(page);
});

test.describe('when the server fails', () => {
  test.use({ expectedError: /status of 500/ });

  test('an experience stays in its form when the server fails, and the toast says that it was not sent [REAL-02]', async ({
    page,
    open,
  }) => {
    await page.route('**/api/experiences', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
    );
    await open('/');
    const form = page.getByRole('region', { name: 'Share your experience' });
    await form.getByText('Write about a provider').click();
    await field(form, 'Provider name').fill('A coin shop');
    await form.getByText('1 star: very bad').click({ force: true });
    await field(form, 'Your experience').fill('They never answered.');
    await form.getByRole('button', { name: 'Submit experience' }).click();
    await expectToast(page, 'Error', 'Failed to submit experience. Please try again.');
    await expect(field(form, 'Your experience')).toHaveValue('They never answered.');
  });
});
