/** Members of a business: invitation and removal. */
import { makeBusiness } from '../apps/server/test/support/factories.ts';
import { listViolations } from './support/accessibility.ts';
import { expectToast, field } from './support/account-helpers.ts';
import { addCookie, expect, expectNoHorizontalScroll, newEmailAddress, test } from './support/product-test.ts';

test('the owner of a business invites a colleague, who accepts from the email, edits the account of the business, and is removed [BIZ-01]', async ({
  page,
  open,
  context,
  signInAs,
  people,
  waitForEmail,
  db,
}) => {
  const owner = await people.make({ email: newEmailAddress('owner'), userType: 'business' });
  await makeBusiness(db, { companyName: 'Demo Kilele Ltd', members: [{ userId: owner.id, role: 'owner' }] });
  const ownerSession = await people.signIn(owner.id);
  await addCookie(context, ownerSession);
  await open('/business');
  const team = page.getByRole('region', { name: 'Colleagues' });
  const email = newEmailAddress('colleague');
  await field(team, 'Their email address').fill(email);
  await team.getByRole('button', { name: 'Send invitation' }).click();
  await expectToast(page, 'Invitation Sent', email);
  await expect(team.getByRole('listitem').filter({ hasText: email })).toContainText('Editor');
  await expectNoHorizontalScroll(page);
  expect(await listViolations(page)).toEqual([]);

  const { link } = await waitForEmail(email, 'You are invited to a business on Hakiki');
  await signInAs({ email, userType: 'business', firstName: 'Zawadi' });
  await open(link);
  await expectNoHorizontalScroll(page);
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.waitForURL(/\/business#colleagues$/);
  // An editor can edit the account, but cannot invite anyone.
  await field(page, 'Company name').fill('Demo Kilele Holding');
  await page.getByRole('button', { name: 'Save account' }).click();
  await expectToast(page, 'Account Saved');
  await expect(team.getByRole('button', { name: 'Send invitation' })).toHaveCount(0);

  await addCookie(context, ownerSession);
  await open('/business');
  await expect(field(page, 'Company name')).toHaveValue('Demo Kilele Holding');
  const memberRow = team.getByRole('listitem').filter({ hasText: email });
  await memberRow.getByText('Change or remove').click();
  await memberRow.getByRole('button', { name: 'Remove now' }).click();
  await expectToast(page, 'Colleague Removed');
  await expect(memberRow).toHaveCount(0);
});
