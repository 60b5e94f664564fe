import { makeFilingQuestion } from '../apps/server/test/support/factories.ts';
import { evidenceLimits } from '@hakiki/contract/limits';
import { PHOTO_CAMERA_MAKE, readImageMetadata, makePhoto } from '../apps/server/test/support/photo.ts';
import { expectToast, field, toast } from './support/account-helpers.ts';
import { expect, expectNoHorizontalScroll, newEmailAddress, test, sendRequest } from './support/product-test.ts';

const createPdf = (bytes = 200) => Buffer.concat([Buffer.from('%PDF-1.4\n%%EOF\n'), Buffer.alloc(bytes)]);

test('a reporter follows a report by its receipt, answers a question, and the code is neither in the URL nor stored', async ({
  page,
  open,
  db,
  fileReport,
}) => {
  const { id, title, receipt } = await fileReport();
  await makeFilingQuestion(db, { filingId: id, question: 'On which day did you pay?' });
  await open('/follow');
  await field(page, 'Receipt code').fill('0000-0000-0000-0000-0000');
  await page.getByRole('button', { name: 'Show my report' }).click();
  await expect(page.locator('[data-error-summary]')).toContainText(
    'Code not found. It has 20 characters: compare them one by one.',
  );
  await expect(field(page, 'Receipt code')).toHaveValue('0000-0000-0000-0000-0000');

  await field(page, 'Receipt code').fill(receipt.reference);
  await page.getByRole('button', { name: 'Show my report' }).click();
  await expect(page.locator('[data-error-summary]')).toContainText('This is the reference number (HK-).');
  await expect(page.getByRole('heading', { name: 'Lost your code?' })).toBeVisible();

  // As people type it: lower case, blanks instead of hyphens.
  await field(page, 'Receipt code').fill(receipt.code.toLowerCase().replaceAll('-', ' '));
  await page.getByRole('button', { name: 'Show my report' }).click();
  const heading = page.getByRole('heading', { level: 2, name: title });
  await expect(heading).toBeFocused();
  // The notice of the failed attempts is gone with them.
  expect(await toast(page).count()).toBe(0);
  await expect(page.locator('[data-status]')).toHaveText('Under Review');
  await expect(page.getByText(receipt.reference).first()).toBeVisible();
  await expect(page.getByText('Our team has a question for you.')).toBeVisible();
  await field(page, 'Your answer').fill('On 3 March, by mobile money.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expectToast(page, 'Answer sent');
  await expect(page.getByText('On 3 March, by mobile money.')).toBeVisible();
  await expect(field(page, 'Your answer')).toHaveCount(0);
  await expect(page.getByText('Our team is checking it.')).toBeVisible();
  await expectNoHorizontalScroll(page);

  // The code is only in the open page.
  expect(page.url()).not.toContain(receipt.code.slice(0, 4));
  const storedState = JSON.stringify(await page.context().storageState({ indexedDB: true }));
  expect(storedState.toUpperCase()).not.toContain(receipt.code.slice(0, 9));
  await page.getByRole('link', { name: 'Look up another report' }).click();
  await expect(field(page, 'Receipt code')).toHaveValue('');
});

test.describe('on an unreliable connection', () => {
  test.use({ expectedError: /ERR_FAILED/ });

  test("a reporter's files are checked, compressed, sent with a progress bar, cleaned of metadata, and not served with a guessed ticket", async ({
    page,
    open,
    request,
    fileReport,
  }) => {
    const { receipt } = await fileReport();
    await open('/follow');
    await field(page, 'Receipt code').fill(receipt.code);
    await page.getByRole('button', { name: 'Show my report' }).click();
    const input = page.getByLabel('Files that support your report');
    const original = await makePhoto();
    await input.setInputFiles([
      { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: original },
      { name: 'contract.pdf', mimeType: 'application/pdf', buffer: createPdf() },
      { name: 'film.pdf', mimeType: 'application/pdf', buffer: createPdf(12 * 1024 * 1024) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') },
    ]);
    await expect(page.getByText('film.pdf is larger than 10 MB.')).toBeVisible();
    await expect(page.getByText('notes.txt is neither a picture (JPEG, PNG, WebP) nor a PDF file.')).toBeVisible();
    const chosen = page.getByRole('list', { name: 'Chosen files' });
    await expect(chosen.getByRole('listitem')).toHaveCount(2);
    await expect(chosen.locator('img')).toHaveCount(1);
    await expectNoHorizontalScroll(page);

    // A failed upload stays in the list, to be sent again.
    await page.route('**/api/filings/evidence', (route) => route.abort(), { times: 1 });
    const bars: string[] = [];
    await page.exposeFunction('noteBar', (text: string) => bars.push(text));
    await page.evaluate(() => {
      new MutationObserver(() => {
        const bar = document.querySelector('[role=progressbar]');
        if (bar) (globalThis as unknown as { noteBar: (text: string) => void }).noteBar(bar.ariaValueNow ?? '');
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await page.getByRole('button', { name: 'Send files' }).click();
    await expect(chosen).toContainText('Not sent: The connection was lost. Please try again.');
    await expect(page.getByRole('link', { name: /contract\.pdf/ })).toBeVisible();
    await page.getByRole('button', { name: 'Send again photo.jpg' }).click();
    const link = page.getByRole('link', { name: /photo\.jpg/ });
    await expect(link).toBeVisible();
    expect(bars.length).toBeGreaterThan(0);

    const response = await request.get((await link.getAttribute('href'))!);
    expect(response.headers()['content-type']).toBe('image/jpeg');
    const stored = await response.body();
    expect(await readImageMetadata(stored)).toEqual({ width: 2000, hasExif: false });
    expect(stored.includes(PHOTO_CAMERA_MAKE)).toBe(false);
    expect(original.includes(PHOTO_CAMERA_MAKE)).toBe(true);
    const pdf = await request.get((await page.getByRole('link', { name: /contract\.pdf/ }).getAttribute('href'))!);
    expect(pdf.headers()['content-disposition']).toMatch(/^attachment/);
    const guessed = await request.get((await link.getAttribute('href'))!.replace(/ticket=.{4}/, 'ticket=AAAA'));
    expect(guessed.status()).toBe(400);
    expect(evidenceLimits.fileBytes).toBeLessThan(12 * 1024 * 1024);
  });
});

test('a visitor of /my-reports is asked to sign in; a member sees their own reports with their status, opens one and adds a file [ROUTE-22] [MYREP-01] [MYREP-05] [MYREP-06] [MYREP-08] [MYREP-09] [DEC-53]', async ({
  page,
  open,
  signInAs,
  fileReport,
  administrator,
}) => {
  const requestedUrls: string[] = [];
  page.on('request', (call) => requestedUrls.push(new URL(call.url()).pathname));
  await open('/my-reports');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication Required');
  expect(requestedUrls).not.toContain('/api/fraud-alerts/my-reports');
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/signup?login=true&next=%2Fmy-reports',
  );

  const member = await signInAs();
  const { title } = await fileReport({}, member);
  const otherReport = await fileReport({ title: 'A scheme nobody could confirm' }, member);
  await administrator.rejectAlert(otherReport.id);
  await open('/my-reports');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  const ownReport = cards.filter({ hasText: title });
  await expect(ownReport).toContainText('Under Review');
  await expect(cards.filter({ hasText: 'nobody could confirm' })).toContainText('Rejected');
  expect(requestedUrls).not.toContain('/api/filings/look-up');
  await ownReport.getByRole('button', { name: /^Questions, files/ }).click();
  await expect(ownReport.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  await ownReport
    .getByLabel('Files that support your report')
    .setInputFiles({ name: 'chat.pdf', mimeType: 'application/pdf', buffer: createPdf() });
  await ownReport.getByRole('button', { name: 'Send files' }).click();
  await expect(ownReport.getByRole('link', { name: /chat\.pdf/ })).toBeVisible();
  await expectNoHorizontalScroll(page);
});

test('a member sees their rejected issue report among their reports, with scripts and without [DEC-26]', async ({
  page,
  browser,
  open,
  baseURL,
  people,
  providers,
  signInAs,
}) => {
  const member = await signInAs();
  const [provider] = await providers('?limit=1');
  const response = await sendRequest(`${baseURL}/api/reports`, 'POST', await people.signIn(member.id), {
    reportType: 'withdrawal_issues',
    severity: 'Medium',
    description: 'My withdrawal has been pending for three weeks and nobody answers.',
    providerId: provider!.id,
  });
  const { id } = (await response.json()) as { id: string };
  const administrator = await people.make({ email: newEmailAddress('administrator'), isAdmin: true });
  const asAdministrator = await people.signIn(administrator.id, { hasSecondFactor: true });
  await sendRequest(`${baseURL}/api/admin/reports?limit=100`, 'GET', asAdministrator);
  await sendRequest(`${baseURL}/api/admin/reports/${id}`, 'PUT', asAdministrator, {
    status: 'rejected',
    reason: 'A duplicate.',
  });
  await open('/my-reports');
  const card = page.getByRole('article', { name: provider!.name });
  await expect(card).toContainText('Rejected');
  await expect(card).toContainText('Report about a provider');
  await expect(card).toContainText(`HK-${id.slice(-8).toUpperCase()}`);
  await card.getByRole('button', { name: /^Questions, files/ }).click();
  await expect(card.getByText('Our team could not confirm the report, so it is not public.')).toBeVisible();
  await expectNoHorizontalScroll(page);

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL!,
    storageState: await page.context().storageState(),
  });
  const still = await plain.newPage();
  await still.goto('/my-reports');
  await still.getByRole('article', { name: provider!.name }).getByRole('button').click();
  await expect(still.getByText('Decision: Rejected')).toBeVisible();
  await plain.close();
});
