/** The console and the account page ask for the second factor or a login during work, and continue afterwards. */
import { makeSessionsOlder, PASSWORD } from '../apps/server/test/support/factories.ts';
import { listViolations } from './support/accessibility.ts';
import { computeTotpCode, expectToast, field, addAuthenticatorApp } from './support/account-helpers.ts';
import { newUniqueReport, caseHeading, waitForCases } from './support/console-helpers.ts';
import {
  addCookie,
  expect,
  expectNoHorizontalScroll,
  newEmailAddress,
  ownProductTest as test,
} from './support/product-test.ts';

test.use({ expectedError: /status of (?:401|403)/ });

test('an administrator appoints a moderator only after giving the second factor again, and the form is sent then [SAFE-10]', async ({
  page,
  open,
  people,
  db,
  baseURL,
  signInAs,
}) => {
  const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const secret = await addAuthenticatorApp(baseURL, await people.signIn(admin.id, { hasSecondFactor: true }));
  await makeSessionsOlder(db, admin.id, { factorMinutes: 10 });
  const { email } = await people.make({ email: newEmailAddress('otieno'), firstName: 'Otieno', lastName: 'Demo' });
  await open(`/admin?tab=users&search=${email}`);
  await page.getByRole('button', { name: 'Make moderator Otieno Demo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make Otieno Demo a moderator?' });
  await field(dialog, 'Reason').fill('He knows the scams of Kenya.');
  await dialog.getByRole('button', { name: 'Make moderator' }).click();

  const factorDialog = page.getByRole('dialog', { name: 'Confirm with your second factor' });
  const code = factorDialog.getByRole('textbox', { name: 'Code from your authenticator app, or a backup code' });
  await expect(code).toBeFocused();
  await expectNoHorizontalScroll(page);
  expect(await listViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expectToast(page, 'Please confirm with your second factor to do this.');
  await expect(field(dialog, 'Reason')).toHaveValue('He knows the scams of Kenya.');

  await dialog.getByRole('button', { name: 'Make moderator' }).click();
  await code.fill('000 000');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/This code is wrong or was already used/);
  // The code of the current half minute is used up; the next one is accepted, too.
  await code.fill(computeTotpCode(secret, 1));
  await page.keyboard.press('Enter');
  await expect(factorDialog).toBeHidden();
  await expectToast(page, 'Moderator appointed');
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Moderator');
});

test('a moderator gives the second factor again on the account page before backup codes are renewed, and the typed password is sent then [SAFE-10]', async ({
  page,
  open,
  people,
  db,
  baseURL,
  signInAs,
}) => {
  const moderator = await signInAs({ isModerator: true }, { hasSecondFactor: true });
  const secret = await addAuthenticatorApp(baseURL, await people.signIn(moderator.id, { hasSecondFactor: true }));
  await makeSessionsOlder(db, moderator.id, { factorMinutes: 10 });
  await open('/account');
  const section = page.getByRole('region', { name: 'Two-factor authentication' });
  await section.locator('summary', { hasText: 'Get new backup codes' }).click();
  const form = section.getByRole('form', { name: 'Get new backup codes' });
  await field(form, 'Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');

  const factorDialog = page.getByRole('dialog', { name: 'Confirm with your second factor' });
  const code = factorDialog.getByRole('textbox', { name: 'Code from your authenticator app, or a backup code' });
  await expect(code).toBeFocused();
  await expectNoHorizontalScroll(page);
  expect(await listViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(section).toContainText('Please confirm with your second factor to do this.');

  await field(form, 'Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  // The code of the current half minute is used up; the next one is accepted, too.
  await code.fill(computeTotpCode(secret, 1));
  await page.keyboard.press('Enter');
  await expect(factorDialog).toBeHidden();
  await expectToast(page, 'New backup codes created');
  await expect(section.getByRole('listitem')).toHaveCount(10);
});

test('a moderator whose session expired while typing logs in again and loses nothing [SAFE-10]', async ({
  page,
  open,
  people,
  db,
  context,
  baseURL,
  administrator,
  signInAs,
  fileReport,
}) => {
  const report = newUniqueReport();
  await fileReport(report);
  const own = await signInAs({ isModerator: true }, { hasSecondFactor: true });
  const asking = { baseURL, cookie: await people.signIn(own.id, { hasSecondFactor: true }) };
  const [caseId = ''] = await waitForCases(asking, report.title, [1]);
  await open(`/admin/queue?case=${caseId}`);
  await expect(caseHeading(page)).toHaveText(report.title);
  await page.getByRole('radio', { name: 'Reject' }).check();
  await field(page, 'Reason').fill('A long thought that took more than half an hour.');

  await makeSessionsOlder(db, own.id, { idleMinutes: 30 });
  await page.getByRole('button', { name: 'Submit & Next' }).click();
  const over = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(over).toContainText('What you typed here is kept');
  expect(await listViolations(page)).toEqual([]);
  const logIn = over.getByRole('link', { name: 'Log in in a new tab' });
  await expect(logIn).toHaveAttribute('href', '/admin/login');
  await expect(logIn).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(over).toBeHidden();
  await expect(page.getByRole('button', { name: 'Submit & Next' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(logIn).toBeFocused();
  await over.getByRole('button', { name: 'Continue' }).click();
  await expect(over.getByRole('alert')).toHaveText('You are not logged in yet.');
  await expect(over.getByRole('button', { name: 'Continue' })).toBeFocused();

  const otherModerator = await people.make({ email: newEmailAddress('stranger'), isModerator: true });
  await addCookie(context, await people.signIn(otherModerator.id, { hasSecondFactor: true }));
  await over.getByRole('button', { name: 'Continue' }).click();
  await expect(over.getByRole('alert')).toContainText('Another account is logged in now.');

  await addCookie(context, await people.signIn(own.id, { hasSecondFactor: true }));
  await over.getByRole('button', { name: 'Continue' }).click();
  await expect(over).toBeHidden();
  await expectToast(page, '1 report rejected');
  const [decided] = await administrator.listAlerts(report.title);
  expect(decided?.status).toBe('rejected');
});
