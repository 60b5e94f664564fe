import { makeProvider } from '../apps/server/test/support/factories.ts';
import { getShownRisk, isAssessed } from '@hakiki/contract/risk';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test, sendRequest, newEmailAddress } from './support/product-test.ts';

test('a provider page starts with verdict, facts and a safe website link [PROV-01] [PROV-02] [PROV-03] [PROV-04] [DEC-12]', async ({
  page,
  open,
  providers,
}) => {
  const all = await providers();
  const full = all.find(
    (one) =>
      one.verificationStatus === 'Verified' &&
      one.website?.startsWith('https') &&
      one.established &&
      one.userCount &&
      one.reviewCount > 1,
  )!;
  await open(`/provider/${full.id}`);
  const header = page.getByRole('article').locator('header');
  await expect(header.getByRole('heading', { level: 1 })).toHaveText(full.name);
  await expect(header.locator(`[data-status="${full.verificationStatus}"]`)).toHaveText(full.verificationStatus);
  await expect(header.getByText(full.type, { exact: true })).toBeVisible();
  await expect(header.getByText(full.description)).toBeVisible();
  await expect(header.getByText(`${full.riskScore} risk`)).toBeVisible();
  await expect(header.getByText(full.rating, { exact: true }).first()).toBeVisible();
  await expect(header.getByText(`(${full.reviewCount.toLocaleString('en-US')} reviews)`)).toBeVisible();
  await expect(header.locator('dl')).toContainText(`Established${full.established}`);
  await expect(header.locator('dl')).toContainText(`Users${full.userCount!.toLocaleString('en-US')}`);
  const website = header.getByRole('link', { name: new URL(full.website!).host });
  await expect(website).toHaveAttribute('target', '_blank');
  await expect(website).toHaveAttribute('rel', /noopener/);
  const withoutUsers = all.find((one) => one.userCount === null)!;
  await open(`/provider/${withoutUsers.id}`);
  await expect(page.getByRole('article').locator('header dl')).toContainText('UsersN/A');
});

test('a provider without a logo shows its initial [DEC-12] [PROV-01]', async ({ page, open, providers }) => {
  const bare = (await providers()).find((one) => one.logoUrl === null)!;
  await open(`/provider/${bare.id}`);
  await expect(
    page.getByRole('article').locator('header').getByText(bare.name.charAt(0), { exact: true }),
  ).toBeVisible();
});

test("a flagged provider's page warns with its reasons [PROV-07] [DEC-06]", async ({ page, open, providers }) => {
  for (const flagged of await providers('?verificationStatus=flagged&limit=20')) {
    await open(`/provider/${flagged.id}`);
    const banner = page.getByRole('alert').filter({ hasText: 'Provider Flagged' });
    const reasons =
      flagged.flaggedReasons.length > 0 ? flagged.flaggedReasons : ['Flagged by the platform team after review.'];
    await expect(banner.getByRole('listitem')).toHaveText(reasons);
  }
});

test('a provider page has exactly five tabs, which arrow keys select, and the URL names the tab [PROV-08]', async ({
  page,
  open,
  providers,
}) => {
  const [provider] = await providers('?limit=1');
  await open(`/provider/${provider!.id}`);
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText(['Overview', 'Reviews', 'Compliance', 'Security', 'Report Issues']);
  await tabs.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tab=reviews$/);
  await expect(page.getByRole('tab', { name: 'Reviews' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Report Issues' })).toHaveAttribute('aria-selected', 'true');
});

test('a provider page describes the provider and shows the three bars in the right colour [PROV-09] [PROV-10] [PROV-11] [PROV-12] [PROV-13] [ENT-09]', async ({
  page,
  open,
  providers,
}) => {
  const seen = new Set<string>();
  for (const provider of (await providers()).slice(0, 56)) {
    const values = [provider.regulatoryCompliance, provider.userSatisfaction, provider.securityMeasures];
    const colours = values.map((value) => (value >= 80 ? 'green' : value >= 50 ? 'yellow' : 'red'));
    if (!isAssessed(provider) || colours.every((colour) => seen.has(colour))) continue;
    await open(`/provider/${provider.id}`);
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByText(provider.description)).toBeVisible();
    await expect(panel).toContainText('Service areas');
    await expect(panel).toContainText('Founded');
    const labels = ['Regulatory compliance', 'User satisfaction', 'Security measures'];
    for (const [position, label] of labels.entries()) {
      const bar = panel.getByRole('meter', { name: label });
      await expect(bar).toHaveAttribute('aria-valuenow', String(values[position]));
      await expect(bar).toHaveAttribute('data-colour', colours[position]!);
      seen.add(colours[position]!);
    }
  }
  expect(seen.size).toBe(3);
});

test('a provider page requests reviews only after the provider has loaded [CALL-08] [CALL-07]', async ({
  page,
  open,
  providers,
}) => {
  const reviewed = (await providers()).find((one) => one.reviewCount > 2)!;
  await open('/directory');
  const order: string[] = [];
  page.on('requestfinished', (request) => order.push(new URL(request.url()).pathname));
  await page.route(`**/api/providers/${reviewed.id}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, `/provider/${reviewed.id}?tab=reviews`);
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(reviewed.reviewCount);
  const provider = order.indexOf(`/api/providers/${reviewed.id}`);
  const reviews = order.indexOf(`/api/providers/${reviewed.id}/reviews`);
  expect(provider).toBeGreaterThanOrEqual(0);
  expect(reviews).toBeGreaterThan(provider);
});

test('a provider page lists reviews with text and date, newest first [ENT-19] [DEC-55] [DEC-69]', async ({
  page,
  open,
  providers,
  request,
}) => {
  const reviewed = (await providers()).find((one) => one.reviewCount > 2)!;
  const reviews = (await (await request.get(`/api/providers/${reviewed.id}/reviews`)).json()) as {
    experience: string;
    createdAt: string;
  }[];
  await open(`/provider/${reviewed.id}?tab=reviews`);
  const items = page.getByRole('tabpanel').getByRole('listitem');
  await expect(items).toHaveCount(reviews.length);
  await expect(items.first()).toContainText(reviews[0]!.experience);
  await expect(items.first()).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/);
  const times = reviews.map((review) => Date.parse(review.createdAt));
  expect(times).toEqual([...times].sort((a, b) => b - a));
});

test('a provider page says when there are no reviews yet [DEC-12]', async ({ page, open, providers }) => {
  const unreviewed = (await providers()).find((one) => one.reviewCount === 0)!;
  await open(`/provider/${unreviewed.id}?tab=reviews`);
  await expect(page.getByRole('tabpanel').getByText('No reviews yet', { exact: true })).toBeVisible();
});

test('a provider page shows licence, countries and, for a verified provider only, the notice [PROV-15] [DEC-12]', async ({
  page,
  open,
  providers,
}) => {
  const all = await providers();
  const verified = all.find((one) => one.verificationStatus === 'Verified' && one.licenseInfo)!;
  await open(`/provider/${verified.id}?tab=compliance`);
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByText(verified.licenseInfo!)).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveCount(verified.countries.length);
  await expect(panel.getByText('Verified: our team')).toBeVisible();
  const other = all.find((one) => one.verificationStatus !== 'Verified' && !one.licenseInfo)!;
  await open(`/provider/${other.id}?tab=compliance`);
  await expect(panel.getByText('Not provided')).toBeVisible();
  await expect(panel.getByText('Verified: our team')).toHaveCount(0);
});

test('a provider page shows each security feature with its state, and insurance [PROV-16] [REAL-07]', async ({
  page,
  open,
  providers,
}) => {
  const all = await providers();
  const secured = all.find((one) => one.securityFeatures.length > 1 && one.insurance === null)!;
  await open(`/provider/${secured.id}?tab=security`);
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('listitem')).toHaveText(
    secured.securityFeatures.map(({ name, state }) => name + (state === 'confirmed' ? 'Confirmed' : 'Not confirmed')),
  );
  await expect(panel).toContainText('InsuranceNot disclosed');
  const insured = all.find((one) => one.insurance)!;
  await open(`/provider/${insured.id}?tab=security`);
  await expect(panel).toContainText(`Insurance${insured.insurance}`);
});

test('a provider page sums up the numbers at the side [PROV-18] [DEC-12]', async ({ page, open, providers }) => {
  const [provider] = await providers('?limit=1');
  // A phone has no space for a side column; the header has the same numbers.
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(`/provider/${provider!.id}`);
  const stats = page.getByRole('region', { name: 'Quick Stats' });
  await expect(stats.locator('dt')).toHaveText(['Rating', 'Reviews', 'Users', 'Established', 'Countries']);
  await expect(stats.locator('dd').last()).toHaveText(String(provider!.countries.length));
});

test('a provider page offers similar providers, never a flagged one [PROV-19] [REAL-08]', async ({
  page,
  open,
  providers,
  request,
}) => {
  const [provider] = await providers('?type=exchange&limit=1');
  const similar = (await (await request.get(`/api/providers/${provider!.id}/similar`)).json()) as {
    name: string;
    verificationStatus: string;
  }[];
  expect(similar.length).toBeGreaterThan(0);
  expect(similar.map((one) => one.verificationStatus)).not.toContain('Flagged');
  await open(`/provider/${provider!.id}`);
  await expect(page.getByRole('region', { name: 'Similar providers' }).getByRole('link')).toHaveText(
    similar.map((one) => one.name),
  );
});

test('the report link of a provider opens the report tab with the focus on it [PROV-06] [REAL-06]', async ({
  page,
  open,
  providers,
}) => {
  const [provider] = await providers('?limit=1');
  await open(`/provider/${provider!.id}`);
  await page.getByRole('link', { name: 'Report Issue', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Report Issues' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('#report-issue')).toBeFocused();
  await open(`/provider/${provider!.id}?tab=report`);
  await expect(page.getByRole('heading', { name: `Report an issue with ${provider!.name}` })).toBeVisible();
});

test('a visitor adds four providers to the comparison, and a fifth is rejected with a message [PROV-05] [REAL-05] [DEC-13] [TOAST-01]', async ({
  page,
  open,
  providers,
}) => {
  const [a, b, c, d, fifth] = (await providers('?limit=5')).map((one) => one.id);
  for (const id of [a, b, c, d]) {
    await open(`/provider/${id}`);
    await page.getByRole('link', { name: 'Add to Compare' }).click();
    await expect(page).toHaveURL(/\/compare\?providers=/);
  }
  expect(new URL(page.url()).searchParams.get('providers')).toBe([a, b, c, d].join(','));
  await open(`/provider/${fifth}`);
  await page.getByRole('link', { name: 'Add to Compare' }).click();
  await expect(page.getByRole('alert').getByText('Maximum of 4 providers can be compared at once')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/provider/${fifth}$`));
});

test('the page of an unknown provider says so and links back [PROV-20] [PROV-21] [PROV-22] [DEC-02]', async ({
  page,
  open,
}) => {
  for (const path of ['/provider/0185e7da-e300-75a5-bdd1-000000000000', '/provider/not-an-id']) {
    expect((await page.request.get(path)).status()).toBe(404);
    await open(path);
    await expect(page.getByRole('heading', { name: 'Provider Not Found' })).toBeVisible();
    await expect(page.getByText("The provider you're looking for doesn't exist or has been removed.")).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Back to Directory' })).toHaveAttribute(
      'href',
      '/directory',
    );
  }
});

test('a badge list of more than three is summed up [BADGE-01] [BADGE-02] [BADGE-03] [BADGE-04]', async ({
  page,
  open,
  providers,
}) => {
  const decorated = (await providers()).find(
    (one) => one.certifications.filter(({ certification }) => certification.isActive).length > 3,
  )!;
  const active = decorated.certifications
    .map(({ certification }) => certification)
    .filter(({ isActive }) => isActive)
    .sort((a, b) => b.priority - a.priority);
  await open(`/provider/${decorated.id}`);
  const badges = page
    .getByRole('article')
    .locator('header')
    .getByRole('list', { name: 'Certifications' })
    .getByRole('listitem');
  await expect(badges).toHaveText([...active.slice(0, 3).map(({ name }) => name), `+${active.length - 3} more`]);
});

test('a provider page has structured data for search engines', async ({ page, providers }) => {
  const [provider] = await providers('?limit=1');
  await page.goto(`/provider/${provider!.id}`);
  const json = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(json!)).toMatchObject({ '@type': 'Organization', name: provider!.name });
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', `${provider!.name} | Hakiki`);
});

test("a flagged provider's page says on the first screen of a phone not to pay, in both languages, and links to the first-hour guide [WARN-11]", async ({
  page,
  open,
  providers,
}) => {
  const flagged = (await providers('?verificationStatus=flagged&limit=20')).find(({ website }) => website)!;
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [language, instruction, action] of [
    ['', 'Do not pay.', 'Already paid? The first hour'],
    ['/fr', 'Ne payez pas.', 'Déjà payé ? La première heure'],
  ] as const) {
    await open(`${language}/provider/${flagged.id}`);
    const header = page.getByRole('article').locator('header');
    for (const seen of [
      header.locator('[data-status="Flagged"]'),
      header.getByText(instruction),
      header.getByRole('link', { name: action }),
      header.locator(`a[href*="tab=report"]`),
    ]) {
      await expect(seen).toBeInViewport({ ratio: 1 });
    }
    await expect(page.locator(`a[href*="${new URL(flagged.website!).host}"]`)).toHaveCount(0);
  }
  await open(`/provider/${flagged.id}`);
  await expect(page).toHaveTitle(`${flagged.name}: Flagged. Do not pay. | Hakiki`);
  await page.getByRole('link', { name: 'Already paid? The first hour' }).click();
  await expect(page).toHaveURL(/\/first-hour$/);
});

test('a provider that an administrator suspends is in no search or comparison, and its page stays as a warning where visitors can report [DEC-02] [VERD-11] [WARN-11]', async ({
  page,
  open,
  people,
  baseURL,
  db,
  request,
}) => {
  const { id, name } = await makeProvider(db, {
    verificationStatus: 'Flagged',
    website: 'https://halted.example/deposit',
    flaggedReasons: ['Reported by 14 people.'],
  });
  await open(`/provider/${id}`);
  await expect(page.getByRole('alert').filter({ hasText: 'Provider Flagged' })).toBeVisible();
  const admin = await people.make({ email: newEmailAddress('administrator'), isAdmin: true });
  const cookie = await people.signIn(admin.id, { hasSecondFactor: true });
  await sendRequest(`${baseURL}/api/admin/providers/${id}`, 'PUT', cookie, {
    verificationStatus: 'Suspended',
    reason: 'It stopped paying out.',
  });

  await expect(async () => {
    const found = await request.get(`/api/providers?search=${encodeURIComponent(name)}`);
    expect(((await found.json()) as { id: string }[]).map((one) => one.id)).not.toContain(id);
    expect(await (await request.get(`/api/providers/${id}`)).json()).toHaveProperty('verificationStatus', 'Suspended');
    expect(await (await request.get(`/provider/${id}`)).text()).toContain('Provider Suspended');
  }).toPass();
  const prepare = async () => {
    const warning = page.getByRole('alert').filter({ hasText: 'Provider Suspended' });
    await expect(warning).toContainText('Do not pay.');
    await expect(warning).toContainText(/Suspended since [A-Z][a-z]{2} \d{1,2}, \d{4}/);
    await expect(warning.getByRole('listitem')).toHaveText(['It stopped paying out.', 'Reported by 14 people.']);
  };
  await expectAccessible({ page, open, path: `/provider/${id}`, prepare });
  await expect(page.getByText('https://halted.example/deposit')).toBeVisible();
  await expect(page.locator('a[href*="halted.example"]')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Add to Compare' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Report Issue', exact: true }).click();
  const form = page.getByRole('form', { name: 'Issue report' });
  await form.getByRole('combobox', { name: 'What is the issue?' }).selectOption('fund_safety');
  await form.getByRole('textbox', { name: 'What happened?' }).fill('They kept my deposit.');
  await form.getByRole('combobox', { name: 'Severity' }).selectOption('High');
  await form.getByRole('button', { name: 'Submit Report' }).click();
  await expect(page.getByRole('heading', { name: 'Report received' })).toBeVisible();
  await open(`/compare?providers=${id}`);
  await expect(page.getByText('is not in the register and was left out.')).toBeVisible();
});

test('a provider without scores is shown as not assessed, on its card and on its page [PROV-10]', async ({
  page,
  open,
  providers,
}) => {
  const unscored = (await providers('?limit=100')).find((one) => getShownRisk(one) === undefined)!;
  await open(`/directory?search=${encodeURIComponent(unscored.name)}`);
  await expect(page.locator(`[data-provider="${unscored.id}"]`)).toContainText('Not assessed');
  await expectAccessible({ page, open, path: `/provider/${unscored.id}` });
  await expect(page.getByRole('tabpanel').getByRole('definition').filter({ hasText: 'Not assessed' })).toHaveCount(3);
  await expect(page.getByRole('meter')).toHaveCount(0);
});
