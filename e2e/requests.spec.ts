import { expect, test } from './support/product-test.ts';

test('an API call of the directory sends cookies, and no content type without a body [REQ-01] [REQ-02] [REQ-03]', async ({
  page,
  open,
  context,
}) => {
  await open('/directory');
  await context.addCookies([{ name: 'probe', value: 'kept', url: page.url() }]);
  const apiRequest = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/providers');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name');
  const request = await apiRequest;
  const headers = await request.allHeaders();
  expect(request.method()).toBe('GET');
  expect(headers['cookie']).toContain('probe=kept');
  expect(headers['content-type']).toBeUndefined();
});

test('the directory does not refetch a list: not on focus, not when the connection is back, not on return, not within an hour [REQ-09] [REQ-10] [REQ-11]', async ({
  page,
  open,
}) => {
  await page.clock.install();
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
  await page.clock.runFor('01:00:00');
  await page.waitForTimeout(1000);
  expect(calls).toEqual(['/api/providers?sort=name&limit=20']);
});

test.describe('when the auth call breaks', () => {
  test.use({ expectedError: /Failed to load resource/ });

  test('a failing auth call counts as signed out [REQ-08]', async ({ page }) => {
    await page.route('**/api/auth/user', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.goto('/account');
    await expect(page.getByRole('main').getByRole('link', { name: 'Log In' })).toBeVisible();
  });
});

test('the directory has the same bytes with and without a session cookie and may be cached by the edge', async ({
  request,
}) => {
  const visitor = await request.get('/directory');
  const signedIn = await request.get('/directory', { headers: { cookie: 'session=abc' } });
  expect(await signedIn.text()).toBe(await visitor.text());
  expect(visitor.headers()['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+/);
  expect(visitor.headers()['set-cookie']).toBeUndefined();
  const secondResponse = await request.get('/directory', { headers: { 'if-none-match': visitor.headers()['etag']! } });
  expect(secondResponse.status()).toBe(304);
});

test.describe('an injected script', () => {
  test.use({
    expectedError:
      /Content Security Policy|TrustedHTML|TrustedScript|MIME type|Failed to load resource|404|refresh|React error #418/,
  });
  const act = 'document.documentElement.dataset.injected = "yes"';

  test('an injected script does not run in any of the tried contexts, while the scripts of the page do [SAFE-11]', async ({
    page,
    open,
  }) => {
    const injected = [
      `<script>${act}</script>`,
      `<script nonce="">${act}</script>`,
      `<script nonce="' 'unsafe-inline">${act}</script>`,
      `<script type="module">${act}</script>`,
      `<script src="data:text/javascript,${encodeURIComponent(act)}"></script>`,
      '<script src="/api/stats"></script><script src="/favicon.svg"></script><script src="/decisions/lines-1.jsonl"></script>',
      `<img src="x" onerror='${act}'><svg onload='${act}'></svg><body onload='${act}'>`,
      `<iframe srcdoc='<script>parent.${act}</script>'></iframe><iframe src="javascript:parent.${act}"></iframe>`,
      `<object data="data:text/html,<script>parent.${act}</script>"></object>`,
      `<base href="https://attacker.example/"><meta http-equiv="refresh" content="0;url=javascript:${act}">`,
    ].join('');
    await page.route('/directory', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response: response,
        body: (await response.text()).replace('</main>', `${injected}</main>`),
      });
    });
    // React finds markup that it has not rendered and renders the page again.
    await open('/directory');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Provider directory');
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.dataset['injected'])).toBeUndefined();
    expect(await page.evaluate(() => document.baseURI)).not.toContain('attacker');
  });

  test('a page cannot run a script made from a string, and its policy has no nonce [SAFE-11]', async ({
    page,
    open,
  }) => {
    const response = await page.request.get('/directory');
    const policy = response.headers()['content-security-policy']!;
    expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/]{43}=')+; require-trusted-types-for 'script'; /);
    expect(policy).not.toMatch(/unsafe|nonce/);
    expect(await response.text()).not.toContain('nonce');
    await open('/directory');
    const outcomes = await page.evaluate(async (text) => {
      const tries: Record<string, () => unknown> = {
        markup: () => (document.body.innerHTML = `<img src=x onerror='${text}'>`),
        beside: () => document.body.insertAdjacentHTML('beforeend', '<b></b>'),
        text: () => document.head.append(Object.assign(document.createElement('script'), { text })),
        content: () => document.head.append(Object.assign(document.createElement('script'), { textContent: text })),
        address: () => document.head.append(Object.assign(document.createElement('script'), { src: '/assets/x.js' })),
        // oxlint-disable-next-line no-eval -- whether it is refused
        eval: () => globalThis.eval(text),
        // oxlint-disable-next-line typescript/no-implied-eval -- whether it is refused
        timer: () => setTimeout(text),
        worker: () => new Worker(URL.createObjectURL(new Blob([text]))),
        module: () => import(/* @vite-ignore */ `data:text/javascript,${text}`),
        link: () => Object.assign(document.createElement('a'), { href: `javascript:${text}` }).click(),
      };
      const refused: string[] = [];
      for (const [name, attempt] of Object.entries(tries)) {
        // Outside the code that the test evaluates, to which no policy applies.
        await new Promise((resolve) => requestAnimationFrame(resolve));
        try {
          await attempt();
        } catch {
          refused.push(name);
        }
      }
      return { refused, ran: document.documentElement.dataset['injected'] };
    }, act);
    const refused = ['markup', 'beside', 'text', 'address', 'eval', 'timer', 'worker', 'module'];
    expect(outcomes).toEqual({ refused: expect.arrayContaining(refused) as string[], ran: undefined });
  });
});
