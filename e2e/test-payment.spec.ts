/** The page for testing card payments: absent in production, and a way to PayFast and back elsewhere. */
import { startProduct } from '../tools/product.ts';
import { field } from './support/account-helpers.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, expectNoHorizontalScroll, test } from './support/product-test.ts';

test('the page for test payments does not exist in production [DEC-45] [ROUTE-23]', async ({ page, open, request }) => {
  await open('/test-payment');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
  const typed = { name_first: 'A', name_last: 'B', email_address: 'a@example.org', amount: '5.00' };
  const headers = { Origin: new URL(page.url()).origin };
  expect((await request.post('/api/payment/generate-payfast', { headers, data: typed })).status()).toBe(404);
  expect((await request.post('/test-payment', { headers, form: { form: 'test-payment', ...typed } })).status()).toBe(
    404,
  );
});

test.describe('outside production', () => {
  test.use({ expectedError: /ERR_(?:FAILED|CONNECTION_REFUSED)/ });

  test('the page for test payments leads to PayFast with R5.00 every month, and shows errors unchanged [TESTPAY-01] [TESTPAY-02] [TESTPAY-03] [TESTPAY-04] [TESTPAY-05] [TESTPAY-06] [ROUTE-23] [DEC-45] [DEC-68]', async ({
    page,
    open,
  }) => {
    const product = await startProduct('e2e-sandbox', { environment: 'test' });
    try {
      const address = `${product.url}/test-payment`;
      await expectAccessible({ page, open, path: address });
      await expect(page.getByText('Sandbox page, to be removed before production')).toBeVisible();
      await expectNoHorizontalScroll(page);
      await field(page, 'First name').fill('Amina');
      await field(page, 'Last name').fill('Diallo');
      await field(page, 'Email address').fill('amina@example.org');
      await page.route('**/api/payment/generate-payfast', (route) => route.abort(), { times: 1 });
      await page.getByRole('button', { name: 'Pay R5.00 in the sandbox' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch' })).toBeVisible();
      await page.getByRole('button', { name: 'Pay R5.00 in the sandbox' }).click();
      await expect(page.getByText('Now R5.00, then R5.00 every month until it is cancelled.')).toBeVisible();
      await page.getByRole('button', { name: 'Pay' }).click();
      await expect(page).toHaveURL(/\/test-payment\?paid=1$/);
    } finally {
      await product.stop();
    }
  });
});
