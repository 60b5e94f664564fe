import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, expectNoHorizontalScroll, test } from './support/product-test.ts';

test('a visitor comes from the API page to the documentation and reads a field, in both languages [API-12]', async ({
  page,
  open,
}) => {
  await open('/api');
  await page.getByRole('link', { name: 'Read the API documentation' }).click();
  await expect(page).toHaveURL(/\/developers$/);
  const call = page.getByRole('article', { name: 'GET /api/v1/providers', exact: true });
  await call.getByText('Fields of the response').click();
  await expect(call.getByText('The average of approved reviews, from 1.0 to 5.0; 0.0 without reviews.')).toBeVisible();
  await call.getByRole('button', { name: 'Run this call' }).click();
  const result = call.getByRole('status');
  await expect(result).toContainText('HTTP 200');
  await expect(result).toContainText('"name": "Sample Exchange"');
  await expectAccessible({ page, open, path: '/fr/developers' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation de l’API');
});

test('/api is a page with and without its slash, and an unknown path below it is a JSON 404 [DEC-48] [ROUTE-11]', async ({
  request,
}) => {
  for (const path of ['/api', '/api/']) {
    const response = await request.get(path);
    expect([response.status(), response.headers()['content-type']], path).toEqual([200, 'text/html; charset=utf-8']);
  }
  const unknown = await request.get('/api/nothing-here');
  expect([unknown.status(), await unknown.json()]).toEqual([
    404,
    { code: 'NOT_FOUND', message: 'There is nothing at this address.' },
  ]);
});

test('a visitor of /api is asked to log in, and a premium member without the API plan sees its price and a link to the plans [API-01] [API-02]', async ({
  page,
  open,
  signInAs,
}) => {
  await open('/api');
  await expect(page.getByRole('main').getByRole('link', { name: 'Log In' })).toHaveAttribute(
    'href',
    '/api/login?next=/api',
  );
  await signInAs({ subscriptionTier: 'premium' });
  await open('/api');
  await expect(page.getByText('R100,000 per year')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'See the plans' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
});

const createKey = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Read providers (read:providers)').check();
  await page.getByRole('button', { name: 'Create API key' }).click();
  const made = page.getByRole('region', { name: 'Your new API key' });
  await expect(made).toBeFocused();
  return (await made.locator('p.font-mono').textContent())!;
};

test('a member with the API plan creates a key, copies it, calls with it, sees the call, and revokes it [API-03] [API-05] [API-08] [API-10] [REAL-22] [REAL-23] [REAL-24]', async ({
  page,
  open,
  signInAs,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs({ subscriptionTier: 'api' });
  await open('/api');
  await expect(page.getByRole('tab')).toHaveText(['API Keys', 'Documentation', 'Usage Analytics']);
  const key = await createKey(page, 'Checkout');
  expect(key).toMatch(/^hk_live_[0-9A-Za-z]{40}$/);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: /^Copy/ }).click();
  await expect(page.getByRole('button', { name: /^Copied/ })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await expect(page.getByRole('button', { name: /^Copied/ })).toBeHidden();

  const call = () => request.get('/api/v1/providers?limit=2', { headers: { authorization: `Bearer ${key}` } });
  const response = await call();
  expect(response.status()).toBe(200);
  expect(response.headers()['ratelimit-policy']).toContain('"month";q=50000;');
  expect(await response.json()).toHaveLength(2);

  await page.getByRole('tab', { name: 'Usage Analytics' }).click();
  await expect
    .poll(async () => {
      await open(page.url());
      return page.getByRole('meter').getAttribute('aria-valuenow');
    })
    .toBe('1');
  await expectNoHorizontalScroll(page);
  await page.getByRole('tab', { name: 'API Keys' }).click();
  // The key disappears with the page that showed it.
  await expect(page.getByText(key)).toBeHidden();
  await page.getByRole('button', { name: 'Revoke Checkout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row', { name: 'Checkout' })).toContainText('Revoked');
  expect((await call()).status()).toBe(401);
});

test('the tabs of /api have no accessibility violations, light and dark, in both languages, with a key that was used [API-03] [API-10] [API-12]', async ({
  page,
  open,
  signInAs,
  request,
}) => {
  await signInAs({ subscriptionTier: 'api' });
  await open('/api');
  const key = await createKey(page, 'Checkout');
  for (const path of ['/api/v1/providers?limit=1', '/api/v1/providers?limit=0']) {
    await request.get(path, { headers: { authorization: `Bearer ${key}` } });
  }
  await open('/api?tab=usage');
  await expect
    .poll(async () => {
      await open(page.url());
      return page.getByRole('meter').getAttribute('aria-valuenow');
    })
    .toBe('2');
  for (const language of ['', '/fr']) {
    for (const tab of ['', '?tab=documentation', '?tab=usage', '?tab=usage&days=365']) {
      const prepare = () => expect(page.getByRole('tab')).toHaveCount(3);
      await expectAccessible({ page, open, path: `${language}/api${tab}`, prepare });
    }
  }
});
