import { makeProvider, makeUser, PASSWORD } from '../apps/server/test/support/factories.ts';
import { expect, newEmailAddress, test } from './support/product-test.ts';

test('a visitor who logs in to compare comes back to the same providers [DEC-94]', async ({ page, open, db }) => {
  const { email } = await makeUser(db, { email: newEmailAddress('member') });
  const providers = [await makeProvider(db), await makeProvider(db)];
  await open(`/compare?providers=${providers.map(({ id }) => id).join(',')}`);
  const comparePath = new URL(page.url()).pathname + new URL(page.url()).search;
  await open(`/signup?login=true&next=${encodeURIComponent(comparePath)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/\/compare\?providers=/);
  for (const { name } of providers) await expect(page.getByRole('columnheader', { name })).toBeVisible();
});

test('a hostile page to return to leads to the dashboard [DEC-94]', async ({ page, open, db }) => {
  const { email } = await makeUser(db, { email: newEmailAddress('member') });
  await open(`/signup?login=true&next=${encodeURIComponent('/\\evil.example/steal')}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/\/dashboard$/);
});

test.describe('an expired session', () => {
  test.use({ expectedError: /status of 401/ });

  test('a member whose session ended while they wrote a review logs in and finds the text again [DEC-94]', async ({
    page,
    open,
    db,
    signInAs,
    context,
  }) => {
    const { id } = await makeProvider(db);
    const { email } = await signInAs({ subscriptionTier: 'premium' });
    await open(`/provider/${id}?tab=reviews`);
    const form = page.getByRole('form', { name: 'Write a review' });
    await form.getByText('4 stars: good').click({ force: true });
    await form.getByLabel('Your experience').fill('They paid out within a day, every time.');
    await context.clearCookies();
    await form.getByRole('button', { name: 'Submit review' }).click();
    await page.waitForURL(/\/signup\?login=true&next=/);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL(/\/provider\/.*tab=reviews/);
    await expect(form.getByLabel('Your experience')).toHaveValue('They paid out within a day, every time.');
    await expect(form.getByRole('radio', { name: '4 stars: good' })).toBeChecked();
  });

  test('a member whose session ended opens the dashboard and is led to the login, not to registration [DEC-94]', async ({
    page,
    open,
    signInAs,
    context,
  }) => {
    await signInAs();
    await context.clearCookies();
    await open('/dashboard?tab=reports');
    await expect(page).toHaveURL(/\/signup\?login=true&next=%2Fdashboard%3Ftab%3Dreports$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  });
});
