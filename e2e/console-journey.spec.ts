/**
 * The work of administrators and moderators in the console: by keyboard and by mouse, alone and in pairs, and with
 * encrypted contact data.
 */
import { makeFactorsOlder } from '../apps/server/test/support/factor-age.ts';
import { makeProvider, makeRecentEvidence, PASSWORD } from '../apps/server/test/support/factories.ts';
import type { PublishedAlert } from '@hakiki/contract/alerts';
import type { Browser, Locator, Page } from '@playwright/test';
import { makePhoto } from '../apps/server/test/support/photo.ts';
import type { People } from '../tools/product.ts';
import { listViolations } from './support/accessibility.ts';
import {
  computeTotpCode,
  expectToast,
  listCoveredByToast,
  toast,
  field,
  addVirtualPasskeyDevice,
  addAuthenticatorApp,
} from './support/account-helpers.ts';
import {
  newUniqueReport,
  caseHeading,
  waitForCases,
  listCases,
  waitForKeyboardShortcuts,
} from './support/console-helpers.ts';
import {
  addCookie,
  expect,
  expectNoHorizontalScroll,
  newEmailAddress,
  ownProductTest as test,
  sendRequest,
} from './support/product-test.ts';

// One after the other on one product: the queue is shared, and empty at first.
test.use({ productOf: 'the console journey' });
test.describe.configure({ mode: 'default' });

const CASE_COUNT = 20;
type UniqueReport = ReturnType<typeof newUniqueReport>;
const templates = [
  ['Told alike by several', 'Several people tell the same, independently of each other.'],
  ['Without a sign of fraud', 'What was sent shows no sign of fraud.'],
] as const;

test('an administrator decides twenty cases by keyboard alone, with fewer than 3.5 keystrokes per case', async ({
  page,
  open,
  people,
  administrator,
  baseURL,
  signInAs,
  fileReport,
}) => {
  const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const asking = { baseURL, cookie: await people.signIn(admin.id, { hasSecondFactor: true }) };
  for (const [title, text] of templates)
    await sendRequest(`${baseURL}/api/admin/templates`, 'POST', asking.cookie, { title, text });
  const reporter = await people.make({ email: newEmailAddress('reporter') });
  const uniqueReports = Array.from({ length: CASE_COUNT }, () => newUniqueReport());
  for (const uniqueReport of uniqueReports) await fileReport(uniqueReport, reporter);
  // A quarter has a second report.
  const seenTwice = uniqueReports.slice(0, CASE_COUNT / 4);
  for (const uniqueReport of seenTwice)
    await fileReport({ ...uniqueReport, severity: 'Low', affectedCountries: ['ghana'] }, reporter);
  await waitForCases(
    asking,
    '',
    uniqueReports.map((uniqueReport) => (seenTwice.includes(uniqueReport) ? 2 : 1)),
  );

  let pressed = 0;
  const press = async (key: string) => {
    pressed += 1;
    await page.keyboard.press(key);
  };
  const reports = page.getByRole('region', { name: 'Reports of this case' });
  await open('/admin/queue');
  await expect(page.getByText(`of ${CASE_COUNT} cases`)).toBeVisible();
  await waitForKeyboardShortcuts(page);
  await press('n');
  for (let index = 0; index < CASE_COUNT; index += 1) {
    await expect(caseHeading(page)).toBeFocused();
    const title = await caseHeading(page).innerText();
    if ((await reports.getByRole('article').count()) > 1) {
      await press('j');
      await expect(reports.getByRole('article').nth(1)).toHaveAttribute('aria-current', 'true');
      await expect(reports.getByRole('article').nth(1).locator('mark')).toContainText(['Ghana']);
    }
    await press(index % 2 === 0 ? 'a' : 'r');
    await press(index % 2 === 0 ? '1' : '2');
    await expect(field(page, 'Reason')).toHaveValue(templates[index % 2]?.[1] ?? '');
    await press('Control+Enter');
    if (index < CASE_COUNT - 1) await expect(caseHeading(page)).not.toHaveText(title);
  }
  await expect(page.getByText('No case is waiting')).toBeVisible();
  test.info().annotations.push({ type: 'keystrokes per case', description: String(pressed / CASE_COUNT) });
  console.log(`${pressed} keystrokes for ${CASE_COUNT} cases: ${pressed / CASE_COUNT} for each`);
  expect(pressed / CASE_COUNT).toBeLessThan(3.5);

  expect(await listCases(asking)).toEqual([]);
  const decided = await Promise.all(uniqueReports.map(({ title }) => administrator.listAlerts(title)));
  const states = decided.flat().map(({ status }) => status);
  expect(states.filter((status) => status === 'pending')).toEqual([]);
  // Of two reports in an approved case, one became the alert and the other is counted into it.
  expect(states.filter((status) => status === 'approved')).toHaveLength(CASE_COUNT / 2);
  expect(states.filter((status) => status === 'rejected').length).toBeGreaterThanOrEqual(CASE_COUNT / 2);
});

test('a moderator works through twenty cases by mouse, with a redaction, a question, a snoozed case, a merge and a move [VERD-06] [VERD-08]', async ({
  page,
  open,
  people,
  administrator,
  baseURL,
  signInAs,
  fileReport,
}) => {
  const own = await signInAs({ isModerator: true }, { hasSecondFactor: true });
  const asking = { baseURL, cookie: await people.signIn(own.id, { hasSecondFactor: true }) };
  const before = await listCases(asking);
  const uniqueReports = Array.from({ length: CASE_COUNT }, () => newUniqueReport());
  const [named, asked, later, kept, taken, doubled, goal] = uniqueReports as [
    UniqueReport,
    UniqueReport,
    UniqueReport,
    UniqueReport,
    UniqueReport,
    UniqueReport,
    UniqueReport,
  ];
  const privateWords = 'He is Mr Emeka Okafor, +254 700 000 123.';
  const untilCases = (count: number) =>
    expect.poll(async () => (await listCases(asking)).length).toBe(before.length + count);
  // Targets of the merge and the move come last, so that they still exist then.
  const last = [taken, goal];
  for (const uniqueReport of uniqueReports.filter((one) => !last.includes(one)))
    await fileReport(
      uniqueReport === named
        ? { ...uniqueReport, description: `${uniqueReport.description} ${privateWords}` }
        : uniqueReport,
    );
  await fileReport(doubled);
  await untilCases(CASE_COUNT - last.length);
  for (const uniqueReport of last) await fileReport(uniqueReport);
  await untilCases(CASE_COUNT);

  const button = (name: string) => page.getByRole('button', { name });
  const dialog = page.getByRole('dialog');
  const decide = async (verdict: 'Approve' | 'Reject') => {
    await page.getByRole('radio', { name: verdict }).check();
    const reason = 'Several people tell the same, independently of each other.';
    // A busy browser can lose a text that is pasted just after a click.
    await expect(async () => {
      await field(page, 'Reason').fill(reason);
      await expect(field(page, 'Reason')).toHaveValue(reason, { timeout: 5000 });
    }).toPass();
    await button('Submit & Next').click();
  };
  const decideOn = {
    [named.title]: async () => {
      await expect(page.getByText('2 private details')).toBeVisible();
      await button('Edit text').click();
      await dialog.getByRole('button', { name: 'Remove all' }).click();
      await dialog.getByRole('button', { name: 'Save the text' }).click();
      await expect(dialog).toHaveCount(0);
      await decide('Approve');
    },
    [asked.title]: async () => {
      await button('Ask a question').click();
      await dialog.getByRole('textbox').fill('On which day did you pay?');
      await dialog.getByRole('button', { name: 'Send question' }).click();
      await expectToast(page, 'Question sent');
      await decide('Approve');
    },
    [later.title]: async () => {
      await button('Snooze').click();
      await dialog.getByRole('radio', { name: 'Tomorrow' }).check();
      await dialog.getByRole('button', { name: 'Snooze' }).click();
    },
    [kept.title]: async () => {
      await button('Merge').click();
      await dialog.getByRole('searchbox').fill(taken.title);
      await dialog.getByRole('button', { name: `Merge with ${taken.title}` }).click();
      await expectToast(page, 'Cases merged');
      await expect(page.getByText('About all 2 undecided reports')).toBeVisible();
      await decide('Approve');
    },
    [doubled.title]: async () => {
      await page.getByRole('button', { name: /^Report 2,/ }).click();
      await button('Move report').click();
      await dialog.getByRole('searchbox').fill(goal.title);
      await dialog.getByRole('button', { name: `Move to ${goal.title}` }).click();
      await expectToast(page, 'The report was moved');
      await expect(page.getByText('About the one undecided report')).toBeVisible();
      await decide('Reject');
    },
  };

  await open('/admin/queue');
  await button('Next case').click();
  const titles: string[] = [];
  while (titles.length < before.length + CASE_COUNT - 1) {
    await expect(caseHeading(page)).toBeFocused();
    const title = await caseHeading(page).innerText();
    titles.push(title);
    await (decideOn[title]?.() ?? decide('Reject'));
    await expect(caseHeading(page).or(page.getByText('No case is waiting'))).not.toHaveText(title);
  }
  await expect(page.getByText('No case is waiting')).toBeVisible();
  // The merged case never came up, and the snoozed one comes tomorrow.
  expect(titles).toEqual(
    expect.arrayContaining(uniqueReports.filter((one) => one !== taken).map(({ title }) => title)),
  );
  expect(titles).not.toContain(taken.title);

  const statusesOf = async ({ title }: UniqueReport) =>
    (await administrator.listAlerts(title)).map(({ status }) => status).toSorted();
  expect(await statusesOf(later)).toEqual(['pending']);
  expect([await statusesOf(kept), await statusesOf(taken)].flat().toSorted()).toEqual(['approved', 'merged']);
  expect(await statusesOf(doubled)).toEqual(['rejected', 'rejected']);
  const [alert] = await administrator.listAlerts(named.title);
  const publicAlert = await (await fetch(`${baseURL}/api/fraud-alerts/${alert!.id}`)).text();
  expect(publicAlert).toContain(named.title);
  expect(publicAlert).not.toContain('Okafor');
  await open(`/alerts/${alert!.id}`);
  await expect(page.getByRole('heading', { level: 1, name: named.title })).toBeVisible();
  await expect(page.getByText(/Okafor|700 000 123/)).toHaveCount(0);
});

test.describe('several administrators', () => {
  test.use({ expectedError: /status of 409/ });

  test('an administrator asks a reporter, rejects one report of a case and undoes it, and sees when another administrator has claimed the case [VERD-09] [VERD-08]', async ({
    page,
    open,
    people,
    baseURL,
    signInAs,
    fileReport,
  }) => {
    const reporter = await people.make({ email: newEmailAddress('reporter') });
    const uniqueReport = newUniqueReport();
    const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
    const asking = { baseURL, cookie: await people.signIn(admin.id, { hasSecondFactor: true }) };
    // The report with the picture opens the case.
    const { receipt } = await fileReport(uniqueReport, reporter);
    await waitForCases(asking, uniqueReport.title, [1]);
    for (const severity of ['Low', 'Critical']) await fileReport({ ...uniqueReport, severity }, reporter);
    await uploadImage(baseURL ?? '', receipt.code);
    const [caseId = ''] = await waitForCases(asking, uniqueReport.title, [3]);

    // Another administrator claims it first and releases it.
    const otherAdministrator = await people.make({ email: newEmailAddress('other'), isAdmin: true });
    const theirs = await people.signIn(otherAdministrator.id, { hasSecondFactor: true });
    await sendRequest(`${baseURL}/api/admin/cases/${caseId}/claim`, 'POST', theirs);
    await test.step('a case that another administrator has claimed says so', async () => {
      await open(`/admin/queue?case=${caseId}`);
      await expect(page.getByText('Another moderator is working on this case')).toBeVisible();
      await sendRequest(`${baseURL}/api/admin/cases/${caseId}/release`, 'POST', theirs);
    });

    await open('/admin/queue');
    await expect(page.getByRole('row').filter({ hasText: uniqueReport.title })).toBeVisible();
    await waitForKeyboardShortcuts(page);
    await page.keyboard.press('/');
    await page.keyboard.type(uniqueReport.title);
    // The typed letters went into the search field and triggered no shortcut.
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === uniqueReport.title);
    await expect(page.getByText('Showing 1 to 1 of 1 cases')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await expect(caseHeading(page)).toHaveText(uniqueReport.title);

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toContainText('Submit & Next, also while writing');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const picture = page.getByRole('img', { name: /\.(?:jpg|png|webp)/ });
    await expect(picture).toHaveCSS('filter', /blur/);
    await page.keyboard.press('e');
    await expect(picture).toHaveCSS('filter', 'none');

    await page.keyboard.press('q');
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await page.keyboard.type('On which day did you pay?');
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Question sent');
    await expect(page.getByRole('article').first()).toContainText('On which day did you pay?');
    const looked = await fetch(`${baseURL}/api/filings/look-up`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: baseURL ?? '' },
      body: JSON.stringify({ code: receipt.code }),
    });
    expect(await looked.text()).toContain('On which day did you pay?');

    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('r');
    await page.keyboard.press('w');
    await expect(field(page, 'Reason')).toBeFocused();
    await page.keyboard.type('A copy of the first.');
    await page.keyboard.press('Control+Enter');
    await expectToast(page, '1 report rejected');
    expect(await listCoveredByToast(page)).toEqual([]);
    await expect(page.getByText('About all 2 undecided reports')).toBeVisible();
    // No decision stays selected for the remaining reports.
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(field(page, 'Reason')).toHaveValue('');
    await caseHeading(page).press('z');
    await expectToast(page, 'The case is yours again.');
    await expect(page.getByText('About all 3 undecided reports')).toBeVisible();
    await caseHeading(page).press('l');
    await expectToast(page, 'Case released');
    // The question set it aside until the answer.
    await expect(page.getByRole('row').filter({ hasText: uniqueReport.title })).toHaveCount(0);

    // A skipped case is released.
    const otherReport = newUniqueReport();
    await fileReport(otherReport, reporter);
    await waitForCases(asking, otherReport.title, [1]);
    await open(`/admin/queue?search=${encodeURIComponent(otherReport.title)}`);
    await waitForKeyboardShortcuts(page);
    await page.keyboard.press('n');
    await expect(caseHeading(page)).toHaveText(otherReport.title);
    await caseHeading(page).press('n');
    await expect(page.getByRole('row').filter({ hasText: otherReport.title })).toContainText('Unassigned');
  });
});

test('at 1366x700 the case header is one line, and the decision with reason and submit button stays on the screen, uncovered by the undo toast [VERD-04]', async ({
  page,
  open,
  people,
  baseURL,
  signInAs,
  fileReport,
}) => {
  await page.setViewportSize({ width: 1366, height: 700 });
  const reports = [newUniqueReport(), newUniqueReport()];
  for (const report of reports) for (let sent = 0; sent < 3; sent += 1) await fileReport(report);
  const own = await signInAs({ isModerator: true }, { hasSecondFactor: true });
  const asking = { baseURL, cookie: await people.signIn(own.id, { hasSecondFactor: true }) };
  const [caseId = ''] = await waitForCases(asking, reports[0]!.title, [3]);
  await waitForCases(asking, reports[1]!.title, [3]);

  await open('/admin/queue');
  for (const row of await page.getByRole('row').all())
    expect(Math.round((await row.boundingBox())!.height)).toBeLessThanOrEqual(41);

  await open(`/admin/queue?case=${caseId}`);
  await expect(caseHeading(page)).toBeFocused();
  expect((await page.getByRole('main').locator('header').first().boundingBox())!.height).toBeLessThan(50);
  await page.getByRole('radio', { name: 'Approve' }).check();
  const submit = page.getByRole('button', { name: 'Submit & Next' });
  const expectDocked = async () => {
    const [reason, button] = [(await field(page, 'Reason').boundingBox())!, (await submit.boundingBox())!];
    expect(reason.y).toBeGreaterThan(53);
    expect(reason.y + reason.height).toBeLessThan(button.y);
    expect(button.y + button.height).toBeLessThanOrEqual(700);
  };
  await expectDocked();
  await page.mouse.move(500, 500);
  await page.mouse.wheel(0, 5000);
  await expectDocked();

  // Of three reports, two are side by side; the third was never on the screen.
  await expect(page.getByRole('button', { name: /not seen yet$/ })).toHaveCount(1);
  await field(page, 'Reason').fill('Several people tell the same.');
  await submit.click();
  await expectToast(page, '2 reports approved', '1 unread report stays in the case.');
  expect(await listCoveredByToast(page)).toEqual([]);
  // Whatever the reader scrolls to, the toast covers nothing below the header.
  const [header, shownToast] = [
    (await page.locator('header').first().boundingBox())!,
    (await toast(page).boundingBox())!,
  ];
  expect(shownToast.y + shownToast.height).toBeLessThanOrEqual(header.y + header.height);
  await expectDocked();
  expect((await listCases(asking, reports[0]!.title)).map(({ filingCount }) => filingCount)).toEqual([3]);
  await expect(page.getByText('About the one undecided report')).toBeVisible();
});

test('a case too large to read becomes one alert after an administrator has read a sample of its unread reports [VERD-04] [VERD-05]', async ({
  page,
  open,
  people,
  administrator,
  baseURL,
  signInAs,
  fileReport,
}) => {
  const REPORTS = 75;
  const uniqueReport = newUniqueReport();
  const reporters = await Promise.all(
    Array.from({ length: 3 }, () => people.make({ email: newEmailAddress('reporter') })),
  );
  for (let sent = 0; sent < REPORTS; sent += 1) await fileReport(uniqueReport, reporters[sent % reporters.length]);
  const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const asking = { baseURL, cookie: await people.signIn(admin.id, { hasSecondFactor: true }) };
  const [caseId = ''] = await waitForCases(asking, uniqueReport.title, [REPORTS]);

  await open(`/admin/queue?case=${caseId}`);
  await expect(caseHeading(page)).toBeFocused();
  await expect(page.getByText('25 reports of this case were never shown to you. They stay undecided.')).toBeVisible();
  await expect(page.getByText('About the 2 you have seen; 48 reports you have not seen stay undecided')).toBeVisible();
  await page.getByRole('button', { name: 'Decide 73 like this one' }).click();
  await expect(page.getByText('1 of 20 sample reports read')).toBeVisible();
  await caseHeading(page).press('a');
  await expect(page.getByText('53 other reports count as people who reported this.')).toBeVisible();
  await expect(page.getByLabel('Which report becomes the alert')).toBeVisible();
  await caseHeading(page).press('w');
  await expect(field(page, 'Reason')).toBeFocused();
  await page.keyboard.type('They all tell the same.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Read the whole sample first, or leave the other reports undecided.')).toBeVisible();
  for (let read = 2; read <= 20; read += 1) {
    await caseHeading(page).press('m');
    await expect(page.getByText(`${read} of 20 sample reports read`)).toBeVisible();
    await expect(page.getByRole('article').nth(1)).toHaveAttribute('aria-current', 'true');
  }
  await page.getByRole('button', { name: 'Decide these and the rest' }).click();
  await expectToast(page, '22 reports approved');
  await expect(page.getByText('Starts when the decision can no longer be undone.')).toBeVisible();
  await expect(page.getByText('53 more reports were decided.')).toBeVisible();

  const alerts = await administrator.listAlerts(uniqueReport.title);
  expect(alerts.filter(({ status }) => status === 'approved')).toHaveLength(1);
  expect(alerts.filter(({ status }) => status === 'merged')).toHaveLength(REPORTS - 1);
  expect(await listCases(asking, uniqueReport.title)).toEqual([]);
  await open('/alerts');
  await expect(page.getByRole('article').filter({ hasText: uniqueReport.title })).toHaveCount(1);
  await expect(page.getByRole('article').filter({ hasText: uniqueReport.title })).toContainText('reported by 3 people');

  // A reporter sees that the report was confirmed, and opens the alert.
  await addCookie(page.context(), await people.signIn(reporters[1]!.id));
  await open('/my-reports');
  const own = page.getByRole('article').filter({ hasText: uniqueReport.title });
  await expect(own.first()).toContainText('Confirmed');
  await own.first().getByRole('link', { name: 'See the public alert' }).click();
  await expect(page.getByRole('heading', { level: 1, name: uniqueReport.title })).toBeVisible();
});

test.describe('opening contact data', () => {
  test.use({ expectedError: /status of 400/ });

  test('an administrator opens contact data with a reason and a second factor for this request; it arrives encrypted, is not stored in the browser, and disappears after five minutes [SAFE-03]', async ({
    page,
    open,
    people,
    db,
    appSecret,
    baseURL,
    signInAs,
    fileReport,
  }) => {
    const contactEmail = newEmailAddress('victim');
    const uniqueReport = newUniqueReport({ contactEmail, contactPhone: '+254 700 555 123' });
    await fileReport(uniqueReport);
    const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
    const asking = { baseURL, cookie: await people.signIn(admin.id, { hasSecondFactor: true }) };
    const secret = await addAuthenticatorApp(baseURL, await people.signIn(admin.id, { hasSecondFactor: true }));
    const [caseId = ''] = await waitForCases(asking, uniqueReport.title, [1]);
    const responseTexts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/')) responseTexts.push(response.text().catch(() => ''));
    });

    await page.clock.install();
    await open(`/admin/queue?case=${caseId}`);
    await expect(caseHeading(page)).toHaveText(uniqueReport.title);
    await expect(caseHeading(page)).toBeFocused();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'Open sealed contact details' });
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toContainText('Please give a reason');
    await page.keyboard.type('The police asked for the reporter.');
    await page.keyboard.press('Control+Enter');
    const code = dialog.getByRole('textbox', { name: 'Code from your authenticator app' });
    await expect(code).toBeFocused();
    await expect(code).toHaveAccessibleDescription(/Please enter a code, or use a passkey/);
    await page.keyboard.type('aaaa-bbbb');
    await page.keyboard.press('Enter');
    await expect(code).toHaveAccessibleDescription(/Backup codes do not open contact details/);
    await code.fill(computeTotpCode(secret, 1));
    await page.keyboard.press('Enter');
    await expect(code).toHaveAccessibleDescription(/It can open contact details 24 hours after you added it/);
    await makeFactorsOlder(db, admin.id, { appSecret });
    await code.fill('');
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(code).toHaveAccessibleDescription(/This code or passkey was not accepted for this request/);
    await expect(dialog.getByRole('textbox', { name: /^Why/ })).toHaveValue('The police asked for the reporter.');
    expect(await listViolations(page)).toEqual([]);
    // The code of the current half minute is used up; the next one is accepted, too.
    await code.fill(computeTotpCode(secret, 1));
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('definition').filter({ hasText: contactEmail })).toBeVisible();
    await expect(dialog).toContainText('+254 700 555 123');
    // The API responses contain it only in encrypted form, and the browser does not store it.
    const seen = (await Promise.all(responseTexts)).join('\n');
    expect(seen).toContain('"sealed":"');
    expect(seen).not.toContain(contactEmail);
    const kept = JSON.stringify(await page.context().storageState({ indexedDB: true }));
    expect(kept).not.toContain(contactEmail);

    await page.clock.fastForward('05:01');
    await expect(dialog).toContainText('No longer shown.');
    await expect(page.getByText(contactEmail)).toHaveCount(0);
  });
});

test('an administrator opens contact data with a reason and a passkey instead of a code [SAFE-03]', async ({
  page,
  open,
  people,
  db,
  appSecret,
  baseURL,
  signInAs,
  fileReport,
}) => {
  const contactEmail = newEmailAddress('victim');
  const uniqueReport = newUniqueReport({ contactEmail });
  await fileReport(uniqueReport);
  const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const asking = { baseURL, cookie: await people.signIn(admin.id, { hasSecondFactor: true }) };
  const [caseId = ''] = await waitForCases(asking, uniqueReport.title, [1]);
  await addVirtualPasskeyDevice(page);
  await open('/account');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.locator('summary', { hasText: 'Add a passkey' }).click();
  await field(passkeys, 'Name of the passkey').fill('My phone');
  await field(passkeys, 'Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Passkey added', 'My phone');
  await makeFactorsOlder(db, admin.id, { appSecret });

  await open(`/admin/queue?case=${caseId}`);
  await expect(caseHeading(page)).toBeFocused();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Open sealed contact details' });
  await page.keyboard.type('The police asked for the reporter.');
  await dialog.getByRole('button', { name: 'Open with a passkey' }).click();
  await expect(dialog.getByRole('definition').filter({ hasText: contactEmail })).toBeVisible();
});

test('two administrators together withdraw a warning, one alone cannot', async ({
  page,
  open,
  people,
  db,
  baseURL,
  browser,
  signInAs,
}) => {
  const name = `Flagged ${newEmailAddress('admin').slice(6, 14)}`;
  const { id } = await makeProvider(db, { name, verificationStatus: 'Flagged', flaggedReasons: ['No licence'] });
  await makeRecentEvidence(db, id);
  const verdict = async () =>
    ((await (await fetch(`${baseURL}/api/providers/${id}`)).json()) as { verificationStatus: string })
      .verificationStatus;
  await signInAs({ isAdmin: true, firstName: 'Amina' }, { hasSecondFactor: true });
  await open(`/admin?tab=providers&search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Provider' });
  await dialog.getByLabel('Verification status').selectOption('Verified');
  await expect(dialog).toContainText('A second administrator must confirm');
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('The licence was shown to us.');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Waiting for a second administrator', 'Nothing has changed yet.');
  expect(await verdict()).toBe('Flagged');

  const proposalIn = (where: Locator) => where.getByRole('listitem').filter({ hasText: name });
  await open('/admin');
  await expect(proposalIn(page.locator('main'))).toContainText(
    'You proposed this. Another administrator must confirm it.',
  );
  await expect(proposalIn(page.locator('main')).getByRole('button', { name: 'Confirm' })).toHaveCount(0);

  const theirs = await openAsSecondAdministrator({ browser, people, baseURL });
  await expect(theirs.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  await proposalIn(theirs.locator('main'))
    .getByRole('button', { name: `Review: ${name}` })
    .click();
  const proposalDialog = theirs.getByRole('dialog', { name: 'Proposed Change' });
  await expect(proposalDialog.locator('[data-field="verificationStatus"]')).toContainText(
    /Before: ?Flagged.*Proposed: ?Verified/s,
  );
  await proposalDialog.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(theirs, 'Change Confirmed');
  await expect(proposalDialog).toBeHidden();
  await theirs.context().close();
  await expect.poll(verdict).toBe('Verified');
});

test('a public alert is reworded exactly as the second administrator has seen it, and its page shows the previous text [VERD-02] [VERD-03]', async ({
  page,
  open,
  people,
  administrator,
  baseURL,
  browser,
  signInAs,
  fileReport,
}) => {
  const { id, title } = await fileReport({ severity: 'critical' });
  await administrator.approveAlert(id);
  const read = async () => {
    const { alert } = (await (await fetch(`${baseURL}/api/fraud-alerts/${id}`)).json()) as PublishedAlert;
    return [alert?.title, alert?.severity];
  };

  // A single administrator changes nothing, and the form says so.
  await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const edit = async () => {
    await open(`/admin?tab=alerts&status=approved&search=${encodeURIComponent(title)}&edit=${id}`);
    return page.getByRole('dialog', { name: 'Edit Fraud Alert' });
  };
  const dialog = await edit();
  await expect(dialog.getByText('A second administrator must confirm')).toHaveCount(0);
  await dialog.getByLabel('Title').fill('Notice');
  await expect(dialog).toContainText('This change may weaken a warning or vouch for a provider: Title.');
  await dialog.getByLabel('Severity').selectOption('Low');
  await expect(dialog).toContainText('This change may weaken a warning or vouch for a provider: Severity, Title.');
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('It was a misunderstanding.');
  await dialog.getByLabel('Evidence for moderators (optional)').fill('A letter of the bank, seen today.');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Waiting for a second administrator', 'Nothing has changed yet.');
  expect(await read()).toEqual([title, 'Critical']);

  // The second administrator sees the changes, the reason, the evidence and the preview on a phone, by keyboard.
  const theirs = await openAsSecondAdministrator({ browser, people, baseURL, viewport: { width: 360, height: 740 } });
  await theirs.getByRole('button', { name: `Review: ${title}` }).press('Enter');
  const proposalDialog = theirs.getByRole('dialog', { name: 'Proposed Change' });
  await expect(proposalDialog.locator('[data-field="severity"]')).toContainText(/Before: ?Critical.*Proposed: ?Low/s);
  await expect(proposalDialog.locator('[data-field="title"] del')).toHaveText(title);
  await expect(proposalDialog.locator('[data-field="title"] ins')).toHaveText('Notice');
  await expect(proposalDialog.locator('[data-field]')).toHaveCount(2);
  await expect(proposalDialog).toContainText('It was a misunderstanding.');
  await expect(proposalDialog).toContainText('A letter of the bank, seen today.');
  const preview = proposalDialog.locator('[data-preview]');
  await expect(preview.getByRole('heading', { name: 'Notice', level: 1 })).toBeVisible();
  await expect(preview.getByRole('link')).toHaveCount(0);
  await expect(preview.getByRole('button', { disabled: false })).toHaveCount(0);
  await preview.getByText('This happened to me: report it').click();
  await expect(proposalDialog).toBeVisible();
  expect(await listViolations(theirs)).toEqual([]);
  await expectNoHorizontalScroll(theirs);
  await theirs.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(theirs);

  // Meanwhile another change is made: what was reviewed is outdated.
  const again = await edit();
  const description = await again.getByLabel('Description').inputValue();
  await again.getByLabel('Description').fill(description.replace('nobody answered.', 'nobody answered'));
  await again.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Alert Updated');
  await proposalDialog.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(proposalDialog.getByRole('alert')).toContainText('The content changed while you were reviewing it');
  await expect(proposalDialog.getByRole('alert')).toBeFocused();
  expect(await read()).toEqual([title, 'Critical']);

  await proposalDialog.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expectToast(theirs, 'Change Confirmed');
  await expect(proposalDialog).toBeHidden();
  await expect.poll(read).toEqual(['Notice', 'Low']);

  // A visitor reads the previous text.
  await theirs.context().clearCookies();
  await theirs.goto(`/alerts/${id}`);
  await theirs.locator('html[data-ready]').waitFor();
  const newest = theirs.getByRole('region', { name: 'History of this alert' }).getByRole('listitem').first();
  await expect(newest).toContainText('Text changed: ');
  await expect(newest).toContainText('It was a misunderstanding.');
  await expect(newest).not.toContainText('A letter of the bank');
  await newest.getByText('Show the difference').click();
  await expect(newest.locator('[data-field="title"]')).toContainText(`Before: ${title}`);
  await expect(newest.locator('[data-field="title"] del')).toHaveText(title);
  await expect(newest.locator('[data-field="severity"]')).toContainText(/Before: ?Critical.*Now: ?Low/s);
  expect(await listViolations(theirs)).toEqual([]);
  await expectNoHorizontalScroll(theirs);
  await theirs.context().close();
});

interface SecondAdministrator {
  browser: Browser;
  people: People;
  baseURL: string;
  viewport?: { width: number; height: number };
}

/** Opens the console in a browser of the second administrator, at the open proposals. */
async function openAsSecondAdministrator({ browser, people, baseURL, viewport }: SecondAdministrator): Promise<Page> {
  const { id } = await people.make({ email: newEmailAddress('second'), isAdmin: true });
  const context = await browser.newContext({ baseURL, ...(viewport && { viewport }) });
  await addCookie(context, await people.signIn(id, { hasSecondFactor: true }));
  const page = await context.newPage();
  await page.goto('/admin');
  await page.locator('html[data-ready]').waitFor();
  return page;
}

/** Uploads as the reporter's browser does, with the receipt. */
async function uploadImage(baseURL: string, code: string): Promise<void> {
  const photo = await makePhoto();
  const headers = { Origin: baseURL };
  const announced = await fetch(`${baseURL}/api/filings/evidence`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ code, name: 'chat.jpg', bytes: photo.length }),
  });
  const { uploadUrl } = (await announced.json()) as { uploadUrl: string };
  const sent = await fetch(new URL(uploadUrl, baseURL), { method: 'PUT', headers, body: new Uint8Array(photo) });
  expect(sent.status).toBe(201);
}
