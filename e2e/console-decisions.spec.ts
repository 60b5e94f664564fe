/** Decisions outside the queue, which need a reason and respect claims of others, and a provider added by hand. */
import { makeAlert } from '../apps/server/test/support/factories.ts';
import { makePhoto } from '../apps/server/test/support/photo.ts';
import { listViolations } from './support/accessibility.ts';
import { expectToast, field, toast } from './support/account-helpers.ts';
import { newUniqueReport, waitForCases } from './support/console-helpers.ts';
import {
  expect,
  expectNoHorizontalScroll,
  newEmailAddress,
  ownProductTest as test,
  sendRequest,
} from './support/product-test.ts';

test.use({ productOf: 'decisions outside the queue' });

test('an administrator approves an alert in its tab with a reason, and cannot decide one whose case another administrator has claimed [VERD-07]', async ({
  page,
  open,
  people,
  db,
  baseURL,
  signInAs,
  fileReport,
}) => {
  const admin = await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  const asking = { baseURL, cookie: await people.signIn(admin.id, { hasSecondFactor: true }) };
  const report = newUniqueReport();
  await fileReport(report);
  await waitForCases(asking, '', [1]);
  const otherAdministrator = await people.make({ email: newEmailAddress('holder'), isAdmin: true });
  const holding = await people.signIn(otherAdministrator.id, { hasSecondFactor: true });
  await sendRequest(`${baseURL}/api/admin/cases/next`, 'POST', holding, {});
  const { title } = await makeAlert(db, { status: 'pending' });

  await open('/admin?tab=alerts');
  const claimedAlert = page.getByRole('article').filter({ hasText: 'is working on this case until' });
  await expect(claimedAlert).toContainText(otherAdministrator.email);
  await expect(claimedAlert.getByRole('button', { name: /^(?:Approve|Reject)/ })).toHaveCount(0);
  await expect(claimedAlert.getByRole('link', { name: 'Open in the queue' })).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  await expectNoHorizontalScroll(page);

  await page.getByRole('button', { name: `Approve ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this alert' });
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(field(dialog, 'Reason')).toHaveAccessibleDescription(/Please give a reason/);
  expect(await listViolations(page)).toEqual([]);
  await field(dialog, 'Reason').fill('Told by two people, independently of each other.');
  await field(dialog, 'Reason').press('Control+Enter');
  await expectToast(page, 'Alert Approved', 'Fraud alert has been approved and is now visible to all users.');
  await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(0);
});

test('an administrator adds a provider, enters its facts, logo and evidence, and finds them in the public directory [FILL-01] [FILL-02] [FILL-03] [PROV-01] [PROV-03] [PROV-16] [REAL-07]', async ({
  page,
  open,
  signInAs,
}) => {
  const name = `Added ${newEmailAddress('admin').slice(6, 14)}`;
  const older = `${name} Old`;
  await signInAs({ isAdmin: true }, { hasSecondFactor: true });
  await open('/admin?tab=providers');
  for (const added of [older, name]) {
    await page.getByRole('button', { name: 'Add provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a provider' });
    await field(dialog, 'Provider name').fill(added);
    await field(dialog, 'Provider name').press('Tab');
    if (added === name) await expect(dialog.getByRole('link', { name: older })).toBeVisible();
    await dialog.getByLabel('Provider type').selectOption('Exchange');
    await field(dialog, 'Description').fill('Buys and sells coins, with an office in Nairobi.');
    await dialog.getByLabel('Countries').first().selectOption('Kenya');
    expect(await listViolations(page)).toEqual([]);
    await expectNoHorizontalScroll(page);
    await dialog.getByRole('button', { name: 'Add provider' }).click();
    await expect(dialog).toHaveCount(0);
    // The whole toast: the name of the first provider contains that of the second.
    await expect(toast(page)).toContainText(new RegExp(`Provider Added\\s*${added}(?! Old)`));
  }

  await open(`/admin?tab=providers&search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await page.getByRole('link', { name: 'Edit listing' }).click();
  const listing = page.getByRole('form', { name: 'Listing' });
  await field(listing, 'Licence information (optional)').fill('FSP 12345');
  await field(listing, 'Number of users (optional)').fill('120,000');
  await listing.getByRole('button', { name: 'Add a security feature' }).click();
  await field(listing, 'Security feature 1').fill('Cold storage');
  await field(listing, 'Insurance (optional)').fill('Up to R100,000');
  await listing.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Provider Updated');
  expect(await listViolations(page)).toEqual([]);
  await expectNoHorizontalScroll(page);

  const photo = await makePhoto({ width: 400, height: 300 });
  await page.getByLabel('Logo (optional)').setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expectToast(page, 'Logo saved');
  await expect(page.getByRole('button', { name: 'Remove logo' })).toBeVisible();

  await expect(page.getByText('Nobody becomes Verified without evidence of the last 180 days.')).toBeVisible();
  const evidence = page.getByRole('form', { name: 'Add evidence' });
  await evidence.getByLabel('Kind').selectOption('Licence');
  await evidence.getByLabel('Country of the authority').selectOption('Kenya');
  await field(evidence, 'Who says so').fill('Demo Markets Authority (fictional)');
  await field(evidence, 'Number (optional)').fill('DEMO-77');
  await evidence.getByLabel('Day you saw it').fill(new Date().toISOString().slice(0, 10));
  const screenshot = { name: 'register.jpg', mimeType: 'image/jpeg', buffer: photo };
  await evidence.getByLabel('Picture of it (optional)').setInputFiles(screenshot);
  await expect(evidence.getByText('The picture is ready. Save the evidence to publish it.')).toBeVisible();
  expect(await listViolations(page)).toEqual([]);
  await evidence.getByRole('button', { name: 'Save evidence' }).click();
  await expectToast(page, 'Evidence saved');
  await expect(page.getByText('Nobody becomes Verified without evidence of the last 180 days.')).toBeHidden();

  await open(`/directory?search=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  const logo = page.locator('header img[src^="/api/logos/"]').first();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160);
  await page.getByRole('tab', { name: 'Compliance' }).click();
  await expect(page.getByRole('tabpanel').getByText('FSP 12345')).toBeVisible();
  await expect(page.getByRole('tabpanel').getByText('DEMO-77')).toBeVisible();
  const picture = await page.getByRole('link', { name: 'See the picture' }).getAttribute('href');
  expect((await page.request.get(picture!)).headers()['content-type']).toBe('image/jpeg');
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(/Cold storage.*Not confirmed.*Up to R100,000/s);
});
