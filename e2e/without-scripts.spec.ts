import { makeProvider, makeFilingQuestion, PASSWORD } from '../apps/server/test/support/factories.ts';
import { makePhoto } from '../apps/server/test/support/photo.ts';
import { salesAddress } from '../tools/product.ts';
import { field } from './support/account-helpers.ts';
import { expect, newEmailAddress, test } from './support/product-test.ts';
import { fillInScamReport, lookUpReceipt, readReceiptCode, submitScamReport } from './support/report-helpers.ts';

// A form with errors is a page with the status of the error.
test.use({ expectedError: /status of (?:400|403)/ });

test('a visitor reads, searches, filters, sorts and pages without JavaScript [DIR-01] [DIR-04] [REAL-13]', async ({
  page,
  providers,
}) => {
  const all = await providers();
  await page.goto('/directory');
  const cards = page.locator('article[data-provider]');
  await expect(cards).toHaveCount(20);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
  await expect(cards.first().getByRole('heading')).toHaveText(all[20]!.name);

  await page.goto('/directory');
  await page.getByRole('searchbox').fill(all[3]!.name);
  await page.keyboard.press('Enter');
  await expect(cards).toHaveCount(1);

  await page.goto('/directory');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('checkbox', { name: 'Exchange' }).check();
  await page.getByRole('checkbox', { name: 'Wallet' }).check();
  await page.getByRole('combobox', { name: 'Country' }).selectOption('nigeria');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  const expected = await providers('?type=exchange,wallet&country=nigeria');
  await expect(page.getByTestId('count')).toHaveText(`Showing ${expected.length} providers`);

  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name');
  await page.getByRole('searchbox').press('Enter');
  const sorted = await providers('?type=exchange,wallet&country=nigeria&sort=name');
  await expect(cards.first().getByRole('heading')).toHaveText(sorted[0]!.name);
});

test('a visitor checks a name without JavaScript: flagged, suspended, similar, unknown [WARN-07] [WARN-08] [WARN-09]', async ({
  page,
}) => {
  const search = async (text: string) => {
    await page.goto('/directory');
    await page.getByRole('searchbox').fill(text);
    await page.keyboard.press('Enter');
  };
  await search('https://fastari-daily-gains.example/x');
  await expect(page.locator('article[data-provider]').getByRole('heading')).toHaveText(['Fastari Daily Gains']);
  await search('Ubuntari Wealth');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ubuntari Wealth is suspended. Do not pay.');
  await search('is fastari daily gains a scam');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fastari Daily Gains is flagged. Do not pay.');
  const shareLink = page.getByTestId('answer').getByRole('link', { name: 'Share on WhatsApp' });
  const sharedText = new URL((await shareLink.getAttribute('href'))!).searchParams.get('text');
  expect(sharedText).toMatch(
    /^Do not pay Fastari Daily Gains: Hakiki lists it as Flagged\. https?:\/\/\S+\/provider\/[\w-]{36}$/,
  );
  await search('Wanjaro Finanse');
  await expect(page.getByRole('heading', { name: 'No entry called "Wanjaro Finanse". Similar names:' })).toBeVisible();
  await search('zzzzqqqq');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We know nothing about "zzzzqqqq". Do not pay yet.');
  await page.getByRole('link', { name: 'Report it' }).click();
  await expect(page.locator('input[name="affectedProvider"]')).toHaveValue('zzzzqqqq');
});

test('a visitor checks a link, a number and nothing from the check and the home page without JavaScript [CHECK-01] [CHECK-03] [CHECK-07]', async ({
  page,
}) => {
  const title = page.getByRole('heading', { level: 1 });
  const check = async (text: string) => {
    await field(page, 'What were you sent?').fill(text);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
  };
  await page.goto('/check');
  await check('');
  await expect(field(page, 'What were you sent?')).toHaveAccessibleDescription(/Paste or type something first/);
  await check('https://brightmarket-pro.example/x');
  await expect(title).toHaveText('There is a warning about this. Do not pay.');
  await expect(title).toBeInViewport({ ratio: 1 });
  await expect(field(page, 'What were you sent?')).toHaveValue('https://brightmarket-pro.example/x');
  await check('523901');
  await page.getByRole('button', { name: 'Paybill number' }).click();
  await expect(page.getByTestId('answer')).toContainText('Paybill number 523901');
  expect(new URL(page.url())).toMatchObject({ pathname: '/check', search: '' });

  await page.goto('/');
  await page.getByRole('main').getByRole('searchbox').fill('https://brightmarket-pro.example/x');
  await page.getByRole('main').getByRole('search').getByRole('button').click();
  await expect(title).toHaveText('There is a warning about this. Do not pay.');
  expect(new URL(page.url())).toMatchObject({ pathname: '/check', search: '' });
});

test('a visitor opens the menu, the tabs and the other language without JavaScript [PROV-08]', async ({
  page,
  providers,
}) => {
  const [provider] = await providers('?limit=1');
  await page.goto(`/provider/${provider!.id}`);
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Insurance');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Providers' }).click();
  await expect(page).toHaveURL(/\/directory$/);
  await page.locator('footer').getByRole('link', { name: 'Français' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Annuaire des prestataires');
});

test('a visitor signs up, verifies, logs in and out without JavaScript [SIGNUP-28] [VERIFY-01] [LOGIN-03] [HEADER-17]', async ({
  page,
  waitForEmail,
}) => {
  const email = newEmailAddress('kofi');
  await page.goto('/signup');
  await field(page, 'First name').fill('Kofi');
  await page.getByRole('button', { name: 'Create account' }).click();
  const summary = page.getByRole('group', { name: 'There is a problem' });
  await expect(summary.getByRole('link', { name: 'Last name is required' })).toBeVisible();
  await expect(field(page, 'First name')).toHaveValue('Kofi');
  await field(page, 'Last name').fill('Demo');
  await field(page, 'Email address').fill(email);
  await field(page, 'Cellphone number').fill('+233 20 000 0000');
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/signup\?login=true&created=1$/);
  await expect(page.getByText('Check your email')).toBeVisible();

  const logIn = async (password: string) => {
    await field(page, 'Email address').fill(email);
    await field(page, 'Password').fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
  };
  await logIn(PASSWORD);
  const loginError = page.getByRole('group', { name: 'Login failed' });
  await expect(loginError).toContainText('Please verify your email before logging in.');
  await expect(loginError.getByRole('link', { name: 'Get a new verification link' })).toBeVisible();

  const { link } = await waitForEmail(email, 'Verify your email address');
  // Opening the link, as mail programs do, does not use it up.
  await page.goto(link);
  await page.goto(link);
  await page.getByRole('button', { name: 'Verify email' }).click();
  await expect(page.getByText('Email verified successfully')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await logIn('not-the-password');
  await expect(loginError).toContainText('Invalid email or password. Please try again.');
  await expect(field(page, 'Email address')).toHaveValue(email);
  await logIn(PASSWORD);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByText('Kofi')).toBeVisible();
  await menu.getByRole('link', { name: 'Log Out' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await page.goto('/account');
  await expect(page.getByRole('main').getByRole('link', { name: 'Log In' })).toBeVisible();
});

test('an administrator changes the password, ends a session and is asked for a second factor without JavaScript', async ({
  page,
  people,
  signInAs,
}) => {
  const { id } = await signInAs({ isAdmin: true, firstName: 'Amina' });
  await people.signIn(id, { device: 'Firefox on Windows' });
  await page.goto('/account');
  await page.getByRole('button', { name: 'End session on Firefox on Windows' }).click();
  await expect(page).toHaveURL(/\/account\?done=sessions#sessions$/);
  await expect(page.getByText('Session ended')).toBeVisible();
  await expect(page.getByText('You are logged in only here.')).toBeVisible();
  const form = page.getByRole('region', { name: 'Password', exact: true });
  await field(form, 'Current password').fill('a wrong password');
  await field(form, 'New password').fill('four quiet rivers east');
  await field(form, 'Confirm new password').fill('four quiet rivers east');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(field(form, 'Current password')).toHaveAccessibleDescription(/Your password is not correct/);
  await field(form, 'Current password').fill(PASSWORD);
  await field(form, 'New password').fill('four quiet rivers east');
  await field(form, 'Confirm new password').fill('four quiet rivers east');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByText('Admin: Amina')).toBeVisible();
  await expect(page.getByText('Set up a second factor')).toBeVisible();
});

test('a visitor writes to sales and confirms by email without JavaScript [CONTACT-08] [REAL-01]', async ({
  page,
  waitForEmail,
  administrator,
}) => {
  const email = newEmailAddress('buyer');
  const subject = `Data access ${email}`;
  await page.goto('/contact?subject=Data%20access');
  await expect(field(page, 'Subject')).toHaveValue('Data access');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('group', { name: 'There is a problem' }).getByRole('link')).toHaveCount(3);
  await field(page, 'Name').fill('Kofi Demo');
  await field(page, 'Email').fill(email);
  await field(page, 'Subject').fill(subject);
  await field(page, 'Message').fill('What does it cost?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('We have emailed you a link.')).toBeVisible();
  await expect(field(page, 'Message')).toHaveValue('');
  expect(await administrator.findMessage(email)).toBeUndefined();

  const { link } = await waitForEmail(email, 'Confirm your message to Hakiki');
  // Opening the link, as mail programs do, sends nothing.
  await page.goto(link);
  await page.goto(link);
  expect(await administrator.findMessage(email)).toBeUndefined();
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  await expect(page.getByText('Thank you, we have received it')).toBeVisible();
  expect(await administrator.findMessage(email)).toMatchObject({ subject, message: 'What does it cost?' });
  expect((await waitForEmail(salesAddress, subject)).replyTo).toBe(email);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  await expect(page.getByRole('group', { name: 'Not confirmed' })).toBeVisible();
});

test('a visitor shares an experience and confirms by email without JavaScript [HOME-13] [REAL-02]', async ({
  page,
  waitForEmail,
  administrator,
}) => {
  const email = newEmailAddress('reader');
  const text = `The fees were not as announced. ${email}`;
  await page.goto('/');
  const form = page.getByRole('region', { name: 'Share your experience' });
  await form.getByText('Write about a provider').click();
  await field(form, 'Provider name').fill('A coin shop');
  await form.getByRole('radio', { name: '2 stars: bad' }).check({ force: true });
  await field(form, 'Your experience').fill(text);
  await field(form, 'Your email address').fill(email);
  await form.getByRole('button', { name: 'Submit experience' }).click();
  await expect(page).toHaveURL(/shared=mailed#share$/);
  await expect(page.getByText('Please open the link we have emailed you')).toBeVisible();
  expect(await administrator.findExperience(text)).toBeUndefined();
  await page.goto((await waitForEmail(email, 'Confirm the experience you shared')).link);
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  await expect(page.getByText('Thank you, we have received it')).toBeVisible();
  expect(await administrator.findExperience(text)).toMatchObject({ rating: 2, status: 'pending' });
});

test('a visitor reports a scam, confirms by email, gets the receipt and follows the report without JavaScript [SCAM-01] [DEC-18] [DEC-91] [WARN-12]', async ({
  page,
  waitForEmail,
  db,
  administrator,
}) => {
  const email = newEmailAddress('victim');
  await page.goto('/report-scam');
  await submitScamReport(page);
  const summary = page.getByRole('group', { name: 'There is a problem' });
  await expect(summary.getByRole('link', { name: 'Title must be at least 10 characters' })).toBeVisible();
  await expect(summary).toBeFocused();
  // Said before anything is typed, and again where an anonymous report is refused.
  await expect(page.getByText('JavaScript is off, so we need your email')).toBeVisible();
  const title = await fillInScamReport(page);
  await submitScamReport(page);
  await page.getByRole('link', { name: 'Enter your email, or log in first' }).click();
  const emailField = page.getByRole('textbox', { name: 'Your email', exact: true });
  await expect(emailField).toBeInViewport();
  await emailField.fill(email);
  await submitScamReport(page);
  await expect(page).toHaveURL(/\/report-scam\?sent=mailed#sent$/);
  await expect(page.getByRole('heading', { name: 'We have emailed you a link' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'What happens next' }).first()).toContainText('24-48 hours');
  expect(await administrator.listAlerts(title)).toEqual([]);

  await page.goto((await waitForEmail(email, 'Confirm your scam report')).link);
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  await expect(page.getByText('Your report has reached us')).toBeVisible();
  const code = await readReceiptCode(page);
  const [alert] = await administrator.listAlerts(title);
  await makeFilingQuestion(db, { filingId: alert!.id });

  // One click: the code is filled in, and is in no URL.
  await expect(page.getByRole('list', { name: 'What happens next' })).toContainText('24-48 hours');
  await page.getByRole('button', { name: 'Follow your report' }).click();
  await expect(page).toHaveURL(/\/follow$/);
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await page.goto('/follow');
  await lookUpReceipt(page, code.toLowerCase());
  await expect(page.locator('[data-status]')).toHaveText('Under Review');
  await field(page, 'Your answer').fill('On 3 March.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('On 3 March.')).toBeVisible();
  const pdf = { name: 'chat.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
  await field(page, 'A file that supports your report').setInputFiles(pdf);
  await page.getByRole('button', { name: 'Add file' }).click();
  await expect(page.getByRole('link', { name: /chat\.pdf/ })).toBeVisible();
  await field(page, 'A file that supports your report').setInputFiles({ ...pdf, buffer: Buffer.from('no document') });
  await page.getByRole('button', { name: 'Add file' }).click();
  await expect(page.getByRole('group', { name: 'File not added' })).toContainText('We could not read this file');
  expect(page.url()).not.toContain(code.slice(0, 4));
});

test('a company appeals against an alert, confirms by email, gets the receipt and follows it without JavaScript [VERD-13]', async ({
  page,
  waitForEmail,
  fileReport,
  administrator,
}) => {
  const { id, title } = await fileReport();
  await administrator.approveAlert(id);
  await page.goto('/appeal');
  await field(page, 'Name, website or number').fill(title);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'Send the appeal' }).click();
  const summary = page.getByRole('group', { name: 'There is a problem' });
  await expect(summary.getByRole('link', { name: 'Please say who is asking' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Your appeal' });
  await form.getByRole('radio', { name: 'Remove it' }).check();
  await field(form, 'What is wrong?').fill('This is another company that has a name like ours.');
  await form.getByRole('combobox', { name: 'Who is asking?' }).selectOption('named');
  const email = newEmailAddress('named');
  await field(form, 'Email for the decision (optional)').fill(email);
  await page.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(page).toHaveURL(new RegExp(`/appeal\\?alert=${id}&sent=mailed$`));
  await expect(page.getByRole('heading', { name: 'We have emailed you a link' })).toBeVisible();

  await page.goto((await waitForEmail(email, 'Confirm your appeal')).link);
  await page.getByRole('button', { name: 'Confirm and send' }).click();
  const code = await readReceiptCode(page);
  await page.goto('/follow');
  await lookUpReceipt(page, code);
  await expect(page.locator('[data-status]')).toHaveText('Under Review');
  await expect(page.getByText('A person in our team who did not decide this before is checking it')).toBeVisible();
});

test('a visitor searches from the home page, compares, opens prices and the table of countries, and is asked to log in before a review, without JavaScript [HOME-04] [COMP-04] [COMP-11] [PRICE-01] [REVIEW-01]', async ({
  page,
  providers,
}) => {
  const [first, second] = await providers('?limit=2');
  await page.goto('/');
  const search = page.getByRole('main').getByRole('search');
  await search.getByRole('searchbox').fill(first!.name);
  await search.getByRole('button', { name: 'Search' }).click();
  const card = page.locator('article[data-provider]').first();
  await expect(card.getByRole('heading')).toHaveText(first!.name);

  await card.getByRole('link', { name: /compare/i }).click();
  await page.getByText('Add a provider', { exact: true }).first().waitFor();
  const names = page.getByRole('searchbox', { name: 'Search by name' });
  await names.fill(second!.name);
  await names.press('Enter');
  await page.locator(`[data-match="${second!.id}"]`).click();
  await expect(page).toHaveURL((url) => url.searchParams.get('providers') === `${first!.id},${second!.id}`);
  await expect(page.getByRole('table').locator('thead [data-provider]')).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Show differences only' }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.locator('tbody tr:not([data-differs])')).toHaveCount(0);
  await page
    .getByRole('table')
    .getByRole('link', { name: `Remove ${first!.name}` })
    .click();
  await expect(page.getByRole('table').locator('thead [data-provider]')).toHaveCount(1);

  await page.goto('/pricing');
  await expect(page.getByRole('link', { name: 'Subscribe to Premium' })).toHaveAttribute('href', '/subscribe');
  await page.goto('/');
  await page.getByText('Show the map').click();
  await page.getByText('All countries as a table').click();
  await expect(page.getByRole('region', { name: 'Warnings by country' }).getByRole('row').nth(1)).toBeVisible();
  await page.goto(`/provider/${first!.id}?tab=reviews`);
  await expect(page.locator('#write-review').getByRole('link', { name: 'Log In' })).toBeVisible();
});

test('a visitor sees the search first, opens alerts and collapsed sections, and finds the first-hour guide in both languages, without JavaScript [WARN-10]', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('searchbox')).toBeInViewport({ ratio: 1 });
  const banner = page.getByRole('region', { name: 'Fraud alerts' });
  await expect(banner.getByRole('listitem')).toHaveCount(0);
  await banner.locator('summary').click();
  await expect(banner.locator('li[data-alert]').filter({ visible: true })).toHaveCount(3);
  for (const [region, opens, within] of [
    ['What you can do here', 'Show all six', 'Compare side by side'],
    ['How we show risk', 'Show the levels', 'How we rate risk'],
    ['Share your experience', 'Write about a provider', 'Your rating'],
  ] as const) {
    const part = page.getByRole('region', { name: region });
    await expect(part.getByText(within)).toBeHidden();
    await part.getByText(opens).click();
    await expect(part.getByText(within)).toBeVisible();
  }
  await page.getByRole('link', { name: 'I lost money: what now?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('I lost money: the first hour');
  const items = page.getByRole('main').getByRole('listitem');
  const firstCountry = items.first().getByRole('link', { name: 'Nigeria' });
  await expect(firstCountry).toHaveAttribute('href', '/first-hour/nigeria');
  await expect(items.filter({ hasText: 'Stop paying' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Français' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Argent perdu : la première heure');
  await expect(page.getByRole('link', { name: 'Read this site in English' })).toHaveCount(0);
});

test('a member reports a scam and deletes the account, each confirmed by a page, without JavaScript [SCAM-19] [WARN-12]', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto('/report-scam');
  await fillInScamReport(page);
  await submitScamReport(page);
  await expect(page).toHaveURL(/\/dashboard\?sent=yes$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Report Submitted Successfully' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'What happens next' })).toContainText('typically within 24-48 hours');
  await page.getByRole('region', { name: 'Report Submitted' }).getByRole('link', { name: 'My Reports' }).click();
  await expect(page.getByRole('main').locator('[data-status]')).toHaveText('Under Review');

  await page.goto('/account');
  await page.locator('summary').filter({ hasText: 'I want to delete my account' }).click();
  const deletion = page.getByRole('form', { name: 'Delete my account' });
  await field(deletion, 'Type DELETE to confirm').fill('DELETE');
  await field(deletion, 'Current password').fill(PASSWORD);
  await deletion.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(page).toHaveURL(/\/account-deleted$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is deleted');
});

test("a suspended provider's page warns without JavaScript [DEC-02] [WARN-11]", async ({ page, db }) => {
  const { id, name } = await makeProvider(db, {
    verificationStatus: 'Suspended',
    website: 'https://halted.example',
  });
  await page.goto(`/provider/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('Do not pay.')).toBeVisible();
  await expect(page.getByText('https://halted.example')).toBeVisible();
  await expect(page.locator('a[href*="halted.example"]')).toHaveCount(0);
  await page.getByRole('link', { name: 'Already paid? The first hour' }).click();
  await expect(page).toHaveURL(/\/first-hour$/);
});

test('the buttons for theme, password display and passkey are hidden without JavaScript', async ({ page }) => {
  await page.goto('/directory');
  await expect(page.getByRole('button', { name: 'Switch between light and dark' })).toBeHidden();
  await page.goto('/signup?login=true');
  for (const name of ['Show password', 'Use a passkey']) {
    await expect(page.getByRole('button', { name })).toBeHidden();
  }
});

test('a visitor reads what an alert said before it was reworded, without JavaScript [VERD-02]', async ({ page }) => {
  await page.goto('/alerts');
  await page.getByRole('link', { name: /^Fastari Daily Gains/ }).click();
  const newest = page.getByRole('region', { name: 'History of this alert' }).getByRole('listitem').first();
  await expect(newest).toContainText('Text changed: Severity, Title, Description');
  await expect(newest.getByText('withdrawals are said to need a release fee')).toBeHidden();
  await newest.getByText('Show the difference').click();
  await expect(newest.getByText('withdrawals are said to need a release fee')).toBeVisible();
});

test('a visitor finds an alert by country and severity and reads what to do, without JavaScript [WARN-02] [WARN-03]', async ({
  page,
}) => {
  await page.goto('/alerts');
  await page.getByRole('combobox', { name: 'Country' }).selectOption('namibia');
  await page.getByRole('combobox', { name: 'Severity' }).selectOption('High');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(/country=namibia/);
  await page.getByRole('link', { name: /^Kwikasha Wallet/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Kwikasha Wallet');
  await expect(page.getByText('Install updates from the store only.')).toBeVisible();
  await expect(page.getByRole('code')).toHaveText('kwikasha-update.example');
});

test('a visitor reads, filters and pages the decision log and opens its statistics as a table without JavaScript [VERD-14] [VERD-15]', async ({
  page,
}) => {
  await page.goto('/decisions');
  await expect(page.locator('[data-line]').first()).toBeVisible();
  const first = await page.locator('[data-line]').first().getAttribute('data-line');
  await page.getByRole('link', { name: 'Older entries' }).click();
  await expect(page.locator('[data-line]').first()).not.toHaveAttribute('data-line', first!);
  await page.getByRole('link', { name: 'Newest entries' }).click();
  await page.getByRole('combobox', { name: 'About' }).selectOption('Provider');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(/subject=provider/);
  await expect(page.locator('[data-line]').first()).toContainText('Provider');
  await page.getByText('Fingerprints').first().click();
  await expect(page.getByText('The entry before').first()).toBeVisible();

  await page.goto('/fr/transparency');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transparence');
  await page.getByText('En tableau').first().click();
  await expect(page.getByRole('row', { name: /^oct\. 2026/ }).first()).toBeVisible();
});

test('a member pays by card and cancels the plan without JavaScript [DEC-41] [DEC-42] [SUB-12]', async ({
  page,
  signInAs,
}) => {
  test.slow();
  await signInAs({ firstName: 'Amina', lastName: 'Diallo' });
  await page.goto('/subscribe?tab=card');
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await page.getByRole('button', { name: 'Continue to PayFast' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page).toHaveURL(/\/subscribe\?paid=1$/);
  const reloaded = async () => {
    await page.reload();
    return page.getByRole('main').innerText();
  };
  await expect.poll(reloaded).toContain('Premium is active');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByRole('region', { name: 'Account Status' })).toContainText('Cancelled. You keep Premium until');
});

test('a member announces a deposit and sends the proof of payment without JavaScript [SUB-12] [SUB-13]', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto('/subscribe');
  const steps = page.getByRole('list', { name: 'Your way to Premium' });
  await expect(steps.locator('[aria-current=step]')).toContainText('Choose how to pay');
  await page.getByRole('button', { name: 'I am paying by deposit' }).click();
  await expect(page.getByText('Waiting for your deposit')).toBeVisible();
  await expect(steps.locator('[aria-current=step]')).toContainText('Pay');
  const proof = page.getByLabel('Proof of payment', { exact: true });
  await proof.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await page.getByRole('button', { name: 'Send proof' }).click();
  await expect(page.getByRole('group', { name: 'Your proof was not sent' })).toBeVisible();
  const photo = await makePhoto({ width: 300, height: 200 });
  await proof.setInputFiles({ name: 'proof.jpeg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByRole('button', { name: 'Send proof' }).click();
  await expect(page.getByText('We are checking your deposit')).toBeVisible();
  await expect(page.getByText(/Your proof of payment arrived on/)).toBeVisible();
  await expect(steps.locator('[aria-current=step]')).toContainText('Premium starts');
});
