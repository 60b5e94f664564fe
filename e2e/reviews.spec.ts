/** Reviews of a provider and experiences, from the form to the public page. */
import { makeProvider, makeReview } from '../apps/server/test/support/factories.ts';
import { expectToast, field } from './support/account-helpers.ts';
import { tabToAndPressEnter, tabTo, tabToAndType } from './support/keyboard.ts';
import { expect, expectNoHorizontalScroll, ownProductTest as test } from './support/product-test.ts';

// One product serves them all.
test.describe.configure({ mode: 'default' });

const THANK_YOU_TEXT = 'Thank you. It will be visible once verified by the team.';

test('visitors are asked to log in before a review, members without the right to upgrade [REVIEW-01] [REVIEW-02] [DEC-53]', async ({
  page,
  open,
  db,
  signInAs,
}) => {
  const { id } = await makeProvider(db);
  const gate = page.locator('#write-review');
  await open(`/provider/${id}?tab=reviews`);
  await expect(gate.getByRole('link')).toHaveAttribute('href', /^\/signup\?login=true&next=%2Fprovider%2F/);
  await expect(page.getByRole('form', { name: 'Write a review' })).toHaveCount(0);
  await signInAs();
  await open(`/provider/${id}?tab=reviews`);
  await expect(gate.getByRole('link', { name: 'Upgrade to Premium' })).toHaveAttribute('href', '/subscribe');
  await expect(page.getByRole('form', { name: 'Write a review' })).toHaveCount(0);
});

test.describe('a premium member', () => {
  test.use({ expectedError: /status of 409/ });

  test('a premium member reviews once, by keyboard; once approved, it is public and the rating changes [REVIEW-03] [REVIEW-04] [REVIEW-05] [REVIEW-06] [REVIEW-08] [REAL-04] [WARN-12]', async ({
    page,
    open,
    db,
    administrator,
    signInAs,
  }) => {
    const { id: providerId, name } = await makeProvider(db);
    await makeReview(db, { providerId, rating: 5, experience: 'All went well.' });
    await signInAs({ subscriptionTier: 'premium' });
    const path = `/provider/${providerId}?tab=reviews`;
    await open(path);
    const form = page.getByRole('form', { name: 'Write a review' });
    await expect(form).toBeVisible();
    const optionsOf = (label: string) =>
      form
        .getByRole('combobox', { name: label })
        .getByRole('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    expect(await optionsOf('Did you have a problem?')).toEqual([
      'none',
      'withdrawal',
      'fees',
      'support',
      'scam',
      'other',
    ]);
    // The countries of the documents first, then the rest of Africa.
    const places = await optionsOf('Where do you live?');
    expect(places.slice(0, 6)).toEqual(['nigeria', 'south-africa', 'kenya', 'ghana', 'uganda', 'algeria']);
    expect([places.length, places.at(-1)]).toEqual([55, 'other']);

    const write = async (text: string) => {
      await tabTo(page, form.getByRole('radio').first());
      await page.keyboard.press('ArrowRight');
      await tabToAndType(page, field(form, 'Your experience'), text);
      await tabTo(page, form.getByRole('combobox', { name: 'Did you have a problem?' }));
      await page.keyboard.type('Withdrawal');
      await tabTo(page, form.getByRole('combobox', { name: 'Where do you live?' }));
      await page.keyboard.type('Kenya');
      await tabToAndPressEnter(page, form.getByRole('button', { name: 'Submit review' }));
    };
    await write('My withdrawal took\nthree weeks.');
    await expectToast(page, 'Review Submitted', THANK_YOU_TEXT);
    const arrived = page.getByRole('region', { name: 'Your review has arrived' });
    await expect(arrived.getByRole('heading')).toBeFocused();
    await expect(arrived).toContainText(`We received 2 of 5 stars and what you wrote about ${name}.`);
    await expect(arrived).toContainText('typically within 3-5 business days');
    await expect(form).toHaveCount(0);
    await open(path);
    await expect(form.getByRole('radio', { checked: true })).toHaveCount(0);
    await write('And another one.');
    await expectToast(page, 'Error', 'You have already reviewed this provider.');
    await expect(field(form, 'Your experience')).toHaveValue('And another one.');
    await expectNoHorizontalScroll(page);

    await open(path);
    const listed = page.getByRole('region', { name: 'Reviews' }).getByRole('listitem');
    await expect(listed).toHaveCount(1);
    await administrator.approveReview(providerId);
    await page.context().clearCookies();
    await open(`${path}&sort=lowest`);
    await expect(listed).toHaveCount(2);
    await expect(listed.first()).toContainText('My withdrawal took three weeks.');
    await expect(listed.first()).toContainText('Kenya');
    await expect(listed.first()).toContainText('Problem: Withdrawal');
    await expect(page.getByRole('article').locator('header').first()).toContainText('3.5');
    await page.getByRole('link', { name: 'Highest rated' }).click();
    await expect(listed.first()).toContainText('All went well.');
    await open(`/fr${path}&sort=lowest`);
    const inFrench = page.getByRole('region', { name: 'Avis' }).getByRole('listitem').first();
    await expect(inFrench).toContainText('en anglais');
    await expect(inFrench.locator('[lang=en]')).toHaveText('My withdrawal took three weeks.');
    await open('/directory?search=' + encodeURIComponent(name));
    await expect(page.locator(`article[data-provider]`).first()).toContainText('3.5');
  });
});

test('a shared experience is on the home page once it was approved, and does not count as a review [HOME-14] [REAL-02] [REAL-03] [DEC-28] [WARN-12]', async ({
  page,
  open,
  db,
  administrator,
  request,
}) => {
  const { id: providerId, name } = await makeProvider(db);
  const text = `They asked for a fee before paying out. ${crypto.randomUUID()}`;
  await open('/');
  const form = page.getByRole('region', { name: 'Share your experience' });
  await form.getByText('Write about a provider').click();
  await field(form, 'Provider name').fill(name);
  await form.getByRole('radio', { name: '1 star: very bad' }).check({ force: true });
  await field(form, 'Your experience').fill(text);
  await form.getByRole('combobox', { name: 'Type of issue' }).selectOption('scam');
  await form.getByRole('button', { name: 'Submit experience' }).click();
  await expectToast(page, 'Experience Submitted', THANK_YOU_TEXT);
  const arrived = page.getByRole('region', { name: 'Your experience has arrived' });
  await expect(arrived.getByRole('heading')).toBeFocused();
  await expect(arrived).toContainText(`We received 1 of 5 stars and what you wrote about ${name}.`);
  await expect(arrived).toContainText('Once approved, it appears among the community reports');
  const reports = page.getByRole('region', { name: 'Community reports' }).getByRole('article');
  await open('/');
  await expect(page.getByText(text)).toHaveCount(0);

  const shared = await administrator.findExperience(text);
  await administrator.approveExperience(shared!.id);
  // Browsers and the server may serve a stale page while they revalidate it.
  await expect(async () => {
    await open('/');
    await expect(reports.first()).toContainText(text, { timeout: 3000 });
  }).toPass();
  await expect(reports.first()).toContainText(name);
  const provider = (await (await request.get(`/api/providers/${providerId}`)).json()) as { reviewCount: number };
  expect(provider.reviewCount).toBe(0);
});
