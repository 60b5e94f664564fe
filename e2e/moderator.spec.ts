/** The role of a moderator, from being granted to being withdrawn, in two browsers. */
import { PASSWORD } from '../apps/server/test/makers.ts';
import { violationsOn } from './accessible.ts';
import { appCode, expectToast, field, withAuthenticatorApp } from './account-pieces.ts';
import { aStory, caseHeading, expectCases, untilKeysAct } from './console-pieces.ts';
import { expect, expectNoSidewaysScroll, newAddress, ownProductTest as test } from './product-test.ts';

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
  test.setTimeout(120_000);
  const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const asking = { baseURL, cookie: await people.signIn(admin.id, { hasSecondFactor: true }) };
  const { id, email } = await people.make({ email: newAddress('wanjiru'), firstName: 'Wanjiru', lastName: 'Demo' });
  const secret = await withAuthenticatorApp(baseURL, await people.signIn(id));
  // Other tests leave cases in the same queue.
  const [first, second] = [aStory(), aStory()];
  for (const story of [first, second]) await fileReport(story);
  await expectCases(asking, first.title, [1]);
  const [secondCase = ''] = await expectCases(asking, second.title, [1]);

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
  const theirs = await context.newPage();
  await test.step('the moderator logs in with the second factor and arrives at the queue', async () => {
    await theirs.goto('/admin/login');
    await theirs.locator('html[data-ready]').waitFor();
    await field(theirs, 'Email address').fill(email);
    await field(theirs, 'Password').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Log in to the admin portal' }).click();
    // The code of the current half minute is used up; the next one is accepted, too.
    await field(theirs, 'Code').fill(appCode(secret, 1));
    await theirs.keyboard.press('Enter');
    await theirs.waitForURL(/\/admin\/queue$/);
    await expect(theirs.getByText('Moderator: Wanjiru')).toBeVisible();
    for (const { title } of [first, second])
      await expect(theirs.getByRole('row').filter({ hasText: title })).toHaveCount(1);
    await expectNoSidewaysScroll(theirs);
    expect(await violationsOn(theirs)).toEqual([]);
  });

  await test.step('the moderator decides a case', async () => {
    const { title } = first;
    await theirs.goto(`/admin/queue?search=${encodeURIComponent(title)}`);
    await untilKeysAct(theirs);
    await theirs.keyboard.press('n');
    await expect(caseHeading(theirs)).toBeFocused();
    await expect(caseHeading(theirs)).toHaveText(title);
    await expect(theirs.getByRole('button', { name: 'Manage templates' })).toHaveCount(0);
    await theirs.keyboard.press('a');
    await field(theirs, 'Reason').fill('Told by two people, independently of each other.');
    await theirs.keyboard.press('Control+Enter');
    await expect(caseHeading(theirs)).toHaveCount(0);
    await open('/alerts');
    await expect(page.getByRole('link', { name: title }).or(page.getByText(title)).first()).toBeVisible();
  });

  await test.step('pages for administrators tell the moderator so', async () => {
    for (const tab of ['overview', 'users', 'providers', 'alerts', 'reports']) {
      await theirs.goto(`/admin?tab=${tab}`);
      await expect(theirs.getByText('This part of the console is for administrators.')).toBeVisible();
      await expect(theirs.getByRole('tab')).toHaveCount(0);
    }
    await expectNoSidewaysScroll(theirs);
    expect(await violationsOn(theirs)).toEqual([]);
    // By a link, without loading a new document.
    await theirs.getByRole('link', { name: 'Open the queue' }).click();
    await theirs.goBack();
    await expect(theirs.getByText('This part of the console is for administrators.')).toBeVisible();
  });

  await test.step('the role is withdrawn: the session ends, and the case is released', async () => {
    const held = `/admin/queue?case=${secondCase}`;
    await theirs.goto(held);
    await expect(caseHeading(theirs)).toHaveText(second.title);
    await open(`/admin?tab=users&role=moderator`);
    await page.getByRole('button', { name: 'Remove moderator role Wanjiru Demo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove the moderator role of Wanjiru Demo?' });
    await field(dialog, 'Reason').fill('Moved to another team.');
    await dialog.getByRole('button', { name: 'Remove moderator role' }).click();
    await expectToast(page, 'Moderator role removed');
    await waitForEmail(email, 'You are no longer a moderator');
    await theirs.goto('/admin/queue');
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Admin Access Required');
    await open(held);
    await expect(caseHeading(page)).toHaveText(second.title);
  });

  await test.step('leaving the console logs the moderator out', async () => {
    await page.getByRole('link', { name: 'Log Out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await open('/admin/queue');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Access Required');
  });
  await context.close();
});
