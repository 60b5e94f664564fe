import { expect, expectNoHorizontalScroll, test } from './support/product-test.ts';

const REGTECH_API = /\/api\/regtech\//;

test('a visitor of RegTech is asked to log in, and no data is read [REG-02] [REG-06] [ROUTE-14] [DEC-53]', async ({
  page,
  open,
}) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => REGTECH_API.test(request.url()) && requestedUrls.push(request.url()));
  await open('/regtech');
  await expect(page.getByRole('heading', { level: 1, name: 'RegTech Dashboard' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Log In' })).toHaveAttribute(
    'href',
    '/signup?login=true&next=%2Fregtech',
  );
  expect(requestedUrls).toEqual([]);
});

test('a free member who opens RegTech gets a link to the plans, and no data is read [REG-03] [REG-06] [DEC-53]', async ({
  page,
  open,
  signInAs,
}) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => REGTECH_API.test(request.url()) && requestedUrls.push(request.url()));
  await signInAs({});
  await open('/regtech');
  await expect(page.getByText('RegTech data is part of Premium')).toBeVisible();
  expect(requestedUrls).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'See the plans' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
});

for (const kind of [{ subscriptionTier: 'premium' }, { userType: 'business' }] as const) {
  test(`a member with access sees the RegTech tabs (${Object.values(kind)[0]}) [ROLE-10] [REG-01]`, async ({
    page,
    open,
    signInAs,
  }) => {
    await signInAs(kind);
    await open('/regtech');
    await expect(page.getByRole('tab')).toHaveText(['Overview', 'Alerts', 'Reports', 'Metrics']);
  });
}

test('a RegTech member reads statistics, alerts, summaries and charts, and downloads a table [REG-01] [REG-04] [REG-05] [REAL-26]', async ({
  page,
  open,
  signInAs,
}) => {
  await signInAs({ userType: 'regtech' });
  await open('/regtech');
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByText('Published reports')).toBeVisible();
  await expect(panel.getByText('Compliance score', { exact: true })).toBeVisible();
  await expect(panel.getByText(/^\d+ countries$/)).toBeVisible();
  await expect(panel.getByText('Sample')).toHaveCount(0);
  await expectNoHorizontalScroll(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all figures (CSV)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^hakiki-regtech-\d{4}-\d\d-to-\d{4}-\d\d\.csv$/);
  const table = panel.getByRole('table', { name: /^Complaints by country/ });
  await expect(table.getByRole('row')).not.toHaveCount(0);
  // On a phone the rows are cards without a head.
  await page.getByLabel('Sort by').selectOption('Losses in rand');
  await expect(page).toHaveURL(/sort=lostRand/);
  await expect(table.getByRole('columnheader', { name: 'Losses in rand', includeHidden: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  await page.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tab=alerts/);
  await expect(panel.getByRole('article').first()).toBeVisible();
  await expectNoHorizontalScroll(page);

  await page.getByRole('tab', { name: 'Reports' }).click();
  await page.getByLabel('Country').selectOption('Kenya');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/tab=reports&country=kenya/);
  await expect(panel.getByRole('heading', { level: 3 }).first()).toHaveText(/^Kenya: /);
  await expectNoHorizontalScroll(page);

  await page.getByRole('tab', { name: 'Metrics' }).click();
  await expect(panel.getByRole('figure')).toHaveCount(9);
  await expectNoHorizontalScroll(page);
});
