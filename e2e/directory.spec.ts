import type { Locator, Page } from '@playwright/test';
import { expect, expectNoHorizontalScroll, isPhone, test } from './support/product-test.ts';

async function showFilters(page: Page) {
  if (isPhone(page)) await page.getByRole('button', { name: /^Filters/ }).click();
}
async function hideFilters(page: Page) {
  if (isPhone(page)) await page.getByRole('button', { name: 'Close filters' }).click();
}
const getCards = (page: Page) => page.locator('article[data-provider]');
const getCount = (page: Page) => page.getByTestId('count');

/** Records every list call of the page while `act` runs. */
async function recordCallsDuring(page: Page, act: () => Promise<void>): Promise<URL[]> {
  const calls: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/providers') calls.push(url);
  });
  await act();
  return calls;
}

test('the search finds names while the visitor types, ignoring case and accents; a typo leads to similar names [DIR-01] [DEC-08] [WARN-08]', async ({
  page,
  open,
  providers,
}) => {
  const accented = (await providers()).find(({ name }) => name !== name.normalize('NFD').replace(/\p{M}/gu, ''));
  const plain = accented!.name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  await open('/directory');
  await page.getByRole('searchbox', { name: 'Search providers' }).fill(plain);
  await expect(page).toHaveURL(/search=/);
  await expect(getCards(page).getByRole('link', { name: accented!.name })).toBeVisible();
  const [first] = await providers('?limit=1');
  const typo = first!.name.slice(0, 3) + first!.name.slice(4);
  await page.getByRole('searchbox', { name: 'Search providers' }).fill(typo);
  const answer = getAnswer(page);
  await expect(answer.getByRole('heading', { name: `No entry called "${typo}". Similar names:` })).toBeVisible();
  await expect(answer.getByRole('link', { name: first!.name })).toBeVisible();
  await expect(getCount(page)).toHaveCount(0);
});

/** A flagged provider of the demo data. */
const flaggedName = 'Fastari Daily Gains';
const getAnswer = (page: Page) => page.getByTestId('answer');
const getTitle = (page: Page) => page.getByRole('heading', { level: 1 });

test('a visitor finds a flagged provider by its pasted URL and by another name [WARN-07] [DEC-08]', async ({
  page,
  open,
}) => {
  for (const pasted of [
    'https://www.fastari-daily-gains.example/join?ref=7',
    'FASTARI-DAILY-GAINS.EXAMPLE',
    'app.fastari-daily-gains.example',
    'FDG Capital',
  ]) {
    await open('/directory');
    const search = page.getByRole('searchbox').first();
    await search.fill(pasted);
    await search.press('Enter');
    await expect(page).toHaveURL(/\/directory\?/);
    await expect(getCards(page).getByRole('heading')).toHaveText([flaggedName]);
    await expect(getCount(page)).toHaveText('Showing 1 provider');
    await expect(getCards(page).getByText('Flagged', { exact: true })).toBeVisible();
  }
});

test('a visitor finds a flagged provider and its alert in whatever they paste, and the answer comes first [WARN-07]', async ({
  page,
  open,
}) => {
  const filler = 'Good morning dear friend, I hope that this finds you well. ';
  for (const pasted of [
    'is fastari daily gains a scam',
    'Join Fastari now',
    'fastari_release_desk',
    'fastari-payouts.example',
    'TYVC8NkDcTJ7qLrKAdiBiSrkoJwYrPd8pd',
    `${filler.repeat(30)}Pay the release fee to TYVC8NkDcTJ7qLrKAdiBiSrkoJwYrPd8pd. ${filler.repeat(10)}`,
  ]) {
    await open('/');
    const search = page.getByRole('searchbox').first();
    await search.fill(pasted);
    await search.press('Enter');
    await expect(getAnswer(page)).toContainText('STOP');
    await expect(getAnswer(page)).toContainText('Do not pay.');
    await expect(page).toHaveTitle(/Do not pay/);
    await expect(getAnswer(page).getByRole('link', { name: 'Read the warning' })).toHaveAttribute(
      'href',
      /^\/alerts\/[0-9a-f-]{36}$/,
    );
    await expect(getAnswer(page).getByRole('link', { name: 'I already paid' })).toHaveAttribute('href', '/first-hour');
    const top = async (of: Locator) => (await of.boundingBox())!.y;
    // A warned thing that is not listed has no list below its answer.
    const next = getCount(page).or(page.getByRole('contentinfo')).first();
    expect(await top(getAnswer(page))).toBeLessThan(await top(next));
    await expectNoHorizontalScroll(page);
  }
});

test('a visitor reaches the answer with at most 12 presses of Tab after the search field [WARN-07]', async ({
  page,
  open,
}) => {
  await open('/directory');
  const search = page.getByRole('searchbox', { name: 'Search providers' });
  await search.fill(flaggedName);
  await search.press('Enter');
  const action = getAnswer(page).getByRole('link', { name: 'Read the warning' });
  await expect(action).toBeVisible();
  await expect(search).toBeFocused();
  let stops = 0;
  while (!(await action.evaluate((element) => element === document.activeElement)) && stops < 13) {
    await page.keyboard.press('Tab');
    stops += 1;
  }
  expect(stops).toBeLessThanOrEqual(12);
});

test('a visitor finds an alert by a name in it, above the providers [WARN-07]', async ({ page, open }) => {
  await open('/directory?search=Brightmarket');
  await expect(getTitle(page)).toHaveText('There is a warning about this. Do not pay.');
  await expect(getAnswer(page)).toContainText('trading app sent by chat');
  await expect(getCount(page)).toHaveCount(0);
});

test('the search warns of a suspended provider, which the results do not list [WARN-07] [DEC-02]', async ({
  page,
  open,
}) => {
  for (const search of ['Ubuntari Wealth', 'ubuntari-wealth.example', 'Ubuntari']) {
    await open(`/directory?search=${encodeURIComponent(search)}`);
    await expect(getTitle(page)).toHaveText(/Ubuntari Wealth.* Do not pay\.$/);
    await expect(getAnswer(page).getByRole('link', { name: 'Read the warning' })).toBeVisible();
    await expect(getCount(page)).toHaveCount(0);
  }
});

test('the answer about a verified provider is its verdict, with a link to its page', async ({
  page,
  open,
  providers,
}) => {
  const [verified] = await providers('?verificationStatus=verified&limit=1&sort=name');
  await open(`/directory?search=${encodeURIComponent(verified!.name)}`);
  await expect(getTitle(page)).toHaveText(`${verified!.name}: Verified`);
  await getAnswer(page).getByRole('link', { name: 'See what we know' }).click();
  await expect(page).toHaveURL(`/provider/${verified!.id}`);
});

test('a search for Binance counts no match, and suggests no name that only ends alike [WARN-08]', async ({
  page,
  open,
}) => {
  await open('/directory?search=Binance');
  await expect(getTitle(page)).toHaveText('We know nothing about "Binance". Do not pay yet.');
  await expect(getCount(page)).toHaveText('Showing 0 providers');
  await expect(page.getByText('Wanjaro Finance')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  await expectNoHorizontalScroll(page);
});

test('a search for an unknown name repeats it, does not call it safe, and offers to report or check it [WARN-09]', async ({
  page,
  open,
}) => {
  await open('/directory?search=zzzzqqqq');
  await expect(getTitle(page)).toHaveText('We know nothing about "zzzzqqqq". Do not pay yet.');
  await expect(getAnswer(page)).toContainText('Unknown does not mean safe');
  await expect(getAnswer(page).getByRole('link', { name: 'I already paid' })).toHaveAttribute('href', '/first-hour');
  await expectNoHorizontalScroll(page);
  await page.getByRole('link', { name: 'Report it' }).click();
  await expect(page).toHaveURL(/\/report-scam\?provider=zzzzqqqq/);
  await expect(page.locator('input[name="affectedProvider"]')).toHaveValue('zzzzqqqq');
  await open('/directory?search=%2B254%20799%20000%20417');
  await page.getByRole('link', { name: 'Report it' }).click();
  await expect(page.locator('textarea[name="description"]')).toHaveValue('+254 799 000 417');
  await expect(page.locator('input[name="affectedProvider"]')).toHaveValue('');
  await open('/directory?search=zzzzqqqq.example');
  await page.getByRole('link', { name: 'Ask us to check it' }).click();
  await expect(page.locator('input[name="website"]')).toHaveValue('https://zzzzqqqq.example');
});

test('a visitor filters by country, and "all" sends no country [DIR-02] [DIR-03] [CALL-04] [DEC-87]', async ({
  page,
  open,
}) => {
  await open('/directory');
  await showFilters(page);
  const country = page.getByRole('combobox', { name: 'Country' });
  const options = country.locator('option');
  // The countries of the documents first, then the rest of Africa.
  expect((await options.allTextContents()).slice(0, 7)).toEqual([
    'All countries',
    'Nigeria',
    'South Africa',
    'Kenya',
    'Ghana',
    'Uganda',
    'Tanzania',
  ]);
  await expect(options).toHaveCount(55);
  const calls = await recordCallsDuring(page, async () => {
    await country.selectOption('south africa');
    await expect(page).toHaveURL(/country=south\+africa/);
    await hideFilters(page);
    await expect(getCards(page).first()).toBeVisible();
    await showFilters(page);
    await country.selectOption('all');
    await expect(page).not.toHaveURL(/country/);
  });
  expect(calls.map((url) => url.searchParams.get('country'))).toEqual(['south africa']);
});

test('several chosen filter values are sent separated by commas [DIR-04] [DIR-05] [DIR-06] [CALL-05] [DEC-03] [DEC-04]', async ({
  page,
  open,
}) => {
  await open('/directory');
  await showFilters(page);
  const group = (name: string) => page.getByRole('group', { name });
  await expect(group('Provider type').getByRole('checkbox')).toHaveCount(11);
  await expect(group('Verification status').locator('label')).toHaveText(['Verified', 'Limited', 'Flagged', 'Pending']);
  await expect(group('Risk level').locator('label')).toHaveText([
    'Low risk',
    'Medium risk',
    'High risk',
    'Not assessed',
  ]);
  const calls = await recordCallsDuring(page, async () => {
    for (const label of ['Exchange', 'OTC Desk', 'Flagged', 'Pending', 'High risk', 'Medium risk']) {
      await page.getByRole('checkbox', { name: label, exact: true }).check();
    }
    await hideFilters(page);
    await expect(getCards(page).first()).toBeVisible();
  });
  const last = calls.at(-1)!;
  expect(last.search).toContain('type=Exchange,OTC+Desk');
  expect(last.search).toContain('verificationStatus=Flagged,Pending');
  expect(last.search).toContain('riskScore=High,Medium');
});

test('the directory applies the search and country of the URL on load [DIR-07]', async ({ page, open, providers }) => {
  const kenyan = (await providers('?country=kenya&limit=1'))[0]!;
  await open(`/directory?search=${encodeURIComponent(kenyan.name)}&country=kenya`);
  await expect(page.getByRole('searchbox', { name: 'Search providers' })).toHaveValue(kenyan.name);
  await expect(getCards(page)).toHaveCount(1);
  await showFilters(page);
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('kenya');
});

test('the directory offers exactly four orders and sorts by each of them [DIR-09] [DIR-10] [DIR-11] [DIR-12] [DIR-13] [DEC-55]', async ({
  page,
  open,
  providers,
}) => {
  await open('/directory');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await expect(sort.locator('option')).toHaveText(['Relevance', 'Rating', 'Risk', 'Name']);
  const names = () => getCards(page).getByRole('heading').allInnerTexts();
  for (const value of ['relevance', 'rating', 'risk', 'name']) {
    await sort.selectOption(value);
    const all = await providers(`?sort=${value}&limit=20`);
    await expect.poll(names).toEqual(all.map((provider) => provider.name));
  }
});

test('the directory shows a skeleton while results load [DIR-14]', async ({ page, open }) => {
  await open('/directory');
  let release = () => {};
  const responseReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/providers?*', async (route) => {
    await responseReleased;
    await route.continue();
  });
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name');
  await expect(page.getByTestId('skeleton')).toBeVisible();
  release();
  await expect(page.getByTestId('skeleton')).toBeHidden();
  await expect(getCards(page).first()).toBeVisible();
});

test('the directory says when nothing matches and offers a next step [DIR-15] [DEC-54]', async ({ page, open }) => {
  await open('/directory?search=zzzzqqqq');
  await expect(page.getByText('No providers found matching your criteria')).toBeVisible();
  await expect(getCount(page)).toHaveText('Showing 0 providers');
  await page.getByRole('link', { name: 'Clear filters' }).first().click();
  await expect(getCards(page).first()).toBeVisible();
});

test('the directory shows the number of matches, with the singular for one [DIR-16] [DEC-54]', async ({
  page,
  open,
  providers,
}) => {
  const all = await providers();
  await open('/directory');
  await expect(getCount(page)).toHaveText(`Showing ${all.length} providers`);
  await open(`/directory?search=${encodeURIComponent(all[0]!.name)}`);
  await expect(getCount(page)).toHaveText('Showing 1 provider');
});

test('Previous and Next are disabled when there is one page [DIR-17]', async ({ page, open }) => {
  await open('/directory?type=Mining%20Pool');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('link', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page');
  for (const name of ['Previous', 'Next']) {
    await expect(pages.getByText(name)).toHaveAttribute('aria-disabled', 'true');
  }
});

test('a visitor pages through the results and is on page 1 when the order changes, and on page 2 again after going back [REAL-13] [DEC-56]', async ({
  page,
  open,
  providers,
}) => {
  const all = await providers();
  await open('/directory');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(getCards(page)).toHaveCount(20);
  await pages.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(getCards(page).first().getByRole('heading')).toHaveText(all[20]!.name);
  await pages.getByRole('link', { name: 'Page 3' }).click();
  await expect(getCards(page).first().getByRole('heading')).toHaveText(all[40]!.name);
  await pages.getByRole('link', { name: 'Previous' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name');
  await expect(page).not.toHaveURL(/page=/);
  await page.goBack();
  await expect(page).toHaveURL(/page=2/);
  await expect(getCards(page).first().getByRole('heading')).toHaveText(all[20]!.name);
});

test('a page number that does not exist is reported with a link to an existing page [REAL-13]', async ({
  page,
  open,
}) => {
  await open('/directory?page=99');
  await expect(page.getByText('There is no page 99')).toBeVisible();
  await page.getByRole('link', { name: 'Go to page 3' }).click();
  await expect(getCards(page).first()).toBeVisible();
});

test('a flagged card has a red border, reasons, Report and no Compare [DIR-18] [DIR-19] [DIR-20] [DEC-06] [DEC-11]', async ({
  page,
  open,
  providers,
}) => {
  const flagged = await providers('?verificationStatus=flagged&limit=20');
  await open('/directory?verificationStatus=Flagged');
  for (const provider of flagged) {
    const card = page.locator(`article[data-provider="${provider.id}"]`);
    const border = await card.evaluate((element) => getComputedStyle(element).borderTopColor);
    const [red, green, blue] = border.match(/\d+/g)!.map(Number) as [number, number, number];
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    const reasons =
      provider.flaggedReasons.length > 0 ? provider.flaggedReasons : ['Flagged by the platform team after review.'];
    await expect(card.getByRole('listitem')).toContainText(reasons);
    await expect(card.getByRole('link', { name: 'Compare' })).toHaveCount(0);
    await expect(card.getByRole('link', { name: /^Report/ })).toHaveAttribute(
      'href',
      `/provider/${provider.id}?tab=report`,
    );
  }
  expect(flagged.some((provider) => provider.flaggedReasons.length === 0)).toBe(true);
});

test('a visitor adds two providers from their cards, and the comparison opens with them [DIR-21] [DEC-11] [REAL-05]', async ({
  page,
  open,
  providers,
}) => {
  const [first, second] = await providers('?verificationStatus=verified&limit=2');
  await open('/directory?verificationStatus=Verified');
  await page.locator(`article[data-provider="${first!.id}"]`).getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(new RegExp(`/compare\\?providers=${first!.id}$`));
  await page.goBack();
  await page.locator(`article[data-provider="${second!.id}"]`).getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(new RegExp(`/compare\\?providers=${first!.id},${second!.id}$`));
});

test.describe('when the list cannot be read', () => {
  test.use({ expectedError: /Failed to load resource/ });

  test('the directory shows an error in place of the list when it cannot be read, and retries on request [CALL-06] [ERR-04] [ERR-05] [DEC-65] [REQ-12]', async ({
    page,
    open,
  }) => {
    await open('/directory');
    let isBroken = true;
    const calls = await recordCallsDuring(page, async () => {
      await page.route('**/api/providers?*', (route) =>
        isBroken ? route.fulfill({ status: 500, body: '{"message":"x","code":"UNEXPECTED"}' }) : route.continue(),
      );
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name');
      await expect(page.getByRole('alert').getByText('Failed to fetch providers')).toBeVisible();
      await expect(page.locator('footer')).toBeVisible();
      await page.waitForTimeout(1500);
    });
    expect(calls).toHaveLength(1);
    isBroken = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(getCards(page).first()).toBeVisible();
  });
});
