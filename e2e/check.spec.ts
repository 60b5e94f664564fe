/** The check of links, numbers and messages, on a phone. */
import type { Page } from '@playwright/test';
import { listViolations } from './support/accessibility.ts';
import { field } from './support/account-helpers.ts';
import { expect, expectNoHorizontalScroll, test } from './support/product-test.ts';

test.use({ viewport: { width: 360, height: 640 }, expectedError: /ERR_INTERNET_DISCONNECTED/ });

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const answer = (page: Page) => page.getByTestId('answer');

async function check(page: Page, text: string, labels = { field: 'What were you sent?', button: 'Check' }) {
  await field(page, labels.field).fill(text);
  await page.getByRole('main').getByRole('button', { name: labels.button, exact: true }).click();
  await expect(answer(page)).toBeVisible();
}

async function expectAboveTheFold(page: Page) {
  await expect(title(page)).toBeInViewport({ ratio: 1 });
  await expect(title(page)).toBeFocused();
}

test('a visitor checks a link that an alert names, reads why, and reports it without typing it again [CHECK-01] [CHECK-03] [CHECK-07]', async ({
  page,
  open,
}) => {
  await open('/check');
  await check(page, 'https://login.brightmarket-pro.example/pay?x=1');
  await expect(title(page)).toHaveText('There is a warning about this. Do not pay.');
  await expectAboveTheFold(page);
  await expect(answer(page)).toContainText('STOP · Warning');
  await expect(answer(page)).toContainText('Website login.brightmarket-pro.example');
  await expect(answer(page).locator('[data-reason]').first()).toContainText(/Source: Hakiki · \w{3} \d+, \d{4}/);
  await expect(answer(page).locator('a[href*="//login.brightmarket"]')).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');
  expect(await listViolations(page)).toEqual([]);

  await answer(page).getByRole('link', { name: 'Not a scam? Dispute this' }).click();
  await expect(page).toHaveURL(/\/dispute$/);
  await expect(field(page, 'Link, wallet, number or name')).toHaveValue('login.brightmarket-pro.example');
  await page.goBack();
  await answer(page).getByRole('link', { name: 'Report it' }).click();
  await expect(page).toHaveURL(/\/report-scam$/);
  await expect(page.locator('textarea[name=description]')).toHaveValue(
    'https://login.brightmarket-pro.example/pay?x=1',
  );
});

test('a wallet with a typing error is answered with the words not to send [CHECK-05]', async ({ page, open }) => {
  await open('/check');
  await check(page, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb');
  await expect(title(page)).toHaveText('This address has a typing error. Do not send.');
  await expectAboveTheFold(page);
  await expect(answer(page).getByRole('link', { name: 'I already paid' })).toBeInViewport({ ratio: 1 });
});

test('a recovery phrase that somebody pastes is in no report and on no other page [CHECK-02] [CHECK-07]', async ({
  page,
  open,
}) => {
  await open('/check');
  await check(page, 'ripple orbit mango cattle winter basket pilot ocean lizard garden tunnel hybrid');
  await expect(title(page)).toHaveText('This looks like a secret. Show it to nobody.');
  await expectAboveTheFold(page);
  await answer(page).getByRole('link', { name: 'Report it' }).click();
  await expect(page).toHaveURL(/\/report-scam$/);
  await expect(page.locator('textarea[name=description]')).toHaveValue('');
});

test('a forwarded message with several indicators has one answer, and each indicator its own verdict [CHECK-01] [CHECK-02]', async ({
  page,
  open,
}) => {
  await open('/check');
  await check(
    page,
    `Good morning dear, earn 10% profit per day!!\nJoin https://brightmarket-pro.example or call +254 712 345 678\nask @somebody_new, pay to 0x52908400098527886E0F7030069857D2E4169EE7`,
  );
  await expectAboveTheFold(page);
  await expect(answer(page)).toHaveAttribute('data-answer', 'warned');
  const readings = answer(page).locator('[data-reading]');
  await expect(readings).toHaveCount(4);
  await expect(readings.first()).toContainText('Warning: Website brightmarket-pro.example');
  await expect(readings.nth(1)).toHaveAttribute('data-verdict', 'nothingKnown');
  await expect(answer(page)).toContainText('It promises a profit.');
});

test('a bare number is asked about, and each answer has its own address in the history [CHECK-01]', async ({
  page,
  open,
}) => {
  await open('/check');
  await check(page, '523901');
  await expect(title(page)).toHaveText('What is the number 523901?');
  await answer(page).getByRole('button', { name: 'Till number' }).click();
  await expect(answer(page)).toContainText('Till number 523901');
  await expect(title(page)).toHaveText('We know nothing about this. Do not pay yet.');
  await page.goBack();
  await expect(title(page)).toHaveText('What is the number 523901?');
});

test('something unknown is never called safe, and there are three ways to check it before paying [CHECK-02] [WARN-09]', async ({
  page,
  open,
}) => {
  await open('/check');
  await field(page, 'Your country').selectOption('kenya');
  await check(page, 'never-seen-before.example');
  await expectAboveTheFold(page);
  await expect(answer(page)).toContainText('Unknown does not mean safe.');
  await expect(answer(page).getByRole('heading', { name: 'Before you pay' }).locator('~ ol > li')).toHaveCount(3);
  await expect(answer(page).getByRole('link', { name: 'I already paid' })).toHaveAttribute('href', '/first-hour/kenya');
  await expect(answer(page)).not.toHaveClass(/verified/);
  await page.setViewportSize({ width: 320, height: 568 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await listViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await listViolations(page, 'color-contrast')).toEqual([]);
  await page.reload();
  await expect(title(page)).toHaveText('We know nothing about this. Do not pay yet.');
});

test('the name and the address of a verified provider are official; an address that looks like it is not [CHECK-02] [CHECK-06]', async ({
  page,
  open,
  providers,
}) => {
  const [verified] = await providers('?verificationStatus=Verified&limit=1');
  const host = new URL(verified!.website!).hostname.replace(/^www\./, '');
  await open('/check');
  await check(page, verified!.name);
  await expect(answer(page)).toHaveAttribute('data-answer', 'official');
  await check(page, verified!.website!);
  await expect(title(page)).toHaveText(`This belongs to ${verified!.name}, which we have verified.`);
  await expect(answer(page).locator('[data-licence]').first()).toBeVisible();
  const lookalike = host.replace('.example', '-bonus.example');
  await check(page, lookalike);
  await expect(answer(page)).toHaveAttribute('data-answer', 'looksLike');
  await expect(answer(page)).toContainText(`The official address of ${verified!.name} is: ${host}`);
  await expect(answer(page).locator(`a[href*="//${lookalike}"]`)).toHaveCount(0);
});

test('an answer about a public link has a page of its own; one about a phone number has none [CHECK-03] [CHECK-08]', async ({
  page,
  open,
}) => {
  await open('/check');
  await check(page, 'brightmarket-pro.example');
  await answer(page).getByRole('link', { name: 'Share this answer' }).click();
  await expect(page).toHaveURL(/\/check\/website\/brightmarket-pro\.example$/);
  await expect(answer(page)).toContainText(/brightmarket-pro\.example: Warning\. Source: Hakiki, \w{3} \d+, \d{4}\./);
  await open(page.url());
  await expect(page).toHaveTitle(/^brightmarket-pro\.example: Warning/);
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  expect(await listViolations(page)).toEqual([]);
  const response = await page.request.get('/check/website/brightmarket-pro.example');
  expect(response.headers()['cache-control']).toMatch(/^public, max-age=0, s-maxage=30/);

  await open('/check/website/never-seen-before.example');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  for (const path of ['/check/phone/%2B254712345678', '/check/till/ke:523901', '/check/nothing/x']) {
    expect((await page.goto(path))!.status(), path).toBe(404);
    await expect(title(page)).toHaveText('Page Not Found');
  }
});

test('the home page checks what is more than a name, also a call for help, offline keeps it, and the directory offers the check [HOME-04] [CHECK-07]', async ({
  page,
  open,
  context,
}) => {
  await open('/');
  const search = page.getByRole('main').getByRole('search');
  await search.getByRole('searchbox').fill('https://brightmarket-pro.example');
  await context.setOffline(true);
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was sent. Your text stays here.');
  await expect(search.getByRole('searchbox')).toHaveValue('https://brightmarket-pro.example');
  await context.setOffline(false);
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/check$/);
  await expectAboveTheFold(page);
  await expect(answer(page)).toHaveAttribute('data-answer', 'warned');

  await open('/');
  await search.getByRole('searchbox').fill('I was scammed');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/check$/);
  await expect(answer(page).getByRole('link').first()).toHaveText('I already paid');

  await open('/directory?search=brightmarket-pro.example&country=kenya');
  await page.getByRole('button', { name: 'Check it fully' }).click();
  await expect(page).toHaveURL(/\/check$/);
  await expect(answer(page)).toHaveAttribute('data-answer', 'warned');
  await expect(field(page, 'Your country')).toHaveValue('kenya');
});

test('nothing typed is said at the field, and offline the text stays and is checked when the connection is back [CHECK-01]', async ({
  page,
  open,
  context,
}) => {
  await open('/check');
  await page.getByRole('main').getByRole('button', { name: 'Check', exact: true }).click();
  await expect(field(page, 'What were you sent?')).toHaveAccessibleDescription(/Paste or type something first/);
  await expect(field(page, 'What were you sent?')).toBeFocused();
  await field(page, 'What were you sent?').fill('brightmarket-pro.example');
  await context.setOffline(true);
  await page.getByRole('main').getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Could not check this')).toBeVisible();
  await expect(field(page, 'What were you sent?')).toHaveValue('brightmarket-pro.example');
  await context.setOffline(false);
  await expect(answer(page)).toHaveAttribute('data-answer', 'warned');
});

test('the check is in French [CHECK-02]', async ({ page, open }) => {
  await open('/fr/check');
  await check(page, 'brightmarket-pro.example', { field: 'Que vous a-t-on envoyé ?', button: 'Vérifier' });
  await expect(title(page)).toHaveText('Une alerte en parle. Ne payez pas.');
  await expectAboveTheFold(page);
  await expect(answer(page)).toContainText('ARRÊTEZ · Alerte');
  await page.setViewportSize({ width: 320, height: 568 });
  await expectNoHorizontalScroll(page);
  expect(await listViolations(page)).toEqual([]);
});

test('a visitor checks a number that does not leave the phone [CHECK-08]', async ({ page, open }) => {
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(`${request.url()} ${request.postData() ?? ''}`));
  // The worker of this product publishes no files.
  await page.route('**/check/ranges/blind/*', (route) => route.fulfill({ body: Buffer.alloc(160, 0xff) }));
  await open('/check');
  await field(page, 'What were you sent?').fill('+254 712 345 678');
  await page.getByRole('button', { name: 'Check a number without sending it' }).click();
  await expect(answer(page).getByRole('heading')).toHaveText(
    'Nobody has reported this number to us yet. Do not pay yet.',
  );
  await expect(answer(page)).toContainText('That does not make it safe.');
  expect(bodies.filter((body) => body.includes('/api/check/blind'))).toHaveLength(1);
  expect(bodies.filter((body) => /712 ?345 ?678/.test(body))).toEqual([]);
  expect(await listViolations(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  await page.getByRole('button', { name: 'Send it and check everything' }).click();
  await expect(answer(page)).toContainText('Phone number');
});
