import { expect, expectNoHorizontalScroll, test } from './support/product-test.ts';

const plans = [
  { name: 'Free', price: 'R0 forever', link: 'Create a free account', path: '/signup' },
  { name: 'Premium', price: 'R250 per month', link: 'Subscribe to Premium', path: '/subscribe' },
  { name: 'Provider Listing', price: 'R25,000 per year', link: 'Register your business', path: '/signup?tab=business' },
  { name: 'API and data access', price: 'R100,000 per year', link: 'Talk to sales', path: '/contact' },
];

test('the pricing page shows a member the price of each plan and links to it [PRICE-01] [PRICE-02] [PRICE-03] [PRICE-04] [PRICE-05] [PRICE-06] [PRICE-07] [PRICE-08] [PRICE-11] [DEC-49]', async ({
  page,
  open,
  signInAs,
}) => {
  // The page is public, and members see it, too.
  await signInAs();
  await open('/pricing');
  for (const { name, price, link, path } of plans) {
    const plan = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(plan).toContainText(price);
    await expect(plan.getByRole('link', { name: link })).toHaveAttribute('href', path);
  }
  await expect(page.getByRole('main')).toContainText('30-day money-back guarantee');
  await expect(page.getByRole('main')).toContainText('No processing fee');
  const offers = page.getByRole('region', { name: 'On request' }).getByRole('listitem');
  for (const [place, words] of ['from R50,000', 'Custom quote', 'Custom quote'].entries()) {
    await expect(offers.nth(place)).toContainText(words);
  }
  const logIn = page.getByRole('main').getByRole('link', { name: 'Log in', exact: true });
  await expect(logIn).toHaveAttribute('href', '/api/login');
  await expectNoHorizontalScroll(page);
  await logIn.click();
  await expect(page).not.toHaveURL(/\/pricing/);
});

test('a visitor goes from the pricing page to the sign-up of a business, which names the price [PRICE-01] [ROUTE-05]', async ({
  page,
  open,
}) => {
  await open('/pricing');
  await page.getByRole('link', { name: 'Register your business' }).click();
  await expect(page).toHaveURL(/\/signup\?tab=business$/);
  await expect(page.getByRole('main')).toContainText('R25,000');
});

test('a visitor sees the prices in the money of their country, also on the next visit [PRICE-11] [DEC-98]', async ({
  page,
  open,
}) => {
  await open('/pricing');
  const premium = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Premium' }) });
  await expect(premium).toContainText('about $15');
  await page.getByRole('combobox', { name: 'Show prices in your money' }).selectOption('Nigeria');
  await expect(premium).toContainText('about ₦21,000');
  await expect(premium).toContainText('R250 per month');
  await open('/pricing');
  await expect(premium).toContainText('about ₦21,000');
  await expectNoHorizontalScroll(page);
});
