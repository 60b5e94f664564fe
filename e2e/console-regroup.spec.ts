/** Snoozing, merging, splitting and moving cases, by keyboard and by mouse, also at the width of a phone. */
import { listViolations } from './support/accessibility.ts';
import { expectToast } from './support/account-helpers.ts';
import { newUniqueReport, caseHeading, waitForCases, waitForKeyboardShortcuts } from './support/console-helpers.ts';
import {
  expect,
  expectNoHorizontalScroll,
  newEmailAddress,
  ownProductTest as test,
  sendRequest,
} from './support/product-test.ts';

test.use({ productOf: 'regrouping' });

test('a moderator snoozes a case and gets it back, merges two, splits one and moves a report [VERD-08]', async ({
  page,
  open,
  people,
  baseURL,
  signInAs,
  fileReport,
}) => {
  const reporter = await people.make({ email: newEmailAddress('reporter') });
  const [firstReport, secondReport, thirdReport] = [newUniqueReport(), newUniqueReport(), newUniqueReport()];
  const { receipt } = await fileReport(firstReport, reporter);
  const moderator = await signInAs({ isModerator: true }, { hasSecondFactor: true });
  const asking = { baseURL, cookie: await people.signIn(moderator.id, { hasSecondFactor: true }) };
  await waitForCases(asking, '', [1]);
  for (const uniqueReport of [firstReport, thirdReport]) await fileReport(uniqueReport, reporter);
  await waitForCases(asking, '', [1, 2]);
  await fileReport(secondReport, reporter);
  await waitForCases(asking, '', [1, 1, 2]);
  const dialog = page.getByRole('dialog');
  const rowOf = (title: string) => page.getByRole('row').filter({ hasText: title });
  const view = (name: string) =>
    page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name, exact: true });
  const openCase = async (title: string) => {
    await open('/admin/queue');
    await rowOf(title).getByRole('link').click();
    await expect(caseHeading(page)).toHaveText(title);
    await waitForKeyboardShortcuts(page);
  };

  await test.step('a case is snoozed until a day and returned to the queue from its list', async () => {
    await openCase(firstReport.title);
    await page.keyboard.press('p');
    await expect(dialog.getByRole('radio', { name: 'Tomorrow' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: 'In 3 days' })).toBeChecked();
    await expect(dialog.getByRole('radio', { name: 'An answer arrives' })).toBeDisabled();
    expect(await listViolations(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Why' }).fill('The bank is closed until then.');
    await dialog.getByRole('button', { name: 'Snooze' }).click();
    await expectToast(page, 'Snoozed until');
    // The next case opened by itself.
    await expect(caseHeading(page)).not.toHaveText(firstReport.title);
    await open('/admin/queue');
    await expect(rowOf(secondReport.title)).toBeVisible();
    await expect(rowOf(firstReport.title)).toHaveCount(0);
    await view('Mine').click();
    await expect(page.getByText('Showing 1 to 1 of 1 cases')).toBeVisible();
    await view('Snoozed').click();
    await expect(rowOf(firstReport.title)).toContainText(`by ${moderator.email}`);
    await expect(rowOf(firstReport.title)).toContainText('The bank is closed until then.');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoHorizontalScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await rowOf(firstReport.title).getByRole('button', { name: 'Return to queue' }).click();
    await expectToast(page, 'The case is back in the queue');
    await expect(rowOf(firstReport.title)).toHaveCount(0);
    await view('All open cases').click();
    await expect(rowOf(firstReport.title)).toBeVisible();
  });

  await test.step('a case is snoozed until an answer, which brings it back', async () => {
    await openCase(firstReport.title);
    await page.keyboard.press('q');
    await page.keyboard.type('On which site was it?');
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Question sent');
    await expect(page.getByText('Question asked')).toBeVisible();
    await caseHeading(page).press('p');
    await expect(dialog.getByRole('radio', { name: 'An answer arrives' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Snooze' }).click();
    await expectToast(page, 'Snoozed until');
    const looked = await sendRequest(`${baseURL}/api/filings/look-up`, 'POST', asking.cookie, { code: receipt.code });
    const { questions } = (await looked.json()) as { questions: { id: string }[] };
    const answer = 'It was on answered-demo.example.';
    const body = { code: receipt.code, questionId: questions[0]?.id, answer };
    await sendRequest(`${baseURL}/api/filings/answers`, 'POST', asking.cookie, body);
    await open('/admin/queue?only=answered');
    await expect(rowOf(firstReport.title)).toContainText('Answered');
    await rowOf(firstReport.title).getByRole('link').click();
    await expect(page.getByText(answer)).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('From an answer, not published')).toBeVisible({ timeout: 2000 });
    }).toPass();
  });

  await test.step('two cases are merged, the merge is undone, and they are merged again', async () => {
    await openCase(secondReport.title);
    await page.keyboard.press('g');
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type(thirdReport.title);
    await expect(dialog.getByText('Open cases found')).toBeVisible();
    expect(await listViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: `Merge with ${thirdReport.title}` }).click();
    await expectToast(page, 'Cases merged');
    await expect(page.getByText('2 reports')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Merge undone');
    await expect(page.getByText('1 report', { exact: true })).toBeVisible();
    await expect(caseHeading(page)).toHaveText(secondReport.title);
    await page.getByRole('button', { name: 'Merge' }).click();
    await dialog.getByRole('searchbox').fill(thirdReport.title);
    await dialog.getByRole('button', { name: `Merge with ${thirdReport.title}` }).click();
    await expect(page.getByText('2 reports')).toBeVisible();
  });

  await test.step('a report is split off and moved to a third case', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    // The merged case has the title of the older one.
    await expect(caseHeading(page)).toHaveText(thirdReport.title);
    await page.getByRole('button', { name: /^Report 2/ }).click();
    await page.getByRole('button', { name: 'Split' }).click();
    await expect(dialog).toContainText('The selected report becomes a new case');
    await expectNoHorizontalScroll(page);
    await dialog.getByRole('button', { name: 'Split' }).click();
    await expectToast(page, 'New case created');
    await page.getByRole('button', { name: 'Open it' }).click();
    await expect(caseHeading(page)).toHaveText(secondReport.title);
    await page.getByRole('button', { name: 'Move report' }).click();
    await dialog.getByRole('searchbox').fill(firstReport.title);
    await dialog.getByRole('button', { name: `Move to ${firstReport.title}` }).click();
    await expectToast(page, 'The report was moved');
    await expect(caseHeading(page)).toHaveText(firstReport.title);
    await expect(page.getByText('3 reports')).toBeVisible();
    await expectNoHorizontalScroll(page);
    await waitForCases(asking, '', [1, 3]);
  });
});
