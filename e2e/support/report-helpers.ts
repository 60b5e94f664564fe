/** Helpers of report tests. */
import { expect, type Locator, type Page } from '@playwright/test';
import { newScamReport } from './product-test.ts';
import { field } from './account-helpers.ts';

/** Fills in the required fields of a scam report and returns its title. */
export async function fillInScamReport(
  page: Page,
  overrides: { severity?: string; email?: string } = {},
): Promise<string> {
  const { title, description } = newScamReport();
  const form = page.getByRole('form', { name: 'Scam report' });
  await field(form, 'Title').fill(title);
  await form.getByRole('combobox', { name: 'Type of scam' }).selectOption('fake_platform');
  await form.getByRole('radio', { name: overrides.severity ?? 'High' }).check();
  await field(form, 'Description').fill(description);
  await form.getByRole('checkbox', { name: 'Kenya' }).check();
  // Optional where scripts run.
  if (overrides.email) await form.getByRole('textbox', { name: /^Your email/ }).fill(overrides.email);
  return title;
}

export const submitScamReport = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Submit report' }).click();

/** The code of the receipt on the page. */
export async function readReceiptCode(page: Page | Locator): Promise<string> {
  const code = page.getByRole('definition').filter({ hasText: /^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}$/ });
  await expect(code).toBeVisible();
  return code.innerText();
}

export async function lookUpReceipt(page: Page, code: string): Promise<void> {
  await field(page, 'Receipt code').fill(code);
  await page.getByRole('button', { name: 'Show my report' }).click();
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
}
