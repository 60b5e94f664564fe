import { expectToast, field } from './account-pieces.ts';
import { expect, expectNoSidewaysScroll, newAddress, test } from './product-test.ts';
import { fillInScam, lookUp, receiptCode, submitScam } from './report-pieces.ts';

test('what was typed is offered again after a reload where it is seen, and a plain mistake is told beside its field [DEC-82]', async ({
  page,
  open,
}) => {
  await open('/report-scam');
  await submitScam(page);
  await expect(page.locator('[data-error-summary]')).toBeFocused();
  await expect(field(page, 'Title')).toHaveAccessibleDescription(/Title must be at least 10 characters/);
  const title = await fillInScam(page, { email: newAddress() });
  await page.waitForTimeout(700);
  await open('/report-scam');
  await expect(field(page, 'Title')).toHaveValue('');
  // Seen at once, without scrolling past what is explained beside the form.
  await expect(page.getByRole('button', { name: 'Restore what you typed' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Restore what you typed' }).click();
  await expect(page.getByText('We put back what you typed.')).toBeInViewport();
  await expect(field(page, 'Title')).toHaveValue(title);
  await expect(page.getByRole('radio', { name: 'High' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Kenya' })).toBeChecked();
  await expectNoSidewaysScroll(page);
  await page.getByRole('checkbox', { name: 'Do not keep on this device' }).check();
  await open('/report-scam');
  await expect(page.getByRole('button', { name: 'Restore what you typed' })).toHaveCount(0);
});

test.describe('without a line', () => {
  test.use({ expectedError: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK/ });

  test('the button says beforehand that a report is kept on the phone, and it is sent once, as soon as the line is back', async ({
    page,
    open,
    context,
    records,
  }) => {
    await open('/report-scam');
    const title = await fillInScam(page);
    await page
      .getByLabel('Files that support your report')
      .setInputFiles({ name: 'chat.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
    await context.setOffline(true);
    const submit = page.getByRole('button', { name: 'Submit report' });
    const kept = 'What you send is kept on this phone or computer and sent when you are online again.';
    await expect(submit).toHaveAccessibleDescription(`You are offline. ${kept}`);
    await submit.scrollIntoViewIfNeeded();
    await expect(page.getByText(kept)).toBeInViewport({ ratio: 1 });
    const keepsNothing = page.getByRole('checkbox', { name: 'Do not keep on this device' });
    await keepsNothing.check();
    await expect(submit).toHaveAccessibleDescription('You are offline. This can be sent when you are online again.');
    await keepsNothing.uncheck();
    await submitScam(page);
    await expect(page.getByText('Kept on this phone. We send it when you are online again.')).toBeVisible();
    expect(await records.listAlerts(title)).toEqual([]);

    await context.setOffline(false);
    const filed = page.getByTestId('filed');
    await expect(filed).toContainText('Your scam report has arrived');
    await expect(page.getByText('Kept on this phone.')).toHaveCount(0);
    const code = await receiptCode(filed);
    await open('/follow');
    await page.getByRole('button', { name: 'I have kept my receipt' }).click();
    await lookUp(page, code);
    await expect(page.getByRole('link', { name: /chat\.pdf/ })).toBeVisible();
    expect(await records.listAlerts(title)).toHaveLength(1);
  });
});

test('an issue with a provider is reported on its page [ISSUE-01] [ISSUE-09] [DEC-83]', async ({
  page,
  open,
  records,
}) => {
  const { id } = await records.makeProvider();
  await open(`/provider/${id}?tab=report`);
  const form = page.getByRole('form', { name: 'Issue report' });
  await form.getByRole('combobox', { name: 'What is the issue?' }).selectOption('withdrawal_issues');
  await field(form, 'What happened?').fill('My withdrawal has been pending for three weeks.');
  await form.getByRole('combobox', { name: 'Severity' }).selectOption('Medium');
  await form.getByRole('button', { name: 'Submit report' }).click();
  await expectToast(page, 'Report Submitted', 'Your report has been submitted and will be investigated.');
  await expect(field(form, 'What happened?')).toHaveValue('');
  await receiptCode(page.getByTestId('filed'));
  await expectNoSidewaysScroll(page);
});

test('a provider is proposed, and its sender comes home with a receipt [SUBMIT-19] [SUBMIT-20] [DEC-83]', async ({
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
  await field(form, 'Your email').fill(newAddress());
  await form.getByRole('combobox', { name: 'Your relationship to the provider' }).selectOption('customer');
  await form.getByRole('checkbox', { name: /^I agree to the terms/ }).check();
  await form.getByRole('button', { name: 'Submit provider' }).click();
  await expectToast(
    page,
    'Provider Submitted Successfully',
    'Your submission will be reviewed within 3-5 business days.',
  );
  await expect(page).toHaveURL((url) => url.pathname === '/');
  const code = await receiptCode(page.getByTestId('filed'));
  await open('/follow');
  await page.getByRole('button', { name: 'I have kept my receipt' }).click();
  await lookUp(page, code);
  await expect(page.getByRole('heading', { level: 2, name: 'Baobab Exchange' })).toBeVisible();
});
