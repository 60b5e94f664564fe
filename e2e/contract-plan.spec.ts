/** An administrator grants a plan by contract until a date, and changes the date later. */
import { violationsOn } from './accessible.ts';
import { expectToast, field } from './account-pieces.ts';
import { expect, expectNoSidewaysScroll, isPhone, newAddress, ownProductTest as test } from './product-test.ts';

test('an administrator grants an API plan until a date, sees its end, and renews it by choosing it again [DEC-73]', async ({
  page,
  open,
  people,
  signInAs,
}) => {
  if (isPhone(page)) await page.setViewportSize({ width: 320, height: 640 });
  await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const customer = await people.make({ email: newAddress('customer'), firstName: 'Thandi', lastName: 'Dlamini' });
  await open(`/admin?tab=users&search=${customer.email}`);

  const choose = async (plan: string) => {
    await page.getByLabel(/change the plan of Thandi Dlamini$/).click();
    await page.getByRole('button', { name: plan, exact: true }).click();
  };
  await choose('API');
  const given = page.getByRole('dialog', { name: 'Give Thandi Dlamini the API plan?' });
  await field(given, 'Last day of the plan').fill('2020-01-01');
  await given.getByRole('button', { name: 'Change to API' }).click();
  await expect(given).toContainText('Please choose a day within the next five years');
  expect(await violationsOn(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  const nextYear = new Date().getUTCFullYear() + 1;
  await field(given, 'Last day of the plan').fill(`${nextYear}-06-30`);
  await given.getByRole('button', { name: 'Change to API' }).click();
  await expectToast(page, 'User Updated');
  await expect(page.getByRole('main')).toContainText(`until Jun 30, ${nextYear}`);
  await expectNoSidewaysScroll(page);

  await choose('API');
  const renewed = page.getByRole('dialog', { name: 'When does the API plan end?' });
  await expect(field(renewed, 'Last day of the plan')).toHaveValue(`${nextYear + 1}-06-30`);
  await page.keyboard.press('Escape');
  await expect(renewed).toBeHidden();
  await choose('API');
  await renewed.getByRole('button', { name: 'Set the end' }).click();
  await expect(page.getByRole('main')).toContainText(`until Jun 30, ${nextYear + 1}`);
});
