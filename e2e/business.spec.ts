import { PASSWORD } from '../apps/server/test/support/factories.ts';
import { makePhoto } from '../apps/server/test/support/photo.ts';
import { listViolations } from './support/accessibility.ts';
import { expectToast, field, logIn } from './support/account-helpers.ts';
import {
  addCookie,
  expect,
  expectNoHorizontalScroll,
  newEmailAddress,
  test,
  sendRequest,
} from './support/product-test.ts';

const BUSINESS_API = /\/api\/business\//;
/** A rejected document gets the status 400. */
test.use({ expectedError: /status of 400/ });

test('a visitor of the business portal is asked to log in, and no data is read [DEC-61] [ROUTE-10]', async ({
  page,
  open,
}) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => BUSINESS_API.test(request.url()) && requestedUrls.push(request.url()));
  await open('/business');
  await expect(page.getByRole('heading', { level: 1, name: 'Business Portal' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Log In' })).toHaveAttribute(
    'href',
    '/signup?login=true&next=%2Fbusiness',
  );
  expect(requestedUrls).toEqual([]);
});

test('a business signs up, submits its listing, uploads documents, and an administrator approves a change and one of the documents [BIZ-01] [BIZ-02] [BIZ-04] [BIZ-05] [BIZ-06] [REAL-18] [REAL-19]', async ({
  page,
  open,
  browser,
  baseURL,
  people,
  waitForEmail,
}) => {
  const email = newEmailAddress('business');
  const name = `Demo Kilele Exchange ${email.slice(-20, -12)}`;
  await open('/signup?tab=business');
  for (const [label, value] of [
    ['Business name', 'Demo Kilele Ltd'],
    ['Representative name', 'Neema'],
    ['Representative surname', 'Demo'],
    ['Email address', email],
    ['Cellphone number', '+255 700 000 000'],
    ['Password', PASSWORD],
    ['Confirm password', PASSWORD],
  ] as const) {
    await field(page, label).fill(value);
  }
  await page.keyboard.press('Enter');
  await expectToast(page, 'Account created successfully');
  const sentEmail = await waitForEmail(email, 'Verify your email address');
  await open(sentEmail.link);
  await page.waitForURL(/\/signup\?login=true$/);
  await logIn(page, email, PASSWORD);
  await page.waitForURL(/\/dashboard$/);

  await open('/business');
  await expect(page.getByRole('tab')).toHaveText(['Overview', 'Profile', 'Compliance', 'Analytics', 'Billing']);
  const panel = page.getByRole('tabpanel');
  await expect(field(panel, 'Company name')).toHaveValue('Demo Kilele Ltd');
  await expect(panel.getByText('R25 000 per year').or(panel.getByText('R25,000 per year'))).toBeVisible();
  await expectNoHorizontalScroll(page);

  // The first save is a submission.
  await panel.getByRole('link', { name: 'Fill in the profile' }).click();
  await expect(page).toHaveURL(/tab=profile/);
  await field(panel, 'Company name on the listing').fill(name);
  await field(panel, 'Website').fill('kilele');
  await panel.getByRole('button', { name: 'Save profile' }).click();
  await expect(panel.getByText('Please enter a valid URL').first()).toBeVisible();
  await expect(field(panel, 'Website')).toHaveAttribute('type', 'url');
  await field(panel, 'Website').fill('https://kilele.example');
  await panel.getByLabel('Tanzania', { exact: true }).check();
  await panel.getByRole('button', { name: 'Save profile' }).click();
  await expectToast(page, 'Profile Saved');
  await expect(panel.getByText('Our team checks it before anybody sees it.')).toBeVisible();
  await expectNoHorizontalScroll(page);

  // Several documents at once; the content of one does not match its name, and the type of another is not accepted.
  await page.getByRole('tab', { name: 'Compliance' }).click();
  await panel.getByLabel('Send documents').setInputFiles([
    { name: 'licence.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a licence') },
    { name: 'office.jpg', mimeType: 'image/jpeg', buffer: await makePhoto({ width: 400, height: 300 }) },
    { name: 'certificate.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ a program') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
  ]);
  await expectToast(page, 'Documents Sent');
  const sent = panel.getByRole('list', { name: 'Uploading files' });
  await expect(sent.getByRole('listitem').nth(2)).toContainText('must match the file name');
  await expect(sent.getByRole('listitem').nth(3)).toContainText('Only .pdf, .doc, .docx, .jpg and .png are accepted.');
  const documents = panel.getByRole('region', { name: 'Your documents' }).getByRole('listitem');
  await expect(documents).toHaveCount(2);
  await expect(documents.first()).toContainText('Waiting for review');
  await expectNoHorizontalScroll(page);
  expect(await listViolations(page)).toEqual([]);

  // An administrator publishes the listing through the API, and decides on a change and the documents in the console.
  const admin = await people.make({ email: newEmailAddress('admin'), isAdmin: true });
  const cookie = await people.signIn(admin.id, { hasSecondFactor: true });
  const own = await page.evaluate(async () => (await fetch('/api/business/account')).json() as Promise<unknown>);
  const { providerId } = own as { providerId: string };
  const verdict = { verificationStatus: 'Limited', reason: 'The register was checked.' };
  expect((await sendRequest(`${baseURL}/api/admin/providers/${providerId}`, 'PUT', cookie, verdict)).status).toBe(200);

  await open('/business?tab=profile');
  await field(panel, 'Website').fill('https://new.kilele.example');
  await panel.getByRole('button', { name: 'Save profile' }).click();
  await expectToast(page, 'Profile Saved');
  const listing = panel.getByRole('region', { name: 'Your listing' });
  await expect(listing.getByText('https://kilele.example')).toBeVisible();
  await expect(listing.getByText('Waiting', { exact: true })).toBeVisible();
  await expect(listing.getByText('https://new.kilele.example')).toBeVisible();

  const adminContext = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await addCookie(adminContext, cookie);
  const console = await adminContext.newPage();
  await console.goto(`${baseURL}/admin?tab=providers&list=documents`);
  await console.locator('html[data-ready]').waitFor();
  const section = console.getByRole('region', { name: 'Listing changes and documents' });
  const change = section.getByRole('listitem').filter({ hasText: 'https://new.kilele.example' });
  await change.getByRole('button', { name: 'Approve' }).click();
  await expectToast(console, 'Listing Updated');
  const photo = section.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'office.jpg' });
  await photo.getByRole('button', { name: 'Approve' }).click();
  await expectToast(console, 'Document Updated');
  const licence = section.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'licence.pdf' });
  await licence.getByRole('button', { name: 'Reject' }).click();
  await field(console, 'Reason').fill('The second page is missing.');
  await console.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(licence).toHaveCount(0);
  await adminContext.close();

  await open('/business?tab=profile');
  await expect(listing.getByText('https://new.kilele.example')).toBeVisible();
  await expect(listing.getByText('Waiting', { exact: true })).toHaveCount(0);
  await open('/business?tab=compliance');
  await expect(panel.getByText('Reason: The second page is missing.')).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: 'licence.pdf' })).toContainText('Rejected');
  await open('/business?tab=analytics');
  await expect(panel.getByRole('figure')).toHaveCount(4);
  await expectNoHorizontalScroll(page);
  await open('/business?tab=billing');
  await expect(panel.getByText('There are no invoices yet.')).toBeVisible();
  await expectNoHorizontalScroll(page);
});
