import { makeProvider } from '../apps/server/test/support/factories.ts';
import { expectToast, field } from './support/account-helpers.ts';
import { listViolations } from './support/accessibility.ts';
import { expect, expectNoHorizontalScroll, newEmailAddress, test } from './support/product-test.ts';
import { fillInScamReport, lookUpReceipt, readReceiptCode, submitScamReport } from './support/report-helpers.ts';

test('a visitor sees an error beside its field, gets the draft back after a reload, and can choose not to keep it [DEC-82]', async ({
  page,
  open,
}) => {
  await open('/report-scam');
  await submitScamReport(page);
  await expect(page.locator('[data-error-summary]')).toBeFocused();
  await expect(field(page, 'Title')).toHaveAccessibleDescription(/Title must be at least 10 characters/);
  const title = await fillInScamReport(page, { email: newEmailAddress() });
  await open('/report-scam');
  await expect(field(page, 'Title')).toHaveValue('');
  // Visible without scrolling past the explanation beside the form.
  await expect(page.getByRole('button', { name: 'Restore what you typed' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Restore what you typed' }).click();
  await expect(page.getByText('We put back what you typed.')).toBeInViewport();
  await expect(field(page, 'Title')).toHaveValue(title);
  await expect(page.getByRole('radio', { name: 'High' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Kenya' })).toBeChecked();
  await expectNoHorizontalScroll(page);
  await page.getByRole('checkbox', { name: 'Don’t save my answers on this phone' }).check();
  await open('/report-scam');
  await expect(page.getByRole('button', { name: 'Restore what you typed' })).toHaveCount(0);
});

test.describe('offline', () => {
  test.use({ expectedError: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK/ });

  test('offline, the button says beforehand that a report is saved on the phone; it is sent once when the connection is back, and then confirmed [WARN-12]', async ({
    page,
    open,
    context,
    administrator,
  }) => {
    await open('/report-scam');
    const title = await fillInScamReport(page);
    await page
      .getByLabel('Files that support your report')
      .setInputFiles({ name: 'chat.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
    await context.setOffline(true);
    const submit = page.getByRole('button', { name: 'Submit report' });
    const kept = 'Your answers are kept on this device and sent when you are connected.';
    await expect(submit).toHaveAccessibleDescription(`You are offline. ${kept}`);
    await submit.scrollIntoViewIfNeeded();
    await expect(page.getByText(kept)).toBeInViewport({ ratio: 1 });
    const keepsNothing = page.getByRole('checkbox', { name: 'Don’t save my answers on this phone' });
    await keepsNothing.check();
    await expect(submit).toHaveAccessibleDescription(
      'You are offline. Your answers are still here. Send again when you are connected.',
    );
    await keepsNothing.uncheck();
    await submitScamReport(page);
    await expect(page.getByText('Saved on this phone. We send it when you are online again.')).toBeVisible();
    await expect(page.getByText('chat.pdf')).toHaveCount(0);
    expect(await administrator.listAlerts(title)).toEqual([]);

    await context.setOffline(false);
    const filed = page.getByTestId('filed');
    await expect(filed.getByRole('heading', { name: 'Report received' })).toBeVisible();
    await expect(page.getByText('Saved on this phone.')).toHaveCount(0);
    // Somebody else may have the phone by now.
    await expect(filed).not.toContainText('Receipt code');
    await filed.getByRole('link', { name: 'Show my receipt' }).click();
    const receipt = page.getByRole('main');
    await expect(receipt).toContainText('Files received');
    await expect(receipt).toContainText('chat.pdf');
    const code = await readReceiptCode(receipt);
    await page.getByRole('button', { name: 'I’ve saved my code' }).click();
    await lookUpReceipt(page, code);
    await expect(page.getByRole('link', { name: /chat\.pdf/ })).toBeVisible();
    expect(await administrator.listAlerts(title)).toHaveLength(1);
  });

  test('offline, a report that may not be saved on the phone stays on the screen and can be sent again when the connection is back [WARN-12] [DEC-89]', async ({
    page,
    open,
    context,
    administrator,
  }) => {
    await open('/report-scam');
    const title = await fillInScamReport(page);
    await page.getByRole('checkbox', { name: 'Don’t save my answers on this phone' }).check();
    await context.setOffline(true);
    await submitScamReport(page);
    const summary = page.locator('[data-error-summary]');
    await expect(summary).toBeFocused();
    await expect(summary).toHaveText('You are offlineYour answers are still here. Send again when you are connected.');
    await expect(page.getByText('Failed to submit report')).toHaveCount(0);
    await expect(field(page, 'Title')).toHaveValue(title);
    expect(await listViolations(page)).toEqual([]);
    await expectNoHorizontalScroll(page);
    await context.setOffline(false);
    await submitScamReport(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Report received' })).toBeVisible();
    expect(await administrator.listAlerts(title)).toHaveLength(1);
  });

  test('a report that is written after the connection was lost is sent once when it is back [WARN-12] [DEC-89]', async ({
    page,
    open,
    context,
    administrator,
  }) => {
    await open('/report-scam');
    await expect(page.getByLabel('Files that support your report')).toBeAttached();
    await context.setOffline(true);
    const title = await fillInScamReport(page);
    await expect(page.getByRole('button', { name: 'Submit report' })).toHaveAccessibleDescription(
      'You are offline. Your answers are saved on this phone. Keep this page open: we send them when you are connected.',
    );
    await submitScamReport(page);
    const summary = page.locator('[data-error-summary]');
    await expect(summary).toContainText('You are offline');
    await expect(summary).toContainText('Keep this page open: we send them when you are connected.');
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Report received' })).toBeVisible();
    expect(await administrator.listAlerts(title)).toHaveLength(1);
  });
});

test('a visitor who reported a scam gets a page with receipt, copy, files, next steps and the report [SCAM-19] [DEC-18] [WARN-12]', async ({
  page,
  open,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const addresses: string[] = [];
  page.on('request', (call) => addresses.push(call.url(), call.headers()['referer'] ?? ''));
  await open('/report-scam');
  const title = await fillInScamReport(page);
  await page
    .getByLabel('Files that support your report')
    .setInputFiles({ name: 'chat.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
  await submitScamReport(page);
  await expectToast(page, 'Report Submitted Successfully');
  await expect(page).toHaveURL(/\/follow$/);
  const heading = page.getByRole('heading', { level: 1, name: 'Report received' });
  await expect(heading).toBeFocused();
  const main = page.getByRole('main');
  await expect(main.getByRole('list', { name: 'What happens next' }).getByRole('listitem')).toHaveText([
    'Our team verifies your report, typically within 24-48 hours. Until then only you and our team can see it.',
    'If they confirm it, it becomes a public alert that warns others. Your name is not in it.',
    'If we have a question, you find it where you follow your report, and later the decision too.',
  ]);
  await expect(main).toContainText('Files received');
  await expect(main).toContainText('chat.pdf');
  await expect(main.getByRole('link', { name: /first hour/ })).toHaveAttribute('href', '/first-hour');
  const code = await readReceiptCode(main);
  await main.getByRole('button', { name: /^Copy/ }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  expect(await listViolations(page)).toEqual([]);
  await expectNoHorizontalScroll(page);

  // A reload loses nothing, and the code need not be typed.
  await page.reload();
  await expect(heading).toBeVisible();
  expect(await readReceiptCode(main)).toBe(code);
  await page.getByRole('button', { name: 'Follow your report' }).click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused();
  await expect(page.getByRole('link', { name: /chat\.pdf/ })).toBeVisible();
  await page.getByRole('link', { name: 'Look up another report' }).click();
  await page.getByRole('button', { name: 'I’ve saved my code' }).click();
  await expect(field(page, 'Receipt code')).toHaveValue('');
  expect(addresses.filter((address) => address.includes(code.slice(0, 9)))).toEqual([]);
  const kept = JSON.stringify(await context.storageState({ indexedDB: true }));
  expect(kept + (await page.evaluate(() => JSON.stringify(sessionStorage)))).not.toContain(code.slice(0, 9));
});

test.describe('on a slow connection', () => {
  test.use({ expectedError: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_ABORTED/ });

  test('files are shown as being sent inside the receipt and where the report is followed; a broken upload is resumed after a retry and after a reload [WARN-12] [DEC-89]', async ({
    page,
    open,
  }) => {
    page.on('dialog', (dialog) => void dialog.accept());
    const held: (() => Promise<void>)[] = [];
    await page.route('**/api/evidence/*', (route) => void held.push(() => route.abort()));
    await open('/report-scam');
    await fillInScamReport(page);
    await page.getByLabel('Files that support your report').setInputFiles(
      ['chat.pdf', 'slip.pdf'].map((name) => ({
        name,
        mimeType: 'application/pdf',
        // The same content twice would be one file.
        buffer: Buffer.from(`%PDF-1.4\n%${name}\n%%EOF\n`),
      })),
    );
    await expect(page.getByText('No file chosen')).toHaveCount(0);
    await submitScamReport(page);
    const main = page.getByRole('main');
    const receipt = main.getByRole('region', { name: 'Save this code now' });
    await expect(receipt).toContainText('Files still being sent: 2');
    await expect(receipt.getByRole('progressbar')).toBeVisible();
    await expect(main).not.toContainText('no files');

    // Following the report does not interrupt it.
    await page.getByRole('button', { name: 'Follow your report' }).click();
    const files = page.getByRole('region', { name: 'Files' });
    await expect(files).toContainText('Files still being sent: 2');
    await expect(files).not.toContainText('No files yet.');

    const breakUpload = async () => {
      await expect.poll(() => held.length).toBe(1);
      await held.shift()?.();
      await expect(files).toContainText('Files waiting for a connection: 2');
    };
    await breakUpload();
    await files.getByRole('button', { name: 'Try again now' }).click();
    await expect(files).toContainText('Files still being sent: 2');

    // A reload starts the upload again without asking for the files.
    await breakUpload();
    await page.unroute('**/api/evidence/*');
    await page.reload();
    await expect(receipt).toContainText('Files received');
    await expect(receipt).toContainText('slip.pdf');
    await page.getByRole('button', { name: 'Follow your report' }).click();
    await expect(page.getByRole('link', { name: /chat\.pdf/ })).toHaveCount(1);
    await expect(page.getByRole('link', { name: /slip\.pdf/ })).toHaveCount(1);
  });
});

test('the severity stands in the money of the ticked country, and an amount proposes it [DEC-98]', async ({
  page,
  open,
}) => {
  await open('/report-scam');
  const form = page.getByRole('form', { name: 'Scam report' });
  await form.getByRole('checkbox', { name: 'Nigeria' }).check();
  await expect(form.getByRole('radio', { name: 'Low' })).toHaveAccessibleDescription(/under about ₦[\d,]+000/);
  await field(form, 'Amount lost (optional)').fill('450,000');
  await expect(form.getByRole('radio', { name: 'Low' })).toBeChecked();
  await expect(form.getByText('For ₦450,000 (about $330) we chose Low.')).toBeVisible();
  await form.getByText('Other African countries').click();
  await expect(form.getByRole('checkbox', { name: 'Senegal' })).toBeVisible();
  await expectNoHorizontalScroll(page);
});

test('a member who reported a scam gets the receipt and the next steps on the dashboard, and follows the report from there [SCAM-19] [WARN-12]', async ({
  page,
  open,
  signInAs,
}) => {
  await signInAs();
  await open('/report-scam');
  await fillInScamReport(page);
  await submitScamReport(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  const filed = page.getByRole('region', { name: 'Report received' });
  await expect(filed.getByRole('list', { name: 'What happens next' })).toContainText('typically within 24-48 hours');
  await readReceiptCode(filed);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  await filed.getByRole('button', { name: 'Follow your report' }).click();
  await expect(page).toHaveURL(/\/follow$/);
  await expect(page.locator('[data-status]')).toHaveText('Under Review');
});

test('a visitor reports an issue with a provider on its page and gets a receipt [ISSUE-01] [ISSUE-09] [DEC-83] [WARN-12]', async ({
  page,
  open,
  db,
}) => {
  const { id } = await makeProvider(db);
  await open(`/provider/${id}?tab=report`);
  const form = page.getByRole('form', { name: 'Issue report' });
  await form.getByRole('combobox', { name: 'What is the issue?' }).selectOption('withdrawal_issues');
  await field(form, 'What happened?').fill('My withdrawal has been pending for three weeks.');
  await form.getByRole('combobox', { name: 'Severity' }).selectOption('Medium');
  await form.getByRole('button', { name: 'Add screenshots or other files' }).click();
  await form
    .getByLabel('Files that support your report')
    .setInputFiles({ name: 'chat.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
  await expect(form.getByRole('list', { name: 'Chosen files' })).toContainText('chat.pdf');
  await form.getByRole('button', { name: 'Submit report' }).click();
  await expectToast(page, 'Report Submitted', 'Your report has been submitted and will be investigated.');
  await expect(field(form, 'What happened?')).toHaveValue('');
  const filed = page.getByRole('region', { name: 'Report received' });
  await expect(filed.getByRole('heading', { name: 'Report received' })).toBeFocused();
  await expect(filed.getByRole('list', { name: 'What happens next' })).toContainText('typically within 24-48 hours');
  await expect(filed).toContainText('Files received');
  await expect(filed).toContainText('chat.pdf');
  await readReceiptCode(filed);
  await expectNoHorizontalScroll(page);
});

test('a visitor submits a provider and returns to the home page with a receipt [SUBMIT-19] [SUBMIT-20] [DEC-83] [WARN-12]', async ({
  page,
  open,
}) => {
  await open('/submit-provider');
  const form = page.getByRole('form', { name: 'Provider submission' });
  await field(form, 'Provider name').fill('Baobab Exchange');
  await form.getByRole('combobox', { name: 'Provider type' }).selectOption('Exchange');
  await field(form, 'Description').fill('An exchange for small amounts. '.repeat(5));
  await form.getByRole('checkbox', { name: 'Kenya' }).check();
  await field(form, 'Contact email of the provider').fill('desk@baobab.example');
  await field(form, 'Your name').fill('Amina Demo');
  await field(form, 'Your email').fill(newEmailAddress());
  await form.getByRole('combobox', { name: 'Your relationship to the provider' }).selectOption('customer');
  await form.getByRole('checkbox', { name: /^I agree to the terms/ }).check();
  await form.getByRole('button', { name: 'Submit provider' }).click();
  await expectToast(
    page,
    'Provider Submitted Successfully',
    'Your submission will be reviewed within 3-5 business days.',
  );
  await expect(page).toHaveURL((url) => url.pathname === '/');
  const filed = page.getByRole('region', { name: 'Submission received' });
  await expect(filed.getByRole('list', { name: 'What happens next' })).toContainText('within 3-5 business days');
  const code = await readReceiptCode(filed);
  await open('/follow');
  await page.getByRole('button', { name: 'I’ve saved my code' }).click();
  await lookUpReceipt(page, code);
  await expect(page.getByRole('heading', { level: 2, name: 'Baobab Exchange' })).toBeVisible();
});
