/** A rise of withdrawal reports that was found: a moderator confirms it, and it becomes public. */
import { makeProvider, makeReport, makeWithdrawalWatch } from '../apps/server/test/support/factories.ts';
import { listViolations } from './support/accessibility.ts';
import { expectToast, field } from './support/account-helpers.ts';
import { expect, expectNoHorizontalScroll, test } from './support/product-test.ts';

const DAY_MS = 86_400_000;

test("a moderator confirms a rise of withdrawal reports, and the provider's page shows it with its numbers [EARLY-01] [EARLY-02]", async ({
  page,
  open,
  signInAs,
  browser,
  baseURL,
  db,
}) => {
  const { id, name } = await makeProvider(db, { name: `Slow Pay ${Date.now()}` });
  for (let person = 0; person < 9; person += 1) {
    await makeReport(db, { providerId: id, createdAt: new Date(Date.now() - (1 + person) * DAY_MS) });
  }
  await makeWithdrawalWatch(db, { providerId: id });

  await open(`/provider/${id}`);
  await expect(page.getByRole('heading', { name: 'Withdrawal problems reported' })).toBeHidden();

  await signInAs({ isModerator: true }, { hasSecondFactor: true });
  await open('/admin/queue');
  const rise = page.getByRole('listitem').filter({ hasText: name });
  await page.getByText('More withdrawal reports than usual').click();
  await expect(rise).toContainText('9 people in 14 days; about 1 is usual.');
  expect(await listViolations(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  await rise.getByRole('button', { name: 'Publish warning' }).click();
  const dialog = page.getByRole('dialog', { name: 'Warn the public about this provider?' });
  await expect(dialog).toContainText('9 people reported in 14 days');
  await field(dialog, 'Why is this real?').fill('Nine different texts.');
  await dialog.getByRole('button', { name: 'Publish warning' }).click();
  await expectToast(page, 'Decision saved');
  await expect(rise).toContainText('Shown on the provider page');

  // As a visitor sees it, without scripts, and in French.
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false });
  const visitorPage = await context.newPage();
  await expect(async () => {
    await visitorPage.goto(`/provider/${id}`);
    await expect(
      visitorPage.getByText('9 people reported in 14 days that a withdrawal was refused or late.'),
    ).toBeVisible({
      timeout: 3000,
    });
  }).toPass();
  await visitorPage.goto(`/fr/provider/${id}`);
  await expect(visitorPage.getByRole('heading', { name: 'Problèmes de retrait signalés' })).toBeVisible();
  await context.close();

  await open(`/provider/${id}`);
  await expect(page.getByRole('heading', { name: 'Withdrawal problems reported' })).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
});
