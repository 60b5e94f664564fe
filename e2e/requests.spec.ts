import { expect, test } from './product-test.ts';

test('sends the session cookie with every call, and no content type without a body [REQ-01] [REQ-02] [REQ-03]', async ({
  page,
  open,
  context,
}) => {
  await open('/directory');
  await context.addCookies([{ name: 'probe', value: 'kept', url: page.url() }]);
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/providers');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name');
  const request = await asked;
  const headers = await request.allHeaders();
  expect(request.method()).toBe('GET');
  expect(headers['cookie']).toContain('probe=kept');
  expect(headers['content-type']).toBeUndefined();
});

test('never reads again what it has read: not on focus, not by time, not on return [REQ-09] [REQ-10] [REQ-11]', async ({
  page,
  open,
}) => {
  await open('/directory');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    // The alerts are polled.
    if (pathname.startsWith('/api/') && pathname !== '/api/fraud-alerts/active') calls.push(pathname + search);
  });
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await sort.selectOption('name');
  await expect(page.getByTestId('skeleton')).toHaveCount(0);
  await sort.selectOption('relevance');
  await sort.selectOption('name');
  await page.evaluate(() => {
    dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('online'));
  });
  await page.waitForTimeout(1500);
  expect(calls).toEqual(['/api/providers?sort=name&limit=20']);
});

test.describe('when the auth call breaks', () => {
  test.use({ expectedError: /Failed to load resource/ });

  test('takes any failure of the auth read as signed out [REQ-08]', async ({ page }) => {
    await page.route('**/api/auth/user', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.goto('/account');
    await expect(page.getByRole('main').getByRole('link', { name: 'Log In' })).toBeVisible();
  });
});

test('gives public pages the same bytes for everyone and lets the edge keep them', async ({ request }) => {
  const visitor = await request.get('/directory');
  const signedIn = await request.get('/directory', { headers: { cookie: 'session=abc' } });
  expect(await signedIn.text()).toBe(await visitor.text());
  expect(visitor.headers()['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+/);
  expect(visitor.headers()['set-cookie']).toBeUndefined();
  const again = await request.get('/directory', { headers: { 'if-none-match': visitor.headers()['etag']! } });
  expect(again.status()).toBe(304);
});

test.describe('an injected script', () => {
  test.use({ expectedError: /Content Security Policy/ });

  test('is refused by the content security policy', async ({ page }) => {
    const answer = await page.goto('/directory');
    const policy = answer!.headers()['content-security-policy']!;
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w-]{20,}'/);
    expect(policy).not.toContain('unsafe');
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.injected = "yes"';
      document.head.append(script);
      return document.documentElement.dataset['injected'];
    });
    expect(ran).toBeUndefined();
  });
});
