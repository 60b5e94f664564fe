/** An administrator grants a plan by contract until a date, and changes the date later. */
import { listViolations } from './support/accessibility.ts';
import { expectToast, field } from './support/account-helpers.ts';
import {
  expect,
  expectNoHorizontalScroll,
  isPhone,
  newEmailAddress,
  ownProductTest as test,
} from './support/product-test.ts';

test('an administrator grants an API plan until a date, sees its end, and renews it by choosing it again [DEC-73]', async ({
  page,
  open,
  people,
  signInAs,
}) => {
  if (isPhone(page)) await page.setViewportSize({ width: 320, height: 640 });
  await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const customer = await people.make({ email: newEmailAddress('customer'), firstName: 'Thandi', lastName: 'Dlamini' });
  await open(`/admin?tab=users&search=${customer.email}`);

  const choose = async (plan: string) => {
    await page.getByLabel(/change the plan of Thandi Dlamini$/).click();
    await page.getByRole('button', { name: plan, exact: true }).click();
  };
  await choose('API');
  const planDialog = page.getByRole('dialog', { name: 'Give Thandi Dlamini the API plan?' });
  await field(planDialog, 'Last day of the plan').fill('2020-01-01');
  await planDialog.getByRole('button', { name: 'Change to API' }).click();
  await expect(planDialog).toContainText('Please choose a day within the next five years');
  expect(await listViolations(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
  const nextYear = new Date().getUTCFullYear() + 1;
  await field(planDialog, 'Last day of the plan').fill(`${nextYear}-06-30`);
  await planDialog.getByRole('button', { name: 'Change to API' }).click();
  await expectToast(page, 'User Updated');
  await expect(page.getByRole('main')).toContainText(`until Jun 30, ${nextYear}`);
  await expectNoHorizontalScroll(page);

  await choose('API');
  const renewed = page.getByRole('dialog', { name: 'When does the API plan end?' });
  await expect(field(renewed, 'Last day of the plan')).toHaveValue(`${nextYear + 1}-06-30`);
  await page.keyboard.press('Escape');
  await expect(renewed).toBeHidden();
  await choose('API');
  await renewed.getByRole('button', { name: 'Set the end' }).click();
  await expect(page.getByRole('main')).toContainText(`until Jun 30, ${nextYear + 1}`);
});
