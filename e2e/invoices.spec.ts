/** An annual invoice, from the console to the customer's account, and marked as paid. */
import { readFile } from 'node:fs/promises';
import { makeBusiness } from '../apps/server/test/support/factories.ts';
import { extractPdfText } from '../apps/server/test/support/pdf-text.ts';
import { listViolations } from './support/accessibility.ts';
import { confirmMoney, expectToast, field } from './support/account-helpers.ts';
import {
  addCookie,
  expect,
  expectNoHorizontalScroll,
  isPhone,
  newEmailAddress,
  ownProductTest as test,
} from './support/product-test.ts';

test('an administrator issues an annual invoice, the owner of the business finds it with its file on the account and in the portal, and the administrator marks it as paid [REAL-21] [BIZ-11]', async ({
  page,
  open,
  people,
  context,
  signInAs,
  db,
}) => {
  const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const member = await people.make({
    email: newEmailAddress('member'),
    userType: 'business',
    firstName: 'Ọláyínká',
    lastName: 'Adébáyọ̀',
  });
  await makeBusiness(db, { companyName: 'Adébáyọ̀ Coins', members: [{ userId: member.id, role: 'owner' }] });
  await open(`/admin?tab=users&search=${member.email}&open=${member.id}`);
  const dialog = page.getByRole('dialog', { name: 'Ọláyínká Adébáyọ̀' });
  await dialog.getByText('Issue an annual invoice').click();
  await field(dialog, 'Billed to').fill('Adébáyọ̀ Coins Ltd');
  await field(dialog, 'Address').fill('2 Broad Street\nLagos');
  expect(await listViolations(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  await dialog.getByRole('button', { name: 'Issue invoice' }).click();
  await expectToast(page, 'Invoice Issued');

  const memberSession = await people.signIn(member.id);
  await addCookie(context, memberSession);
  if (isPhone(page)) await page.setViewportSize({ width: 320, height: 640 });
  await open('/account');
  const section = page.getByRole('region', { name: 'Invoices' });
  await expect(section.getByRole('listitem')).toContainText('Listing in the register');
  await expect(section.getByRole('listitem')).toContainText('R25,000.00');
  await expect(section.getByRole('listitem')).toContainText('Awaiting payment');
  await expectNoHorizontalScroll(page);
  expect(await listViolations(page)).toEqual([]);
  const link = section.getByRole('link', { name: /^Download PDF/ });
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(file.suggestedFilename()).toMatch(/^HK-\d{4}-\d{6}\.pdf$/);
  expect(await extractPdfText(await readFile(await file.path()))).toContain('Adébáyọ̀ Coins Ltd');
  const billing = page.getByRole('tabpanel');
  await open('/business?tab=billing');
  await expect(billing).toContainText(/R25.000 per year\s*Payment pending/);
  await expect(billing.getByRole('listitem')).toContainText('Awaiting payment');
  await expectNoHorizontalScroll(page);

  await addCookie(context, await people.signIn(admin.id, { hasSecondFactor: true }));
  await open('/admin?tab=users&invoice=coins');
  await expectNoHorizontalScroll(page);
  const row = page.getByRole('table', { name: 'Invoices and credit notes' }).getByRole('row').last();
  await expect(row).toContainText('Adébáyọ̀ Coins Ltd');
  await row.getByRole('button', { name: /^Mark as paid/ }).click();
  await confirmMoney(page, 'Has this invoice been paid?', 'Mark as paid', 'FT26321XYZ');
  await expectToast(page, 'Invoice Marked as Paid');
  await expect(row).toContainText('Paid');
  await expect(row.getByRole('button')).toHaveCount(0);

  await addCookie(context, memberSession);
  await open('/business?tab=billing');
  await expect(billing).toContainText(/R25.000 per year\s*Paid/);
  await expect(billing.getByRole('listitem')).not.toContainText('Awaiting payment');
});
