/** The console asks for the second factor or a login during work, and no typed text is lost. */
import { ageSessions, PASSWORD } from '../apps/server/test/makers.ts';
import { violationsOn } from './accessible.ts';
import { appCode, expectToast, field, withAuthenticatorApp } from './account-pieces.ts';
import { aStory, caseHeading, expectCases } from './console-pieces.ts';
import { addCookie, expect, expectNoSidewaysScroll, newAddress, ownProductTest as test } from './product-test.ts';

test.use({ expectedError: /status of (?:401|403)/ });

test('an administrator changes a role only after giving the second factor again, and the form is sent then [SAFE-10]', async ({
  page,
  open,
  people,
  db,
  baseURL,
  signInAs,
}) => {
  const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const secret = await withAuthenticatorApp(baseURL, await people.signIn(admin.id, { hasSecondFactor: true }));
  await ageSessions(db, admin.id, { factorMinutes: 10 });
  const { email } = await people.make({ email: newAddress('otieno'), firstName: 'Otieno', lastName: 'Demo' });
  await open(`/admin?tab=users&search=${email}`);
  await page.getByRole('button', { name: 'Make moderator Otieno Demo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make Otieno Demo a moderator?' });
  await field(dialog, 'Reason').fill('He knows the scams of Kenya.');
  await dialog.getByRole('button', { name: 'Make moderator' }).click();

  const ask = page.getByRole('dialog', { name: 'Confirm with your second factor' });
  const code = ask.getByRole('textbox', { name: 'Code from your authenticator app, or a backup code' });
  await expect(code).toBeFocused();
  await expectNoSidewaysScroll(page);
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expectToast(page, 'Please confirm with your second factor to do this.');
  await expect(field(dialog, 'Reason')).toHaveValue('He knows the scams of Kenya.');

  await dialog.getByRole('button', { name: 'Make moderator' }).click();
  await code.fill('000 000');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/This code is wrong or was already used/);
  // The code of the current half minute is used up; the next one is accepted, too.
  await code.fill(appCode(secret, 1));
  await page.keyboard.press('Enter');
  await expect(ask).toBeHidden();
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
  const secret = await withAuthenticatorApp(baseURL, await people.signIn(moderator.id, { hasSecondFactor: true }));
  await ageSessions(db, moderator.id, { factorMinutes: 10 });
  await open('/account');
  const section = page.getByRole('region', { name: 'Two-factor authentication' });
  await section.locator('summary', { hasText: 'Get new backup codes' }).click();
  const form = section.getByRole('form', { name: 'Get new backup codes' });
  await field(form, 'Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');

  const ask = page.getByRole('dialog', { name: 'Confirm with your second factor' });
  const code = ask.getByRole('textbox', { name: 'Code from your authenticator app, or a backup code' });
  await expect(code).toBeFocused();
  await expectNoSidewaysScroll(page);
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(section).toContainText('Please confirm with your second factor to do this.');

  await field(form, 'Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  // The code of the current half minute is used up; the next one is accepted, too.
  await code.fill(appCode(secret, 1));
  await page.keyboard.press('Enter');
  await expect(ask).toBeHidden();
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
  moderator,
  signInAs,
  fileReport,
}) => {
  const story = aStory();
  await fileReport(story);
  const own = await signInAs({ isModerator: true }, { hasSecondFactor: true });
  const asking = { baseURL, cookie: await people.signIn(own.id, { hasSecondFactor: true }) };
  const [caseId = ''] = await expectCases(asking, story.title, [1]);
  await open(`/admin/queue?case=${caseId}`);
  await expect(caseHeading(page)).toHaveText(story.title);
  await page.getByRole('radio', { name: 'Reject' }).check();
  await field(page, 'Reason').fill('A long thought that took more than half an hour.');

  await ageSessions(db, own.id, { idleMinutes: 30 });
  await page.getByRole('button', { name: 'Submit & Next' }).click();
  const over = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(over).toContainText('What you typed here is kept');
  expect(await violationsOn(page)).toEqual([]);
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

  const stranger = await people.make({ email: newAddress('stranger'), isModerator: true });
  await addCookie(context, await people.signIn(stranger.id, { hasSecondFactor: true }));
  await over.getByRole('button', { name: 'Continue' }).click();
  await expect(over.getByRole('alert')).toContainText('Another account is logged in now.');

  await addCookie(context, await people.signIn(own.id, { hasSecondFactor: true }));
  await over.getByRole('button', { name: 'Continue' }).click();
  await expect(over).toBeHidden();
  await expectToast(page, '1 report rejected');
  const [decided] = await moderator.listAlerts(story.title);
  expect(decided?.status).toBe('rejected');
});
