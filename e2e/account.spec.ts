/** Tests of the account page by keyboard alone; they are long and run on a phone only. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { PASSWORD } from '../apps/server/test/support/factories.ts';
import { computeTotpCode, expectToast, field, addVirtualPasskeyDevice } from './support/account-helpers.ts';
import { tabToAndPressEnter, tabTo, tabToAndType } from './support/keyboard.ts';
import { expect, expectNoHorizontalScroll, newEmailAddress, test } from './support/product-test.ts';

test.use({ expectedError: /status of (?:400|401|403)/ });

const getSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const getSummary = (page: Page, text: string) => page.locator('summary', { hasText: text });

async function logInByKeyboard(page: Page, email: string, password = PASSWORD) {
  await tabToAndType(page, field(page, 'Email address'), email);
  await tabToAndType(page, field(page, 'Password'), password);
  await page.keyboard.press('Enter');
}

test('a member sees and ends other sessions, and changes the password, which ends a new one, by keyboard alone', async ({
  page,
  open,
  people,
  signInAs,
  request,
  waitForEmail,
}) => {
  const { id, email } = await signInAs();
  const elsewhere = async (device: string) => {
    const { name, value } = await people.signIn(id, { device });
    return async () => (await request.get('/api/auth/user', { headers: { cookie: `${name}=${value}` } })).status();
  };
  const [laptop, oldPhone, library] = [
    await elsewhere('Firefox on Windows'),
    await elsewhere('Opera on Android'),
    await elsewhere('Edge on Windows'),
  ];
  await open('/account');
  const sessions = getSection(page, 'Active sessions');
  await expect(sessions.getByRole('listitem')).toHaveCount(4);
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  await expectNoHorizontalScroll(page);

  await tabToAndPressEnter(page, getButton(page, 'End session on Firefox on Windows'));
  await expectToast(page, 'Session ended', 'Firefox on Windows');
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  expect([await laptop(), await oldPhone()]).toEqual([401, 200]);
  await tabToAndPressEnter(page, getButton(page, 'End all other sessions'));
  await expectToast(page, 'All other sessions ended');
  await expect(sessions.getByText('You are logged in only here.')).toBeVisible();
  expect([await oldPhone(), await library()]).toEqual([401, 401]);

  const stolen = await elsewhere('Chrome on Linux');
  await open('/account');
  const form = getSection(page, 'Password');
  await tabToAndType(page, field(form, 'Current password'), 'a wrong password');
  await tabToAndType(page, field(form, 'New password'), 'four quiet rivers east');
  await tabToAndType(page, field(form, 'Confirm new password'), 'four quiet rivers east');
  await page.keyboard.press('Enter');
  await expect(field(form, 'Current password')).toHaveAccessibleDescription(/Your password is not correct/);
  await tabToAndType(page, field(form, 'Current password'), PASSWORD);
  await tabToAndPressEnter(page, getButton(page, 'Change password'));
  await expectToast(page, 'Password changed', 'You are logged out on all other devices.');
  expect(await stolen()).toBe(401);
  await waitForEmail(email, 'Your password was changed');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');
});

test('a member turns on an authenticator app, logs in with its code and with a backup code, and turns it off, by keyboard alone', async ({
  page,
  open,
  signInAs,
  context,
  waitForEmail,
}) => {
  const { email } = await signInAs();
  await open('/account');
  const section = getSection(page, 'Two-factor authentication');
  await tabToAndType(page, field(section, 'Current password'), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(section.getByRole('heading', { level: 3 })).toBeFocused();
  await expect(section.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectNoHorizontalScroll(page);
  const secret = (await section.locator('code').textContent()) ?? '';
  await tabToAndType(page, field(section, 'Code from the app'), '000000');
  await page.keyboard.press('Enter');
  await expect(field(section, 'Code from the app')).toHaveAccessibleDescription(
    /This code is wrong or was already used/,
  );
  await tabToAndType(page, field(section, 'Code from the app'), computeTotpCode(secret));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Two-factor authentication is on');
  const codes = await section.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await expectNoHorizontalScroll(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    tabToAndPressEnter(page, getButton(page, 'Download')),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(codes[9]);
  await tabToAndPressEnter(page, getButton(page, 'I have saved them'));
  await expect(section.getByRole('listitem')).toHaveCount(0);
  await waitForEmail(email, 'A new way to log in was added');

  await context.clearCookies();
  await open('/signup?login=true');
  await logInByKeyboard(page, email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code');
  await tabToAndType(page, field(page, 'Code'), '000000');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Login failed', 'This code is wrong or was already used. Please try again.');
  // The code of the current half minute is used up; the next one is accepted, too.
  await tabToAndType(page, field(page, 'Code'), computeTotpCode(secret, 1));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard$/);

  await context.clearCookies();
  await open('/signup?login=true');
  await logInByKeyboard(page, email);
  await tabToAndType(page, field(page, 'Code'), codes[0]!.toLowerCase());
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard$/);
  await open('/account');
  await expect(section.getByText('Backup codes left').locator('xpath=following-sibling::*')).toHaveText('9');

  await tabToAndPressEnter(page, getSummary(page, 'Turn off the authenticator app'));
  await tabToAndType(page, field(section, 'Current password').filter({ visible: true }), PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Authenticator app turned off');
  await expect(getButton(page, 'Set up an authenticator app')).toBeVisible();
});

test('an administrator adds a passkey, logs in to the console with it alone, and removes it', async ({
  page,
  open,
  signInAs,
  context,
}) => {
  await signInAs({ isAdmin: true, firstName: 'Amina' });
  await addVirtualPasskeyDevice(page);
  await open('/account');
  const section = getSection(page, 'Passkeys');
  await expect(section.getByText('You have no passkeys yet.')).toBeVisible();
  await tabToAndPressEnter(page, getSummary(page, 'Add a passkey'));
  await tabToAndType(page, field(section, 'Name of the passkey'), 'My phone');
  await tabToAndType(page, field(section, 'Current password'), PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Passkey added', 'My phone');
  await expect(section.getByRole('listitem')).toContainText('My phone');

  await context.clearCookies();
  await open('/admin/login');
  await tabToAndPressEnter(page, page.getByRole('link', { name: 'Use a passkey' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin login');
  await tabToAndPressEnter(page, getButton(page, 'Use a passkey'));
  await page.waitForURL(/\/admin$/);
  // A passkey counts as both factors: the console is open.
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();

  await open('/account');
  await expect(section.getByRole('listitem')).toContainText('Last used');
  await tabToAndPressEnter(page, getSummary(page, 'Remove a passkey'));
  await tabToAndType(page, field(section, 'Current password').filter({ visible: true }), PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Passkey removed');
  await expect(section.getByText('You have no passkeys yet.')).toBeVisible();
});

test("a member changes the email address with both addresses' consent, downloads their data, and deletes the account, which is confirmed [WARN-12]", async ({
  page,
  open,
  signInAs,
  context,
  waitForEmail,
}) => {
  const { email } = await signInAs();
  const moved = newEmailAddress('moved');
  await open('/account');
  const section = getSection(page, 'Email address');
  await tabToAndType(page, field(section, 'New email address'), moved);
  await tabToAndType(page, field(section, 'Current password'), PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Two emails are on their way');
  await expect(section.getByText(`Waiting to change to ${moved}`)).toBeVisible();
  await expect(section.getByText('Not confirmed yet')).toHaveCount(2);
  await expectNoHorizontalScroll(page);

  await open((await waitForEmail(moved, 'Confirm your new email address')).link);
  await tabToAndPressEnter(page, getButton(page, 'Confirm the change'));
  await expect(page.getByText('Thank you, this address has confirmed')).toBeVisible();
  await open('/account');
  await expect(section.getByText('Not confirmed yet')).toHaveCount(1);
  await open((await waitForEmail(email, 'Confirm the change of your email address')).link);
  await tabToAndPressEnter(page, getButton(page, 'Confirm the change'));
  await expect(page.getByText('Your email address was changed')).toBeVisible();
  await open('/account');
  await expect(getSection(page, 'Profile').getByText(moved)).toBeVisible();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    tabToAndPressEnter(page, page.getByRole('link', { name: 'Download my data' })),
  ]);
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as {
    user: { email: string };
    activity: unknown[];
  };
  expect(data.user.email).toBe(moved);
  expect(data.activity.length).toBeGreaterThan(0);

  await tabToAndPressEnter(page, getSummary(page, 'I want to delete my account'));
  const deletion = getSection(page, 'Delete my account');
  await tabToAndType(page, field(deletion, 'Type DELETE to confirm'), 'yes');
  await tabToAndType(page, field(deletion, 'Current password'), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(field(deletion, 'Type DELETE to confirm')).toHaveAccessibleDescription(/Please type DELETE to confirm/);
  await tabToAndType(page, field(deletion, 'Type DELETE to confirm'), 'delete');
  await tabTo(page, getButton(page, 'Delete my account for good'));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/account-deleted');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is deleted');
  await expect(page.getByRole('main')).toContainText('You are logged out everywhere');
  await expect(page.getByRole('main').getByRole('link', { name: 'Follow your report' })).toBeVisible();
  expect((await context.request.get('/api/auth/user')).status()).toBe(401);
  await open('/signup?login=true');
  await logInByKeyboard(page, moved);
  await expectToast(page, 'Login failed', 'Invalid email or password. Please try again.');
});
