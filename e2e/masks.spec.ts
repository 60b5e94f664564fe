/** A moderator masks private data that became public, and a second one confirms it. */
import { listViolations } from './support/accessibility.ts';
import { expectToast } from './support/account-helpers.ts';
import { newUniqueReport } from './support/console-helpers.ts';
import { expect, expectNoHorizontalScroll, newEmailAddress, ownProductTest as test } from './support/product-test.ts';

/** Publishing is rejected until the number is acknowledged. */
test.use({ expectedError: /status of 409/ });

const phone = '+27 83 000 0123';

test('a moderator masks a private number in a public alert, and a second moderator confirms it [FILL-05] [FILL-06]', async ({
  page,
  open,
  people,
  baseURL,
  signInAs,
  fileReport,
}) => {
  const { title, ...story } = newUniqueReport();
  const reporter = await people.make({ email: newEmailAddress('reporter') });
  const description = `${story.description}. The victim can be called at ${phone} in the evening.`;
  const { id } = await fileReport({ ...story, title, description }, reporter);
  await signInAs({ isAdmin: true }, { hasSecondFactor: true });

  // The tab asks before it publishes the number.
  await open(`/admin?tab=alerts&search=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: `Approve ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this alert' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Confirmed by the authority.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('dialog', { name: 'Publish with these details?' });
  await expect(question.locator('mark')).toHaveText([`telephone number: ${phone}`]);
  await expectNoHorizontalScroll(page);
  expect(await listViolations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Publish with these details' }).click();
  await expectToast(page, 'Alert Approved');

  await signInAs({ isModerator: true }, { hasSecondFactor: true });
  await open(`/admin/masks?subject=alert&id=${id}`);
  await page.getByRole('checkbox', { name: phone }).check();
  await expectNoHorizontalScroll(page);
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Mask now' }).click();
  await expectToast(page, 'Masked. A second person must confirm it.');
  await expect(page.getByText('Another person must confirm it.')).toBeVisible();
  expect(await (await fetch(`${baseURL}/api/fraud-alerts/${id}/history`)).text()).not.toContain('83 000 0123');

  await signInAs({ isModerator: true }, { hasSecondFactor: true });
  await open('/admin/masks');
  await expect(page.locator('mark').first()).toHaveText(phone);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'The mask was confirmed');
  await expect(page.getByText('No mask is waiting.')).toBeVisible();
});
