/** A company named in a verdict appeals, from the form to the changed page. */
import type { Browser, Page } from '@playwright/test';
import { listViolations } from './support/accessibility.ts';
import { expectToast, field } from './support/account-helpers.ts';
import {
  addCookie,
  expect,
  expectNoHorizontalScroll,
  newEmailAddress,
  test,
  sendRequest,
} from './support/product-test.ts';
import { lookUpReceipt, readReceiptCode } from './support/report-helpers.ts';

const reason = 'The register shows that it is another company. We withdraw the warning.';

/** A page may be cached for a few seconds. */
const waitForText = (page: Page, path: string, text: string) =>
  expect(async () => {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 3000 });
  }).toPass();

async function openPageAs(
  browser: Browser,
  { baseURL, page, cookie }: { baseURL: string | undefined; page: Page; cookie: { name: string; value: string } },
): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: page.viewportSize() });
  await addCookie(context, cookie);
  return context.newPage();
}

async function openAppeal(page: Page, title: string): Promise<void> {
  await page.goto('/admin/appeals');
  await page.locator('html[data-ready]').waitFor();
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: 'Current public page' })).toBeVisible();
}

test('a company without an account appeals; the administrator who decided before cannot decide, a second one upholds it, the first confirms, and the page is changed [VERD-13] [VERD-01]', async ({
  page,
  open,
  people,
  baseURL,
  browser,
  fileReport,
}) => {
  test.slow();
  const { id, title } = await fileReport();
  const cookieOf = async (name: string) => {
    const { id: userId } = await people.make({ email: newEmailAddress(name), isAdmin: true });
    return people.signIn(userId, { hasSecondFactor: true });
  };
  const firstCookie = await cookieOf('first');
  await sendRequest(`${baseURL}/api/admin/fraud-alerts?limit=100`, 'GET', firstCookie);
  await sendRequest(`${baseURL}/api/admin/fraud-alerts/${id}/approve`, 'PUT', firstCookie, {
    reason: 'We checked it.',
  });

  await open(`/alerts/${id}`);
  await page.getByRole('link', { name: 'Is this your company, or is it about you? Appeal this verdict' }).click();
  await expect(page.getByRole('heading', { name: 'Appeal a verdict' })).toBeVisible();
  await expect(page.getByText('You get the decision within 14 days, with the reason. It is free.')).toBeVisible();
  await expectNoHorizontalScroll(page);
  expect(await listViolations(page)).toEqual([]);
  const form = page.getByRole('form', { name: 'Your appeal' });
  await form.getByRole('radio', { name: 'Remove it' }).check();
  await field(form, 'What is wrong?').fill('The wallet in this alert is not ours. Our licence is attached.');
  await page
    .getByLabel('Files that support your report')
    .setInputFiles([{ name: 'licence.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }]);
  await form.getByRole('combobox', { name: 'Who is asking?' }).selectOption('named');
  await page.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(page).toHaveURL(/\/follow$/);
  await expect(page.getByText('licence.pdf')).toBeVisible();
  const code = await readReceiptCode(page);
  await waitForText(page, `/alerts/${id}`, 'There has been an appeal against this verdict since');
  await expect(page.getByTestId('appeal-notice')).toContainText('The warning stays until it is decided.');
  expect(await listViolations(page)).toEqual([]);

  const firstAdminPage = await openPageAs(browser, { baseURL, page, cookie: firstCookie });
  await openAppeal(firstAdminPage, title);
  await expect(firstAdminPage.getByText('You decided on this verdict before, as its history shows.')).toBeVisible();
  await expect(firstAdminPage.getByRole('button', { name: 'Decide the appeal' })).toHaveCount(0);

  const secondAdminPage = await openPageAs(browser, { baseURL, page, cookie: await cookieOf('second') });
  await openAppeal(secondAdminPage, title);
  await expect(secondAdminPage.getByText('The wallet in this alert is not ours.')).toBeVisible();
  const pdf = secondAdminPage.getByRole('link', { name: 'Save the file licence.pdf' });
  await expect(pdf).toBeHidden();
  await secondAdminPage.getByText('licence.pdf').first().click();
  await expect(secondAdminPage.getByText('We have not opened this file.')).toBeVisible();
  await expect(pdf).toBeVisible();
  await expectNoHorizontalScroll(secondAdminPage);
  expect(await listViolations(secondAdminPage)).toEqual([]);
  await secondAdminPage.getByRole('button', { name: 'Decide the appeal' }).click();
  await expect(secondAdminPage.getByText('Please choose the outcome of the appeal')).toBeVisible();
  await secondAdminPage.getByRole('radio', { name: 'Uphold', exact: false }).first().check();
  await secondAdminPage.getByLabel('Status').selectOption('rejected');
  await secondAdminPage.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await secondAdminPage.getByRole('button', { name: 'Decide the appeal' }).click();
  await expectToast(secondAdminPage, 'Waiting for a second administrator');
  await expect(
    secondAdminPage.getByText('A change of the verdict is waiting for a second administrator.'),
  ).toBeVisible();

  await firstAdminPage.reload();
  await firstAdminPage.locator('html[data-ready]').waitFor();
  await firstAdminPage.getByRole('link', { name: 'See the change' }).click();
  const proposalDialog = firstAdminPage.getByRole('dialog', { name: 'Proposed Change' });
  await expect(proposalDialog).toContainText(reason);
  await expect(proposalDialog).toContainText('Appeal HK-');
  await proposalDialog.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(firstAdminPage, 'Change Confirmed');

  await waitForText(page, `/alerts/${id}`, 'Appeal upheld');
  await expect(page.getByText(reason).first()).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
  await open('/follow');
  await page.getByRole('button', { name: 'I’ve saved my code' }).click();
  await lookUpReceipt(page, code);
  await expect(page.locator('[data-status]')).toHaveText('Upheld');
  await expect(page.getByText(reason)).toBeVisible();
  await secondAdminPage.goto('/admin/appeals?state=decided');
  await expect(secondAdminPage.getByRole('row').filter({ hasText: title })).toContainText('Upheld');
  expect(await listViolations(secondAdminPage)).toEqual([]);
  await firstAdminPage.context().close();
  await secondAdminPage.context().close();
});
