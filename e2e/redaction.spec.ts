/** A report that names a private person is redacted before it is published, and the removed text is never public. */
import { listViolations } from './support/accessibility.ts';
import { expectToast, field } from './support/account-helpers.ts';
import { newUniqueReport, caseHeading, waitForCases, waitForKeyboardShortcuts } from './support/console-helpers.ts';
import { expect, expectNoHorizontalScroll, newEmailAddress, ownProductTest as test } from './support/product-test.ts';

const person = 'Thandi Demo';
// No other test uses these numbers: a report with a number of a published alert would be merged into that alert.
const privatePhone = '+27 83 000 0456';
const scammerPhone = '+27 83 000 0999';

test("an administrator redacts a private person in a report and publishes the remaining text, with the scammer's number [VERD-06]", async ({
  page,
  open,
  people,
  baseURL,
  signInAs,
  fileReport,
}) => {
  const { title, ...story } = newUniqueReport();
  const description = `${story.description}. Mrs ${person}, ${privatePhone}, paid twice. They call from ${scammerPhone}.`;
  const reporter = await people.make({ email: newEmailAddress('reporter') });
  await fileReport({ ...story, title, description }, reporter);
  const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const asking = { baseURL, cookie: await people.signIn(admin.id, { hasSecondFactor: true }) };
  const [caseId = ''] = await waitForCases(asking, title, [1]);

  await open(`/admin/queue?case=${caseId}`);
  await expect(caseHeading(page)).toBeFocused();
  const report = page.getByRole('article').first();
  await expect(report).toContainText('3 private details marked');
  await expect(report.locator('mark')).toHaveText([
    `name of a person: Mrs ${person}`,
    `telephone number: ${privatePhone}`,
    `telephone number: ${scammerPhone}`,
  ]);
  await expectNoHorizontalScroll(page);

  // On a phone the text begins below the first screen, and a report that was not on the screen is not decided.
  await report.locator('mark').last().scrollIntoViewIfNeeded();
  // Publishing it unchanged needs a confirmation.
  await waitForKeyboardShortcuts(page);
  await page.keyboard.press('a');
  await page.keyboard.press('w');
  await expect(field(page, 'Reason')).toBeFocused();
  await field(page, 'Reason').fill('Told by several.');
  await field(page, 'Reason').press('Control+Enter');
  const question = page.getByRole('dialog', { name: 'Publish with these details?' });
  await expect(question.getByRole('listitem')).toHaveText([
    `name of a person: Mrs ${person}`,
    `telephone number: ${privatePhone}`,
    `telephone number: ${scammerPhone}`,
  ]);
  expect(await listViolations(page)).toEqual([]);
  // The keys that opened the question do not publish: the safe choice has the focus.
  await expect(question.getByRole('button', { name: 'Edit text' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(question).toBeVisible();
  await page.keyboard.press('Enter');

  const editor = page.getByRole('dialog', { name: 'Edit the text before it is published' });
  await editor.getByRole('button', { name: `Remove the name of a person: Mrs ${person}` }).click();
  await editor.getByRole('button', { name: `Remove the telephone number: ${privatePhone}` }).click();
  await expect(editor.getByRole('status')).toHaveText('1 private detail marked');
  await expect(editor.getByRole('status')).toBeFocused();
  await expect(editor.getByRole('textbox', { name: 'Text' })).toHaveValue(
    /\[name removed\], \[phone number removed\], paid twice/,
  );
  await expect(editor.locator('del')).toContainText([`Mrs ${person}, ${privatePhone},`]);
  await expectNoHorizontalScroll(page);
  expect(await listViolations(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'The text was saved');
  await expect(report).toContainText('Edited before publication.');
  await expect(report).toContainText('removed, will not be published');
  await report.getByText('As it was sent').click();
  await expect(report).toContainText(`Mrs ${person}, ${privatePhone}, paid twice`);

  // The question showed the remaining number before, so it is not asked again.
  await page.getByRole('button', { name: 'Submit & Next' }).click();
  await expectToast(page, '1 report approved');

  const read = async (path: string) => (await fetch(`${baseURL}${path}`)).text();
  const found = JSON.parse(await read(`/api/lookup?search=${encodeURIComponent(scammerPhone)}`)) as {
    alerts: { id: string }[];
  };
  const [alert] = found.alerts;
  await open(`/alerts/${alert?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText('[name removed], [phone number removed], paid twice')).toBeVisible();
  for (const path of [
    `/alerts/${alert?.id}`,
    `/fr/alerts/${alert?.id}`,
    '/alerts',
    '/',
    '/api/fraud-alerts/active',
    `/api/fraud-alerts/${alert?.id}`,
    `/api/fraud-alerts/${alert?.id}/history`,
  ]) {
    const answer = await read(path);
    expect([answer.includes(person), answer.includes('83 000 0456')], path).toEqual([false, false]);
  }
  expect(JSON.parse(await read(`/api/lookup?search=${encodeURIComponent(privatePhone)}`))).toEqual(
    expect.objectContaining({ alerts: [] }),
  );
});
