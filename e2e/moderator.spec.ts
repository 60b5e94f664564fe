/** The role of a moderator, from being granted to being withdrawn, in two browsers. */
import { PASSWORD } from '../apps/server/test/support/factories.ts';
import { listViolations } from './support/accessibility.ts';
import { computeTotpCode, expectToast, field, addAuthenticatorApp } from './support/account-helpers.ts';
import { newUniqueReport, caseHeading, waitForCases, waitForKeyboardShortcuts } from './support/console-helpers.ts';
import { expect, expectNoHorizontalScroll, newEmailAddress, ownProductTest as test } from './support/product-test.ts';

test.use({ expectedError: /status of (?:401|403)/ });

const reason = 'She knows the scams of Kenya.';

test('an administrator grants the role of moderator; the moderator works in the queue only, until the role is withdrawn [VERD-10]', async ({
  page,
  open,
  people,
  browser,
  baseURL,
  viewport,
  signInAs,
  fileReport,
  waitForEmail,
}) => {
  const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const asking = { baseURL, cookie: await people.signIn(admin.id, { hasSecondFactor: true }) };
  const { id, email } = await people.make({
    email: newEmailAddress('wanjiru'),
    firstName: 'Wanjiru',
    lastName: 'Demo',
  });
  const secret = await addAuthenticatorApp(baseURL, await people.signIn(id));
  // Other tests leave cases in the same queue.
  const [firstReport, secondReport] = [newUniqueReport(), newUniqueReport()];
  for (const uniqueReport of [firstReport, secondReport]) await fileReport(uniqueReport);
  await waitForCases(asking, firstReport.title, [1]);
  const [secondCase = ''] = await waitForCases(asking, secondReport.title, [1]);

  await test.step('the administrator grants the role with a reason', async () => {
    await open(`/admin?tab=users&search=${email}`);
    await page.getByRole('button', { name: 'Make moderator Wanjiru Demo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make Wanjiru Demo a moderator?' });
    await dialog.getByRole('button', { name: 'Make moderator' }).click();
    await expect(field(dialog, 'Reason')).toHaveAccessibleDescription(/Please give a reason/);
    await field(dialog, 'Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Make moderator' }).click();
    await expectToast(page, 'Moderator appointed');
    await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Moderator');
    await expect(page.getByRole('button', { name: 'Remove moderator role Wanjiru Demo' })).toBeVisible();
    await waitForEmail(email, 'You are a moderator now');
  });

  const context = await browser.newContext({ baseURL, ...(viewport && { viewport }) });
  const moderatorPage = await context.newPage();
  await test.step('the moderator logs in with the second factor and arrives at the queue', async () => {
    await moderatorPage.goto('/admin/login');
    await moderatorPage.locator('html[data-ready]').waitFor();
    await field(moderatorPage, 'Email address').fill(email);
    await field(moderatorPage, 'Password').fill(PASSWORD);
    await moderatorPage.getByRole('button', { name: 'Log in to the admin portal' }).click();
    // The code of the current half minute is used up; the next one is accepted, too.
    await field(moderatorPage, 'Code').fill(computeTotpCode(secret, 1));
    await moderatorPage.keyboard.press('Enter');
    await moderatorPage.waitForURL(/\/admin\/queue$/);
    await expect(moderatorPage.getByText('Moderator: Wanjiru')).toBeVisible();
    for (const { title } of [firstReport, secondReport])
      await expect(moderatorPage.getByRole('row').filter({ hasText: title })).toHaveCount(1);
    await expectNoHorizontalScroll(moderatorPage);
    expect(await listViolations(moderatorPage)).toEqual([]);
  });

  await test.step('the moderator decides a case', async () => {
    const { title } = firstReport;
    await moderatorPage.goto(`/admin/queue?search=${encodeURIComponent(title)}`);
    await waitForKeyboardShortcuts(moderatorPage);
    await moderatorPage.keyboard.press('n');
    await expect(caseHeading(moderatorPage)).toBeFocused();
    await expect(caseHeading(moderatorPage)).toHaveText(title);
    await expect(moderatorPage.getByRole('button', { name: 'Manage templates' })).toHaveCount(0);
    await moderatorPage.keyboard.press('a');
    await field(moderatorPage, 'Reason').fill('Told by two people, independently of each other.');
    await moderatorPage.keyboard.press('Control+Enter');
    await expect(caseHeading(moderatorPage)).toHaveCount(0);
    await open('/alerts');
    await expect(page.getByRole('link', { name: title }).or(page.getByText(title)).first()).toBeVisible();
  });

  await test.step('the tabs of administrators tell the moderator that they are for administrators', async () => {
    for (const tab of ['overview', 'users', 'providers', 'alerts', 'reports']) {
      await moderatorPage.goto(`/admin?tab=${tab}`);
      await expect(moderatorPage.getByText('This part of the console is for administrators.')).toBeVisible();
      await expect(moderatorPage.getByRole('tab')).toHaveCount(0);
    }
    await expectNoHorizontalScroll(moderatorPage);
    expect(await listViolations(moderatorPage)).toEqual([]);
    // By a link and back, without loading a new document.
    await moderatorPage.getByRole('link', { name: 'Open the queue' }).click();
    await moderatorPage.goBack();
    await expect(moderatorPage.getByText('This part of the console is for administrators.')).toBeVisible();
  });

  await test.step('the administrator withdraws the role: the session ends, and the case is released', async () => {
    const claimedCasePath = `/admin/queue?case=${secondCase}`;
    await moderatorPage.goto(claimedCasePath);
    await expect(caseHeading(moderatorPage)).toHaveText(secondReport.title);
    await open(`/admin?tab=users&role=moderator`);
    await page.getByRole('button', { name: 'Remove moderator role Wanjiru Demo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove the moderator role of Wanjiru Demo?' });
    await field(dialog, 'Reason').fill('Moved to another team.');
    await dialog.getByRole('button', { name: 'Remove moderator role' }).click();
    await expectToast(page, 'Moderator role removed');
    await waitForEmail(email, 'You are no longer a moderator');
    await moderatorPage.goto('/admin/queue');
    await expect(moderatorPage.getByRole('heading', { level: 1 })).toHaveText('Admin Access Required');
    await open(claimedCasePath);
    await expect(caseHeading(page)).toHaveText(secondReport.title);
  });

  await test.step('the administrator logs out of the console', async () => {
    await page.getByRole('link', { name: 'Log Out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await open('/admin/queue');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Access Required');
  });
  await context.close();
});
